import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountRow } from '../../domain/rows.ts';
import type { ServerPermission } from '../../protocol/permissions.ts';
import { Loading } from '../frame/loading.tsx';
import { Button } from '../parts/button.tsx';
import { CallError } from '../parts/call-error.tsx';
import { Panel } from '../parts/panel.tsx';
import { useCall } from '../parts/use-call.ts';
import { PersonnelDialog } from './personnel-dialog.tsx';

interface Edited {
  readonly identifier: string;
  readonly name: string;
  readonly permissions: readonly ServerPermission[];
}

/** The accounts that may do something with the server, and what. */
export function PersonnelPanel({
  serverId,
  account,
}: {
  readonly serverId: string;
  readonly account: AccountRow;
}) {
  const { t } = useTranslation('serverPages');
  const { answer, error, reload } = useCall('personnelList', { params: { server_id: serverId } });
  const [edited, setEdited] = useState<Edited | null>(null);
  return (
    <Panel
      title={t('personnel.title')}
      padded={false}
      tools={
        <Button
          icon={<UserPlus />}
          onClick={() => setEdited({ identifier: '', name: '', permissions: ['server.view'] })}
        >
          {t('personnel.add')}
        </Button>
      }
    >
      {error !== null ? (
        <CallError error={error} onRetry={reload} />
      ) : answer === null ? (
        <Loading lines={3} />
      ) : (
        <ul className="personnel">
          {answer.personnel.map((person) => (
            <li key={person.muster_id}>
              <span>
                <strong>{person.display_name}</strong>{' '}
                <span className="soft mono">{person.username}</span>
                {person.muster_id === account.muster_id ? (
                  <span className="tag">{t('personnel.you')}</span>
                ) : null}
              </span>
              <span className="soft" title={person.permissions.join(', ')}>
                {t('personnel.count', { count: person.permissions.length })}
              </span>
              <Button
                aria-label={t('personnel.edit', { name: person.display_name })}
                onClick={() =>
                  setEdited({
                    identifier: person.muster_id,
                    name: person.display_name,
                    permissions: person.permissions,
                  })
                }
              >
                {t('personnel.change')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {edited === null ? null : (
        <PersonnelDialog
          serverId={serverId}
          own={account.servers[serverId] ?? []}
          edited={edited}
          onClose={() => setEdited(null)}
          onSaved={() => {
            setEdited(null);
            reload();
          }}
        />
      )}
    </Panel>
  );
}
