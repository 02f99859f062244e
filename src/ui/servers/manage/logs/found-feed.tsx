import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FeedRow } from '../../../../domain/rows.ts';
import { useCommands } from '../../../data/use-view.ts';
import { CallError } from '../../../parts/call-error.tsx';
import { FeedEntry } from '../../../parts/feed-entry.tsx';
import { Loading } from '../../../parts/loading.tsx';
import { useLocale } from '../../../parts/locale.ts';
import { toast } from '../../../parts/toasts.tsx';
import { useCall } from '../../../parts/use-call.ts';
import { formatMoment } from '../../../text/format.ts';
import { errorText } from '../../../text/problem-text.ts';
import { LogList } from './log-list.tsx';
import { feedRows, MAX_ROWS } from './log-rows.ts';

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
  const { answer, error, reload } = useCall('feedSearch', { params, query: { text, limit: PAGE } });
  // Older pages belong to the first one that they were asked after.
  const [held, setHeld] = useState<{
    readonly first: typeof answer;
    readonly rows: readonly FeedRow[];
    readonly more: boolean;
  }>();
  const [busy, setBusy] = useState(false);
  if (error !== null) return <CallError error={error} onRetry={reload} />;
  if (answer === null) return <Loading lines={4} />;
  const { rows, more } =
    held !== undefined && held.first === answer
      ? held
      : { rows: feedRows(serverId, answer.entries), more: answer.more };

  const older = async (): Promise<void> => {
    setBusy(true);
    const query = { text, limit: PAGE, before: rows[0]?.seq };
    const outcome = await commands.call('feedSearch', { params, query });
    setBusy(false);
    if (!outcome.ok) {
      toast(errorText(outcome.error), 'bad');
      return;
    }
    const page = outcome.value;
    const all = [...feedRows(serverId, page.entries), ...rows];
    setHeld({ first: answer, rows: all, more: page.more });
  };
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
          log={{ rows, more: more && rows.length < MAX_ROWS, kept: more, busy, older }}
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
