import i18next from 'i18next';
import type { Refusal } from '../../../domain/groups/rules.ts';
import type { RolePermission } from '../../../protocol/permissions.ts';
import type { CommandError } from '../../../worker/contract.ts';
import { isolated } from '../../text/isolated.ts';
import { errorText, missingText } from '../../text/problem-text.ts';
import type { Group } from './group.ts';

/** What a person reads of a call about a group that did not succeed. */
export function groupErrorText(error: CommandError): string {
  if (error.kind !== 'problem') return errorText(error);
  const { code, needs = [] } = error.problem;
  const missing = missingText(needs);
  const ns = 'groups';
  if (missing !== '') return i18next.t('errors.needs', { ns, missing });
  return i18next.exists(`errors.${code}`, { ns })
    ? i18next.t(`errors.${code}` as 'errors.not-found', { ns })
    : errorText(error);
}

/** Why something may not be done in a group, and who can change that. */
export function whyText({ code, needs = [] }: Refusal, group: Group): string {
  const ns = 'groups';
  return code === 'permission-denied'
    ? i18next.t('missing', { ns, count: needs.length, ...missed(needs, group) })
    : i18next.t(`refused.${code}`, { ns });
}

/** Which permission a part of a group needs to be read, and who can give it. */
export function missingHereText(needed: RolePermission, group: Group): string {
  return i18next.t('missingHere', { ns: 'groups', ...missed([needed], group) });
}

function missed(needs: readonly RolePermission[], { owner_name, identifier }: Group) {
  return {
    missing: missingText(needs),
    owner: isolated(owner_name),
    name: isolated(identifier),
  };
}
