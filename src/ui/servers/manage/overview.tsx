import { useTranslation } from 'react-i18next';
import { serverName } from '../../../domain/servers/server-name.ts';
import { may } from '../../../domain/permissions.ts';
import type { AccountRow, ServerRow } from '../../../domain/rows.ts';
import { useResource } from '../../data/use-resource.ts';
import { useReplaying } from '../../data/use-view.ts';
import { OwnerPanel } from '../../groups/resources/owner-panel.tsx';
import { NotesPanel } from '../../notes/notes-panel.tsx';
import { Panel } from '../../parts/panel.tsx';
import { DeploymentSteps } from '../add/deployment.tsx';
import { AuditList } from '../../audit/audit-list.tsx';
import { ServerListsPanel } from '../../bans/server-lists-panel.tsx';
import { ServerBucketsPanel } from '../../buckets/server-buckets-panel.tsx';
import { QueueSyncPanel } from '../../queue-sync/queue-sync-panel.tsx';
import { ResetPanel } from '../../statistics/reset-panel.tsx';
import { DangerPanel } from './danger-panel.tsx';
import { FactsPanel } from './facts.tsx';
import { GameLogsPanel } from './game-logs-panel.tsx';
import { PersonnelPanel } from '../../personnel/personnel-panel.tsx';
import { LackingPanel } from '../../rights/lacking-panel.tsx';
import { RightsPanel } from '../../rights/rights-panel.tsx';
import { SupportPanel } from '../../support/support-panel.tsx';
import { SettingsPanel } from './settings-panel.tsx';

/** What a server is, its settings, who may do what with it, and what was done. */
export function Overview({
  server,
  account,
}: {
  readonly server: ServerRow;
  readonly account: AccountRow;
}) {
  const { t } = useTranslation(['serverPages', 'notes', 'support']);
  const { id, deployment } = server;
  const replaying = useReplaying();
  const manages = may(account, id, 'server.modify.settings');
  const [settings = null] = useResource('settings', id).rows;
  const parts = [
    { title: t('settings.title'), permission: 'server.modify.settings' },
    { title: t('gameLogs.title'), permission: 'server.view.feed' },
    { title: t('personnel.title'), permission: 'server.personnel' },
    { title: t('title', { ns: 'support' }), permission: 'server.support' },
    { title: t('title', { ns: 'notes' }), permission: 'server.notes.view' },
    { title: t('audit.title'), permission: 'server.view.audit' },
    { title: t('danger.title'), permission: 'server.delete' },
  ] as const;

  return (
    <div className="overview">
      <FactsPanel server={server} account={account} settings={settings} />
      {deployment.some((step) => step.state !== 'done') ? (
        <Panel title={t('deployment')}>
          <DeploymentSteps steps={deployment} />
        </Panel>
      ) : null}
      {manages ? <SettingsPanel serverId={id} settings={settings} /> : null}
      {may(account, id, 'server.view.feed') && !replaying ? (
        <GameLogsPanel server={server} manages={manages} folder={settings?.log_folder ?? null} />
      ) : null}
      {replaying ? null : <ServerListsPanel serverId={id} />}
      {replaying ? null : <ServerBucketsPanel serverId={id} />}
      {replaying ? null : <QueueSyncPanel server={server} account={account} />}
      {may(account, id, 'server.personnel') ? (
        <>
          <PersonnelPanel serverId={id} account={account} />
          {replaying ? null : <RightsPanel of={{ kind: 'server', id }} />}
        </>
      ) : null}
      {may(account, id, 'server.support') ? (
        <SupportPanel
          supported={{ kind: 'server', id }}
          gives={!replaying}
          audited={may(account, id, 'server.view.audit')}
        />
      ) : null}
      {may(account, id, 'server.notes.view') ? (
        <NotesPanel serverId={id} account={account} />
      ) : null}
      {may(account, id, 'server.view.audit') ? <AuditList resource="audit" ownerId={id} /> : null}
      {replaying ? null : <ResetPanel serverId={id} account={account} />}
      {may(account, id, 'server.delete') && !replaying ? (
        <OwnerPanel server={{ id, name: serverName(server.configuration) }} />
      ) : null}
      {may(account, id, 'server.delete') ? <DangerPanel server={server} /> : null}
      {replaying ? null : (
        <LackingPanel
          serverId={id}
          parts={parts.filter(({ permission }) => !may(account, id, permission))}
        />
      )}
    </div>
  );
}
