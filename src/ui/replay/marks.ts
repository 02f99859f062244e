import { signal, type ReadonlySignal } from '@preact/signals-react';

/** A moment that somebody wants to come back to. */
export interface Mark {
  /** The event after which it is, by its number in the file. */
  readonly event: number;
  readonly at: number;
  readonly note: string;
}

/** The marks of one recording, kept in this browser. */
export interface Marks {
  readonly list: ReadonlySignal<readonly Mark[]>;
  /** Whether there is room for it; `MOST_MARKS` moments are marked at most. */
  put(mark: Mark): boolean;
  remove(event: number): void;
}

const KEY = 'muster-replay-marks';
/** More would make a list that nobody finds anything in. */
export const MOST_MARKS = 200;

export function marksOf(fingerprint: string, storage: Storage = localStorage): Marks {
  const key = `${KEY}-${fingerprint}`;
  // Another tab may have marked something in the meantime.
  const kept = () => readMarks(storage.getItem(key));
  const list = signal(kept());
  const keep = (marks: readonly Mark[]) => {
    list.value = marks.toSorted((a, b) => a.event - b.event);
    if (marks.length === 0) storage.removeItem(key);
    else storage.setItem(key, JSON.stringify(list.value));
  };
  const others = (event: number) => kept().filter((mark) => mark.event !== event);
  return {
    list,
    put(mark) {
      const rest = others(mark.event);
      if (rest.length >= MOST_MARKS) {
        list.value = rest;
        return false;
      }
      keep([...rest, mark]);
      return true;
    },
    remove: (event) => keep(others(event)),
  };
}

/** What was kept; nothing where it is not as it should be. */
function readMarks(text: string | null): readonly Mark[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(kept) ? kept.filter(isMark) : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

function isMark(value: unknown): value is Mark {
  if (typeof value !== 'object' || value === null) return false;
  const { event, at, note } = value as Readonly<Record<string, unknown>>;
  return typeof event === 'number' && typeof at === 'number' && typeof note === 'string';
}
