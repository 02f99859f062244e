import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { fold } from '../../../domain/resources/keys.ts';
import { to } from '../../../domain/routes/routes.ts';
import { GLOBAL_RESULTS_MAX } from '../../../protocol/persons/limits.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Name } from '../../parts/players/name.tsx';
import type { Result } from './search-result.ts';

/** First specification, section 9. */
const PER_PAGE = 10;
const COLUMN = ['muster_id', 'identifier', 'profile'] as const;
type Column = (typeof COLUMN)[number];

const KEY: Readonly<Record<Column, (result: Result) => string>> = {
  muster_id: ({ user }) => user.muster_id,
  identifier: ({ identifier }) => fold(identifier),
  profile: ({ user }) => fold(user.display_name),
};

/** Whom a search of the top bar found: 10 on a page, to be filtered and sorted. */
export function SearchResults({
  text,
  results,
  onClose,
}: {
  readonly text: string;
  readonly results: readonly Result[];
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('persons');
  const [filter, setFilter] = useState('');
  const [sort, setSort] = useState<{ by: Column; up: boolean } | null>(null);
  const [page, setPage] = useState(0);
  const sought = fold(filter);
  const kept = results.filter((one) => COLUMN.some((by) => KEY[by](one).includes(sought)));
  const sorted = sort === null ? kept : kept.toSorted((a, b) => compare(a, b, sort));
  const pages = Math.max(1, Math.ceil(sorted.length / PER_PAGE));
  const at = Math.min(page, pages - 1);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('top.title', { text })}
      className="search-results"
      closable
    >
      <input
        className="input"
        type="search"
        value={filter}
        placeholder={t('top.filter')}
        aria-label={t('top.filter')}
        onChange={(event) => {
          setFilter(event.target.value);
          setPage(0);
        }}
      />
      {sorted.length === 0 ? (
        <p className="empty">{t('top.none')}</p>
      ) : (
        <table>
          <thead>
            <tr>
              {COLUMN.map((by) => (
                <th
                  key={by}
                  scope="col"
                  aria-sort={sort?.by !== by ? 'none' : sort.up ? 'ascending' : 'descending'}
                >
                  <button
                    type="button"
                    className="sort"
                    onClick={() => setSort({ by, up: sort?.by === by ? !sort.up : true })}
                  >
                    {t(`top.${by}`)}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted.slice(at * PER_PAGE, (at + 1) * PER_PAGE).map((one) => (
              <tr key={one.user.muster_id}>
                <td className="mono">{one.user.muster_id}</td>
                <td>
                  <bdi>{one.identifier}</bdi>
                </td>
                <td>
                  <Link href={to.profile(one.user.muster_id)} onClick={onClose}>
                    <Name>{one.user.display_name}</Name>
                  </Link>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {results.length < GLOBAL_RESULTS_MAX ? null : (
        <p className="soft">
          {t('top.most', { count: GLOBAL_RESULTS_MAX })}{' '}
          <Link href={to.search(`?q=${encodeURIComponent(text)}`)} onClick={onClose}>
            {t('top.all')}
          </Link>
        </p>
      )}
      {pages === 1 ? null : (
        <div className="search-pages">
          <Button still={at === 0} onClick={() => setPage(at - 1)}>
            {t('top.before')}
          </Button>
          <span className="numeric" role="status">
            {t('top.page', { page: at + 1, pages })}
          </span>
          <Button still={at === pages - 1} onClick={() => setPage(at + 1)}>
            {t('top.next')}
          </Button>
        </div>
      )}
    </Dialog>
  );
}

function compare(a: Result, b: Result, { by, up }: { by: Column; up: boolean }): number {
  const [one, other] = [KEY[by](a), KEY[by](b)];
  const order = one < other ? -1 : one > other ? 1 : 0;
  return up ? order : -order;
}
