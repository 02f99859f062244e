import { useTranslation } from 'react-i18next';
import { to } from '../../../domain/routes/routes.ts';
import { useOne } from '../../data/use-view.ts';
import { ButtonLink } from '../../parts/button.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Panel } from '../../parts/panel.tsx';
import { DeploymentSteps } from './deployment.tsx';
import { serverTitle } from '../../text/server-title.ts';

/** After adding: how the deployment goes, and where to go from there. */
export function DeploymentProgress({ serverId }: { readonly serverId: string }) {
  const { t } = useTranslation('addServer');
  const { row } = useOne({ view: 'server', server_id: serverId });
  if (row === undefined) {
    return (
      <Panel title={t('deployment')}>
        <div className="stack">
          <p className="soft">{t('waitingForServer')}</p>
          <Loading />
          <div className="actions">
            <ButtonLink href={to.dashboard()}>{t('toDashboard')}</ButtonLink>
          </div>
        </div>
      </Panel>
    );
  }
  const done = row.deployment.every((step) => step.state === 'done');
  const failed = row.deployment.some((step) => step.state === 'failed');
  return (
    <Panel title={`${t('deployment')}: ${serverTitle(row.configuration)}`}>
      <div className="stack">
        <DeploymentSteps steps={row.deployment} />
        {done ? (
          <Notice tone="good">{t('deployed')}</Notice>
        ) : failed ? (
          <Notice tone="bad">{t('deployFailed')}</Notice>
        ) : (
          <p className="soft">{t('deploying')}</p>
        )}
        <div className="actions">
          {failed ? (
            <ButtonLink href={to.server(serverId, 'overview')} kind="primary">
              {t('toSettings')}
            </ButtonLink>
          ) : null}
          <ButtonLink href={to.serverDashboard(serverId)} kind={done ? 'primary' : 'plain'}>
            {t('toServer')}
          </ButtonLink>
        </div>
      </div>
    </Panel>
  );
}
