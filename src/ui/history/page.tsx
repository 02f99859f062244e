import '../panels/panels.css';
import './history.css';
import { useTranslation } from 'react-i18next';
import { kindsSeen } from '../../protocol/history/kinds.ts';
import { clock } from '../data/clock.ts';
import { hostTime } from '../data/host-clock.ts';
import { useCommands, useOne } from '../data/use-view.ts';
import { HISTORY_ADDRESS } from '../parts/addresses/history.ts';
import { useAddress } from '../parts/addresses/use-address.ts';
import { Button } from '../parts/button.tsx';
import { CallError } from '../parts/call-error.tsx';
import { Loading } from '../parts/loading.tsx';
import { useLocale } from '../parts/locale.ts';
import { Notice } from '../parts/notice.tsx';
import { formatCount } from '../text/format.ts';
import { permissionName } from '../text/permission-name.ts';
import { errorText } from '../text/problem-text.ts';
import { HistoryEntries } from './entries.tsx';
import { HistoryFilters } from './filters.tsx';
import { personOf } from './person.ts';
import { questionOf } from './question.ts';
import { useExport } from '../parts/export/use-export.ts';
import { ExportTools } from '../parts/export/export-tools.tsx';
import { historyExport } from './history-export.ts';
import { SHOWN_MAX, useHistory } from './use-history.ts';

const SERVERS = ['servers'] as const;

/** `/history`: what happened on all servers that the account may see, searched on the host. */
export function HistoryPage() {
  const { t } = useTranslation('history');
  // What permissions are called is said there.
  useTranslation('serverPages');
  const locale = useLocale();
  const [address, change] = useAddress(HISTORY_ADDRESS);
  const account = useOne({ view: 'account' }, SERVERS).row;
  const question = questionOf(address);
  const { found, error, busy, more, reload } = useHistory(question);
  const saving = useExport();
  const commands = useCommands();
  const entries = found?.entries ?? [];
  const known = entries.map(personOf).find((one) => one?.id === address.player);
  const isFull = entries.length >= SHOWN_MAX;
  return (
    <div className="history">
      <header className="history-head">
        <h1>{t('title')}</h1>
        <p className="soft">{t('intro')}</p>
      </header>
      <HistoryFilters
        address={address}
        kinds={kindsSeen(new Set(Object.values(account?.servers ?? {}).flat()))}
        person={known?.name ?? null}
        onChange={change}
      />
      <div className="history-tools">
        <span className="soft" role="status">
          {found === null || busy
            ? null
            : t(more === null ? 'shown' : 'shownMore', {
                count: entries.length,
                total: formatCount(entries.length, locale),
              })}
        </span>
        <ExportTools
          saving={saving}
          still={entries.length === 0}
          onFormat={(format) => {
            const now = hostTime(clock.peek());
            void saving.begin(historyExport(commands, question, { format, now, locale }));
          }}
        />
      </div>
      {found === null || found.leftOut === 0 ? null : (
        <p className="soft">
          {t('leftOut', { count: found.leftOut, permission: permissionName('server.view.feed') })}
        </p>
      )}
      {saving.error === null ? null : <Notice tone="bad">{errorText(saving.error)}</Notice>}
      {error === null ? null : <CallError error={error} onRetry={reload} />}
      {found === null ? (
        error === null ? (
          <Loading lines={12} />
        ) : null
      ) : (
        <div aria-busy={busy} className={busy ? 'stale' : undefined}>
          {entries.length === 0 ? (
            <p className="empty">
              {Object.keys(account?.servers ?? {}).length === 0 ? t('noServers') : t('none')}
            </p>
          ) : (
            <HistoryEntries
              entries={entries}
              names={found.names}
              onPerson={(player) => change({ player }, true)}
            />
          )}
          {more === null || isFull ? null : (
            <p>
              <Button busy={busy} onClick={more}>
                {t('older')}
              </Button>
            </p>
          )}
          <p className="soft">
            {isFull && more !== null
              ? t('full')
              : more === null && entries.length > 0
                ? t('end')
                : null}{' '}
            {t('kept', { feed: found.kept.feed_days, commands: found.kept.command_days })}
          </p>
        </div>
      )}
    </div>
  );
}
