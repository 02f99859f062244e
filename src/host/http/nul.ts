import { invalidRequest } from './invalid-request.ts';

/**
 * Refuses a value with a NUL character in any of its strings: PostgreSQL keeps no such text, and no schema
 * should have to say so.
 */
export function refuseNul(value: unknown, where: string): void {
  const path = pathOfNul(value, []);
  if (path !== null) throw invalidRequest([[path.join('.'), 'nul_character']], where);
}

function pathOfNul(value: unknown, path: readonly string[]): readonly string[] | null {
  if (typeof value === 'string') return value.includes('\0') ? path : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    if (key.includes('\0')) return path;
    const found = pathOfNul(inner, [...path, key]);
    if (found !== null) return found;
  }
  return null;
}
