import { useTranslation } from 'react-i18next';
import { mayInGroup } from '../../../domain/permissions.ts';
import type { AccountRow } from '../../../domain/rows.ts';
import { GROUP_NEEDS } from '../../../protocol/groups/access.ts';
import type { GroupKind } from '../../../protocol/groups/limits.ts';
import { SERVER_PERMISSION } from '../../../protocol/permissions.ts';
import { useOne } from '../../data/use-view.ts';
import { isolated } from '../../text/isolated.ts';
import { useGroups } from './group.ts';

/** Whom a server can belong to. */
export interface Taker {
  readonly kind: 'account' | GroupKind;
  readonly id: string;
  /** Empty for the own account. */
  readonly name: string;
}

const ACCOUNT = ['muster_id', 'groups', 'servers', 'resources'] as const;
type Account = Pick<AccountRow, (typeof ACCOUNT)[number]>;

export function useMovingAccount(): Account | undefined {
  return useOne({ view: 'account' }, ACCOUNT).row;
}

/** Those to whom the account may give a server: itself, and the groups that it may change. */
export function useTakers(account: Account | undefined): readonly Taker[] {
  const groups = [...useGroups('team').groups, ...useGroups('organization').groups];
  if (account === undefined) return [];
  return [
    { kind: 'account', id: account.muster_id, name: '' },
    ...groups
      .filter(
        ({ kind, id, deleting }) =>
          deleting === null && mayInGroup(account, id, GROUP_NEEDS[kind].modify),
      )
      .map(({ kind, id, identifier }): Taker => ({ kind, id, name: identifier })),
  ];
}

/** Whoever moves a server holds everything on it. */
export function mayMove({ servers }: Pick<Account, 'servers'>, serverId: string): boolean {
  const held = new Set(Object.hasOwn(servers, serverId) ? servers[serverId] : []);
  return SERVER_PERMISSION.every((permission) => held.has(permission));
}

/** The group that a server belongs to, as far as the account sees it; null: an account's, or not told. */
export function groupOf({ resources, muster_id }: Account, serverId: string): string | null {
  const found = Object.entries(resources).find(
    ([owner, things]) => owner !== muster_id && things.some(({ id }) => id === serverId),
  );
  return found?.[0] ?? null;
}

/** A taker as it stands in a sentence, or in a list. */
export function useTakerName(): (taker: Taker) => string {
  const { t } = useTranslation('groups');
  return ({ kind, name }) => t(`resources.${kind}`, { name: isolated(name) });
}
