import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountRow } from '../../../domain/rows.ts';
import { SERVER_PERMISSION } from '../../../protocol/permissions.ts';
import { useResource } from '../../data/use-resource.ts';
import { Button } from '../../parts/button.tsx';
import { useLocale } from '../../parts/locale.ts';
import { NoLines } from '../../parts/no-lines.tsx';
import { Panel } from '../../parts/panel.tsx';
import { formatMoment } from '../../text/format.ts';
import { PersonnelDialog, type Edited } from './personnel-dialog.tsx';

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
  const { told, rows } = useResource('personnel', serverId);
  const [edited, setEdited] = useState<Edited | null>(null);
  return (
    <Panel
      title={t('personnel.title')}
      padded={false}
      tools={
        <Button
          icon={<UserPlus />}
          onClick={() => setEdited({ account: null, permissions: ['server.view'] })}
        >
          {t('personnel.add')}
        </Button>
      }
    >
      {!told ? (
        <NoLines serverId={serverId} topic="personnel" told={false} text="" />
      ) : (
        <table className="personnel">
          <thead>
            <tr>
              {(['account', 'permissions', 'since'] as const).map((name) => (
                <th key={name} scope="col">
                  {t(`personnel.${name}`)}
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {rows.map((person) => (
              <tr key={person.id} aria-busy={person.pending}>
                <th scope="row">
                  <bdi>{person.display_name}</bdi>
                  {person.muster_id === account.muster_id ? (
                    <span className="tag">{t('personnel.you')}</span>
                  ) : null}
                  {person.owner ? <span className="tag">{t('personnel.owner')}</span> : null}
                  <span className="soft mono">{person.username}</span>
                </th>
                <td>
                  {person.permissions.length === SERVER_PERMISSION.length
                    ? t('personnel.all')
                    : person.permissions.map((name) => t(`permission.${name}`)).join(' · ')}
                </td>
                <td className="soft numeric since">{formatMoment(person.since, locale)}</td>
                <td>
                  {person.owner && person.muster_id !== account.muster_id ? null : (
                    <Button
                      aria-label={t('personnel.edit', { name: person.display_name })}
                      onClick={() =>
                        setEdited({ account: person, permissions: person.permissions })
                      }
                    >
                      {t('personnel.change')}
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {edited === null ? null : (
        <PersonnelDialog
          serverId={serverId}
          own={account.servers[serverId] ?? []}
          me={account.muster_id}
          edited={edited}
          present={rows}
          onClose={() => setEdited(null)}
          onSaved={() => setEdited(null)}
        />
      )}
    </Panel>
  );
}
