import type { ReadonlySignal } from '@preact/signals-react';
import { memo, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConnectionState, ServerRow } from '../../../domain/rows.ts';
import { useSignalValue } from '../../data/use-signal.ts';
import { useConnectionKind, useShown, useView } from '../../data/use-view.ts';
import type { Column, DashboardAddress } from '../../parts/addresses/servers.ts';
import { useScrollRestoration } from '../../parts/scroll-restoration.ts';
import { Loading } from '../../parts/loading.tsx';
import { useLocale } from '../../parts/locale.ts';
import { SortHead } from '../../parts/sort-head.tsx';
import { useRowWindow, type RowWindow } from '../../parts/use-row-window.ts';
import type { Locale } from '../../text/locale.ts';
import { Cell } from './cells.tsx';
import { serversQuery, WINDOW_STEP } from './servers-query.ts';

const ROW_PX = 40;

export interface ServerTableProps {
  readonly address: DashboardAddress;
  readonly onAddress: (address: DashboardAddress) => void;
  /** Shown where no row is. */
  readonly empty: (total: number) => React.ReactNode;
}

/** The servers as a table: only the rows on the screen exist, and each renders by itself. */
export function ServerTable({ address, onAddress, empty }: ServerTableProps) {
  const { t } = useTranslation('dashboard');
  const [first, setFirst] = useState(0);
  const { sort, direction, columns } = address;
  const view = useView(serversQuery(address, first));
  const connection = useConnectionKind();
  const locale = useLocale();
  const scroller = useRef<HTMLDivElement>(null);
  const there = view.ready && view.total > 0;
  useScrollRestoration(scroller, there ? 'servers' : null);
  const drawn = useRowWindow(scroller, { count: view.total, rowPx: ROW_PX, there });
  const step = Math.floor(drawn.first / WINDOW_STEP) * WINDOW_STEP;
  useEffect(() => setFirst(step), [step]);

  if (!view.ready) return <Loading lines={9} />;
  if (view.total === 0) return empty(view.total);
  return (
    <div className="table-scroller" ref={scroller} tabIndex={-1} onKeyDown={moveByArrow}>
      <table className="server-table" aria-rowcount={view.total + 1}>
        <thead>
          <tr>
            {columns.map((column) => (
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
                    direction: sort === column && direction === 'asc' ? 'desc' : 'asc',
                  })
                }
              />
            ))}
          </tr>
        </thead>
        <tbody>
          <Spacer height={drawn.first * ROW_PX} columns={columns.length} />
          {indexes(drawn).map((index) => {
            const id = view.ids[index - view.from];
            return id === undefined ? (
              <SkeletonRow key={`row ${index}`} columns={columns.length} />
            ) : (
              <ServerTableRow
                key={id}
                server={view.row(id)}
                index={index}
                columns={columns}
                connection={connection}
                locale={locale}
              />
            );
          })}
          <Spacer height={(view.total - drawn.end) * ROW_PX} columns={columns.length} />
        </tbody>
      </table>
    </div>
  );
}

const isThere = () => true;

const ServerTableRow = memo(function ServerTableRow({
  server,
  index,
  columns,
  connection,
  locale,
}: {
  readonly server: ReadonlySignal<ServerRow | undefined>;
  readonly index: number;
  readonly columns: readonly Column[];
  readonly connection: ConnectionState['kind'];
  readonly locale: Locale;
}) {
  const there = useSignalValue(useShown(server, isThere));
  if (there !== true) return <SkeletonRow columns={columns.length} />;
  return (
    <tr aria-rowindex={index + 2}>
      {columns.map((column) => (
        <td key={column} data-column={column}>
          <Cell column={column} server={server} connection={connection} locale={locale} />
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
