import type { TFunction } from 'i18next';
import type { CommandError } from '../../worker/contract.ts';

/** What a person reads of a command that did not succeed. */
export function errorText(t: TFunction, error: CommandError): string {
  const code = error.kind === 'problem' ? error.problem.code : error.kind;
  return t(code, { ns: 'errors' });
}
