import { useTranslation } from 'react-i18next';
import { useCall } from './use-call.ts';
import { isolated } from '../text/isolated.ts';

/** Who can give somebody what they lack on a server: its owner, by name once that is told. */
export function WhoGives({ serverId }: { readonly serverId: string }) {
  const { t } = useTranslation('rights');
  const { answer } = useCall('serverOwner', { params: { server_id: serverId } });
  if (answer === null) return t('askOwner');
  return t('ask', { owner: isolated(answer.display_name) });
}
