import type { EventData } from '../../protocol/events.ts';
import type { Change } from '../change.ts';
import { headChange } from '../feed/head.ts';
import type { ServerStreamRow } from '../rows.ts';
import type { Rows } from '../state.ts';
import { playerRow } from './row.ts';

/** A measurement: it carries everybody's ping, so a player who is not in it has none. */
export function reduceMetrics(
  rows: Rows,
  head: ServerStreamRow,
  data: EventData<'server:metrics'>,
  position: number,
): readonly Change[] {
  const changes: Change[] = [headChange(head, position)];
  for (const id of rows.owned.players.get(head.server_id) ?? []) {
    const before = rows.players.get(id);
    const ping = data.pings[id] ?? null;
    if (before === undefined || before.ping === ping) continue;
    changes.push({ table: 'players', id, before, after: playerRow(before, head.server_id, ping) });
  }
  return changes;
}
