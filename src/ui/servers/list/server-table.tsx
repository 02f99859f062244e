import type { ReadonlySignal } from '@preact/signals-react';
import { memo, useEffect, useRef, useState, useSyncExternalStore, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Direction } from '../../../domain/queries.ts';
import type { ConnectionState, DayRow, ServerRow } from '../../../domain/rows.ts';
import { isDown, serverStatus } from '../../../domain/servers/status.ts';
import { ChooseCell, ChooseHead } from '../../actions/choose-cell.tsx';
import type { Choosing } from '../../actions/use-choosing.ts';
import { useSignalValue } from '../../data/use-signal.ts';
import { useConnectionKind, useHeardUntil, useShown, useView } from '../../data/use-view.ts';
import {
  firstDirection,
  isSortable,
  type Column,
  type DashboardAddress,
} from '../../parts/addresses/servers.ts';
import { useScrollRestoration } from '../../parts/scroll-restoration.ts';
import { Loading } from '../../parts/loading.tsx';
import { useLocale } from '../../parts/locale.ts';
import { SortHead } from '../../parts/sort-head.tsx';
import { useRowWindow, type RowWindow } from '../../parts/use-row-window.ts';
import type { Locale } from '../../text/locale.ts';
import { Cell } from './cells.tsx';
import { useDays, useFollowed } from '../../parts/use-days.ts';
import { serversQuery, WINDOW_STEP } from './servers-query.ts';

/** The height of a row: what stands in it is cut, never broken into more lines. */
const ROW_PX = { dense: 32, roomy: 48 } as const;
/** On a phone a row has two lines, and room for a finger. */
const phone = matchMedia('(max-width: 560px)');
const NARROW_ROW_PX = 56;
const NARROW_COLUMNS: readonly Column[] = ['identifier', 'players', 'queue'];

export interface ServerTableProps {
  readonly address: DashboardAddress;
  readonly onAddress: (address: DashboardAddress) => void;
  /** null: rows cannot be chosen. */
  readonly choosing: Choosing | null;
  /** Shown where no row is. */
  readonly empty: (total: number) => React.ReactNode;
}

/** The servers as a table: only the rows on the screen exist, and each renders by itself. */
export function ServerTable({ address, onAddress, choosing, empty }: ServerTableProps) {
  const { t } = useTranslation('dashboard');
  const [first, setFirst] = useState(0);
  const { sort, direction, density } = address;
  const narrow = useNarrow();
  const columns = narrow ? NARROW_COLUMNS : address.columns;
  const rowPx = narrow ? NARROW_ROW_PX : ROW_PX[density];
  const view = useView(serversQuery(address, first));
  const connection = useConnectionKind();
  const heardUntil = useHeardUntil();
  const locale = useLocale();
  const scroller = useRef<HTMLDivElement>(null);
  const there = view.ready && view.total > 0;
  useScrollRestoration(scroller, there ? 'servers' : null);
  const drawn = useRowWindow(scroller, { count: view.total, rowPx, there });
  const step = Math.floor(drawn.first / WINDOW_STEP) * WINDOW_STEP;
  useEffect(() => setFirst(step), [step]);
  const onScreen = view.ids.slice(drawn.first - view.from, drawn.end - view.from);
  const days = useDays(useFollowed(view.ids, onScreen));

  if (!view.ready) return <Loading lines={9} />;
  if (view.total === 0) return empty(view.total);
  const width = columns.length + (choosing === null ? 0 : 1);
  return (
    <div className="table-scroller" ref={scroller} tabIndex={-1} onKeyDown={moveByArrow}>
      <table
        className="server-table"
        data-density={narrow ? 'phone' : density}
        aria-rowcount={view.total + 1}
      >
        <thead>
          <tr>
            {choosing === null ? null : (
              <th data-column="choose">
                <ChooseHead
                  some={choosing.ids.size > 0}
                  all={
                    choosing.ids.size >= view.total && view.ids.every((id) => choosing.ids.has(id))
                  }
                  onAll={choosing.onAll}
                />
              </th>
            )}
            {columns.map((column) =>
              !isSortable(column) ? (
                <th key={column} scope="col" data-column={column}>
                  {t(`column.${column}`)}
                </th>
              ) : (
                <SortHead
                  key={column}
                  data-column={column}
                  label={t(`column.${column}`)}
                  title={t('sortBy', { column: t(`column.${column}`) })}
                  sorted={sort === column ? direction : null}
                  onSort={() =>
                    onAddress({
                      ...address,
                      sort: column,
                      direction: sort === column ? turned(direction) : firstDirection(column),
                    })
                  }
                />
              ),
            )}
          </tr>
        </thead>
        <tbody>
          <Spacer height={drawn.first * rowPx} columns={width} />
          {indexes(drawn).map((index) => {
            const id = view.ids[index - view.from];
            return id === undefined ? (
              <SkeletonRow key={`row ${index}`} columns={width} />
            ) : (
              <ServerTableRow
                key={id}
                id={id}
                server={view.row(id)}
                day={days(id)}
                index={index}
                columns={columns}
                narrow={narrow}
                connection={connection}
                heardUntil={heardUntil}
                locale={locale}
                chosen={choosing?.ids.has(id) ?? null}
                onTurn={choosing?.onTurn ?? null}
              />
            );
          })}
          <Spacer height={(view.total - drawn.end) * rowPx} columns={width} />
        </tbody>
      </table>
    </div>
  );
}

