import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { to } from '../../../domain/routes/routes.ts';
import { Button } from '../../parts/button.tsx';
import { useLocale } from '../../parts/locale.ts';
import { Panel } from '../../parts/panel.tsx';
import { ResourceTable } from '../../parts/resource-table.tsx';
import { useDialog } from '../../parts/use-dialog.ts';
import { formatCount, formatMoment } from '../../text/format.ts';
import type { Group } from '../known/group.ts';
import { useMovingAccount } from '../known/takers.ts';
import { groupOfRow, mayMoveOwned, OWNED } from '../known/thing.ts';
import { MoveAwayDialog } from './move-away-dialog.tsx';

/** The ban lists or the buckets that belong to a group, as far as the account sees them. */
export function OwnedList({
  group,
  kind,
}: {
  readonly group: Group;
  readonly kind: keyof typeof OWNED;
}) {
  const { t } = useTranslation('groups');
  const locale = useLocale();
  const account = useMovingAccount();
  const [dialog, open] = useDialog();
  const { resource, needs } = OWNED[kind];
  const self = { kind: group.kind, id: group.id, name: group.identifier };
  return (
    <Panel title={t(`resources.owned.${kind}`)} padded={false}>
      <ResourceTable<'banLists' | 'buckets'>
        resource={resource}
        serverId={null}
        shows={(row) => groupOfRow(row) === group.id}
        empty={t(`resources.ownedEmpty.${kind}`)}
        columns={[
          {
            label: t(`resources.ownedName.${kind}`),
            of: ({ id, identifier }) => (
              <Link href={kind === 'banlist' ? to.banList(id) : to.bucket(id)}>
                <bdi>{identifier}</bdi>
              </Link>
            ),
          },
          {
            label: t('resources.ownedServers'),
            of: ({ servers }) => formatCount(servers, locale),
            className: 'numeric count',
          },
          {
            label: t('resources.created'),
            of: ({ created_at: at }) => formatMoment(at, locale),
            className: 'soft numeric',
          },
        ]}
        actions={(row) =>
          group.deleting !== null ||
          account === undefined ||
          !mayMoveOwned(account, row, needs) ? null : (
            <Button
              aria-label={t('resources.awayOf', { name: row.identifier })}
              onClick={() =>
                open((close) => (
                  <MoveAwayDialog
                    thing={{ kind, id: row.id, name: row.identifier }}
                    from={self}
                    onClose={close}
                  />
                ))
              }
            >
              {t('resources.away')}
            </Button>
          )
        }
      />
      {dialog}
    </Panel>
  );
}
