import './players.css';
import { useId, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { may, mayOpen } from '../../domain/permissions.ts';
import { to } from '../../domain/routes/routes.ts';
import type { AccountRow } from '../../domain/rows.ts';
import { STANDING, type ServerStanding } from '../../domain/servers/status.ts';
import { useOne } from '../data/use-view.ts';
import { PlayerNotes } from '../notes/player-notes.tsx';
import { CallError } from '../parts/call-error.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Loading } from '../parts/loading.tsx';
import { LastLines } from '../parts/last-lines.tsx';
import { markOf, namesakesOf, useByGlance } from '../parts/players/namesakes.ts';
import { showPlayer, type PlayerRef } from '../parts/players/player-address.ts';
import { PlayerName } from '../parts/players/player-name.tsx';
import { useSignalValue } from '../data/use-signal.ts';
import { PlayerStatistics } from '../statistics/player-statistics.tsx';
import { isolated } from '../text/isolated.ts';
import { playerName } from '../text/player-name.ts';
import { CardDeeds } from './card-deeds.tsx';
import { PlayerFacts } from './player-facts.tsx';
import { PlayerPresence } from './player-presence.tsx';
import { usePerson, type Person } from './use-person.ts';
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
  const notes = useRef<HTMLDivElement>(null);
  const { id, muster_id, name } = person;
  const loading = !person.ready || (name === '' && person.asking);
  const title =
    name !== ''
      ? isolated(name)
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
      <Alike serverId={server.id} player={person} />
      <CardDeeds
        server={server}
        account={account}
        person={person}
        onNotes={() => notes.current?.querySelector('textarea')?.focus()}
      />
      {readsFeed ? <LastLines serverId={server.id} player={person} /> : null}
      {loading ? <Loading lines={3} /> : null}
      <PlayerFacts person={person} account={account} serverId={server.id} />
      {person.profile.error === null ? null : (
        <CallError error={person.profile.error} onRetry={person.profile.reload} />
      )}
      {muster_id === null ? null : (
        <>
          {readsFeed ? (
            <PlayerStatistics serverId={server.id} player={muster_id} joined={person.joined} />
          ) : null}
          <div ref={notes}>
            <PlayerNotes serverId={server.id} account={account} player={muster_id} />
          </div>
        </>
      )}
    </Dialog>
  );
}

/** Others on the server whom one could take for this player. */
function Alike({ serverId, player }: { readonly serverId: string; readonly player: Person }) {
  const { t } = useTranslation('players');
  const label = useId();
  const all = useSignalValue(useByGlance(serverId));
  if (player.name === '') return null;
  const others = namesakesOf(all, player);
  if (others.length === 0) return null;
  return (
    <div className="player-alike">
      <p id={label}>
        {t('alike', { count: others.length })} <span className="mono">{markOf(player)}</span>
      </p>
      <ul aria-labelledby={label}>
        {others.map((other) => (
          <li key={other.id}>
            <PlayerName serverId={serverId} {...other} />{' '}
            <span className="mono soft">{markOf(other)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
