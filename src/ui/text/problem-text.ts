import i18next from 'i18next';
import type { CommandError } from '../../worker/contract.ts';

/** What a person reads of a command that did not succeed, in the present language. */
export function errorText(error: CommandError): string {
  const code = error.kind === 'problem' ? error.problem.code : error.kind;
  return i18next.t(code, { ns: 'errors' });
}
