import { memo } from 'react';
import { HELD_ENTRIES } from '../../../../domain/feed/entries.ts';
import type { ConsoleRow } from '../../../../domain/rows.ts';
import { useCommands, useRows } from '../../../data/use-view.ts';
import { AccountName } from '../../../parts/accounts/account-name.tsx';
import { placed, type LinePlace } from '../../../parts/line-place.ts';
import { useLocale } from '../../../parts/locale.ts';
import { ConsoleNames, ConsoleText } from '../../../parts/players/console-text.tsx';
import { isFilteredStream, useStream } from '../../../parts/use-stream.ts';
import { formatMoment, formatTime } from '../../../text/format.ts';
import type { Locale } from '../../../text/locale.ts';
import type { LogAddress } from './log-address.ts';
import { LogList } from './log-list.tsx';
import { matching } from './log-rows.ts';
import { useLog } from './use-log.ts';

const PAGE = 500;

/** The console as far back as it is kept. */
export function ConsoleLog({
  serverId,
  address,
}: {
  readonly serverId: string;
  readonly address: LogAddress;
}) {
  const commands = useCommands();
  const locale = useLocale();
  const stream = useStream(serverId, 'console');
  const live = useRows({ view: 'console', server_id: serverId, limit: HELD_ENTRIES }).rows;
  const params = { server_id: serverId };
  const log = useLog(
    live,
    stream,
    (before) =>
      commands.call(isFilteredStream(stream) ? 'consoleFilteredPage' : 'consolePage', {
        params,
        query: { before, limit: PAGE },
      }),
    (entries) =>
      entries.map(({ seq, at, entry }) => {
        return { id: `${serverId}:${seq}`, server_id: serverId, seq, at, line: entry };
      }),
  );
  return (
    <ConsoleNames serverId={serverId}>
      <LogList
        which="console"
        serverId={serverId}
        log={log}
        told={stream !== undefined}
        wanted={JSON.stringify(address)}
        rows={matching(log.rows, address, ({ line }) => ({
          kind: line.direction,
          text: `${line.actor?.display_name ?? ''} ${line.text}`,
        }))}
      >
        {(row, place) => <Line key={row.id} row={row} locale={locale} {...place} />}
      </LogList>
    </ConsoleNames>
  );
}

const Line = memo(function Line({
  row: { at, line, server_id },
  locale,
  ...place
}: {
  readonly row: ConsoleRow;
  readonly locale: Locale;
} & LinePlace) {
  return (
    <li className="line mono" data-direction={line.direction} {...placed(place)}>
      <time className="numeric" title={formatMoment(at, locale)}>
        {formatTime(at, locale)}
      </time>
      <span className="text">
        {line.actor === null ? null : (
          <>
            <AccountName
              serverId={server_id}
              id={line.actor.muster_id}
              name={line.actor.display_name}
              tabIndex={-1}
            />
            :{' '}
          </>
        )}
        <ConsoleText serverId={server_id} text={line.text} />
      </span>
    </li>
  );
});
