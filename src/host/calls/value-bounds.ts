import { invalidRequest } from './invalid-request.ts';

/** How deep arrays and objects of a request may be nested; the deepest body of a call has six levels. */
export const MAX_DEPTH = 32;

/** How many values a request may hold in all; the largest body of a call, a wall, has a few thousand. */
export const MAX_VALUES = 100_000;

/** An array or object that is still to be looked into, and how it was reached. */
interface Reached {
  readonly value: object;
  readonly depth: number;
  readonly key: string;
  readonly from: Reached | null;
}

/**
 * Refuses what no schema should have to speak of: a NUL character or half of one in any string, since PostgreSQL keeps no
 * such text, or keeps it and reads it no more; arrays and objects nested deeper than `MAX_DEPTH`, since what reads them recurses; and more than
 * `MAX_VALUES` values, since each is looked at. Bytes are for whoever reads them.
 */
export function checkValueBounds(value: unknown, where: string): void {
  const waiting: Reached[] = [];
  const look = (inner: unknown, key: string, from: Reached | null): void => {
    if (typeof inner === 'string') {
      const rule = ruleOfText(inner);
      if (rule !== null) refuse(rule, key, from);
    }
    if (typeof inner !== 'object' || inner === null || ArrayBuffer.isView(inner)) return;
    const depth = (from?.depth ?? 0) + 1;
    if (depth > MAX_DEPTH) refuse('too_deep', key, from);
    waiting.push({ value: inner, depth, key, from });
  };
  const refuse = (rule: string, key: string, from: Reached | null): never => {
    throw invalidRequest([[pathOf(key, from), rule]], where);
  };
  let values = 0;
  look(value, '', null);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    values += Array.isArray(next.value) ? next.value.length : Object.keys(next.value).length;
    if (values > MAX_VALUES) refuse('too_many', next.key, next.from);
    for (const [key, inner] of Object.entries(next.value)) {
      const rule = ruleOfText(key);
      if (rule !== null) refuse(rule, next.key, next.from);
      look(inner, key, next);
    }
  }
}

function ruleOfText(text: string): string | null {
  if (text.includes('\0')) return 'nul_character';
  return /\p{Surrogate}/u.test(text) ? 'half_character' : null;
}

function pathOf(key: string, from: Reached | null): string {
  const keys = [key];
  for (let at = from; at !== null && at.from !== null; at = at.from) keys.push(at.key);
  return keys.toReversed().join('.');
}
