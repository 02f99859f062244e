import type { z } from 'zod';
import { HostError } from './host-error.ts';

/** A request can be wrong in as many places as it has bytes, and its keys may be as long: the answer is not. */
const MAX_FIELDS = 20;
const MAX_PATH = 120;

type Issue = Pick<z.core.$ZodIssue, 'code' | 'path'>;

/** Refuses what a schema refused: names the fields and the rules they break, and repeats no value. */
export function refuseInvalid(error: { readonly issues: readonly Issue[] }, where: string): never {
  throw invalidRequest(
    error.issues.slice(0, MAX_FIELDS).map(({ path, code }) => [path.map(String).join('.'), code]),
    where,
  );
}

/** `invalid-request` for the first fields by their dotted path, each with the name of the rule it breaks. */
export function invalidRequest(
  broken: readonly (readonly [path: string, rule: string])[],
  where: string,
): HostError {
  const fields = Object.fromEntries(
    broken.slice(0, MAX_FIELDS).map(([path, rule]) => [path.slice(0, MAX_PATH), rule]),
  );
  const names = Object.keys(fields).filter((name) => name !== '');
  const which = names.length === 0 ? '' : ` (${names.join(', ')})`;
  return new HostError('invalid-request', `The ${where} is not right${which}.`, { fields });
}
