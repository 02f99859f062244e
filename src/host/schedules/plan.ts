/** What is skipped, postponed or asked for once. */
import { createHash } from 'node:crypto';
import { dueAbout, planOf, type Schedule } from '../../domain/schedules/occurrences.ts';
import { permissionsOf, unfitOfJob } from '../../domain/schedules/checks.ts';
import { SERVER_ACTION, type Game } from '../../protocol/enumerations.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { SCHEDULE_LIMIT } from '../../protocol/schedules/limits.ts';
import { may, serverResource } from '../access/grants.ts';
import { HostError, noSuch } from '../calls/host-error.ts';
import { readKeptServer } from '../calls/server-row.ts';
import { change, type Change, type ChangeContext } from '../change/change.ts';
import { PLAN_ROWS } from './plan-rows.ts';
import { refuseForbidden, refuseUnfit } from './refusals.ts';
import { changeSchedule, readSchedule } from './state.ts';

type Plan = RowOf<'plans'>;
type Job = RowOf<'jobs'>;

const MINUTE = 60_000;

/** A restart that somebody asks for. */
export type AskedRestart = Pick<Plan, 'warnings' | 'lock_before' | 'kick_before'> & {
  readonly minutes: number;
};

/** Who plans, and under which id of theirs. */
export interface Planner {
  readonly accountId: string;
  readonly requestId: string;
}

/** An occurrence as whoever moves it sees it. */
export interface SeenOccurrence {
  readonly server_id: string;
  /** Of the job; of what was asked for once, of the plan. */
  readonly id: string;
  readonly due: number;
  readonly at: number | null;
}

export type Move =
  | { readonly kind: 'skip' | 'restore' }
  | { readonly kind: 'postpone'; readonly minutes: number };

/** The same request for the same thing is one plan. */
function planId({ accountId, requestId }: Planner, of: string): string {
  return createHash('sha256').update(`${accountId}/${requestId}/${of}`).digest('hex').slice(0, 24);
}

/** What was planned, as it is named to move it. */
export type Planned = Pick<Plan, 'id' | 'due'>;

/** Plans a restart of a server. */
export async function planRestart(
  context: ChangeContext,
  by: Planner,
  serverId: string,
  asked: AskedRestart,
): Promise<Planned> {
  const action = SERVER_ACTION.SERVER_RESTART;
  return planned(context, by.accountId, serverId, async (made, known) => {
    const { warnings, lock_before, kick_before } = asked;
    const deed = { action, parameter: null, warnings, lock_before, kick_before };
    refuseUnfit(unfitOfJob(deed, known.game));
    await refuseForbidden(made.trx, serverId, by.accountId, permissionsOf(deed, known.game));
    const at = Math.max(made.now + asked.minutes * MINUTE, known.lookedUntil + 1);
    return insert(made, known, {
      id: planId(by, serverId),
      server_id: serverId,
      job_id: null,
      name: '',
      action,
      due: at,
      at,
      lock_before,
      kick_before,
      warnings: warnings.toSorted((a, b) => b.minutes - a.minutes),
      by_id: by.accountId,
    });
  });
}

/** Has a job run now, beside its times. */
export async function planNow(
  context: ChangeContext,
  by: Planner,
  serverId: string,
  jobId: string,
): Promise<void> {
  await planned(context, by.accountId, serverId, async (made, known) => {
    const job = jobOf(known.schedule, jobId);
    // Nothing comes before what runs now.
    const deed = { ...job, warnings: [], lock_before: null, kick_before: null };
    await refuseForbidden(made.trx, serverId, by.accountId, permissionsOf(deed, known.game));
    const at = Math.max(made.now, known.lookedUntil + 1);
    await insert(made, known, {
      id: planId(by, jobId),
      server_id: serverId,
      job_id: jobId,
      due: at,
      at,
      ...deedOf(job),
      by_id: by.accountId,
    });
  });
}

/** Skips an occurrence, postpones it, or has it as it was. Done already, it is done. */
export async function moveOccurrence(
  context: ChangeContext,
  accountId: string,
  seen: SeenOccurrence,
  move: Move,
): Promise<void> {
  await planned(context, accountId, seen.server_id, async (made, known) => {
    const { schedule, lookedUntil } = known;
    const { trx, now } = made;
    const { plan, of, due } = foundOf(schedule, seen);
    const once = plan !== undefined && plan.job_id === null;
    // Whoever may do it may say when: what comes before goes with it.
    const { action } = of;
    const parameter = 'parameter' in of ? of.parameter : null;
    const deed = { action, parameter, warnings: [], lock_before: null, kick_before: null };
    await refuseForbidden(trx, seen.server_id, accountId, permissionsOf(deed, known.game));
    const held = plan === undefined ? due : plan.at;
    // What nobody has moved is seen where it is due, as whoever sees it counts.
    const seenAt = plan === undefined && seen.at === seen.due ? due : seen.at;
    const wanted = movedTo(move, seenAt, due);
    if (held === wanted) return;
    if (move.kind === 'postpone' && held !== seenAt) throw rowChanged();
    if (Math.max(due, wanted ?? due) > now + SCHEDULE_LIMIT.shown * MINUTE) throw tooFar();
    const past = Math.max(now, lookedUntil);
    if ((held !== null && held <= past) || (wanted !== null && wanted <= past)) throw tooLate();
    const changes = { at: wanted, by_id: accountId, changed: now };
    const id = plan?.id ?? planId({ accountId: seen.id, requestId: String(due) }, seen.server_id);
    if (plan === undefined) {
      const { server_id } = seen;
      await insert(made, known, {
        id,
        server_id,
        job_id: seen.id,
        due,
        at: wanted,
        by_id: accountId,
        ...deedOf(of),
      });
    } else if (wanted === due && !once) {
      await trx.deleteFrom('schedule_plans').where('id', '=', id).execute();
    } else await trx.updateTable('schedule_plans').set(changes).where('id', '=', id).execute();
    made.tellRows(PLAN_ROWS, seen.server_id, [id]);
    made.audit({
      resource: serverResource(seen.server_id),
      action: `schedules.${move.kind}`,
      detail: { id: seen.id, due, ...(wanted === null ? {} : { at: wanted }) },
      told: { text: of.name },
    });
  });
}

