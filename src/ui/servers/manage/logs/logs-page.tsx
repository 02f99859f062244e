import './logs.css';
import { Tabs } from '@base-ui/react/tabs';
import { useTranslation } from 'react-i18next';
import { mayRead } from '../../../../domain/permissions.ts';
import type { AccountRow } from '../../../../domain/rows.ts';
import { useAddress } from '../../../parts/addresses/use-address.ts';
import { useLocale } from '../../../parts/locale.ts';
import { Notice } from '../../../parts/notice.tsx';
import { WhoGives } from '../../../parts/who-gives.tsx';
import { formatList } from '../../../text/format.ts';
import { permissionName } from '../../../text/permission-name.ts';
import { ConsoleLog } from './console-log.tsx';
import { FeedLog } from './feed-log.tsx';
import { logAddress, type LogName } from './log-address.ts';
import { LogFilters } from './log-filters.tsx';

/** `/server/{server_id}/logs-server`: feed and console as far back as they are kept. */
export function LogsPage({
  serverId,
  account,
}: {
  readonly serverId: string;
  readonly account: AccountRow;
}) {
  const { t } = useTranslation('serverPages');
  const locale = useLocale();
  const allowed = (['feed', 'console'] as const).filter((name) => mayRead(account, serverId, name));
  const [address, onAddress] = useAddress(logAddress(allowed));
  if (allowed.length === 0) {
    const permissions = (['feed', 'console', 'filtered'] as const).map(
      (name) => `‘${permissionName(`server.view.${name}`)}’`,
    );
    return (
      <Notice tone="warn">
        {t('noPermission', { permissions: formatList(permissions, 'disjunction', locale) })}{' '}
        <WhoGives serverId={serverId} />
      </Notice>
    );
  }
  return (
    <Tabs.Root
      value={address.which}
      onValueChange={(which: LogName) => onAddress({ ...address, which, kinds: [], hits: false })}
      className="logs"
    >
      <div className="logs-head">
        <Tabs.List className="tab-list" aria-label={t('logs.title')}>
          {allowed.map((name) => (
            <Tabs.Tab key={name} value={name} className="tab">
              {t(`logs.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <LogFilters address={address} onAddress={onAddress} />
      </div>
      {allowed.map((name) => (
        <Tabs.Panel key={name} value={name} className="tab-panel">
          {name === 'feed' ? (
            <FeedLog serverId={serverId} address={address} />
          ) : (
            <ConsoleLog serverId={serverId} address={address} />
          )}
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
}
