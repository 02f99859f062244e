import { useCallback, useReducer } from 'react';
import type { z } from 'zod';

/** What is typed is there again after a reload, or after a session that expired meanwhile. */
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
  const kept = sessionStorage.getItem(PREFIX + name);
  if (kept === null) return null;
  try {
    const read = schema.safeParse(JSON.parse(kept));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

/** Keeps a draft; null forgets it. Never for passwords, or commands: they may hold one. */
export function keepDraft(name: string, draft: unknown): void {
  if (draft === null) sessionStorage.removeItem(PREFIX + name);
  else sessionStorage.setItem(PREFIX + name, JSON.stringify(draft));
}

/** Whoever signs out leaves nothing behind that was typed. */
export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  }
}

/** A text that is kept while it is typed. */
export function useKeptText(name: string): readonly [string, (text: string) => void] {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const key = `${PREFIX}text:${name}`;
  const keep = useCallback(
    (text: string) => {
      if (text === '') sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, text);
      redraw();
    },
    [key],
  );
  return [sessionStorage.getItem(key) ?? '', keep];
}