function movedTo(move: Move, at: number | null, due: number): number | null {
  if (move.kind !== 'postpone') return move.kind === 'skip' ? null : due;
  if (at === null) throw rowChanged();
  return at + move.minutes * MINUTE;
}

/** What is known of a server while something is planned for it. */
interface KnownServer {
  readonly game: Game;
  readonly schedule: Schedule;
  readonly lookedUntil: number;
}

/** Nobody looks in the meantime what is due, and whoever does next sees what was planned. */
async function planned<T>(
  context: ChangeContext,
  accountId: string,
  serverId: string,
  work: (made: Change, known: KnownServer) => Promise<T>,
): Promise<T> {
  return change(context, async (made) => {
    const { trx } = made;
    if (!(await may(trx, accountId, 'server.view', serverResource(serverId)))) {
      throw noSuch('server');
    }
    const server = await readKeptServer(trx, serverId);
    const { looked_until: lookedUntil, started_at } = await changeSchedule(made, serverId);
    const schedule = await readSchedule(trx, serverId, server.timezone, started_at);
    return work(made, { game: server.game as Game, schedule, lookedUntil });
  });
}

async function insert(
  made: Change,
  { schedule }: KnownServer,
  plan: Omit<Plan, 'by_name' | 'changed'>,
): Promise<Planned> {
  const { trx, now } = made;
  // Sent again, its answer was lost.
  const known = schedule.plans.find(({ id }) => id === plan.id);
  if (known !== undefined) return { id: known.id, due: known.due };
  if (schedule.plans.length >= SCHEDULE_LIMIT.plans) {
    throw new HostError(
      'limit-reached',
      `A server has at most ${SCHEDULE_LIMIT.plans} changes to its schedule. Wait until some have passed.`,
    );
  }
  const warnings = JSON.stringify(plan.warnings);
  await trx
    .insertInto('schedule_plans')
    .values({ ...plan, warnings, changed: now })
    .execute();
  made.tellRows(PLAN_ROWS, plan.server_id, [plan.id]);
  const { id, due } = plan;
  if (plan.at === due) {
    made.audit({
      resource: serverResource(plan.server_id),
      action: plan.job_id === null ? 'schedules.restart' : 'schedules.now',
      detail: { id: plan.job_id ?? id, due },
      told: { text: plan.name },
    });
  }
  return { id, due };
}

function jobOf({ jobs }: Schedule, jobId: string): Job {
  const job = jobs.find(({ id }) => id === jobId);
  if (job === undefined) throw noSuch('job');
  return job;
}

/** What somebody means: what was planned, what it is of, and when that was to run at first. */
function foundOf(
  schedule: Schedule,
  { id, due: seen }: SeenOccurrence,
): { readonly plan: Plan | undefined; readonly of: Plan | Job; readonly due: number } {
  const once = schedule.plans.find((plan) => plan.job_id === null && plan.id === id);
  if (once !== undefined) return { plan: once, of: once, due: once.due };
  const job = jobOf(schedule, id);
  const due = job.enabled ? dueAbout(schedule, job, seen) : null;
  if (due === null) throw new HostError('not-found', 'The job does not run at that time.');
  const plan = planOf(schedule.plans, job, due);
  return { plan, of: job, due: plan?.due ?? due };
}

/** What a plan says of its job: what it does in detail stands there. */
function deedOf({ name, action }: Pick<Job, 'name' | 'action'>) {
  return { name, action, warnings: [], lock_before: null, kick_before: null };
}

function rowChanged(): HostError {
  return new HostError('row-changed', 'Somebody else changed it in the meantime. Read it again.');
}

function tooFar(): HostError {
  const days = SCHEDULE_LIMIT.shown / 1_440;
  return new HostError(
    'invalid-request',
    `Only what runs within the next ${days} days can be moved.`,
  );
}

function tooLate(): HostError {
  return new HostError('too-late', 'Too late: its time has passed.');
}
