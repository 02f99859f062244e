import './personnel.css';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountRow } from '../../domain/rows.ts';
import { SERVER_PERMISSION } from '../../protocol/permissions.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { useResource } from '../data/use-resource.ts';
import { Button } from '../parts/button.tsx';
import { useLocale } from '../parts/locale.ts';
import { NoLines } from '../parts/no-lines.tsx';
import { Panel } from '../parts/panel.tsx';
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
  const { told, rows } = useResource('personnel', serverId);
  /** Who is being changed; null: somebody is being added, undefined: neither. */
  const [edited, setEdited] = useState<RowOf<'personnel'> | null>();
  return (
    <Panel
      title={t('personnel.title')}
      padded={false}
      tools={
        <Button icon={<UserPlus />} onClick={() => setEdited(null)}>
          {t('personnel.add')}
        </Button>
      }
    >
      {!told ? (
        <NoLines serverId={serverId} topic="personnel" />
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
            {rows.map((person) => {
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
            })}
          </tbody>
        </table>
      )}
      {edited === undefined ? null : (
        <PersonnelDialog
          serverId={serverId}
          account={account}
          person={edited}
          personnel={rows}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Panel>
  );
}
