import { UserPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { to } from '../../domain/routes/routes.ts';
import type { AccountRow } from '../../domain/rows.ts';
import { SERVER_PERMISSION } from '../../protocol/permissions.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { Button, ButtonLink } from '../parts/button.tsx';
import { useLocale } from '../parts/locale.ts';
import { Panel } from '../parts/panel.tsx';
import { ResourceTable } from '../parts/resource-table.tsx';
import { useDialog } from '../parts/use-dialog.ts';
import { formatMoment } from '../text/format.ts';
import { PersonnelDialog } from './personnel-dialog.tsx';

/** The accounts that may do something with the server, and what. */
export function PersonnelPanel({
  serverId,
  account,
}: {
  readonly serverId: string;
  readonly account: AccountRow;
}) {
  const { t } = useTranslation('serverPages');
  const locale = useLocale();
  const [dialog, open] = useDialog();
  const isMe = ({ muster_id }: RowOf<'personnel'>) => muster_id === account.muster_id;
  return (
    <Panel
      title={t('personnel.title')}
      padded={false}
      tools={
        <ButtonLink icon={<UserPlus />} href={to.invite(serverId)}>
          {t('personnel.add')}
        </ButtonLink>
      }
    >
      <ResourceTable
        resource="personnel"
        serverId={serverId}
        columns={[
          {
            label: t('personnel.account'),
            of: (person) => (
              <>
                <bdi>{person.display_name}</bdi>
                {isMe(person) ? <span className="tag">{t('personnel.you')}</span> : null}
                {person.owner ? <span className="tag">{t('personnel.owner')}</span> : null}
                <span className="soft mono">{person.username}</span>
              </>
            ),
          },
          {
            label: t('personnel.permissions'),
            of: ({ permissions }) =>
              permissions.length === SERVER_PERMISSION.length
                ? t('personnel.all')
                : permissions.map((one) => t(`permission.${one}`)).join(' · '),
          },
          {
            label: t('personnel.since'),
            of: ({ since }) => formatMoment(since, locale),
            className: 'soft numeric',
          },
        ]}
        actions={(person) =>
          person.owner && !isMe(person) ? null : (
            <Button
              aria-label={t('personnel.edit', { name: person.display_name })}
              onClick={() =>
                open((close) => (
                  <PersonnelDialog
                    serverId={serverId}
                    account={account}
                    person={person}
                    onClose={close}
                  />
                ))
              }
            >
              {t('personnel.change')}
            </Button>
          )
        }
      />
      {dialog}
    </Panel>
  );
}
