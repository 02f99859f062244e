import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConsoleRow, FeedRow } from '../../../../domain/rows.ts';
import { NoLines } from '../../../parts/no-lines.tsx';
import { Button } from '../../../parts/button.tsx';
import type { LinePlace } from '../../../parts/line-place.ts';
import { FilteredNote } from '../../../parts/filtered-note.tsx';
import { useLocale } from '../../../parts/locale.ts';
import { useStream } from '../../../parts/use-stream.ts';
import { ownTimeZone } from '../../../parts/time-zones.ts';
import { formatCount } from '../../../text/format.ts';
import type { LogName } from './log-address.ts';
import { LogLines } from './log-lines.tsx';
import type { Log } from './use-log.ts';
import { NOTHING_SAID, whatToSay } from './what-to-say.ts';

/** A log by days, newest at the end, with a way to what is older. */
export function LogList<Row extends FeedRow | ConsoleRow>({
  which,
  serverId,
  log,
  told,
  rows,
  wanted,
  tools,
  children,
}: {
  readonly which: LogName;
  readonly serverId: string;
  readonly log: Log<Row>;
  /** Whether the host has told anything of this log. */
  readonly told: boolean;
  /** Those of the log that are wanted. */
  readonly rows: readonly Row[];
  /** What of it is wanted: another filter is another text. */
  readonly wanted: string;
  /** What stands at the end of its head. */
  readonly tools?: ReactNode;
  readonly children: (row: Row, place: LinePlace) => ReactNode;
}) {
  const { t } = useTranslation('serverPages');
  const locale = useLocale();
  const stream = useStream(serverId, which);
  const held = log.rows.length;
  const [said, setSaid] = useState(NOTHING_SAID);
  if (!told && held === 0) {
    return <NoLines serverId={serverId} topic={which} />;
  }
  const count =
    rows.length === held
      ? t('logs.shown', { count: held, held: formatCount(held, locale) })
      : t('logs.found', {
          count: held,
          found: formatCount(rows.length, locale),
          held: formatCount(held, locale),
        });
  const now = whatToSay(said, { wanted, first: log.rows[0]?.seq ?? null, count });
  if (now !== said) setSaid(now);
  return (
    <section className="panel log" aria-label={t(`logs.${which}`)}>
      <header>
        <span className="soft numeric">{count}</span>
        <span className="visually-hidden" role="status">
          {said.count}
        </span>
        <span className="soft">{t('logs.zone', { zone: ownTimeZone() })}</span>
        {log.more ? (
          <Button busy={log.busy} onClick={() => void log.older()}>
            {t('logs.older')}
          </Button>
        ) : held > 0 ? (
          <span className="soft">{log.kept ? t('logs.full') : t('logs.all')}</span>
        ) : null}
        {tools}
      </header>
      <FilteredNote stream={stream} />
      {rows.length === 0 ? (
        <p className="empty">{held === 0 ? t('logs.empty') : t('logs.noMatch')}</p>
      ) : (
        <LogLines label={t(`logs.${which}`)} rows={rows} wanted={wanted}>
          {children}
        </LogLines>
      )}
    </section>
  );
}
