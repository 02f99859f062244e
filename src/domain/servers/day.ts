import type { serversDay } from '../../protocol/servers/day.ts';
import type { z } from 'zod';
import type { Change } from '../change.ts';
import { Draft } from '../draft.ts';
import type { DayRow } from '../rows.ts';
import type { Rows } from '../state.ts';
import { ListIndex } from '../views/list-index.ts';
import { dayId } from './day-id.ts';

/** Days as the host answered them; one of a server that is not known is left out. */
export function reduceDays(rows: Rows, data: z.infer<typeof serversDay.answer>): readonly Change[] {
  const { from, step, days } = data;
  const draft = new Draft(rows);
  for (const { server_id, players } of days) {
    if (server_id !== null && !rows.servers.has(server_id)) continue;
    const id = dayId(server_id);
    draft.put('days', id, { id, from, step, players });
  }
  return draft.changes();
}

/** The days of these servers; null is all of them together. */
export function daysIndex(rows: Rows, serverIds: readonly (string | null)[]): ListIndex<DayRow> {
  const asked = new Set(serverIds.map(dayId));
  return new ListIndex<DayRow>({
    ids: () => asked,
    touched: ({ table, id }) => (table === 'days' && asked.has(id) ? id : undefined),
    row: (id) => rows.days.get(id),
    key: () => null,
    direction: 'asc',
  });
}