function subscribe(changed: () => void): () => void {
  phone.addEventListener('change', changed);
  return () => phone.removeEventListener('change', changed);
}

function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => phone.matches);
}

function turned(direction: Direction): Direction {
  return direction === 'asc' ? 'desc' : 'asc';
}

const downOf = (server: ServerRow) => isDown(serverStatus(server).name);

const ServerTableRow = memo(function ServerTableRow({
  id,
  server,
  day,
  index,
  columns,
  narrow,
  connection,
  heardUntil,
  locale,
  chosen,
  onTurn,
}: {
  readonly id: string;
  readonly server: ReadonlySignal<ServerRow | undefined>;
  readonly day: ReadonlySignal<DayRow | undefined>;
  readonly index: number;
  readonly columns: readonly Column[];
  readonly narrow: boolean;
  readonly connection: ConnectionState['kind'];
  readonly heardUntil: number | null;
  readonly locale: Locale;
  /** null: it cannot be. */
  readonly chosen: boolean | null;
  readonly onTurn: Choosing['onTurn'] | null;
}) {
  const down = useSignalValue(useShown(server, downOf));
  if (down === undefined)
    return <SkeletonRow columns={columns.length + (chosen === null ? 0 : 1)} />;
  return (
    <tr aria-rowindex={index + 2} data-down={down} data-chosen={chosen ?? undefined}>
      {chosen === null || onTurn === null ? null : (
        <td data-column="choose">
          <ChooseCell id={id} server={server} chosen={chosen} onTurn={onTurn} />
        </td>
      )}
      {columns.map((column) => (
        <td key={column} data-column={column}>
          <Cell
            column={column}
            server={server}
            day={day}
            narrow={narrow}
            connection={connection}
            heardUntil={heardUntil}
            locale={locale}
          />
        </td>
      ))}
    </tr>
  );
});

function SkeletonRow({ columns }: { readonly columns: number }) {
  return (
    <tr>
      <td colSpan={columns}>
        <span className="skeleton" />
      </td>
    </tr>
  );
}

function indexes({ first, end }: RowWindow): number[] {
  return Array.from({ length: end - first }, (_, place) => first + place);
}

/** Room for the rows that are not on the screen. */
function Spacer({ height, columns }: { readonly height: number; readonly columns: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden="true">
      <td colSpan={columns} style={{ height, padding: 0, border: 0 }} />
    </tr>
  );
}

/** The arrow keys go from row to row; Enter opens, since the rows are links. */
function moveByArrow(event: KeyboardEvent<HTMLDivElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const links = [...event.currentTarget.querySelectorAll<HTMLAnchorElement>('a.row-link')];
  const here = links.findIndex((link) => link === document.activeElement);
  if (here === -1) return;
  event.preventDefault();
  links[event.key === 'ArrowDown' ? here + 1 : here - 1]?.focus();
}
