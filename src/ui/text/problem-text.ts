import i18next from 'i18next';
import type { CommandError } from '../../worker/contract.ts';
import './errors-at-hand.ts';
import { formatList } from './format.ts';
import { localeOf } from './locale.ts';
import { permissionName } from './permission-name.ts';

/** What a person reads of a command that did not succeed, in the present language. */
export function errorText(error: CommandError): string {
  const code = error.kind === 'problem' ? error.problem.code : error.kind;
  const missing = error.kind === 'problem' ? missingText(error.problem.needs ?? []) : '';
  return i18next.t(missing === '' ? code : 'needs', { ns: 'errors', missing });
}

/** The permissions that are missing, as people read them; empty where this page has no words for one. */
export function missingText(needs: readonly string[]): string {
  const texts = needs.map((need) => {
    const name = permissionName(need);
    return name === '' ? '' : `‘${name}’`;
  });
  if (texts.includes('')) return '';
  return formatList(new Set(texts), 'conjunction', localeOf(i18next.language));
}
