import './logs.css';
import { Tabs } from '@base-ui/react/tabs';
import { useTranslation } from 'react-i18next';
import { mayRead } from '../../../../domain/permissions.ts';
import type { AccountRow } from '../../../../domain/rows.ts';
import { useAddress } from '../../../parts/addresses/use-address.ts';
import { Notice } from '../../../parts/notice.tsx';
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
  const allowed = (['feed', 'console'] as const).filter((name) => mayRead(account, serverId, name));
  const [address, onAddress] = useAddress(logAddress(allowed));
  if (allowed.length === 0) return <Notice tone="warn">{t('noPermission')}</Notice>;
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
