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
import { CreateDialog } from './create-dialog.tsx';
import { VerifiedLists } from './verified-lists.tsx';
import { OwnReports } from './own-reports.tsx';
import { useBanLists, type BanList } from '../bans/known/ban-list.ts';

const ACCOUNT = ['muster_id'] as const;
/** What is said of a list where it is so. */
const FLAG = ['public', 'allow_followers', 'keep_inactive'] as const;

/** `/ban-manager`: the ban lists that the account may see. */
export function BanListsPage() {
  const { t } = useTranslation('bans');
  const { told, lists } = useBanLists();
  const columns = useColumns();
  return (
    <FindPage
      title={t('title')}
      intro={t('intro')}
      search={t('find')}
      create={t('create.title')}
      creation={(close) => <CreateDialog onClose={close} />}
      topic="banLists"
      told={told}
      rows={lists}
      columns={columns}
      wordsOf={({ identifier, group }) => `${identifier} ${group ?? ''}`}
      empty={
        <div className="empty">
          <h2>{t('empty.none')}</h2>
          <p>{t('empty.next')}</p>
        </div>
      }
      below={
        <>
          <VerifiedLists />
          <OwnReports />
        </>
      }
    />
  );
}

function useColumns() {
  const { t } = useTranslation('bans');
  const locale = useLocale();
  const me = useOne({ view: 'account' }, ACCOUNT).row?.muster_id;
  const columns: readonly [Column<BanList>, ...Column<BanList>[]] = [
    {
      label: t('column.name'),
      of: ({ id, identifier, deleting, verification }) => (
        <>
          <Link href={to.banList(id)}>
            <bdi>{identifier}</bdi>
          </Link>
          {verification === 'verified' ? (
            <span className="tag">{t('verification.tag')}</span>
          ) : verification === 'in-review' ? (
            <span className="tag">{t('verification.tagReview')}</span>
          ) : null}
          {deleting === null ? null : <span className="tag">{t(`deleting.${deleting}`)}</span>}
        </>
      ),
    },
    { label: t('column.owner'), of: (list) => <OwnerLink owned={list} me={me} /> },
    {
      label: t('column.bans'),
      of: ({ bans }) => formatCount(bans, locale),
      className: 'numeric count',
    },
    {
      label: t('column.servers'),
      of: ({ servers }) => formatCount(servers, locale),
      className: 'numeric count',
    },
    {
      label: t('column.followers'),
      of: ({ followers }) => formatCount(followers, locale),
      className: 'numeric count',
    },
    {
      label: t('column.flags'),
      of: (list) =>
        FLAG.filter((flag) => list[flag])
          .map((flag) => t(`flag.${flag}`))
          .join(', '),
      className: 'soft ban-flags',
    },
  ];
  return columns;
}
