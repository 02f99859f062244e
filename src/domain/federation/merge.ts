/**
 * What becomes of a followed list by what the other installation tells. It numbers each change, and tells those behind a
 * number in pages; each is taken by the reading that asked for it, once, or not at all: it can be asked for again.
 */

/** How far a list is read. */
export interface Reading {
  /** Of which numbering the cursor is; null: nothing is known yet. */
  readonly epoch: string | null;
  readonly cursor: number;
  /** The highest number there was when everything was begun to be read. */
  readonly base: number;
  /** How often everything was read. */
  readonly pass: number;
  /** Everything is being read now: what is not told until the end is gone. */
  readonly whole: boolean;
}

/** A ban as the other installation tells it, by its id there; null: it holds no more. */
export interface Told<B> {
  readonly id: string;
  readonly number: number;
  readonly ban: B | null;
}

export interface Page<B> {
  readonly epoch: string;
  /** It begins at the first number, whatever was asked for. */
  readonly anew: boolean;
  /** The highest number that there is. */
  readonly head: number;
  readonly changes: readonly Told<B>[];
  readonly more: boolean;
}

export interface Merged<B> {
  readonly reading: Reading;
  /** Told in this pass, as they are from now on. */
  readonly put: readonly (Told<B> & { readonly ban: B })[];
  readonly gone: readonly string[];
  /** Whatever was not told in this pass is gone. */
  readonly sweeps: boolean;
}

/** Nothing is known of a list yet. */
export const UNREAD: Reading = { epoch: null, cursor: 0, base: 0, pass: 0, whole: true };

/** Everything is read again, since what is here is not what is there; until the end what is here goes on to hold. */
export function readAnew(reading: Reading): Reading {
  return { ...reading, epoch: null, cursor: 0, whole: true };
}

/** Takes a page that was asked for by the reading `asked`; null: it is read further by now, or anew. */
export function merge<B>(reading: Reading, asked: Reading, page: Page<B>): Merged<B> | null {
  if (!isSame(reading, asked)) return null;
  const begins = page.anew || page.epoch !== reading.epoch;
  const pass = begins ? reading.pass + 1 : reading.pass;
  const whole = begins || reading.whole;
  const from = begins ? 0 : reading.cursor;
  const newest = new Map<string, Told<B>>();
  for (const told of page.changes) {
    const other = newest.get(told.id)?.number ?? from;
    if (told.number > other) newest.set(told.id, told);
  }
  const told = [...newest.values()];
  return {
    reading: {
      epoch: page.epoch,
      cursor: Math.max(from, ...told.map(({ number }) => number)),
      base: begins ? page.head : reading.base,
      pass,
      whole: whole && page.more,
    },
    put: told.flatMap(({ ban, ...of }) => (ban === null ? [] : [{ ...of, ban }])),
    gone: told.filter(({ ban }) => ban === null).map(({ id }) => id),
    sweeps: whole && !page.more,
  };
}

function isSame(a: Reading, b: Reading): boolean {
  return a.epoch === b.epoch && a.cursor === b.cursor && a.pass === b.pass && a.whole === b.whole;
}

/**
 * Whether whoever reads so has to begin anew: it is of another numbering, or what is gone was forgotten that it may have.
 * While everything is read, nothing is missed that was gone when that began. `floor`: up to where it was forgotten.
 */
export function mustBeginAnew(
  { epoch, after, base }: { epoch: string | null; after: number; base: number },
  now: { readonly epoch: string; readonly head: number; readonly floor: number },
): boolean {
  const covered = Math.max(after, base);
  return epoch !== now.epoch || covered < now.floor || covered > now.head;
}
