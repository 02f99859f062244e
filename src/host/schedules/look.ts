/** What is due on a server: taken once over all hosts, by the one that runs the server. */
import { sql } from 'kysely';
import { sayingsBetween, type Present, type Saying } from '../../domain/schedules/messenger.ts';
import { lockAfter, type LockedFor } from '../../domain/schedules/lock.ts';
import {
  SAME_START,
  stepKey,
  stepsBetween,
  type Schedule,
  type Step,
} from '../../domain/schedules/occurrences.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { change, type Change, type ChangeContext } from '../change/change.ts';
import { isLate, SAYING_LATE } from './late.ts';
import { followZone } from './follow-zone.ts';
import { PLAN_ROWS } from './plan-rows.ts';
import { readKept, readSchedule } from './state.ts';
import { tellMissed, toldOf, type ToldStep } from './tell-step.ts';

/** A plan is kept so long after its moment, ms: whoever asks again finds it. */
const PLAN_LASTS = 600_000;

/** A server that this host runs. */
export interface LookedAt {
  readonly id: string;
  readonly hostId: string;
  /** Of the lease that it is run under. */
  readonly epoch: number;
  /** When the game server started, as far as that is sure now. */
  readonly startedAt: number | null;
  readonly players: readonly Present[];
  /** Whether the game can be asked for something. */
  readonly connected: boolean;
  /** ms after which what is due is not done any more, and told as missed. */
  readonly late: number;
}

/** What was due and is this host's to do, and what comes. */
export interface Due {
  readonly steps: readonly Step[];
  readonly sayings: readonly Saying[];
  readonly schedule: Schedule;
  readonly messages: readonly RowOf<'messages'>[];
  /** Whether somebody may still be locked out for a restart that is over. */
  readonly waits: boolean;
}

interface Held {
  readonly looked_until: number;
  readonly started_at: number | null;
  readonly locked_for: LockedFor | null;
  /** The time zone that it was looked at by last. */
  readonly zone: string | null;
  readonly timezone: string;
}

/**
 * Takes what is due now. null: nothing is planned there, or another host runs the server. Whoever is killed after it
 * has taken a step leaves it as taken: the next host says that it does not know what became of it.
 */
export function takeDue(context: ChangeContext, server: LookedAt): Promise<Due | null> {
  return change(context, async (made) => {
    const { trx, now } = made;
    const held = await lockState(made, server);
    if (held === null) return null;
    const startedAt = startOf(held.started_at, server.startedAt);
    const last = await readSchedule(trx, server.id, held.zone ?? held.timezone, startedAt);
    const messages = await readKept(trx, 'messages', server.id);
    const from = held.looked_until;
    const due = stepsBetween(last, from, now);
    const tooLate = (step: Step) => isLate(step, now, server.late);
    const steps: Step[] = [];
    for (const step of due.filter((one) => !tooLate(one))) {
      if (await take(made, server, step)) steps.push(step);
    }
    tellMissed(made, server.id, due.filter(tooLate));
    const hasMoved = held.zone !== null && held.zone !== held.timezone;
    const schedule = hasMoved ? await followZone(made, server.id, last, held.timezone) : last;
    const { connected } = server;
    const look = { schedule, taken: steps, connected, now };
    const { locked, unlock, waits } = lockAfter(held.locked_for, look);
    if (unlock !== null && (await take(made, server, unlock))) steps.push(unlock);
    await forgetPlans(made, server.id, schedule.plans, Math.min(from, now) - PLAN_LASTS);
    await trx
      .updateTable('schedule_states')
      .set({
        looked_until: Math.max(from, now),
        started_at: startedAt,
        zone: held.timezone,
        locked_for: locked === null ? null : JSON.stringify(locked),
      })
      .where('server_id', '=', server.id)
      .execute();
    const said = Math.max(from, now - SAYING_LATE);
    const sayings = sayingsBetween(messages, server.players, said, now);
    return { steps, sayings, schedule, messages, waits };
  });
}

async function lockState({ trx }: Change, { id, hostId, epoch }: LookedAt): Promise<Held | null> {
  const { rows } = await sql<Held>`
    select t.looked_until, t.started_at, t.locked_for, t.zone, s.timezone
    from schedule_states t join servers s on s.id = t.server_id
    where t.server_id = ${id} and s.lease_host = ${hostId} and s.lease_epoch = ${epoch}
      and s.deleting is null
    for update of t
  `.execute(trx);
  return rows[0] ?? null;
}

/** A start is told again and again, a little off each time. One that is not sure any more is not known. */
function startOf(kept: number | null, told: number | null): number | null {
  if (told === null) return null;
  return kept !== null && Math.abs(told - kept) < SAME_START ? kept : told;
}

/** Whether it was not taken before. */
async function take({ trx }: Change, { id, hostId }: LookedAt, step: Step): Promise<boolean> {
  const taken = await trx
    .insertInto('schedule_steps')
    .values({
      server_id: id,
      key: stepKey(step),
      state: 'running',
      told: JSON.stringify(toldOf(step)),
      run_by: hostId,
      at: step.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  return taken !== undefined;
}

async function forgetPlans(
  made: Change,
  serverId: string,
  plans: Schedule['plans'],
  before: number,
): Promise<void> {
  const ids = plans
    .filter(({ at, due, changed }) => Math.max(at ?? due, due, changed) < before)
    .map(({ id }) => id);
  if (ids.length === 0) return;
  await made.trx.deleteFrom('schedule_plans').where('id', 'in', ids).execute();
  made.tellRows(PLAN_ROWS, serverId, ids);
}

/** What another host had taken of this server, and died before it could say what became of it. */
export async function readAbandoned(
  context: Pick<ChangeContext, 'db'>,
  { id, hostId }: Pick<LookedAt, 'id' | 'hostId'>,
): Promise<readonly { readonly key: string; readonly told: ToldStep }[]> {
  const rows = await context.db
    .selectFrom('schedule_steps')
    .select(['key', 'told'])
    .where('server_id', '=', id)
    .where('state', '=', 'running')
    .where('run_by', '<>', hostId)
    .orderBy('at')
    .execute();
  return rows.map(({ key, told }) => ({ key, told: told as ToldStep }));
}

/** Forgets steps that were due before a moment. */
export async function forgetSteps(
  { db }: Pick<ChangeContext, 'db'>,
  before: number,
): Promise<void> {
  await db
    .deleteFrom('schedule_steps')
    .where('at', '<', before)
    .where('state', '=', 'ended')
    .execute();
}
