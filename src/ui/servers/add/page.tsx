import './add-server.css';
import '../../parts/time-zone-field.css';
import { useTranslation } from 'react-i18next';
import { useAddress } from '../../parts/addresses/use-address.ts';
import { ADD_SERVER } from './address.ts';
import { DeploymentProgress } from './progress.tsx';
import { Wizard } from './wizard.tsx';

/** `/servers/add`: game, server, RCon; then the deployment. The step stands in the address. */
export function AddServerPage() {
  const { t } = useTranslation('addServer');
  const [{ step, server }] = useAddress(ADD_SERVER);
  return (
    <div className="wizard">
      <h1>{t('title')}</h1>
      {server === null ? <Wizard named={step} /> : <DeploymentProgress serverId={server} />}
    </div>
  );
}
