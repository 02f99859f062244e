/** Staff are let act on something as its owner, and no longer: by whoever let them, or by itself. */
import { sql, type SqlBool } from 'kysely';
import type { Told } from '../../domain/audit/row.ts';
import { tellBucketsOf } from '../buckets/own.ts';
import type { Change } from '../change/change.ts';
import type { ToldRows } from '../change/told-rows.ts';
import { groupResource, serverResource } from '../access/grants.ts';
import { newId } from '../store/ids.ts';
import { databaseNow } from '../store/now.ts';
import type { Trx } from '../store/database.ts';
import type { GroupKind } from '../../protocol/groups/limits.ts';
import type { SupportedKind } from '../../protocol/support/limits.ts';
import {
  ORGANIZATION_SUPPORT_ROWS,
  SERVER_SUPPORT_ROWS,
  supportRowId,
  TEAM_SUPPORT_ROWS,
} from './rows.ts';

/** What staff are let act on. */
export type Supported = Group | { readonly kind: 'server'; readonly id: string };
interface Group {
  readonly kind: GroupKind;
  readonly id: string;
  readonly identifier: string;
}

/** Tells an account how it sees a group now. */
export type TellSeen = (made: Change, group: Group, accountId: string) => void;

/** For how long staff may act, and whether it may cost. */
export interface Authorization {
  readonly minutes: number;
  readonly costs: boolean;
}

export function resourceOf({ kind, id }: Supported): string {
  return kind === 'server' ? serverResource(id) : groupResource(id);
}

/**
 * Lets staff act from now on, in place of whatever they were let before. When that ends is counted by the database's
 * clock, by which it is asked.
 */
export async function authorize(
  made: Change,
  tellSeen: TellSeen,
  supported: Supported,
  by: string,
  { minutes, costs }: Authorization,
): Promise<() => number> {
  const { trx, now } = made;
  const resource = resourceOf(supported);
  const id = newId(now);
  const before = await remove(trx, resource);
  const { until } = await trx
    .insertInto('support_authorizations')
    .values({
      id,
      resource,
      given_by: by,
      since: now,
      until: sql<number>`${databaseNow} + ${minutes * 60_000}::bigint`,
      costs,
    })
    .returning('until')
    .executeTakeFirstOrThrow();
  const detail = { authorization: id, until, costs };
  made.audit({ resource, action: 'support.give', detail, told: toldOf(supported) });
  return tellAuthorized(made, tellSeen, supported, before === null ? [id] : [before, id]);
}

/** Staff may act no longer. `by` null: its time is over. What they may not is not missed. */
export async function endAuthorization(
  made: Change,
  tellSeen: TellSeen,
  supported: Supported,
  by: string | null,
): Promise<() => number> {
  const resource = resourceOf(supported);
  const id = await remove(made.trx, resource);
  if (id === null) return tellAuthorized(made, tellSeen, supported, []);
  const action = by === null ? 'support.ended' : 'support.end';
  const detail = { authorization: id };
  made.audit({ actor: by, resource, action, detail, told: toldOf(supported) });
  return tellAuthorized(made, tellSeen, supported, [id]);
}

/**
 * Something begins or ends to stand under a group: what staff are let do for that reaches it from now on, or no longer.
 * `ids`: of the groups that it stands under by either.
 */
export async function tellSupportOver(
  made: Change,
  supported: Supported,
  ids: readonly (string | null | undefined)[],
): Promise<void> {
  const over = await made.trx
    .selectFrom('support_authorizations')
    .select('id')
    .where(
      'resource',
      'in',
      ids.map((id) => groupResource(id ?? '')),
    )
    .execute();
  if (over.length === 0) return;
  const { teams, servers } = await belongingTo(made.trx, supported);
  for (const each of [supported, ...servers, ...teams]) {
    tellRows(
      made,
      each,
      over.map(({ id }) => id),
    );
  }
  const staff = await staffOf(made.trx);
  await tellBucketsOf(made, staff, reachOf([supported, ...servers, ...teams]));
  for (const account of staff) {
    made.changeGrants(account);
    made.tellAccount(account, 'permissions');
  }
}

/** The servers and groups among these. */
function reachOf(all: readonly Supported[]) {
  const idsOf = (isServer: boolean) =>
    all.filter(({ kind }) => (kind === 'server') === isServer).map(({ id }) => id);
  return { servers: idsOf(true), groups: idsOf(false) };
}

/** Of which group it is, for whoever reads the audit of accounts. */
function toldOf(supported: Supported): Told {
  if (supported.kind === 'server') return {};
  const { id, kind, identifier } = supported;
  return { group: { id, kind, identifier } };
}

async function remove(trx: Trx, resource: string): Promise<string | null> {
  const row = await trx
    .deleteFrom('support_authorizations')
    .where('resource', '=', resource)
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * Tells everybody who may know it that these begin or have ended: what staff may do is another now, and every host looks
 * when the next one ends. What is answered gives where the stream of what it was given for tells it.
 */
async function tellAuthorized(
  made: Change,
  tellSeen: TellSeen,
  supported: Supported,
  ids: readonly string[],
): Promise<() => number> {
  if (ids.length === 0) return tellRows(made, supported, []);
  const { teams, servers } = await belongingTo(made.trx, supported);
  for (const each of [...teams, ...servers]) tellRows(made, each, ids);
  const staff = await staffOf(made.trx);
  await tellBucketsOf(made, staff, reachOf([supported, ...servers, ...teams]));
  for (const account of staff) {
    made.changeGrants(account);
    made.tellAccount(account, 'permissions');
    if (supported.kind !== 'server') tellSeen(made, supported, account);
    for (const team of teams) tellSeen(made, team, account);
  }
  made.notify({ kind: 'support-changed' });
  return tellRows(made, supported, ids);
}

const ROWS = {
  server: SERVER_SUPPORT_ROWS,
  team: TEAM_SUPPORT_ROWS,
  organization: ORGANIZATION_SUPPORT_ROWS,
} as const satisfies Readonly<Record<SupportedKind, ToldRows>>;

function tellRows(made: Change, { kind, id }: Supported, ids: readonly string[]): () => number {
  return made.tellRows(
    ROWS[kind],
    id,
    ids.map((one) => supportRowId(id, one)),
  );
}

/** What belongs to a group: the teams of an organization, and the servers of either. To a server nothing. */
async function belongingTo(trx: Trx, { kind, id }: Supported) {
  if (kind === 'server') return { teams: [], servers: [] };
  const teams = await trx
    .selectFrom('groups')
    .select(['id', 'kind', 'identifier'])
    .where('organization_id', '=', id)
    .execute();
  const servers = await trx
    .selectFrom('servers')
    .select('id')
    .where('owner', 'in', [id, ...teams.map((team) => team.id)])
    .execute();
  return { teams, servers: servers.map((server) => ({ ...server, kind: 'server' as const })) };
}

/** The accounts of staff. */
async function staffOf(trx: Trx): Promise<readonly string[]> {
  const rows = await trx.selectFrom('accounts').select('id').where(IS_STAFF).execute();
  return rows.map(({ id }) => id);
}

/** Whether one of `accounts` is of staff. */
export const IS_STAFF = sql<SqlBool>`'staff' = any(titles)`;
