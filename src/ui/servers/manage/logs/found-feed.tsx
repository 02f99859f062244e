import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommands } from '../../../data/use-view.ts';
import { CallError } from '../../../parts/call-error.tsx';
import { FeedEntry } from '../../../parts/feed-entry.tsx';
import { Loading } from '../../../parts/loading.tsx';
import { useLocale } from '../../../parts/locale.ts';
import { useCall } from '../../../parts/use-call.ts';
import { formatMoment } from '../../../text/format.ts';
import { LogList } from './log-list.tsx';
import { feedRows } from './log-rows.ts';
import { useLog } from './use-log.ts';

const PAGE = 200;

/** The entries of all that is kept of a feed that name somebody or say something, newest page first. */
export function FoundFeed({
  serverId,
  text,
  kinds,
}: {
  readonly serverId: string;
  readonly text: string;
  /** Empty: all. */
  readonly kinds: readonly string[];
}) {
  const { t } = useTranslation('serverPages');
  const locale = useLocale();
  const commands = useCommands();
  const params = { server_id: serverId };
  const query = { text, limit: PAGE };
  const { answer, error, reload } = useCall('feedSearch', { params, query });
  const newest = useMemo(() => feedRows(serverId, answer?.entries ?? []), [serverId, answer]);
  const log = useLog(
    newest,
    answer === null ? undefined : { floor: 0, more: answer.more },
    (before) => commands.call('feedSearch', { params, query: { ...query, before } }),
    (entries) => feedRows(serverId, entries),
  );
  if (error !== null) return <CallError error={error} onRetry={reload} />;
  if (answer === null) return <Loading lines={4} />;
  const { rows } = log;
  return (
    <>
      {answer.since === null ? null : (
        <p className="soft">
          {t('logs.searchedSince', { moment: formatMoment(answer.since, locale) })}
        </p>
      )}
      {rows.length === 0 ? (
        <p className="empty">{t('logs.noMatch')}</p>
      ) : (
        <LogList
          which="feed"
          serverId={serverId}
          log={log}
          told
          wanted={`${text} ${kinds.join(' ')}`}
          rows={rows.filter(({ entry }) => kinds.length === 0 || kinds.includes(entry.kind))}
        >
          {(row, place) => <FeedEntry key={row.id} row={row} locale={locale} {...place} />}
        </LogList>
      )}
    </>
  );
}
