import './add-server.css';
import '../../parts/time-zone-field.css';
import { useTranslation } from 'react-i18next';
import { useSearch } from 'wouter';
import { DeploymentProgress } from './progress.tsx';
import { Wizard } from './wizard.tsx';

/** `/servers/add`: game, server, RCon; then the deployment. The step stands in the address. */
export function AddServerPage() {
  const { t } = useTranslation('addServer');
  const params = new URLSearchParams(useSearch());
  const server = params.get('server');
  return (
    <div className="wizard">
      <h1>{t('title')}</h1>
      {server === null ? (
        <Wizard stepName={params.get('step')} />
      ) : (
        <DeploymentProgress serverId={server} />
      )}
    </div>
  );
}
