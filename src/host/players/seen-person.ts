/** Who somebody is to an account: what servers that it may not see know of them is not told. */
import { sql } from 'kysely';
import { profileOpens } from '../../domain/account/plan.ts';
import type { ServerPermission } from '../../protocol/permissions.ts';
import { banListResource, grantedServers } from '../access/grants.ts';
import { PLAN_COLUMNS, subscriberOf, type PlanRule } from '../access/plan.ts';
import { noSuch, HostError } from '../calls/host-error.ts';
import { idsOf, personOf } from '../identity/persons.ts';
import type { Trx } from '../store/database.ts';

export interface SeenPerson {
  /** Of ids that are one person, the one under which they are shown. */
  readonly muster_id: string;
  /** Every id that leads to them; not all of them are told. */
  readonly ids: readonly string[];
  /** Those that may be told: that one first. */
  readonly told: readonly string[];
  /** Where they were, of what the account may see, with what it may do there. */
  readonly servers: ReadonlyMap<string, readonly ServerPermission[]>;
}

/** Whether somebody with these permissions reads who came and went. */
export function readsStays(held: readonly ServerPermission[]): boolean {
  return held.includes('server.view.feed') || held.includes('server.view.filtered');
}

export function readsPersonal(held: readonly ServerPermission[]): boolean {
  return held.includes('server.view.personal');
}

/** The servers of these on which somebody may do something. */
export function serversWhere(
  servers: SeenPerson['servers'],
  may: (held: readonly ServerPermission[]) => boolean,
): readonly string[] {
  return [...servers].filter(([, held]) => may(held)).map(([id]) => id);
}

/** What an account may see of all servers. */
export async function openServers(trx: Trx, accountId: string): Promise<SeenPerson['servers']> {
  const granted = await grantedServers(trx, accountId);
  return new Map([...granted].filter(([, held]) => held.includes('server.view')));
}

/**
 * The person of an id, where the account may know of them: it may see a server where the id was, or where their person was
 * whom the id is; it may read a ban of it; or it is an account that is not private, or its own. Whoever may not is told what
 * nobody's id tells.
 */
export async function seenPerson(trx: Trx, accountId: string, asked: string): Promise<SeenPerson> {
  const person = await findPerson(trx, accountId, asked);
  if (person === null) throw noSuch('player');
  return person;
}

/** The same; null where the account may not know of them. */
export async function findPerson(
  trx: Trx,
  accountId: string,
  asked: string,
): Promise<SeenPerson | null> {
  const muster_id = await personOf(trx, asked);
  const ids = await idsOf(trx, muster_id);
  const open = await openServers(trx, accountId);
  const { rows } = await sql<{ server_id: string; muster_id: string }>`
    select distinct server_id, muster_id from play_sessions
    where muster_id = any(${ids}::bpchar[]) and server_id = any(${[...open.keys()]}::bpchar[])
  `.execute(trx);
  const listed = await inBans(trx, accountId, ids);
  const known = new Set([...rows.map((row) => row.muster_id), ...listed]);
  const isSeen = known.size > 0 && (asked === muster_id || known.has(asked));
  const isOwn = (await personOf(trx, accountId)) === muster_id;
  if (!isSeen && !isOwn && (asked !== muster_id || !(await isAccount(trx, asked)))) {
    return null;
  }
  const been = new Set(rows.map((row) => row.server_id));
  return {
    muster_id,
    ids,
    told: [...new Set([muster_id, ...[...known].toSorted()])],
    servers: new Map([...open].filter(([id]) => been.has(id))),
  };
}

/** Those of these ids of which the account may read a ban. */
async function inBans(
  trx: Trx,
  accountId: string,
  ids: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct b.key_person_id as id from paged_bans b
    where b.key_person_id = any(${ids}::text[]) and b.key_person_id <> ''
      and exists (
        select from rights r where r.subject = ${accountId} and r.permission = 'banlist.list'
          and r.resource = ${banListResource('')} || b.owner_id
      )
  `.execute(trx);
  return rows.map(({ id }) => id);
}

/** Whether an id is an account that everybody may find by it. */
async function isAccount(trx: Trx, id: string): Promise<boolean> {
  const found = await trx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', id)
    .where('private', '=', false)
    .execute();
  return found.length > 0;
}

/** What the plan of an account opens of a profile; all of it where plans do not bind. */
export async function opensOf(trx: Trx, accountId: string, rule: PlanRule, now: number) {
  if (!rule.plans) return profileOpens(null, now);
  const account = await trx
    .selectFrom('accounts')
    .select(PLAN_COLUMNS)
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return profileOpens(subscriberOf(account, rule, now), now);
}

/** Refuses what a plan does not open. */
export function refuseByPlan(opens: boolean): void {
  if (opens) return;
  throw new HostError('plan-needed', 'The plan of the account does not open this.');
}
