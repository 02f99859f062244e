import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { useTranslation } from 'react-i18next';
import type { ConsoleRow, FeedRow } from '../../../../domain/rows.ts';
import { Button } from '../../../parts/button.tsx';
import { placed, type LinePlace } from '../../../parts/line-place.ts';
import { useLocale } from '../../../parts/locale.ts';
import { useByArrows } from '../../../parts/players/by-arrows.ts';
import { formatCount, formatDay } from '../../../text/format.ts';
import { byDays } from './by-days.ts';

/** Before a line is drawn it is taken for so high. */
const LINE_PX = 24;
const NEAR_PX = 24;
const HOLDS_ITS_PLACE = CSS.supports('overflow-anchor', 'auto');

/**
 * The lines of a log, newest at the end: only those in sight exist, however many there are. It stays at its
 * end while the person is there; scrolled up, what is looked at stays in its place, whatever comes or goes.
 */
export function LogLines<Row extends FeedRow | ConsoleRow>({
  label,
  rows,
  wanted,
  children,
}: {
  readonly label: string;
  readonly rows: readonly Row[];
  /** What of the log is wanted: another filter begins at its end. */
  readonly wanted: string;
  readonly children: (row: Row, place: LinePlace) => ReactNode;
}) {
  const { t } = useTranslation('serverPages');
  const locale = useLocale();
  const element = useRef<HTMLDivElement>(null);
  const items = useMemo(() => byDays(rows), [rows]);
  const count = items.length;
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => element.current,
    estimateSize: () => LINE_PX,
    getItemKey: useCallback((index: number) => items[index]?.key ?? index, [items]),
    overscan: 20,
    anchorTo: 'end',
    scrollEndThreshold: NEAR_PX,
  });
  // To write where a list stands ends a scroll that goes on: browsers hold a place without.
  virtual.shouldAdjustScrollPositionOnItemSizeChange = (
    item,
    _,
    { scrollDirection, scrollOffset },
  ) => !HOLDS_ITS_PLACE && scrollDirection !== 'backward' && item.start < (scrollOffset ?? 0);
  const newest = rows.at(-1)?.seq ?? 0;
  const [seen, setSeen] = useState(newest);
  const atEnd = useRef(true);
  const top = useRef(0);
  /** Only who scrolls up leaves the end: lines that turn out higher than they were taken for do not. */
  const look = () => {
    const list = element.current;
    if (list === null) return;
    const near = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_PX;
    atEnd.current = near || (atEnd.current && list.scrollTop >= top.current);
    top.current = list.scrollTop;
    if (near) setSeen(newest);
  };
  const toEnd = useCallback(() => {
    atEnd.current = true;
    virtual.scrollToEnd();
  }, [virtual]);
  useLayoutEffect(toEnd, [toEnd, wanted]);
  useLayoutEffect(() => {
    if (atEnd.current) toEnd();
  }, [toEnd, newest]);
  useLayoutEffect(look);
  useEffect(() => {
    const list = element.current;
    if (list === null) return;
    const resized = new ResizeObserver(() => {
      if (atEnd.current) toEnd();
    });
    resized.observe(list);
    const pressed = (event: KeyboardEvent) => {
      // By itself it stops where the end was thought to be before the lines on the way were drawn.
      if (event.key !== 'End' || event.shiftKey) return;
      event.preventDefault();
      toEnd();
    };
    list.addEventListener('keydown', pressed);
    return () => {
      resized.disconnect();
      list.removeEventListener('keydown', pressed);
    };
  }, [toEnd]);

  useByArrows(element);

  const drawn = virtual.getVirtualItems();
  const unseen = seen < newest ? rows.filter(({ seq }) => seq > seen).length : 0;
  return (
    <>
      <div
        className="lines"
        ref={element}
        onScroll={look}
        tabIndex={0}
        role="log"
        aria-label={label}
        aria-live="off"
      >
        <ol
          style={{
            paddingTop: drawn[0]?.start ?? 0,
            paddingBottom: virtual.getTotalSize() - (drawn.at(-1)?.end ?? 0),
          }}
        >
          {drawn.map(({ index, key }) => {
            const item = items[index];
            const place = { index, count, measure: virtual.measureElement };
            if (item?.kind === 'row') return children(item.row, place);
            return item === undefined ? null : (
              <li key={key} className="day" {...placed(place)}>
                {formatDay(item.at, locale)}
              </li>
            );
          })}
        </ol>
      </div>
      {unseen > 0 ? (
        <Button
          onClick={() => {
            // The button goes with what it tells of.
            element.current?.focus({ preventScroll: true });
            toEnd();
            setSeen(newest);
          }}
        >
          {t('logs.newEntries', { count: unseen, fresh: formatCount(unseen, locale) })}
        </Button>
      ) : null}
    </>
  );
}
