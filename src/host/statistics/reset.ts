/** Forgets what was counted. What is told from then on counts again. */
import { sql, type RawBuilder } from 'kysely';
import type { AuditAction } from '../../domain/audit/actions.ts';
import { TALLY } from '../../domain/statistics/effects.ts';
import { serverResource } from '../access/grants.ts';
import type { Handler } from '../calls/handler.ts';
import { change, type Change } from '../change/change.ts';
import { idsOf } from '../identity/persons.ts';
import type { Trx } from '../store/database.ts';

/** `POST server/:id/players/:muster_id/statistics/reset`. */
export const playerStatisticsReset: Handler<'playerStatisticsReset'> = async (
  { params },
  context,
) => {
  const { server_id, muster_id } = params;
  await change(context, async (made) => {
    const ids = await idsOf(made.trx, muster_id);
    await forgetGame(made.trx, sql`server_id = ${server_id} and muster_id = any(${ids}::bpchar[])`);
    const target = await lastThere(made.trx, server_id, ids);
    audit(made, server_id, 'statistics.reset-player', {
      detail: { player: muster_id },
      told: { target: target ?? { id: muster_id, name: '' } },
    });
  });
  return { status: true };
};

/** `POST server/:id/statistics/reset-game`. */
export const gameStatisticsReset: Handler<'gameStatisticsReset'> = async ({ params }, context) => {
  const { server_id } = params;
  await change(context, async (made) => {
    await forgetGame(made.trx, sql`server_id = ${server_id}`);
    audit(made, server_id, 'statistics.reset-game');
  });
  return { status: true };
};

/** `POST server/:id/statistics/reset-all`. */
export const allStatisticsReset: Handler<'allStatisticsReset'> = async ({ params }, context) => {
  const { server_id } = params;
  await change(context, async (made) => {
    const { trx } = made;
    await forgetGame(trx, sql`server_id = ${server_id}`);
    await sql`delete from statistic_totals where server_id = ${server_id}`.execute(trx);
    await sql`
      delete from statistic_stays where server_id = ${server_id} and left_at is not null
    `.execute(trx);
    audit(made, server_id, 'statistics.reset-all');
  });
  return { status: true };
};

/** Whoever writes statistics waits: they take rows of several players, in an order of their own. */
async function forgetGame(trx: Trx, those: RawBuilder<unknown>): Promise<void> {
  await sql`
    lock table statistic_stays, statistic_totals, statistic_weapons, statistic_zones
    in exclusive mode
  `.execute(trx);
  const none = TALLY.map((name) => sql`${sql.ref(name)} = 0`);
  await sql`update statistic_totals set ${sql.join(none)} where ${those}`.execute(trx);
  await sql`delete from statistic_weapons where ${those}`.execute(trx);
  await sql`delete from statistic_zones where ${those}`.execute(trx);
}

/** As whom, and by which name, a person was on a server last; undefined where nobody knows. */
function lastThere(trx: Trx, serverId: string, ids: readonly string[]) {
  return trx
    .selectFrom('play_sessions')
    .select((stay) => [stay.ref('muster_id').as('id'), 'name'])
    .where('server_id', '=', serverId)
    .where('muster_id', 'in', ids)
    .orderBy('joined_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

type Said = Omit<Parameters<Change['audit']>[0], 'resource' | 'action'>;

function audit(made: Change, serverId: string, action: AuditAction, said: Said = {}): void {
  made.audit({ resource: serverResource(serverId), action, ...said });
}
