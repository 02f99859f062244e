/** What the host keeps of a server's schedule, and how it is read. */
import { sql } from 'kysely';
import { zoneNamed, type Zone } from '../../domain/zone.ts';
import type { Schedule } from '../../domain/schedules/occurrences.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import type { Change } from '../change/change.ts';
import type { Trx } from '../store/database.ts';
import { ROW } from '../../protocol/resources/schemas.ts';
import { readPlans } from './plan-rows.ts';

/** A server, and until when it was looked what was due. */
export interface ScheduleState {
  readonly looked_until: number;
  readonly started_at: number | null;
}

/**
 * The schedule of a server is about to be another: whoever looks what is due waits until this change is done, and is
 * woken then.
 */
export async function changeSchedule(made: Change, serverId: string): Promise<ScheduleState> {
  const { rows } = await sql<ScheduleState>`
    insert into schedule_states (server_id, looked_until) values (${serverId}, ${made.now - 1})
    on conflict (server_id) do update set looked_until = schedule_states.looked_until
    returning looked_until, started_at
  `.execute(made.trx);
  made.notify({ kind: 'schedule-changed', server: serverId });
  return rows[0] ?? { looked_until: made.now - 1, started_at: null };
}

/** The times of a server, as they are now. A time zone that this machine does not know is UTC. */
export async function readSchedule(
  trx: Trx,
  serverId: string,
  timezone: string,
  startedAt: number | null,
): Promise<Schedule> {
  return {
    zone: zoneOf(timezone),
    startedAt,
    jobs: await readKept(trx, 'jobs', serverId),
    plans: await readPlans(trx, serverId, null),
  };
}

export function zoneOf(timezone: string): Zone {
  const zone = zoneNamed(timezone) ?? zoneNamed('UTC');
  if (zone === null) throw new RangeError('This machine knows no time zones.');
  return zone;
}

/** The rows of a server that can be read. */
export async function readKept<R extends 'jobs' | 'messages'>(
  trx: Trx,
  resource: R,
  serverId: string,
): Promise<readonly RowOf<R>[]> {
  const rows = await trx
    .selectFrom('resource_rows')
    .select('data')
    .where('resource', '=', resource)
    .where('server_id', '=', serverId)
    .where('removed_at', 'is', null)
    .execute();
  return rows.flatMap(({ data }) => {
    const read = ROW[resource].safeParse(data);
    return read.success ? [read.data as unknown as RowOf<R>] : [];
  });
}
