import { useTranslation } from 'react-i18next';
import { serverName } from '../../../domain/servers/server-name.ts';
import { may } from '../../../domain/permissions.ts';
import type { ServerPart } from '../../../domain/routes/routes.ts';
import type { AccountRow, ServerRow } from '../../../domain/rows.ts';
import { factsOf } from '../../../protocol/games/games.ts';
import { useResource } from '../../data/use-resource.ts';
import { useReplaying } from '../../data/use-view.ts';
import { OwnerPanel } from '../../groups/resources/owner-panel.tsx';
import { NotesPanel } from '../../notes/notes-panel.tsx';
import { Panel, PanelParts } from '../../parts/panel.tsx';
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
import { LackingPanel, type Lacking } from '../../rights/lacking-panel.tsx';
import { RightsPanel } from '../../rights/rights-panel.tsx';
import { SupportPanel } from '../../support/support-panel.tsx';
import { SettingsPanel } from './settings-panel.tsx';

/** What addresses call the panels here. */
const PARTS = {
  settings: ['settings'],
  personnel: ['personnel'],
  audit: ['protocol'],
  queueFile: ['queue-priority'],
  buckets: ['name-filter', 'chat-filter'],
} as const satisfies Readonly<Record<string, readonly ServerPart[]>>;

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
  const { settings: ofSettings, personnel, audit, queueFile, buckets } = PARTS;
  const hasFile = factsOf(server.configuration.game).priorityFile;
  const all: readonly (Lacking & { readonly parts?: readonly ServerPart[] })[] = [
    { title: t('settings.title'), permission: 'server.modify.settings', parts: ofSettings },
    { title: t('gameLogs.title'), permission: 'server.view.feed' },
    { title: t('personnel.title'), permission: 'server.personnel', parts: personnel },
    { title: t('title', { ns: 'support' }), permission: 'server.support' },
    { title: t('title', { ns: 'notes' }), permission: 'server.notes.view' },
    { title: t('audit.title'), permission: 'server.view.audit', parts: audit },
    { title: t('danger.title'), permission: 'server.delete' },
  ];
  const lacking = all.filter(({ permission }) => !may(account, id, permission));

  return (
    <div className="overview">
      <FactsPanel server={server} account={account} settings={settings} />
      {deployment.some((step) => step.state !== 'done') ? (
        <Panel title={t('deployment')}>
          <DeploymentSteps steps={deployment} />
        </Panel>
      ) : null}
      {manages ? (
        <PanelParts value={ofSettings}>
          <SettingsPanel serverId={id} settings={settings} />
        </PanelParts>
      ) : null}
      {may(account, id, 'server.view.feed') && !replaying ? (
        <GameLogsPanel server={server} manages={manages} folder={settings?.log_folder ?? null} />
      ) : null}
      {replaying ? null : <ServerListsPanel serverId={id} />}
      {replaying ? null : (
        <PanelParts value={hasFile ? buckets : [...queueFile, ...buckets]}>
          <ServerBucketsPanel serverId={id} />
        </PanelParts>
      )}
      {replaying ? null : (
        <PanelParts value={queueFile}>
          <QueueSyncPanel server={server} account={account} />
        </PanelParts>
      )}
      {may(account, id, 'server.personnel') ? (
        <>
          <PanelParts value={personnel}>
            <PersonnelPanel serverId={id} account={account} />
          </PanelParts>
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
      {may(account, id, 'server.view.audit') ? (
        <PanelParts value={audit}>
          <AuditList resource="audit" ownerId={id} />
        </PanelParts>
      ) : null}
      {replaying ? null : <ResetPanel serverId={id} account={account} />}
      {may(account, id, 'server.delete') && !replaying ? (
        <OwnerPanel server={{ id, name: serverName(server.configuration) }} />
      ) : null}
      {may(account, id, 'server.delete') ? <DangerPanel server={server} /> : null}
      {replaying ? null : (
        <PanelParts value={lacking.flatMap(({ parts = [] }) => parts)}>
          <LackingPanel serverId={id} parts={lacking} />
        </PanelParts>
      )}
    </div>
  );
}
