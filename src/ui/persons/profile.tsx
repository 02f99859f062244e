import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { may, mayOpen } from '../../domain/permissions.ts';
import { to } from '../../domain/routes/routes.ts';
import { STANDING } from '../../domain/servers/status.ts';
import { useOne, useRows } from '../data/use-view.ts';
import { addressOf, pattern } from '../parts/addresses/parameters.ts';
import { useAddress } from '../parts/addresses/use-address.ts';
import { Panel } from '../parts/panel.tsx';
import { useTitle } from '../parts/title.ts';
import { OnServer } from '../players/on-server.tsx';
import { PlayerPresence } from '../players/player-presence.tsx';
import { usePerson } from '../players/use-person.ts';
import { PersonStatisticsPanel } from '../statistics/person-statistics.tsx';
import { Alternates } from './alternates.tsx';
import { About, OnNow } from './about.tsx';
import { PersonDeeds } from './person-deeds.tsx';
import { Joins } from './joins.tsx';
import { nameOf } from './sums.ts';
import { ServerName } from '../parts/server-name.tsx';
import { Sessions } from './sessions.tsx';
import { Traces } from './traces.tsx';
import { useRights } from './use-rights.ts';
import { useStays } from './use-stays.ts';
import type { PersonProfile } from './person-profile.ts';

const ADDRESS = addressOf({ on: pattern('on', /^[0-9a-f]{24}$/) });

/** Who somebody is, over all servers that one may see, and on each of them. */
export function Profile({
  profile,
  reload,
}: {
  readonly profile: PersonProfile;
  readonly reload: () => void;
}) {
  const { t } = useTranslation('persons');
  const [{ on }, setAddress] = useAddress(ADDRESS);
  const { muster_id, servers } = profile;
  const { rows: places, ready } = useRows({ view: 'places', muster_id });
  const name = places[0]?.name ?? nameOf(profile);
  // Whoever may read a ban of them knows them by that alone; what it calls them stands below.
  const shown = name === '' ? t('byBan') : name;
  useTitle(shown);
  // Whoever comes or goes has other facts.
  const where = places.map(({ server_id }) => server_id).join(' ');
  const known = useRef(where);
  useEffect(() => {
    if (!ready || known.current === where) return;
    known.current = where;
    reload();
  }, [ready, where, reload]);
  const nav = useRef<HTMLElement>(null);
  /** Where a note is to be written next: there its field takes the focus once it is drawn. */
  const noteAt = useRef<string | null>(null);
  const tab = servers.find(({ server_id }) => server_id === on)?.server_id ?? null;
  useEffect(() => {
    const current = nav.current?.querySelector('[aria-current]');
    current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [tab]);
  return (
    <div className="stack person">
      <header className="person-head">
        <h1>
          <bdi>{shown}</bdi>
        </h1>
        <OnNow places={places} servers={servers} />
        {tab === null ? (
          <PersonDeeds
            who={{ muster_id, name }}
            places={places}
            ready={ready}
            servers={servers}
            onNotes={(server) => {
              noteAt.current = server;
              setAddress({ on: server }, true);
            }}
          />
        ) : null}
      </header>
      {servers.length === 0 ? null : (
        <nav className="tab-list" ref={nav} aria-label={t('parts', { name: shown })}>
          {[null, ...servers.map(({ server_id }) => server_id)].map((one) => (
            <Link
              key={one ?? ''}
              className="tab"
              href={to.profile(muster_id, ADDRESS.write({ on: one }))}
              aria-current={one === tab ? 'page' : undefined}
            >
              {one === null ? t('all') : <ServerName id={one} />}
            </Link>
          ))}
        </nav>
      )}
      {tab === null ? (
        <Everywhere profile={profile} reload={reload} />
      ) : (
        <There
          key={tab}
          serverId={tab}
          profile={profile}
          writes={() => {
            const led = noteAt.current === tab;
            noteAt.current = null;
            return led;
          }}
        />
      )}
    </div>
  );
}

function Everywhere({
  profile,
  reload,
}: {
  readonly profile: PersonProfile;
  readonly reload: () => void;
}) {
  const { t } = useTranslation('persons');
  const { muster_id, servers, opens } = profile;
  const name = nameOf(profile);
  const rights = useRights();
  const version = useStays(servers);
  return (
    <div className="person-panels">
      <About
        profile={profile}
        reload={reload}
        hrefOf={(server) => to.profile(muster_id, ADDRESS.write({ on: server }))}
      />
      {servers.length === 0 ? (
        <p className="empty">{t('nowhere')}</p>
      ) : (
        <>
          <Sessions id={muster_id} opens={opens.sessions} version={version} />
          <PersonStatisticsPanel id={muster_id} rights={rights} reset={null} />
          <Alternates
            id={muster_id}
            name={name}
            ids={profile.ids}
            opens={opens.alternates}
            onJoined={reload}
          />
          <Traces profile={profile} />
        </>
      )}
      <Joins one={{ muster_id, name }} ids={profile.ids} reload={reload} />
    </div>
  );
}

/** All that is known of them on one server, and what can be done about them there. */
function There({
  serverId,
  profile,
  writes,
}: {
  readonly serverId: string;
  readonly profile: PersonProfile;
  readonly writes: () => boolean;
}) {
  const version = useStays(profile.servers);
  const { row: server } = useOne({ view: 'server', server_id: serverId }, STANDING);
  const account = useOne({ view: 'account' }).row;
  const rights = useRights();
  if (server === undefined || account === undefined || !mayOpen(account, server)) return null;
  const reads =
    may(account, serverId, 'server.view.feed') || may(account, serverId, 'server.view.filtered');
  const { muster_id, opens } = profile;
  return (
    <div className="person-panels">
      <OfServer server={server} account={account} muster_id={muster_id} writes={writes} />
      <Sessions id={muster_id} server={serverId} opens={opens.sessions} version={version} />
      {reads ? (
        <PersonStatisticsPanel
          id={muster_id}
          server={serverId}
          rights={rights}
          reset={may(account, serverId, 'server.stats.reset-player') ? nameOf(profile) : null}
        />
      ) : null}
    </div>
  );
}

function OfServer({
  server,
  account,
  muster_id,
  writes,
}: Pick<Parameters<typeof OnServer>[0], 'server' | 'account'> & {
  readonly muster_id: string;
  readonly writes: () => boolean;
}) {
  const { t } = useTranslation('persons');
  const who = useWho(server.id, muster_id);
  const readsFeed = account.servers[server.id]?.includes('server.view.feed') === true;
  const person = usePerson(who, readsFeed);
  const loading = !person.ready || (person.name === '' && person.asking);
  return (
    <Panel title={t('there')}>
      <div className="person-there">
        <p className="soft player-where">
          <PlayerPresence person={person} server={server} />
        </p>
        <OnServer
          server={server}
          account={account}
          person={person}
          loading={loading}
          elsewhere={false}
          writes={writes}
        />
      </div>
    </Panel>
  );
}

/** The same object for the same person. */
function useWho(serverId: string, muster_id: string) {
  const who = useRef({ serverId, muster_id, id: null });
  if (who.current.serverId !== serverId || who.current.muster_id !== muster_id) {
    who.current = { serverId, muster_id, id: null };
  }
  return who.current;
}
