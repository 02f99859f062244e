import { signal } from '@preact/signals-react';
import { useCallback, useReducer } from 'react';
import type { z } from 'zod';
import { useSignalValue } from '../data/use-signal.ts';

/** What is typed is there again after a reload, or after a session that expired in the meantime. */
const PREFIX = 'muster-draft:';
const OWNER = 'muster-drafts-of';

/** What is typed from now on is this account's; what another one typed in this tab is forgotten. */
export function keepDraftsOf(musterId: string): void {
  if (sessionStorage.getItem(OWNER) === musterId) return;
  forgetDrafts();
  sessionStorage.setItem(OWNER, musterId);
}

/** What this tab keeps under a name; null where it keeps nothing, or nothing that is one still. */
export function readDraft<T>(name: string, schema: z.ZodType<T>): T | null {
  const read = schema.safeParse(readKept(name));
  return read.success ? read.data : null;
}

/** Whatever this tab keeps under a name; null where that is nothing. */
function readKept(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + name) ?? 'null');
  } catch {
    return null;
  }
}

/** Keeps a draft; null forgets it. Never for passwords, or commands: they may hold one. */
export function keepDraft(name: string, draft: unknown): void {
  if (draft === null) sessionStorage.removeItem(PREFIX + name);
  else sessionStorage.setItem(PREFIX + name, JSON.stringify(draft));
}

/** Where a form keeps what is typed and not saved; null forgets it. */
export interface Keeper<Values> {
  readonly read: () => Partial<Values> | null;
  readonly write: (own: Partial<Values> | null) => void;
  /** Where it keeps what each of that was typed over, if others may change it in the meantime. */
  readonly was?: Keeper<Values>;
}

/** Keeps it under a name in this tab. */
export function keptAs<Values>(
  name: string,
  schema: z.ZodType<{ readonly [Name in keyof Values]?: Values[Name] | undefined }>,
): Keeper<Values> {
  return {
    // JSON holds nothing that is undefined.
    read: () => readDraft(name, schema) as Partial<Values> | null,
    write: (own) => keepDraft(name, own),
  };
}

/** Keeps what is like what a form begins with, text by text (numbers and ticks too), and what each was typed over. */
export function keptTexts<Values extends object>(name: string, like: Values): Keeper<Values> {
  const kinds = new Map(Object.entries(like).map(([key, value]) => [key, typeof value]));
  const kept = (under: string): Keeper<Values> => ({
    read: () => {
      const typed = Object.entries(readKept(under) ?? {});
      const texts = typed.filter(
        ([key, value]) => isText(value) && kinds.get(key) === typeof value,
      );
      return Object.fromEntries(texts) as Partial<Values>;
    },
    write: (own) => keepDraft(under, own),
  });
  return { ...kept(name), was: kept(`${name}:was`) };
}

const isText = (value: unknown) => typeof value !== 'object' && value !== undefined;

/** What is typed over what others wrote: it is theirs too, so that this tab's memory alone has it. */
const heldTexts = signal<ReadonlyMap<string, unknown>>(new Map());

/** What is changed of a kind of thing, by the thing's id; null forgets it. */
export function useHeldDrafts<T>(): readonly [
  ReadonlyMap<string, T>,
  (id: string, draft: T | null) => void,
] {
  return [useSignalValue(heldTexts) as ReadonlyMap<string, T>, holdDraft];
}

function holdDraft(id: string, draft: unknown): void {
  const held = new Map(heldTexts.peek());
  if (draft === null) held.delete(id);
  else held.set(id, draft);
  heldTexts.value = held;
}

/** Whoever signs out leaves nothing behind that was typed. */
export function forgetDrafts(): void {
  heldTexts.value = new Map();
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  }
}

/** A text that is kept while it is typed. */
export function useKeptText(
  name: string,
): readonly [string, (text: string | ((now: string) => string)) => void] {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const key = `${PREFIX}text:${name}`;
  const keep = useCallback(
    (next: string | ((now: string) => string)) => {
      const text = typeof next === 'string' ? next : next(sessionStorage.getItem(key) ?? '');
      if (text === '') sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, text);
      redraw();
    },
    [key],
  );
  return [sessionStorage.getItem(key) ?? '', keep];
}
