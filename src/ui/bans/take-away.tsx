import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommands } from '../data/use-view.ts';
import { Confirm } from '../parts/confirm.tsx';
import { isolated } from '../text/isolated.ts';
import { banErrorText } from './known/ban-list.ts';

/** Takes a server from a list, and says before who may join again; `from`: the page of which of the two it stands on. */
export function TakeAway({
  from,
  listId: banlist_id,
  serverId: server_id,
  identifier,
  bans,
  primary,
  onClose,
  children,
}: {
  readonly from: 'servers' | 'ofServer';
  readonly listId: string;
  readonly serverId: string;
  /** Of what is taken away. */
  readonly identifier: string;
  readonly bans: number;
  readonly primary: boolean;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}) {
  const { t } = useTranslation('bans');
  const commands = useCommands();
  const name = isolated(identifier);
  return (
    <Confirm
      title={t(`${from}.takeAwayAsked`, { name })}
      action={t(`${from}.takeAway`)}
      done={t(`${from}.takenAway`, { name })}
      refusalText={banErrorText}
      onYes={() =>
        commands.call('banListUnassign', { params: { banlist_id, server_id }, body: {} })
      }
      onClose={onClose}
    >
      <p>{t(`${from}.takeAwaySays`, { count: bans })}</p>
      {primary ? <p>{t(`${from}.takeAwayPrimary`)}</p> : null}
      {children}
    </Confirm>
  );
}
