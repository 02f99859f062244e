import type { ReadonlySignal } from '@preact/signals-react';
import { memo } from 'react';
import type { ConnectionState, DayRow, ServerRow } from '../../../domain/rows.ts';
import { isDown, serverStatus } from '../../../domain/servers/status.ts';
import { ChooseCell } from '../../actions/choose-cell.tsx';
import type { Choosing } from '../../actions/use-choosing.ts';
import { useSignalValue } from '../../data/use-signal.ts';
import { useShown } from '../../data/use-view.ts';
import type { Column } from '../../parts/addresses/servers.ts';
import type { Locale } from '../../text/locale.ts';
import { Cell } from './cells.tsx';

const downOf = (server: ServerRow) => isDown(serverStatus(server).name);

/** One server; it renders by itself. */
export const ServerTableRow = memo(function ServerTableRow({
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

/** A row that has not come yet. */
export function SkeletonRow({ columns }: { readonly columns: number }) {
  return (
    <tr>
      <td colSpan={columns}>
        <span className="skeleton" />
      </td>
    </tr>
  );
}

/** Room for the rows that are not on the screen. */
export function Spacer({ height, columns }: { readonly height: number; readonly columns: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden="true">
      <td colSpan={columns} style={{ height, padding: 0, border: 0 }} />
    </tr>
  );
}
