import './personnel.css';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { to } from '../../domain/routes/routes.ts';
import type { AccountRow } from '../../domain/rows.ts';
import { SERVER_PERMISSION } from '../../protocol/permissions.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { Button, ButtonLink } from '../parts/button.tsx';
import { useLocale } from '../parts/locale.ts';
import { Panel } from '../parts/panel.tsx';
import { ResourceTable } from '../parts/resource-table.tsx';
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
  const [edited, setEdited] = useState<RowOf<'personnel'> | null>(null);
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
        className="personnel"
        columns={[t('personnel.account'), t('personnel.permissions'), t('personnel.since')]}
      >
        {(person) => {
          const { id, display_name: name, owner, permissions } = person;
          const isMe = person.muster_id === account.muster_id;
          return (
            <tr key={id} aria-busy={person.pending}>
              <th scope="row">
                <bdi>{name}</bdi>
                {isMe ? <span className="tag">{t('personnel.you')}</span> : null}
                {owner ? <span className="tag">{t('personnel.owner')}</span> : null}
                <span className="soft mono">{person.username}</span>
              </th>
              <td>
                {permissions.length === SERVER_PERMISSION.length
                  ? t('personnel.all')
                  : permissions.map((one) => t(`permission.${one}`)).join(' · ')}
              </td>
              <td className="soft numeric since">{formatMoment(person.since, locale)}</td>
              <td>
                {owner && !isMe ? null : (
                  <Button
                    aria-label={t('personnel.edit', { name })}
                    onClick={() => setEdited(person)}
                  >
                    {t('personnel.change')}
                  </Button>
                )}
              </td>
            </tr>
          );
        }}
      </ResourceTable>
      {edited === null ? null : (
        <PersonnelDialog
          serverId={serverId}
          account={account}
          person={edited}
          onClose={() => setEdited(null)}
        />
      )}
    </Panel>
  );
}
