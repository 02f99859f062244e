import { isDeepStrictEqual } from 'node:util';
import { planInForce, scheduleLimits } from '../../domain/account/plan.ts';
import {
  permissionsOf,
  permissionsOfMessage,
  unfitOfJob,
  unfitOfMessage,
} from '../../domain/schedules/checks.ts';
import type { Game } from '../../protocol/enumerations.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { ACCOUNTABLE, PLAN_COLUMNS, subscriberOf } from '../access/plan.ts';
import type { Keeper } from '../change/kept-rows.ts';
import { readServerRow } from '../calls/server-row.ts';
import type { Trx } from '../store/database.ts';
import { refuseForbidden, refuseUnfit } from './refusals.ts';
import { changeSchedule } from './state.ts';

/** Who may have a server do what by itself, and how many jobs it may have. */
export const JOB_KEEPER: Keeper<'jobs'> = {
  most: async (trx, context, serverId) => (await limitsOf(trx, context, serverId)).jobs,
  async admit(trx, job, before, by) {
    const game = await gameOf(trx, job.server_id);
    refuseUnfit(unfitOfJob(job, game), 'values.');
    if (before !== null && isOnlyStopped(before, job)) return;
    await refuseForbidden(trx, job.server_id, by.muster_id, permissionsOf(job, game));
  },
  async written(made, serverId) {
    await changeSchedule(made, serverId);
  },
};

/** Likewise for what it says. */
export const MESSAGE_KEEPER: Keeper<'messages'> = {
  most: async (trx, context, serverId) => (await limitsOf(trx, context, serverId)).messages,
  async admit(trx, message, before, by) {
    refuseUnfit(unfitOfMessage(message, await gameOf(trx, message.server_id)), 'values.');
    if (before !== null && isOnlyStopped(before, message)) return;
    await refuseForbidden(trx, message.server_id, by.muster_id, permissionsOfMessage(message));
  },
  async written(made, serverId) {
    await changeSchedule(made, serverId);
  },
};

/** Whoever may configure a server may stop anything that it does by itself. */
function isOnlyStopped<R extends RowOf<'jobs'> | RowOf<'messages'>>(before: R, after: R): boolean {
  const { enabled, changed } = after;
  return !enabled && isDeepStrictEqual({ ...before, enabled, changed }, after);
}

/** By the plan of whoever owns the server, whoever writes. */
async function limitsOf(
  trx: Trx,
  { settings, now }: Parameters<Keeper<'jobs'>['most']>[1],
  serverId: string,
): Promise<ReturnType<typeof scheduleLimits>> {
  const owner = await trx
    .selectFrom('servers')
    .innerJoin('accounts', (join) => join.on('accounts.id', '=', ACCOUNTABLE))
    .select(PLAN_COLUMNS)
    .where('servers.id', '=', serverId)
    .executeTakeFirstOrThrow();
  return scheduleLimits(planInForce(subscriberOf(owner, settings, now), now), settings);
}

async function gameOf(trx: Trx, serverId: string): Promise<Game> {
  return (await readServerRow(trx, serverId)).game as Game;
}
