import type { GroupKind } from '../../../protocol/groups/limits.ts';
import { AccountLink } from './account-link.tsx';
import { GroupLink } from './group-link.tsx';

/** To whom something belongs: a team, an organization, or an account. */
export function OwnerLink({
  owned: { owner_kind, team_id, organization_id, group, owner_id, owner_name },
  me,
}: {
  readonly owned: {
    readonly owner_kind: 'account' | GroupKind;
    readonly team_id: string | null;
    readonly organization_id: string | null;
    readonly group: string | null;
    readonly owner_id: string;
    readonly owner_name: string;
  };
  readonly me: string | undefined;
}) {
  const groupId = team_id ?? organization_id;
  return owner_kind === 'account' || groupId === null ? (
    <AccountLink id={owner_id} name={owner_name} isMe={owner_id === me} />
  ) : (
    <GroupLink kind={owner_kind} id={groupId} name={group ?? ''} />
  );
}
