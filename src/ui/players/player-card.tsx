import './players.css';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { may, mayOpen } from '../../domain/permissions.ts';
import { to } from '../../domain/routes/routes.ts';
import type { AccountRow } from '../../domain/rows.ts';
import { STANDING, type ServerStanding } from '../../domain/servers/status.ts';
import { useOne } from '../data/use-view.ts';
import { Dialog } from '../parts/dialog.tsx';
import { showPlayer, type PlayerRef } from '../parts/players/player-address.ts';
import { isolated } from '../text/isolated.ts';
import { playerName } from '../text/player-name.ts';
import { OnServer } from './on-server.tsx';
import { PlayerPresence } from './player-presence.tsx';
import { usePerson } from './use-person.ts';
import { serverName } from '../../domain/servers/server-name.ts';

const close = () => showPlayer(null);

/** Who somebody is, and all that the viewer may do about them: over whatever page one is on. */
export function PlayerCard({ serverId, id, muster_id }: PlayerRef) {
  const { t } = useTranslation('players');
  const { ready, row: server } = useOne({ view: 'server', server_id: serverId }, STANDING);
  const account = useOne({ view: 'account' }).row;
  const who = useMemo(() => ({ serverId, id, muster_id }), [serverId, id, muster_id]);
  if (server === undefined || account === undefined || !mayOpen(account, server)) {
    if (!ready) return null;
    return (
      <Dialog open onClose={close} title={t('nobody')} closable>
        <p>{t('closed')}</p>
      </Dialog>
    );
  }
  return <OpenCard who={who} server={server} account={account} />;
}

function OpenCard({
  who,
  server,
  account,
}: {
  readonly who: PlayerRef;
  readonly server: ServerStanding;
  readonly account: AccountRow;
}) {
  const { t } = useTranslation('players');
  const readsFeed = may(account, server.id, 'server.view.feed');
  const person = usePerson(who, readsFeed);
  const { id, name } = person;
  const loading = !person.ready || (name === '' && person.asking);
  const title =
    name !== ''
      ? isolated(playerName({ id: id ?? '', name }))
      : loading
        ? t('loading')
        : id === null
          ? t('nobody')
          : playerName({ id, name });
  return (
    <Dialog open onClose={close} title={title} className="player-card" closable>
      <p className="soft player-where">
        <PlayerPresence person={person} server={server} />{' '}
        <span>
          {t('on')}{' '}
          <Link href={to.serverDashboard(server.id)}>{serverName(server.configuration)}</Link>
        </span>
      </p>
      <OnServer server={server} account={account} person={person} loading={loading} />
    </Dialog>
  );
}
