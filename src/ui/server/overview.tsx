import { useTranslation } from 'react-i18next';
import type { AccountRow, ServerRow } from '../../domain/rows.ts';
import { may } from '../../domain/permissions.ts';
import { gameName } from '../../protocol/enumerations.ts';
import { DeploymentSteps } from '../add-server/deployment.tsx';
import { useLocale } from '../parts/locale.ts';
import { Panel } from '../parts/panel.tsx';
import { formatMoment } from '../text/format.ts';
import { AuditPanel } from './audit-panel.tsx';
import { DangerPanel } from './danger-panel.tsx';
import { PersonnelPanel } from './personnel-panel.tsx';
import { SettingsPanel } from './settings-panel.tsx';

/** What a server is, its settings, who may do what with it, and what was done. */
export function Overview({
  server,
  account,
}: {
  readonly server: ServerRow;
  readonly account: AccountRow;
}) {
  const { t } = useTranslation('serverPages');
  const locale = useLocale();
  const { id, configuration, state, environment, deployment } = server;
  const unknown = t('unknown', { ns: 'common' });
  const facts = [
    ['game', t(`game.${gameName(configuration.game)}`, { ns: 'server' })],
    ['since', formatMoment(state.since, locale)],
    ['created', formatMoment(configuration.created_at, locale)],
    ['timezone', configuration.timezone],
    ['map', environment.map ?? unknown],
    ['version', environment.version ?? unknown],
  ] as const;
  const deploying = deployment.some((step) => step.state !== 'done');
  return (
    <div className="overview">
      <Panel title={t('overview')}>
        <dl className="facts">
          <div>
            <dt>{t('fact.id')}</dt>
            <dd className="mono">{id}</dd>
          </div>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{t(`fact.${name}`)}</dt>
              <dd className="numeric">{value}</dd>
            </div>
          ))}
        </dl>
      </Panel>
      {deploying ? (
        <Panel title={t('deployment')}>
          <DeploymentSteps steps={deployment} />
        </Panel>
      ) : null}
      {may(account, id, 'server.modify.settings') ? <SettingsPanel serverId={id} /> : null}
      {may(account, id, 'server.personnel') ? (
        <PersonnelPanel serverId={id} account={account} />
      ) : null}
      {may(account, id, 'server.view.audit') ? <AuditPanel serverId={id} /> : null}
      {may(account, id, 'server.delete') ? <DangerPanel server={server} /> : null}
    </div>
  );
}
