import '../bans/bans.css';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { to } from '../../domain/routes/routes.ts';
import { useOne } from '../data/use-view.ts';
import { FindPage } from '../groups/known/find-page.tsx';
import { OwnerLink } from '../groups/known/owner-link.tsx';
import { useLocale } from '../parts/locale.ts';
import type { Column } from '../parts/rows-table.tsx';
import { formatCount } from '../text/format.ts';
import { useBuckets, type Bucket } from '../entries/bucket.ts';
import { CreateDialog } from './create-dialog.tsx';
import { ENTRIES_ADDRESS } from './entries-address.ts';

/** What ends comes first, by when. */
const SOONEST = ENTRIES_ADDRESS.write({
  ...ENTRIES_ADDRESS.read(''),
  order: 'until',
  direction: 'asc',
});

const ACCOUNT = ['muster_id'] as const;

/** `/buckets`: the buckets that the account may see. */
export function BucketsPage() {
  const { t } = useTranslation('buckets');
  const { told, buckets } = useBuckets();
  const columns = useColumns();
  return (
    <FindPage
      title={t('title')}
      intro={t('intro')}
      search={t('find')}
      create={t('create.title')}
      creation={(close) => <CreateDialog onClose={close} />}
      topic="buckets"
      told={told}
      rows={buckets}
      columns={columns}
      wordsOf={({ identifier, group, type }) => `${identifier} ${group ?? ''} ${t(`type.${type}`)}`}
      empty={
        <div className="empty">
          <h2>{t('empty.none')}</h2>
          <p>{t('empty.next')}</p>
        </div>
      }
    />
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
          {ending === 0 ? null : (
            <Link className="tag" href={to.bucket(id, SOONEST)}>
              {t('ending', { count: ending })}
            </Link>
          )}
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
