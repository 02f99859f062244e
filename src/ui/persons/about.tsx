import '../players/players.css';
import { useTranslation } from 'react-i18next';
import type { PlayerPlaceView } from '../../domain/queries.ts';
import { PersonBans } from '../bans/person-bans.tsx';
import { PersonBuckets } from '../buckets/person-buckets.tsx';
import { useTextOfNow } from '../data/clock.ts';
import { hostTime } from '../data/host-clock.ts';
import { PersonNotes } from '../notes/person-notes.tsx';
import { Copyable } from '../parts/copyable.tsx';
import { Fact } from '../parts/fact.tsx';
import { useLocale } from '../parts/locale.ts';
import { Notice } from '../parts/notice.tsx';
import { Panel } from '../parts/panel.tsx';
import { playerHref, showPlayer } from '../parts/players/player-address.ts';
import { Status } from '../parts/status.tsx';
import { PersonSteam } from '../steam/person-steam.tsx';
import { formatCount, formatDuration, formatMoment } from '../text/format.ts';
import { PersonAntiCheat } from './anti-cheat.tsx';
import type { PersonProfile } from './person-profile.ts';
import { PrivateMode } from './private-mode.tsx';
import { ServerName } from '../parts/server-name.tsx';
import { useRights } from './use-rights.ts';
import { useStays } from './use-stays.ts';
import { countedOf, firstOf, identitiesOf, namesOf } from './sums.ts';

/** Where they are now, as the servers tell it; each leads to their card, where one acts. */
export function OnNow({
  places,
  servers,
}: {
  readonly places: readonly PlayerPlaceView[];
  readonly servers: PersonProfile['servers'];
}) {
  const { t } = useTranslation('persons');
  const locale = useLocale();
  const last = Math.max(0, ...servers.map(({ last_seen }) => last_seen));
  if (places.length === 0) {
    return (
      <p className="soft">
        <Status tone="plain">{t('playState.offline')}</Status> · {t('notNow')}
        {last === 0 ? null : ` · ${t('lastSeen')} ${formatMoment(last, locale)}`}
      </p>
    );
  }
  return (
    <ul className="person-now" aria-label={t('now')}>
      {places.map((place) => (
        <li key={place.id}>
          <Place place={place} />
        </li>
      ))}
    </ul>
  );
}

function Place({ place }: { readonly place: PlayerPlaceView }) {
  const { t } = useTranslation('persons');
  const locale = useLocale();
  const { id, server_id: serverId, muster_id, joined_at, joined_before, verified } = place;
  const time = useTextOfNow((now) => {
    const lasted = formatDuration((hostTime(now) - joined_at) / 1_000, locale);
    return joined_before ? t('before', { moment: lasted }) : lasted;
  });
  const ref = { serverId, id, muster_id };
  return (
    <>
      <Status tone={verified ? 'good' : 'warn'}>
        {t(verified ? 'playState.online' : 'playState.unauthorized')}
      </Status>{' '}
      <a
        href={playerHref(ref)}
        onClick={(event) => {
          if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          showPlayer(ref);
        }}
      >
        <ServerName id={serverId} />
      </a>{' '}
      <span className="numeric soft">{time}</span>
      {verified ? null : <span className="soft"> {t('unauthorizedWhy')}</span>}
    </>
  );
}

/** Who it is: identifiers, names, since when, how long. */
export function About({
  profile,
  reload,
  hrefOf,
}: {
  readonly profile: PersonProfile;
  readonly reload: () => void;
  /** Where what is known of them on one server is. */
  readonly hrefOf: (serverId: string) => string;
}) {
  const { t } = useTranslation('persons');
  const locale = useLocale();
  const rights = useRights();
  const stays = useStays(profile.servers);
  const { muster_id, ids, account, servers } = profile;
  const first = firstOf(servers);
  const last = Math.max(0, ...servers.map(({ last_seen }) => last_seen));
  const counted = countedOf(servers);
  const identities = identitiesOf(servers);
  const names = namesOf(servers);
  const others = ids.filter((id) => id !== muster_id);
  return (
    <Panel title={t('overview')}>
      <div className="person-about">
        {account === null || account.notice === null ? null : (
          <Notice tone="warn">{t(`notice.${account.notice}`)}</Notice>
        )}
        <div className="player-facts">
          <dl>
            {account === null ? null : (
              <Fact term={t('account')}>
                <bdi>{account.display_name}</bdi>
                {account.titles.map((title) => (
                  <span key={title} className="tag">
                    {t(`title.${title}`)}
                  </span>
                ))}
              </Fact>
            )}
            {account === null || account.private === null ? null : (
              <Fact term={t('private.term')}>
                <PrivateMode isOn={account.private} opens={profile.opens.private} onDone={reload} />
              </Fact>
            )}
            {first === null ? null : (
              <Fact term={t('firstSeen')}>
                {first.before
                  ? t('before', { moment: formatMoment(first.at, locale) })
                  : formatMoment(first.at, locale)}
              </Fact>
            )}
            {last === 0 ? null : <Fact term={t('lastSeen')}>{formatMoment(last, locale)}</Fact>}
            {counted === null ? null : (
              <>
                <Fact term={t('playtime')}>{formatDuration(counted.playtime, locale)}</Fact>
                <Fact term={t('stays')}>{formatCount(counted.stays, locale)}</Fact>
              </>
            )}
            {(identities ?? []).map(({ kind, value }) => (
              <Fact key={`${kind} ${value}`} term={t(`identity.${kind}`)}>
                <Copyable what={t(`identity.${kind}`)}>{value}</Copyable>
              </Fact>
            ))}
            <Fact term={t('muster_id')}>
              <Copyable what={t('muster_id')}>{muster_id}</Copyable>
              {others.length === 0 ? null : (
                <details className="soft">
                  <summary>{t('otherIds', { count: others.length })}</summary>
                  <span className="mono">{others.join(' ')}</span>
                </details>
              )}
            </Fact>
            {names.length === 0 ? null : (
              <Fact term={t('names')}>
                <ul className="person-names">
                  {names.map(({ name, last: seen }) => (
                    <li key={name} title={formatMoment(seen, locale)}>
                      <bdi>{name}</bdi>
                    </li>
                  ))}
                </ul>
              </Fact>
            )}
          </dl>
          {servers.length === 0 ? null : identities === null ? (
            <p className="soft">{t('hidden')}</p>
          ) : identities.length === 0 ? (
            <p className="soft">{t('noIdentities')}</p>
          ) : servers.some((one) => one.identities === null) ? (
            <p className="soft">{t('hiddenSome')}</p>
          ) : null}
        </div>
        {identities === null ? null : <PersonSteam id={muster_id} rights={rights} />}
        {servers.length === 0 || !profile.opens.sessions ? null : (
          <PersonAntiCheat id={muster_id} version={`${rights} ${stays}`} />
        )}
        <PersonNotes
          musterId={muster_id}
          servers={servers
            .toSorted((a, b) => b.last_seen - a.last_seen)
            .map(({ server_id }) => server_id)}
          version={`${rights} ${ids.join(' ')}`}
          hrefOf={hrefOf}
        />
        <PersonBans musterId={muster_id} />
        <PersonBuckets musterId={muster_id} />
      </div>
    </Panel>
  );
}
