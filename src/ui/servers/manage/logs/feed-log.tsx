import { useTranslation } from 'react-i18next';
import { HELD_ENTRIES } from '../../../../domain/feed/entries.ts';
import { to } from '../../../../domain/routes/routes.ts';
import type { FeedRow } from '../../../../domain/rows.ts';
import { useCommands, useReplaying, useRows } from '../../../data/use-view.ts';
import { historySearch } from '../../../parts/addresses/history.ts';
import { ButtonLink } from '../../../parts/button.tsx';
import { FeedEntry } from '../../../parts/feed-entry.tsx';
import { useLocale } from '../../../parts/locale.ts';
import { isFilteredStream, useStream } from '../../../parts/use-stream.ts';
import { shownKinds, type LogAddress } from './log-address.ts';
import { LogList } from './log-list.tsx';
import { feedRows, matching } from './log-rows.ts';
import { useLog } from './use-log.ts';

const PAGE = 500;

/** The feed as far back as it is kept; what is not loaded of it is searched among all that happened. */
export function FeedLog({
  serverId,
  address,
}: {
  readonly serverId: string;
  readonly address: LogAddress;
}) {
  const { t } = useTranslation('serverPages');
  const commands = useCommands();
  const replaying = useReplaying();
  const locale = useLocale();
  const stream = useStream(serverId, 'feed');
  const live = useRows({ view: 'feed', server_id: serverId, kinds: [], limit: HELD_ENTRIES }).rows;
  const params = { server_id: serverId };
  const log = useLog(
    live,
    stream,
    (before) =>
      commands.call(isFilteredStream(stream) ? 'feedFilteredPage' : 'feedPage', {
        params,
        query: { before, limit: PAGE },
      }),
    (entries) => feedRows(serverId, entries),
  );
  return (
    <LogList
      which="feed"
      serverId={serverId}
      log={log}
      told={stream !== undefined}
      tools={
        replaying ? null : (
          <ButtonLink
            href={to.history(historySearch({ servers: serverId, text: address.text.trim() }))}
          >
            {t('logs.searchKept')}
          </ButtonLink>
        )
      }
      wanted={JSON.stringify(address)}
      rows={matching(log.rows, { kinds: shownKinds(address), text: address.text }, ({ entry }) => ({
        kind: entry.kind,
        text: feedText(entry),
      }))}
    >
      {(row, place) => <FeedEntry key={row.id} row={row} locale={locale} {...place} />}
    </LogList>
  );
}

/** Everything of an entry that a person could search for. */
function feedText(entry: FeedRow['entry']): string {
  const parts: unknown[] = [entry.kind];
  if ('player' in entry) parts.push(entry.player?.name);
  if ('actor' in entry) parts.push(entry.actor?.display_name);
  if ('text' in entry) parts.push(entry.text);
  if ('reason' in entry) parts.push(entry.reason);
  if ('by' in entry && typeof entry.by === 'object' && entry.by !== null) {
    parts.push(entry.by.player?.name, entry.by.cause, entry.by.weapon);
  }
  if ('zone' in entry) parts.push(entry.zone);
  if ('channel' in entry) parts.push(entry.channel);
  if ('state' in entry) parts.push(entry.state);
  return parts.filter((part) => typeof part === 'string').join(' ');
}
