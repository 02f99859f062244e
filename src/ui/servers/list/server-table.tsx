import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { Choosing } from '../../actions/use-choosing.ts';
import { useConnectionKind, useHeardUntil, useView } from '../../data/use-view.ts';
import type { DashboardAddress } from '../../parts/addresses/servers.ts';
import { useScrollRestoration } from '../../parts/scroll-restoration.ts';
import { Loading } from '../../parts/loading.tsx';
import { useLocale } from '../../parts/locale.ts';
import { useRowWindow, type RowWindow } from '../../parts/use-row-window.ts';
import { useDays, useFollowed } from '../../parts/use-days.ts';
import { ServerTableRow, SkeletonRow, Spacer } from './server-row.tsx';
import { serversQuery, WINDOW_STEP } from './servers-query.ts';
import { TableHead } from './table-head.tsx';
import { moveByArrow, useTableShape } from './table-shape.ts';

/** Few want groups, and they are no part of the first rows. */
const GroupedTable = lazy(async () => ({
  default: (await import('./grouped-table.tsx')).GroupedTable,
}));

export interface ServerTableProps {
  readonly address: DashboardAddress;
  readonly onAddress: (address: DashboardAddress) => void;
  /** null: rows cannot be chosen. */
  readonly choosing: Choosing | null;
  /** Shown where no row is. */
  readonly empty: () => React.ReactNode;
}

/** The servers as a table: only the rows on the screen exist, and each renders by itself. */
export function ServerTable(props: ServerTableProps) {
  const { group } = props.address;
  if (group === null) return <FlatTable {...props} />;
  return (
    <Suspense fallback={<Loading lines={9} />}>
      <GroupedTable key={group} {...props} by={group} />
    </Suspense>
  );
}

function FlatTable({ address, onAddress, choosing, empty }: ServerTableProps) {
  const [first, setFirst] = useState(0);
  const { narrow, columns, rowPx, density } = useTableShape(address);
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
  if (view.total === 0) return empty();
  const width = columns.length + (choosing === null ? 0 : 1);
  return (
    <div className="table-scroller" ref={scroller} tabIndex={-1} onKeyDown={moveByArrow}>
      <table className="server-table" data-density={density} aria-rowcount={view.total + 1}>
        <TableHead
          address={address}
          onAddress={onAddress}
          columns={columns}
          choosing={choosing}
          total={view.total}
        />
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

function indexes({ first, end }: RowWindow): number[] {
  return Array.from({ length: end - first }, (_, place) => first + place);
}
