import { isDeepStrictEqual } from 'node:util';
import { HostError } from './host-error.ts';

/** Whether a row has these values. */
export function hasFields(row: object, fields: object): boolean {
  const held = row as Readonly<Record<string, unknown>>;
  return Object.entries(fields).every(([name, value]) => isDeepStrictEqual(held[name], value));
}

/** Nothing is written over what its editor has not seen: `was` is what they saw; absent, it is all the same to them. */
export function refuseUnseen(row: object, was: object | undefined): void {
  if (was === undefined || hasFields(row, was)) return;
  throw new HostError('row-changed', 'Somebody else changed it in the meantime. Read it again.');
}
