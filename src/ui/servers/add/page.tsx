import './add-server.css';
import '../../parts/time-zone-field.css';
import { useTranslation } from 'react-i18next';
import { useSearch } from 'wouter';
import { addressOf, optional } from '../../parts/addresses/parameters.ts';
import { DeploymentProgress } from './progress.tsx';
import { Wizard } from './wizard.tsx';

/** The step, or the server that is being deployed. */
const ADDRESS = addressOf({ step: optional('step'), server: optional('server') });

/** `/servers/add`: game, server, RCon; then the deployment. The step stands in the address. */
export function AddServerPage() {
  const { t } = useTranslation('addServer');
  const { step, server } = ADDRESS.read(useSearch());
  return (
    <div className="wizard">
      <h1>{t('title')}</h1>
      {server === null ? <Wizard stepName={step} /> : <DeploymentProgress serverId={server} />}
    </div>
  );
}
