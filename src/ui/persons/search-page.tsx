import './persons.css';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { soughtBy } from '../../domain/persons/sought.ts';
import { to } from '../../domain/routes/routes.ts';
import { SEARCH_TEXT } from '../../protocol/players/limits.ts';
import type { CallAnswer } from '../../worker/contract.ts';
import { addressOf, text } from '../parts/addresses/parameters.ts';
import { useAddress } from '../parts/addresses/use-address.ts';
import { Button } from '../parts/button.tsx';
import { CallError } from '../parts/call-error.tsx';
import { Loading } from '../parts/loading.tsx';
import { useLocale } from '../parts/locale.ts';
import { Name } from '../parts/players/name.tsx';
import { Status } from '../parts/status.tsx';
import { SEARCH_ATTRIBUTE } from '../shell/keys/shortcuts.ts';
import { formatCount, formatMoment } from '../text/format.ts';
import { ServerName } from '../parts/server-name.tsx';
import { usePagedCall } from '../parts/use-paged-call.ts';

type Hit = CallAnswer<'playerSearch'>['people'][number];

const ADDRESS = addressOf({ sought: text('q') });
/** Whoever types is not asked for at each letter. Milliseconds. */
const TYPING = 250;

const peopleOf = ({ people }: CallAnswer<'playerSearch'>) => people;

/** `/search`: people over all servers that one may see, by whatever is known of them. */
export function SearchPage() {
  const { t } = useTranslation('persons');
  const locale = useLocale();
  const [{ sought }, change] = useAddress(ADDRESS);
  const typed = sought.trim();
  const asked = typed === '' ? null : { query: { text: typed } };
  const { rows, error, busy, more, reload } = usePagedCall('playerSearch', asked, peopleOf, {
    typing: TYPING,
  });
  const people = rows === null ? null : once(rows);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <div className="stack person-search">
      <header>
        <h1>{t('search.title')}</h1>
        <p className="soft">{t('search.intro')}</p>
      </header>
      <input
        className="input"
        type="search"
        ref={field}
        value={sought}
        maxLength={SEARCH_TEXT.max}
        placeholder={t('search.field')}
        aria-label={t('search.field')}
        onChange={(event) => change({ sought: event.target.value })}
        {...{ [SEARCH_ATTRIBUTE]: '' }}
      />
      <p className="soft" role="status">
        {asked === null
          ? t('search.empty')
          : busy || people === null || people.length === 0
            ? null
            : t(more === null ? 'search.shown' : 'search.more', {
                count: people.length,
                total: formatCount(people.length, locale),
              })}{' '}
        {soughtBy(typed).onlyWhole ? <span>{t('search.single')}</span> : null}
      </p>
      {error === null ? null : <CallError error={error} onRetry={reload} />}
      {asked === null ? null : people === null ? (
        busy ? (
          <Loading lines={8} />
        ) : null
      ) : people.length === 0 ? (
        busy || error !== null ? null : (
          <p className="empty">{t('search.none')}</p>
        )
      ) : (
        <div aria-busy={busy} className={busy && more === null ? 'stale' : undefined}>
          <People people={people} />
          {more === null ? null : (
            <p className="person-end">
              <Button onClick={more}>{t('search.older')}</Button>
            </p>
          )}
        </div>
      )}
    </div>
  );
}

/** Who was found by an id may be found by a name, too. */
function once(people: readonly Hit[]): readonly Hit[] {
  const seen = new Set<string>();
  return people.filter(({ muster_id: id }) => !seen.has(id) && seen.add(id));
}

function People({ people }: { readonly people: readonly Hit[] }) {
  const { t } = useTranslation('persons');
  const locale = useLocale();
  return (
    <div className="person-scroll">
      <table className="person-table">
        <thead>
          <tr>
            <th scope="col">{t('search.name')}</th>
            <th scope="col">{t('search.found')}</th>
            <th scope="col">{t('search.seen')}</th>
            <th scope="col">{t('search.servers')}</th>
          </tr>
        </thead>
        <tbody>
          {people.map(({ muster_id, name, found, last_seen, here, servers }) => (
            <tr key={muster_id}>
              <th scope="row" className="person-value">
                <Link href={to.profile(muster_id)}>
                  <Name>{name}</Name>
                </Link>
              </th>
              <td className="person-value">
                {found.by === 'name' && found.value === name ? (
                  <span className="soft">{t('search.by.name')}</span>
                ) : (
                  <>
                    <span className="soft">{t(`search.by.${found.by}`)}</span>{' '}
                    <bdi className={found.by === 'name' ? undefined : 'mono'}>{found.value}</bdi>
                  </>
                )}
              </td>
              <td className="numeric">
                {here !== null ? (
                  <Status tone="good">
                    <ServerName id={here} />
                  </Status>
                ) : last_seen === null ? (
                  <span className="soft">{t('search.never')}</span>
                ) : (
                  formatMoment(last_seen, locale)
                )}
              </td>
              <td className="numeric" data-label={t('search.servers')}>
                {formatCount(servers, locale)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
