import { AccountLink } from '../groups/known/account-link.tsx';
import { GroupLink } from '../groups/known/group-link.tsx';
import type { BanList } from '../bans/known/ban-list.ts';

/** To whom a list belongs: a team, an organization, or an account. */
export function BanListOwner({
  list: { owner_kind, team_id, organization_id, group, owner_id, owner_name },
  me,
}: {
  readonly list: BanList;
  readonly me: string | undefined;
}) {
  const groupId = team_id ?? organization_id;
  return owner_kind === 'account' || groupId === null ? (
    <AccountLink id={owner_id} name={owner_name} isMe={owner_id === me} />
  ) : (
    <GroupLink kind={owner_kind} id={groupId} name={group ?? ''} />
  );
}
