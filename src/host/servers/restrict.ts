import { sql } from 'kysely';
import { unknownEnvironment } from '../../domain/servers/unknown-environment.ts';
import type { RestrictedBy } from '../../protocol/enumerations.ts';
import { serverStream } from '../../protocol/streams.ts';
import { serverResource, subjectsOn } from '../access/grants.ts';
import { tellBucketsOf } from '../buckets/own.ts';
import { readServerRow } from '../calls/server-row.ts';
import { change, type Change, type ChangeContext } from '../change/change.ts';
import { restingState, unknownPopulation } from '../realtime/resting.ts';
import type { GameServerRow } from '../store/tables/servers.ts';
import type { Selectable } from 'kysely';
import { keepLeftover, LEFTOVER, ownerOf, takeBackLeftover } from './own-bans-left.ts';
import { configurationOf } from './snapshots.ts';
import { feedPlayer } from './tell-players.ts';

/** What restricts a server, one of two that do not know of each other; `reason`: in the operator's words. */
export interface Restriction {
  readonly by: RestrictedBy;
  readonly restricts: boolean;
  readonly reason?: string | null;
}

type Row = Selectable<GameServerRow>;

/** Begins or ends what restricts a server, and tells everybody who has something on it; answers whether anything changed. */
export async function setRestriction(
  made: Change,
  serverId: string,
  restriction: Restriction,
): Promise<boolean> {
  const changed = await restrict(made, serverId, restriction);
  if (changed) await tellHolders(made, [serverId]);
  return changed;
}

/** Tells the accounts that have something on one of these servers that it is another thing now, each once. */
export async function tellHolders(made: Change, serverIds: readonly string[]): Promise<void> {
  const subjects = await subjectsOn(made.trx, serverIds.map(serverResource));
  await tellBucketsOf(made, subjects, { servers: serverIds });
  for (const subject of subjects) {
    made.tellAccount(subject, 'permissions');
    made.changeGrants(subject);
  }
}

/**
 * As `setRestriction`, without telling whoever has something on it. A restricted one is told to nobody but as a row: its
 * connector ends with this change, whichever host has it, and nothing of its last while is written after it.
 */
export async function restrict(
  made: Change,
  serverId: string,
  restriction: Restriction,
): Promise<boolean> {
  const { trx, now } = made;
  const row = await readServerRow(trx, serverId, true);
  const next = restrictedBy(row, restriction);
  const same = (column: keyof typeof next) => row[column] === next[column];
  if (same('operator_restricted') && same('beyond_plan') && same('restricted_reason')) return false;
  // One that an older host ran all the same rests when that ends, too: whoever sees it saw it rest.
  if (next.restricted !== row.restricted) await rest(made, row);
  await trx.updateTable('servers').set(next).where('id', '=', serverId).execute();
  // The host that runs it takes its bans out of the game's list as it loses it, unless it ends before it has.
  if (next.restricted && !row.restricted)
    await keepLeftover(made, row, now + LEFTOVER.hosts, await ownerOf(trx, serverId));
  else if (!next.restricted) await takeBackLeftover(trx, row);
  made.tell(serverStream(serverId, 'list'), 'update:server', {
    server_id: serverId,
    configuration: configurationOf({ ...row, ...next }),
  });
  if (next.restricted !== row.restricted) {
    made.tellConfigured(serverId, next.restricted ? 'restricted' : 'unrestricted', null);
    made.notify({ kind: 'server-changed', id: serverId });
  }
  const { by, restricts, reason = null } = restriction;
  made.audit({
    actor: null,
    resource: serverResource(serverId),
    action: restricts ? 'servers.restrict' : 'servers.unrestrict',
    detail: { by },
    ...(restricts && reason !== null && { told: { after: { reason } } }),
  });
  return true;
}

function restrictedBy(row: Row, { by, restricts, reason = null }: Restriction) {
  const operator = by === 'operator' ? restricts : row.operator_restricted;
  const beyond = by === 'plan' ? restricts : row.beyond_plan;
  const said = by === 'operator' ? reason : row.restricted_reason;
  return {
    restricted: operator || beyond,
    operator_restricted: operator,
    beyond_plan: beyond,
    restricted_reason: operator ? said : null,
  };
}

/**
 * Has restricted servers rest that do not: a host of an older version runs them all the same, and did before there was a
 * newer one.
 */
export async function restRestricted(context: ChangeContext): Promise<void> {
  const awake = await context.db
    .selectFrom('servers')
    .select('id')
    .where('restricted', '=', true)
    .where('deleting', 'is', null)
    .where(IS_AWAKE)
    .execute();
  for (const { id } of awake) {
    await change(context, async (made) => {
      const row = await made.trx
        .selectFrom('servers')
        .selectAll()
        .where('id', '=', id)
        .where('restricted', '=', true)
        .forUpdate()
        .executeTakeFirst();
      if (row === undefined) return;
      await rest(made, row);
      made.notify({ kind: 'server-changed', id });
    });
  }
}

/** Whether one of `servers` is run, or says that somebody is there. */
const IS_AWAKE = sql<boolean>`(
  lease_host is not null or state ->> 'state' <> 'DISCONNECTED' or population ->> 'source' <> 'unknown'
  or exists (select from play_sessions where server_id = servers.id and left_at is null)
)`;

/** Nobody listens from now on: who was there has left, as far as anybody knows, and no figure holds. */
async function rest(made: Change, { id, state }: Row): Promise<void> {
  const { trx, now } = made;
  const awake = await trx
    .selectFrom('servers')
    .select('id')
    .where('id', '=', id)
    .where(IS_AWAKE)
    .executeTakeFirst();
  if (awake === undefined) return;
  const list = serverStream(id, 'list');
  const sessions = await trx
    .updateTable('play_sessions')
    .set({ left_at: now })
    .where('server_id', '=', id)
    .where('left_at', 'is', null)
    .returningAll()
    .execute();
  for (const session of sessions) {
    const data = { server: { id }, player: { id: session.id } };
    made.tell(list, 'gsm:player:destruct', data);
    const entry = { kind: 'leave', player: feedPlayer(session), found: true } as const;
    made.tell(serverStream(id, 'feed'), 'server:feed', { server_id: id, at: now, entry });
  }
  const resting = {
    state: restingState(now),
    population: unknownPopulation(now),
    environment: unknownEnvironment(now),
  };
  made.tell(list, 'server:state', { server: { id }, state: resting.state });
  for (const type of ['population', 'environment'] as const) {
    const server =
      type === 'population'
        ? { population: resting.population }
        : { environment: resting.environment };
    made.tell(list, 'server:update', { server_id: id, type, server });
  }
  await trx
    .updateTable('servers')
    .set({
      state: JSON.stringify(resting.state),
      population: JSON.stringify(resting.population),
      environment: JSON.stringify(resting.environment),
      lease_host: null,
      ...(state.state === 'CONNECTED' && { unheard_since: now }),
    })
    .where('id', '=', id)
    .execute();
}
