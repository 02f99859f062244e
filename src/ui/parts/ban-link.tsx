import { Link } from 'wouter';
import { mayInBanList } from '../../domain/permissions.ts';
import { to } from '../../domain/routes/routes.ts';
import { useOne, useReplaying } from '../data/use-view.ts';

const KNOWS = ['ban_lists'] as const;

/** The ban list that kept somebody out: it opens the ban, for whoever may read the list. */
export function BanLink({
  id,
  banlist_id: listId,
  banlist: name,
  tabIndex,
}: {
  readonly id: string;
  readonly banlist_id: string;
  readonly banlist: string;
  /** -1 where arrow keys lead from name to name: `useByArrows`. */
  readonly tabIndex?: -1 | undefined;
}) {
  const account = useOne({ view: 'account' }, KNOWS).row;
  const replaying = useReplaying();
  const shown = <strong>{name}</strong>;
  if (replaying || !mayInBanList(account, listId, 'banlist.list')) return shown;
  return (
    <Link href={to.ban(listId, id)} tabIndex={tabIndex}>
      {shown}
    </Link>
  );
}
