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
import { CreateDialog } from './create-dialog.tsx';
import { VerifiedLists } from './verified-lists.tsx';
import { OwnReports } from './own-reports.tsx';
import { useBanLists, type BanList } from '../bans/known/ban-list.ts';

const ADDRESS = addressOf({ find: text('q') });
const ACCOUNT = ['muster_id'] as const;
/** What is said of a list where it is so. */
const FLAG = ['public', 'allow_followers', 'keep_inactive'] as const;

/** `/ban-manager`: the ban lists that the account may see. */
export function BanListsPage() {
  const { t } = useTranslation('bans');
  const { told, lists } = useBanLists();
  const [{ find }, change] = useAddress(ADDRESS);
  const [dialog, open] = useDialog();
  const columns = useColumns();
  const sought = find.trim().toLowerCase();
  const shown = lists.filter(({ identifier, group }) =>
    `${identifier} ${group ?? ''}`.toLowerCase().includes(sought),
  );
  const create = () => open((close) => <CreateDialog onClose={close} />);
  return (
    <div className="stack">
      <FindHead
        title={t('title')}
        search={t('find')}
        create={t('create.title')}
        count={lists.length}
        find={find}
        onFind={(typed) => change({ find: typed })}
        onCreate={create}
      />
      <p className="soft">{t('intro')}</p>
      <Panel title={t('title')} padded={false}>
        {!told ? (
          <div className="ban-lines">
            <NoLines serverId={null} topic="banLists" />
          </div>
        ) : lists.length === 0 ? (
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
      <VerifiedLists />
      <OwnReports />
      {dialog}
    </div>
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
