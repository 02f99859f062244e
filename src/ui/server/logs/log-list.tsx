import { Fragment, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConsoleRow, FeedRow } from '../../../domain/rows.ts';
import { Loading } from '../../frame/loading.tsx';
import { Button } from '../../parts/button.tsx';
import { useLocale } from '../../parts/locale.ts';
import { useStickToEnd } from '../../parts/stick-to-end.ts';
import { ownTimeZone } from '../../parts/time-zones.ts';
import { formatDay } from '../../text/format.ts';
import type { LogName } from './log-address.ts';
import { isSameDay } from './log-rows.ts';
import type { Log } from './use-log.ts';

/** A log by days, newest at the end, with a way to what is older. */
export function LogList<Row extends FeedRow | ConsoleRow>({
  which,
  log,
  told,
  rows,
  wanted,
  children,
}: {
  readonly which: LogName;
  readonly log: Log<Row>;
  /** Whether the host has told anything of this log. */
  readonly told: boolean;
  /** Those of the log that are wanted. */
  readonly rows: readonly Row[];
  /** What of it is wanted: another filter is another text. */
  readonly wanted: string;
  readonly children: (row: Row) => ReactNode;
}) {
  const { t } = useTranslation('serverPages');
  const locale = useLocale();
  const { element, onScroll, toEnd, seen } = useStickToEnd(
    rows.at(-1)?.seq ?? 0,
    rows[0]?.seq ?? 0,
  );
  const held = log.rows.length;
  const [said, setSaid] = useState({ looked: '', count: '' });
  if (!told && held === 0) return <Loading />;
  const count =
    rows.length === held
      ? t('logs.shown', { count: held })
      : t('logs.found', { found: rows.length, count: held });
  // Another filter or an older page is told; each line that comes is not.
  const looked = `${wanted} ${log.rows[0]?.seq ?? 0}`;
  if (said.looked !== looked) setSaid({ looked, count });
  const unseen = rows.filter(({ seq }) => seq > seen).length;
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
      </header>
      {rows.length === 0 ? (
        <p className="empty">{held === 0 ? t('logs.empty') : t('logs.noMatch')}</p>
      ) : (
        <div
          className="lines"
          ref={element}
          onScroll={onScroll}
          tabIndex={0}
          role="log"
          aria-label={t(`logs.${which}`)}
          aria-live="off"
        >
          <ol>
            {rows.map((row, index) => {
              const before = rows[index - 1];
              return (
                <Fragment key={row.id}>
                  {before !== undefined && isSameDay(before.at, row.at) ? null : (
                    <li className="day">{formatDay(row.at, locale)}</li>
                  )}
                  {children(row)}
                </Fragment>
              );
            })}
          </ol>
        </div>
      )}
      {unseen > 0 ? (
        <Button onClick={toEnd}>{t('logs.newEntries', { count: unseen })}</Button>
      ) : null}
    </section>
  );
}
