/** A ban as somebody reads it, and the bans of a person. */
import { sql } from 'kysely';
import { inForce } from '../../domain/bans/applies.ts';
import { keysOfPerson, kindOfKey } from '../../domain/bans/keys.ts';
import { mayEdit, mayRemove, neededToAdd } from '../../domain/bans/rules.ts';
import type { BanRow } from '../../domain/bans/row.ts';
import { BAN_STATUS } from '../../protocol/enumerations.ts';
import { BAN_LIMIT } from '../../protocol/bans/limits.ts';
import { PAGED } from '../../protocol/resources/registry.ts';
import { PAGED_ROW } from '../../protocol/resources/schemas.ts';
import { banListResource } from '../access/grants.ts';
import { noSuch } from '../calls/host-error.ts';
import type { Handler } from '../calls/handler.ts';
import { showPersons } from '../identity/show-persons.ts';
import { findPerson, seenPerson, type SeenPerson } from '../players/seen-person.ts';
import { atOneMoment, type Trx } from '../store/database.ts';
import { evidenceOfBan } from './evidence.ts';
import { identitiesSeen } from './known.ts';
import { heldOn } from './list.ts';
import { addressesOf, findsAnybody, readBan } from './store.ts';

/** `GET banlist/:id/bans/:ban`. */
export const banRead: Handler<'banRead'> = ({ params }, { db, account, now }) =>
  atOneMoment(db, async (trx) => {
    const { banlist_id, ban_id } = params;
    const stored = await readBan(trx, banlist_id, ban_id);
    if (stored === null) throw noSuch('ban');
    const held = await heldOn(trx, banlist_id, account.id);
    const personal =
      stored.issuer_id === account.id || (await seesPersonal(trx, banlist_id, account.id));
    const [ban = stored] = await shown(trx, [stored]);
    const { person_id } = ban;
    const person = person_id === null ? null : await findPerson(trx, account.id, person_id);
    const others = await bansFound(trx, account.id, await foundBy(trx, ban_id, person), now);
    return {
      ban,
      profile: person !== null,
      addresses: personal ? [...(await addressesOf(trx, ban_id))] : null,
      evidence: await evidenceOfBan(trx, ban_id),
      also: others.found.flatMap(({ in_force, ...one }) =>
        in_force && one.ban.id !== ban_id ? [one] : [],
      ),
      may: {
        edit: mayEdit(held, stored, stored.until, account.id),
        remove: mayRemove(held, stored, account.id),
        enforce: held.includes(neededToAdd(stored.until)) && (await findsAnybody(trx, ban_id)),
      },
    };
  });

/** `GET banlist/:id/counts`. */
export const banCounts: Handler<'banCounts'> = async ({ params }, { db }) => {
  const { rows } = await sql<{ status: string; count: number }>`
    select key_status as status, count(*)::int as count from paged_bans
    where owner_id = ${params.banlist_id} group by key_status
  `.execute(db);
  const counted = new Map(rows.map(({ status, count }) => [status.toUpperCase(), count]));
  const counts = BAN_STATUS.map((status) => [status, counted.get(status) ?? 0] as const);
  return Object.fromEntries(counts) as Record<(typeof BAN_STATUS)[number], number>;
};

/**
 * Whether an account may see addresses of players on a server that obeys the list and is of those whose list it is:
 * whoever may change the list could put a server of their own under it.
 */
export async function seesPersonal(trx: Trx, listId: string, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from ban_lists l left join groups lg on lg.id = l.owner
    join ban_list_servers o on o.banlist_id = l.id
    join servers s on s.id = o.server_id left join groups sg on sg.id = s.owner
    join rights r on r.resource = 'server/' || s.id
    where l.id = ${listId} and r.subject = ${accountId} and r.permission = 'server.view.personal'
      and not s.restricted
      and (sg.organization_id = l.owner or coalesce(sg.owner, s.owner) = coalesce(lg.owner, l.owner))
    limit 1
  `.execute(trx);
  return rows.length > 0;
}

/**
 * `GET players/:id/bans`: by any id of theirs, any identity that the account sees, and those that say themselves whom they are
 * about. Addresses are not theirs alone.
 */
export const personBans: Handler<'personBans'> = ({ params }, { db, account, now }) =>
  atOneMoment(db, async (trx) => {
    const person = await seenPerson(trx, account.id, params.muster_id);
    const by = { ids: person.ids, keys: await keysSeen(trx, person) };
    const { found, total } = await bansFound(trx, account.id, by, now);
    return { bans: found, more: total - found.length };
  });

/** By what bans are about the same person. */
interface FoundBy {
  readonly ids: readonly string[];
  readonly keys: readonly string[];
  /** Bans that are known to be. */
  readonly bans?: readonly string[];
}

/** By what bans find somebody, of what an account sees that games know them by. */
export async function keysSeen(trx: Trx, person: SeenPerson): Promise<readonly string[]> {
  const identities = await identitiesSeen(trx, person);
  return keysOfPerson({ ids: person.ids, identities, addresses: [] });
}

/** What a ban itself finds somebody by, and who that is as far as the account may know of them. */
async function foundBy(trx: Trx, banId: string, person: SeenPerson | null): Promise<FoundBy> {
  const { rows } = await sql<{ key: string }>`
    select key from ban_keys where ban_id = ${banId}
  `.execute(trx);
  const own = rows.map(({ key }) => key).filter((key) => kindOfKey(key) !== 'address');
  if (person === null) return { ids: [], keys: own };
  return { ids: person.ids, keys: [...own, ...(await keysSeen(trx, person))] };
}

/** Bans on the lists that an account may read: those in force come first, then the newest. */
export async function bansFound(
  trx: Trx,
  accountId: string,
  { ids, keys, bans: known = [] }: FoundBy,
  now: number,
) {
  const { rows } = await sql<{ data: unknown; banlist: string; total: number }>`
    select b.data, l.identifier as banlist, (count(*) over ())::int as total
    from paged_bans b join ban_lists l on l.id = b.owner_id
    where (
        b.id in (select ban_id from ban_keys where key = any(${keys}::text[]))
        or b.key_person_id = any(${ids}::text[])
        or b.id = any(${known}::text[])
      )
      and exists (
        select from rights r where r.subject = ${accountId} and r.permission = 'banlist.list'
          and r.resource = ${banListResource('')} || l.id
      )
    order by (b.key_status = 'active'
      and coalesce((b.data->>'until')::bigint > ${now}::bigint, true)) desc,
      b.key_created_at desc, b.id
    limit ${BAN_LIMIT.ofPerson}
  `.execute(trx);
  const bans = await shown(
    trx,
    rows.map(({ data }) => PAGED_ROW.bans.parse(data)),
  );
  const found = bans.map((ban, at) => ({
    ban,
    banlist: rows[at]?.banlist ?? '',
    in_force: inForce(ban, now),
  }));
  return { found, total: rows[0]?.total ?? 0 };
}

async function shown(trx: Trx, bans: readonly BanRow[]): Promise<readonly BanRow[]> {
  return (await showPersons(trx, PAGED.bans, bans)).map(({ row }) => row);
}
