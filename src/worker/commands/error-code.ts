import type { CommandError } from '../contract.ts';

/** What a row remembers of a command that did not succeed. */
export function errorCode(error: CommandError): string {
  return error.kind === 'problem' ? error.problem.code : error.kind;
}
