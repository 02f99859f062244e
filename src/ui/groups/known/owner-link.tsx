import { AccountLink } from './account-link.tsx';
import { GroupLink } from './group-link.tsx';
import { groupOfRow, type OwnedRow } from './thing.ts';

/** To whom something belongs: a team, an organization, or an account. */
export function OwnerLink({
  owned,
  me,
}: {
  readonly owned: OwnedRow;
  readonly me: string | undefined;
}) {
  const { owner_kind, group, owner_id, owner_name } = owned;
  const groupId = groupOfRow(owned);
  return owner_kind === 'account' || groupId === null ? (
    <AccountLink id={owner_id} name={owner_name} isMe={owner_id === me} />
  ) : (
    <GroupLink kind={owner_kind} id={groupId} name={group ?? ''} />
  );
}
