import '../bans/bans.css';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { to } from '../../domain/routes/routes.ts';
import { useOne } from '../data/use-view.ts';
import { FindHead } from '../groups/known/find-head.tsx';
import { OwnerLink } from '../groups/known/owner-link.tsx';
import { addressOf, text } from '../parts/addresses/parameters.ts';
import { useAddress } from '../parts/addresses/use-address.ts';
import { useLocale } from '../parts/locale.ts';
import { NoLines } from '../parts/no-lines.tsx';
import { Panel } from '../parts/panel.tsx';
import { RowsTable, type Column } from '../parts/rows-table.tsx';
import { useDialog } from '../parts/use-dialog.ts';
import { formatCount } from '../text/format.ts';
import { useBuckets, type Bucket } from '../entries/bucket.ts';
import { CreateDialog } from './create-dialog.tsx';

const ADDRESS = addressOf({ find: text('q') });
const ACCOUNT = ['muster_id'] as const;

/** `/buckets`: the buckets that the account may see. */
export function BucketsPage() {
  const { t } = useTranslation('buckets');
  const { told, buckets } = useBuckets();
  const [{ find }, change] = useAddress(ADDRESS);
  const [dialog, open] = useDialog();
  const columns = useColumns();
  const sought = find.trim().toLowerCase();
  const shown = buckets.filter(({ identifier, group, type }) =>
    `${identifier} ${group ?? ''} ${t(`type.${type}`)}`.toLowerCase().includes(sought),
  );
  return (
    <div className="stack">
      <FindHead
        title={t('title')}
        search={t('find')}
        create={t('create.title')}
        count={buckets.length}
        find={find}
        onFind={(typed) => change({ find: typed })}
        onCreate={() => open((close) => <CreateDialog onClose={close} />)}
      />
      <p className="soft">{t('intro')}</p>
      <Panel title={t('title')} padded={false}>
        {!told ? (
          <div className="ban-lines">
            <NoLines serverId={null} topic="buckets" />
          </div>
        ) : buckets.length === 0 ? (
          <div className="empty">
            <h2>{t('empty.none')}</h2>
            <p>{t('empty.next')}</p>
          </div>
        ) : shown.length === 0 ? (
          <p className="empty">{t('noMatch')}</p>
        ) : (
          <RowsTable rows={shown} columns={columns} actions={() => null} />
        )}
      </Panel>
      {dialog}
    </div>
  );
}

function useColumns() {
  const { t } = useTranslation('buckets');
  const locale = useLocale();
  const me = useOne({ view: 'account' }, ACCOUNT).row?.muster_id;
  const columns: readonly [Column<Bucket>, ...Column<Bucket>[]] = [
    {
      label: t('column.name'),
      of: ({ id, identifier, ending }) => (
        <>
          <Link href={to.bucket(id)}>
            <bdi>{identifier}</bdi>
          </Link>
          {ending === 0 ? null : <span className="tag">{t('ending', { count: ending })}</span>}
        </>
      ),
    },
    { label: t('column.type'), of: ({ type }) => t(`type.${type}`) },
    { label: t('column.owner'), of: (bucket) => <OwnerLink owned={bucket} me={me} /> },
    {
      label: t('column.entries'),
      of: ({ entries }) => formatCount(entries, locale),
      className: 'numeric count',
    },
    {
      label: t('column.servers'),
      of: ({ servers }) => formatCount(servers, locale),
      className: 'numeric count',
    },
  ];
  return columns;
}
