/** A server has another time zone: what comes is each once by the new clock, and what falls out is told. */
import { zoneChange, type ZoneChange } from '../../domain/schedules/zone-change.ts';
import { stepKey, type Schedule } from '../../domain/schedules/occurrences.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { serverResource } from '../access/grants.ts';
import type { Change } from '../change/change.ts';
import type { Trx } from '../store/database.ts';
import { newId } from '../store/ids.ts';
import { PLAN_ROWS } from './plan-rows.ts';
import { readSchedule, zoneOf } from './state.ts';
import { tellStep } from './tell-step.ts';

/** Nobody: the host has planned it. */
const NOBODY = '0'.repeat(24);

/** Answers the schedule by the new zone. */
export async function followZone(
  made: Change,
  serverId: string,
  before: Schedule,
  timezone: string,
): Promise<Schedule> {
  const { trx, now } = made;
  const { missed, again, moved } = zoneChange(before, zoneOf(timezone), now);
  for (const { job, due } of missed) {
    const { id, name, action } = job;
    const told = { job_id: id, name, step: 'action', action, text: null, due } as const;
    tellStep(made, serverId, told, { outcome: 'missed', why: null, missed: 1 });
  }
  const kept = moved.map(({ plan, due }) => ({ ...plan, due }));
  const ran = await ranOf(trx, serverId, again);
  const skipped = again
    .filter((one) => ran.has(keyOf(one)))
    .map(({ job, due, plan }): RowOf<'plans'> => {
      made.audit({
        actor: null,
        resource: serverResource(serverId),
        action: 'schedules.skip',
        detail: { id: job.id, due },
      });
      const { name, action } = job;
      const nothing = { warnings: [], lock_before: null, kick_before: null };
      const of = { id: newId(now), server_id: serverId, job_id: job.id, name, action, ...nothing };
      return { ...(plan ?? of), due, at: null, by_id: NOBODY, by_name: '', changed: now };
    });
  const plans = [...kept, ...skipped];
  const ids = plans.map(({ id }) => id);
  if (ids.length > 0) {
    // All at once: the moment of one may have been another's.
    await trx.deleteFrom('schedule_plans').where('id', 'in', ids).execute();
    const rows = plans.map(({ by_name: _, warnings, ...plan }) => ({
      ...plan,
      warnings: JSON.stringify(warnings),
    }));
    await trx.insertInto('schedule_plans').values(rows).execute();
    made.tellRows(PLAN_ROWS, serverId, ids);
  }
  return readSchedule(trx, serverId, timezone, before.startedAt);
}

type Again = ZoneChange['again'][number];

function keyOf({ job, ran }: Again): string {
  return stepKey({ at: ran, kind: 'action', of: job });
}

/** Which of them a host has taken: what was missed may come once more. */
async function ranOf(
  trx: Trx,
  serverId: string,
  again: readonly Again[],
): Promise<ReadonlySet<string>> {
  if (again.length === 0) return new Set();
  const rows = await trx
    .selectFrom('schedule_steps')
    .select('key')
    .where('server_id', '=', serverId)
    .where('key', 'in', again.map(keyOf))
    .execute();
  return new Set(rows.map(({ key }) => key));
}
