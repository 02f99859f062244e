import { invalidRequest } from './invalid-request.ts';

/** How deep arrays and objects of a request may be nested; the deepest body of a call has six levels. */
export const MAX_DEPTH = 32;

/** An array or object that is still to be looked into, and how it was reached. */
interface Reached {
  readonly value: object;
  readonly depth: number;
  readonly key: string;
  readonly from: Reached | null;
}

/**
 * Refuses what no schema should have to speak of: a NUL character in any string, since PostgreSQL keeps no
 * such text, and arrays and objects nested deeper than `MAX_DEPTH`, since what reads them recurses.
 */
export function refuseUnkept(value: unknown, where: string): void {
  const waiting: Reached[] = [];
  const look = (inner: unknown, key: string, from: Reached | null): void => {
    if (typeof inner === 'string' && inner.includes('\0')) refuse('nul_character', key, from);
    if (typeof inner !== 'object' || inner === null) return;
    const depth = (from?.depth ?? 0) + 1;
    if (depth > MAX_DEPTH) refuse('too_deep', key, from);
    waiting.push({ value: inner, depth, key, from });
  };
  const refuse = (rule: string, key: string, from: Reached | null): never => {
    throw invalidRequest([[pathOf(key, from), rule]], where);
  };
  look(value, '', null);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const [key, inner] of Object.entries(next.value)) {
      if (key.includes('\0')) refuse('nul_character', next.key, next.from);
      look(inner, key, next);
    }
  }
}

function pathOf(key: string, from: Reached | null): string {
  const keys = [key];
  for (let at = from; at !== null && at.from !== null; at = at.from) keys.push(at.key);
  return keys.toReversed().join('.');
}
