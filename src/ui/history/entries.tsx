import { ListFilter } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { whyOfFeed } from '../../domain/doors/why.ts';
import { to } from '../../domain/routes/routes.ts';
import type { HistoryEntry } from '../../protocol/history/calls.ts';
import { AuditDetails, AuditSentence } from '../audit/audit-entry.tsx';
import { AccountName } from '../parts/accounts/account-name.tsx';
import { Button } from '../parts/button.tsx';
import { FeedText } from '../parts/feed-entry.tsx';
import { useLocale } from '../parts/locale.ts';
import { NamesHere } from '../parts/players/names-here.tsx';
import { PlayerName } from '../parts/players/player-name.tsx';
import { ServerName } from '../parts/server-name.tsx';
import { WhyButton } from '../parts/why-button.tsx';
import { byDays } from '../servers/manage/logs/by-days.ts';
import { formatDay, formatMoment, formatTime } from '../text/format.ts';
import { personOf, type Person } from './person.ts';

/** Entries under their days, newest first, each with its server and moment. */
export function HistoryEntries({
  entries,
  names,
  onPerson,
}: {
  readonly entries: readonly HistoryEntry[];
  readonly names: ReadonlyMap<string, string>;
  /** Narrows down to a person. */
  readonly onPerson: (id: string) => void;
}) {
  const { t } = useTranslation('history');
  const locale = useLocale();
  const rows = entries.map((entry) => ({
    id: `${entry.of} ${entry.server_id} ${entry.seq}`,
    at: entry.at,
    entry,
  }));
  return (
    <NamesHere>
      <ol className="history-list" aria-label={t('list')}>
        {byDays(rows).map((item) =>
          item.kind === 'day' ? (
            <li key={item.key} className="history-day">
              <h2>{formatDay(item.at, locale)}</h2>
            </li>
          ) : (
            <Entry
              key={item.key}
              told={item.row.entry}
              server={names.get(item.row.entry.server_id) ?? item.row.entry.server_id}
              onPerson={onPerson}
            />
          ),
        )}
      </ol>
    </NamesHere>
  );
}

const Entry = memo(function Entry({
  told,
  server,
  onPerson,
}: {
  readonly told: HistoryEntry;
  readonly server: string;
  readonly onPerson: (id: string) => void;
}) {
  const { t } = useTranslation('history');
  const locale = useLocale();
  const person = personOf(told);
  return (
    <li className="history-entry" data-kind={told.of === 'feed' ? told.entry.kind : told.of}>
      <Link
        className="numeric soft"
        href={to.past(told.server_id, told.at)}
        title={t('at', { server, moment: formatMoment(told.at, locale) })}
      >
        <time dateTime={new Date(told.at).toISOString()}>{formatTime(told.at, locale)}</time>
      </Link>
      <Link className="history-server" href={to.serverDashboard(told.server_id)}>
        <ServerName id={told.server_id} told={server} />
      </Link>
      <span className="text">
        <Told told={told} onPerson={onPerson} />
      </span>
      {person === null ? null : <Only person={person} onPerson={onPerson} />}
    </li>
  );
});

function Only({
  person: { id, name },
  onPerson,
}: {
  readonly person: Person;
  readonly onPerson: (id: string) => void;
}) {
  const { t } = useTranslation('history');
  return (
    <Button
      kind="quiet"
      icon={<ListFilter />}
      aria-label={t('only', { name })}
      title={t('only', { name })}
      onClick={() => onPerson(id)}
    />
  );
}

function Told({
  told,
  onPerson,
}: {
  readonly told: HistoryEntry;
  readonly onPerson: (id: string) => void;
}) {
  const { t } = useTranslation('history');
  const locale = useLocale();
  switch (told.of) {
    case 'feed':
      return (
        <>
          <FeedText entry={told.entry} serverId={told.server_id} locale={locale} />
          <WhyButton why={whyOfFeed(told.server_id, told.at, told.entry)} />
        </>
      );
    case 'console': {
      const { actor, text } = told.entry;
      return (
        <>
          {actor === null ? null : (
            <>
              <strong>
                <AccountName
                  serverId={told.server_id}
                  id={actor.muster_id}
                  name={actor.display_name}
                />
              </strong>{' '}
            </>
          )}
          <code className="mono">{text}</code>
          {told.whom === undefined ? null : (
            <span className="soft">
              {' → '}
              <PlayerName serverId={told.server_id} {...told.whom} />
            </span>
          )}
        </>
      );
    }
    case 'audit': {
      const { actor_id, actor_name } = told.entry;
      return (
        <>
          <span className="tag">{t('kind.audit')}</span>{' '}
          <strong>
            {actor_id === null ? (
              t('host')
            ) : (
              <AccountName serverId={told.server_id} id={actor_id} name={actor_name} />
            )}
          </strong>{' '}
          <AuditSentence entry={told.entry} place="behind" />
          <AuditDetails entry={told.entry} onThing={onPerson} />
        </>
      );
    }
  }
}
