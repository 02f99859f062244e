import i18next from 'i18next';
import type { CommandError } from '../../worker/contract.ts';
import { errorText } from '../text/problem-text.ts';

/** Why a mailed link does nothing; where it is mistyped or cut off, nobody typed its token into a field. */
export function linkErrorText(error: CommandError): string {
  const isCut = error.kind === 'problem' && Object.hasOwn(error.problem.fields ?? {}, 'token');
  return isCut ? i18next.t('link-invalid', { ns: 'errors' }) : errorText(error);
}
