import './queue-sync.css';
import { useTranslation } from 'react-i18next';
import { may } from '../../domain/permissions.ts';
import type { AccountRow, ServerRow } from '../../domain/rows.ts';
import { factsOf } from '../../protocol/games/games.ts';
import { useResource } from '../data/use-resource.ts';
import { useCommands } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { NoLines } from '../parts/no-lines.tsx';
import { Panel } from '../parts/panel.tsx';
import { toast } from '../parts/toasts.tsx';
import { useDialog } from '../parts/use-dialog.ts';
import { permissionName } from '../text/permission-name.ts';
import { errorText } from '../text/problem-text.ts';
import { MachineKey } from './machine-key.tsx';
import { SyncMark, SyncState } from './sync-state.tsx';
import { TargetForm } from './target-form.tsx';

/** Where Muster writes the file of queue priority of a server, and how that stands; nothing where its game reads none. */
export function QueueSyncPanel({
  server: { id, configuration },
  account,
}: {
  readonly server: ServerRow;
  readonly account: AccountRow;
}) {
  const { t } = useTranslation('queueSync');
  const {
    told,
    rows: [sync],
  } = useResource('queueSync', id);
  if (!factsOf(configuration.game).priorityFile) return null;
  const permission = 'server.modify.integrations';
  return (
    <Panel title={t('title')} tools={sync === undefined ? null : <SyncMark sync={sync} />}>
      <div className="stack queue-sync">
        <p className="soft">{t('does')}</p>
        {sync !== undefined ? (
          <SyncState sync={sync} />
        ) : told ? (
          <p>{t('notSet')}</p>
        ) : (
          <NoLines serverId={id} topic="queueSync" />
        )}
        {may(account, id, permission) ? (
          <Target serverId={id} />
        ) : (
          <p className="soft">{t('notYours', { permission: permissionName(permission) })}</p>
        )}
      </div>
    </Panel>
  );
}

function Target({ serverId: server_id }: { readonly serverId: string }) {
  const { t } = useTranslation('queueSync');
  const commands = useCommands();
  const [dialog, open] = useDialog();
  const {
    told,
    rows: [target],
  } = useResource('queueSyncTarget', server_id);
  if (!told) return <NoLines serverId={server_id} topic="queueSyncTarget" />;
  const params = { server_id };
  const tryNow = async () => {
    const outcome = await commands.call('queueSyncNow', { params, body: {} });
    if (!outcome.ok) toast(errorText(outcome.error), 'bad');
  };
  return (
    <>
      {target === undefined ? null : (
        <>
          <div className="actions">
            <Button onClick={() => void tryNow()}>{t('now')}</Button>
            <Button
              onClick={() =>
                open((close) => (
                  <Confirm
                    title={t('removeAsked')}
                    action={t('remove')}
                    done={t('removed')}
                    onYes={() => commands.call('queueSyncRemove', { params, body: {} })}
                    onClose={close}
                  >
                    <p>{t('removeSays')}</p>
                  </Confirm>
                ))
              }
            >
              {t('remove')}
            </Button>
          </div>
          <MachineKey serverId={server_id} target={target} />
        </>
      )}
      <TargetForm serverId={server_id} target={target ?? null} />
      <p className="soft">{t('stays')}</p>
      {dialog}
    </>
  );
}
