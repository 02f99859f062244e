import '../players/names.css';
import { mayKnowAccount } from '../../../domain/permissions.ts';
import { useOne, useReplaying } from '../../data/use-view.ts';
import { Name } from '../players/name.tsx';
import { showAccount, type AccountRef } from './account-address.ts';

const KNOWS = ['muster_id', 'servers', 'capabilities'] as const;

/** An account's name, wherever it stands: it opens the card of the account over the page, for whoever may know it. */
export function AccountName({
  name,
  tabIndex,
  ...account
}: AccountRef & {
  readonly name: string;
  /** -1 where arrow keys lead from name to name: `useByArrows`. */
  readonly tabIndex?: -1 | undefined;
}) {
  const viewer = useOne({ view: 'account' }, KNOWS).row;
  const replaying = useReplaying();
  const shown = <Name>{name}</Name>;
  if (replaying || !mayKnowAccount(viewer, account.serverId, account.id)) return shown;
  return (
    <button
      type="button"
      className="player-link"
      tabIndex={tabIndex}
      onClick={() => showAccount(account)}
    >
      {shown}
    </button>
  );
}
