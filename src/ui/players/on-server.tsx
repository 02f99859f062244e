import './players.css';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../domain/permissions.ts';
import type { AccountRow } from '../../domain/rows.ts';
import type { ServerStanding } from '../../domain/servers/status.ts';
import { PersonBans } from '../bans/person-bans.tsx';
import { useSignalValue } from '../data/use-signal.ts';
import { PlayerNotes } from '../notes/player-notes.tsx';
import { CallError } from '../parts/call-error.tsx';
import { LastLines } from '../parts/last-lines.tsx';
import { Loading } from '../parts/loading.tsx';
import { markOf, namesakesOf, useByGlance } from '../parts/players/namesakes.ts';
import { PlayerName } from '../parts/players/player-name.tsx';
import { PlayerStatistics } from '../statistics/player-statistics.tsx';
import { CardDeeds } from './card-deeds.tsx';
import { LetIn } from './why/let-in.tsx';
import { PlayerFacts } from './player-facts.tsx';
import type { Person } from './use-person.ts';

/** All that is known of somebody on one server, and all that the viewer may do about them there. */
export function OnServer({
  server,
  account,
  person,
  loading,
  elsewhere = true,
  writes,
}: {
  readonly server: ServerStanding;
  readonly account: AccountRow;
  readonly person: Person;
  readonly loading: boolean;
  /** Whether it stands alone, and leads to their profile, which has the rest. */
  readonly elsewhere?: boolean;
  /** Whether whoever comes wants to write a note; asked once. */
  readonly writes?: () => boolean;
}) {
  const { muster_id } = person;
  const readsFeed = may(account, server.id, 'server.view.feed');
  const notes = useRef<HTMLDivElement>(null);
  return (
    <>
      <Alike serverId={server.id} player={person} />
      <CardDeeds
        server={server}
        account={account}
        person={person}
        elsewhere={elsewhere}
        onNotes={() => notes.current?.querySelector('textarea')?.focus()}
      />
      {readsFeed ? <LastLines serverId={server.id} player={person} /> : null}
      {loading ? <Loading lines={3} /> : null}
      <PlayerFacts person={person} account={account} serverId={server.id} />
      <LetIn key={person.here?.id} server={server} account={account} stay={person.here?.id} />
      {person.profile.error === null ? null : (
        <CallError error={person.profile.error} onRetry={person.profile.reload} />
      )}
      {muster_id === null ? null : (
        <>
          {readsFeed && elsewhere ? (
            <PlayerStatistics serverId={server.id} player={muster_id} joined={person.joined} />
          ) : null}
          <PersonBans musterId={muster_id} />
          <div ref={notes}>
            <PlayerNotes
              serverId={server.id}
              account={account}
              player={muster_id}
              {...(writes === undefined ? {} : { takesFocus: writes })}
            />
          </div>
        </>
      )}
    </>
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
