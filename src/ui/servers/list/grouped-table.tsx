import './groups.css';
import { computed } from '@preact/signals-react';
import { useMemo, useRef } from 'react';
import type { ServerGrouping } from '../../../domain/queries.ts';
import { useSignalValue } from '../../data/use-signal.ts';
import { useConnectionKind, useHeardUntil, useView } from '../../data/use-view.ts';
import { Loading } from '../../parts/loading.tsx';
import { useLocale } from '../../parts/locale.ts';
import { useScrollRestoration } from '../../parts/scroll-restoration.ts';
import { useRowWindow } from '../../parts/use-row-window.ts';
import { layOutGroups, linesOf, type CountedGroup } from './group-layout.ts';
import { Group } from './group.tsx';
import { Spacer } from './server-row.tsx';
import type { ServerTableProps } from './server-table.tsx';
import { TableHead } from './table-head.tsx';
import { moveByArrow, useTableShape } from './table-shape.ts';

/** The servers in groups, each with a heading that opens and closes it. Only what is on the screen exists. */
export function GroupedTable({
  by,
  address,
  onAddress,
  choosing,
  empty,
}: ServerTableProps & { readonly by: ServerGrouping }) {
  const { filter, sort, direction, closed } = address;
  const shape = useTableShape(address);
  const { columns, rowPx } = shape;
  const groups = useGroups(by, filter);
  const listed = useView({ view: 'servers', filter, sort, direction, window: NONE }).total;
  const connection = useConnectionKind();
  const heardUntil = useHeardUntil();
  const locale = useLocale();
  const scroller = useRef<HTMLDivElement>(null);
  const there = groups.all.length > 0;
  useScrollRestoration(scroller, there ? `servers by ${by}` : null);
  const count = linesOf(groups.all, closed);
  const drawn = layOutGroups(groups.all, closed, useRowWindow(scroller, { count, rowPx, there }));

  if (!groups.ready) return <Loading lines={9} />;
  if (!there) return empty();
  const width = columns.length + (choosing === null ? 0 : 1);
  return (
    <div className="table-scroller" ref={scroller} tabIndex={-1} onKeyDown={moveByArrow}>
      <table className="server-table" data-density={shape.density} aria-rowcount={count + 1}>
        <TableHead
          address={address}
          onAddress={onAddress}
          columns={columns}
          choosing={choosing}
          total={listed}
        />
        <tbody>
          <Spacer height={drawn.before * rowPx} columns={width} />
        </tbody>
        {drawn.groups.map((group) => (
          <Group
            key={group.key}
            group={group}
            by={by}
            sums={groups.row(group.key)}
            address={address}
            shape={shape}
            width={width}
            connection={connection}
            heardUntil={heardUntil}
            locale={locale}
            onOpen={(open) =>
              onAddress({
                ...address,
                closed: open
                  ? closed.filter((key) => key !== group.key)
                  : [
                      ...closed.filter((key) => groups.all.some((one) => one.key === key)),
                      group.key,
                    ],
              })
            }
          />
        ))}
        <tbody>
          <Spacer height={drawn.behind * rowPx} columns={width} />
        </tbody>
      </table>
    </div>
  );
}

/** How many there are is asked, and none of them. */
const NONE = { from: 0, to: 0 } as const;

/** The groups with as many servers as each has; players who come and go leave them the same. */
function useGroups(by: ServerGrouping, filter: ServerTableProps['address']['filter']) {
  const { ready, ids, row } = useView({ view: 'groups', by, filter });
  const counts = useSignalValue(
    useMemo(() => computed(() => ids.map((id) => row(id).value?.servers ?? 0).join()), [ids, row]),
  );
  const all = useMemo((): readonly CountedGroup[] => {
    const servers = counts.split(',').map(Number);
    return ids.map((key, place) => ({ key, servers: servers[place] ?? 0 }));
  }, [ids, counts]);
  return { ready, all, row };
}
