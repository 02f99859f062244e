import './groups.css';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { to } from '../../domain/routes/routes.ts';
import type { GroupKind } from '../../protocol/groups/limits.ts';
import { useOne } from '../data/use-view.ts';
import { OwnId } from '../parts/own-id.tsx';
import { useLocale } from '../parts/locale.ts';
import type { Column } from '../parts/rows-table.tsx';
import { formatCount } from '../text/format.ts';
import { FindPage } from './known/find-page.tsx';
import { AccountLink } from './known/account-link.tsx';
import { CreateDialog } from './create-dialog.tsx';
import { ForMe } from './for-me.tsx';
import { PARTS, useGroups, type Group } from './known/group.ts';
import { OrganizationLink } from './organization-link.tsx';
import { OwnRole } from './own-role.tsx';

const ACCOUNT = ['muster_id'] as const;

/** `/teams` and `/organizations`: those that the account belongs to, and invitations into others. */
export function GroupsPage({ kind }: { readonly kind: GroupKind }) {
  const { t } = useTranslation('groups');
  const { told, groups } = useGroups(kind);
  const me = useOne({ view: 'account' }, ACCOUNT).row?.muster_id;
  const columns = useColumns(kind, me);
  return (
    <FindPage
      title={t(`title.${kind}`)}
      intro={t(`intro.${kind}`)}
      search={t(`find.${kind}`)}
      create={t(`create.${kind}`)}
      creation={(close) => <CreateDialog kind={kind} onClose={close} />}
      topic={PARTS[kind].list}
      told={told}
      rows={groups}
      columns={columns}
      wordsOf={({ identifier }) => identifier}
      empty={<p className="empty">{t(`empty.${kind}`)}</p>}
      above={<ForMe kind={kind} />}
      below={<OwnId />}
    />
  );
}

function useColumns(kind: GroupKind, me: string | undefined) {
  const { t } = useTranslation('groups');
  const locale = useLocale();
  const count = (label: string, of: (group: Group) => number): Column<Group> => ({
    label,
    of: (group) => formatCount(of(group), locale),
    className: 'numeric count',
  });
  const columns: readonly [Column<Group>, ...Column<Group>[]] = [
    {
      label: t('column.name'),
      of: (group) => (
        <>
          <Link href={to.group(group.kind, group.id)}>
            <bdi>{group.identifier}</bdi>
          </Link>
          {group.deleting === null ? null : (
            <span className="tag">{t(`deleting.${group.deleting}`)}</span>
          )}
        </>
      ),
    },
    {
      label: t('column.owner'),
      of: ({ owner_id: id, owner_name: name }) => (
        <AccountLink id={id} name={name} isMe={id === me} />
      ),
    },
    { label: t('column.role'), of: (group) => <OwnRole group={group} /> },
    ...(kind === 'team'
      ? [
          {
            label: t('column.organization'),
            of: (group: Group) => <OrganizationLink group={group} />,
          },
        ]
      : [count(t('column.teams'), (group) => ('teams' in group ? group.teams : 0))]),
    count(t('column.servers'), ({ servers }) => servers),
    count(t('column.members'), ({ members }) => members),
    count(t('column.roles'), ({ roles }) => roles),
  ];
  return columns;
}
