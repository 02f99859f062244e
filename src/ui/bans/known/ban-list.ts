/** Ban lists, as their screens know them. */
import i18next from 'i18next';
import { mayAddBans } from '../../../domain/permissions.ts';
import type { ResourceView } from '../../../domain/queries.ts';
import type { BanListPermission } from '../../../protocol/permissions.ts';
import type { CommandError } from '../../../worker/contract.ts';
import { useResource } from '../../data/use-resource.ts';
import { isolated } from '../../text/isolated.ts';
import { errorText, missingText } from '../../text/problem-text.ts';

export type BanList = ResourceView<'banLists'>;
type Held = Pick<BanList, 'permissions'>;

/** The ban lists that the account may see. */
export function useBanLists(): {
  readonly told: boolean;
  readonly lists: readonly BanList[];
} {
  const { told, rows } = useResource('banLists', null);
  return { told, lists: rows };
}

/** Whether the account may do something with a list, and the list is not on its way out. */
export function mayIn({ permissions }: Held, needed: BanListPermission): boolean {
  return permissions.includes(needed);
}

/** Whether the account may ban anybody by this list, for a time or for good. */
export function mayAddTo(list: Held & Pick<BanList, 'deleting'>): boolean {
  return list.deleting === null && mayAddBans(list.permissions);
}

/** What a person reads of a call about a ban list that did not succeed. */
export function banErrorText(error: CommandError): string {
  if (error.kind !== 'problem') return errorText(error);
  const { code, needs = [] } = error.problem;
  const missing = missingText(needs);
  const ns = 'bans';
  if (missing !== '') return i18next.t('errors.needs', { ns, missing });
  return i18next.exists(`errors.${code}`, { ns })
    ? i18next.t(`errors.${code}` as 'errors.not-found', { ns })
    : errorText(error);
}

/** Which permissions something needs, and who can give them. */
export function missingIn(list: BanList, needs: readonly BanListPermission[]): string {
  return i18next.t('missing', { ns: 'bans', count: needs.length, ...missed(list, needs) });
}

/** Which permission a part of a list needs to be read, and who can give it. */
export function missingHere(list: BanList, needed: BanListPermission): string {
  return i18next.t('missingHere', { ns: 'bans', ...missed(list, [needed]) });
}

function missed({ owner_name, identifier }: BanList, needs: readonly BanListPermission[]) {
  return {
    missing: missingText(needs),
    owner: isolated(owner_name),
    name: isolated(identifier),
  };
}
