/** Asks the decision of people who are on a server. Bans are found by their keys, whichever lists the server obeys. */
import { sql } from 'kysely';
import type { Ban, ObeyedList } from '../../domain/bans/applies.ts';
import { keysOfPerson, type Identity, type Person } from '../../domain/bans/keys.ts';
import { asksSteam } from '../../domain/doors/steam.ts';
import { decideAll, type Guest } from '../../domain/doors/decide-all.ts';
import type { Decision } from '../../domain/doors/decide.ts';
import type { Door } from '../../domain/doors/rule.ts';
import type { BucketType } from '../../protocol/buckets/limits.ts';
import type { Modules } from '../../protocol/modules/fields.ts';
import { identitiesOf } from '../bans/who.ts';
import { steamFacts } from './steam-facts.ts';
import { atOneMoment, type Database, type Trx } from '../store/database.ts';
import type { Asked, Present } from './asked.ts';

/** Somebody of whom nothing is known but what the game told. */
export const UNREAD = {
  here: true,
  country: null,
  network: null,
  named: [],
  said: [],
  pings: [],
  warnedOfPing: null,
} satisfies Partial<Asked>;

/** Who somebody is where nothing asks for it. */
const NOBODY: Person = { ids: [], identities: [], addresses: [] };

/** What a server asks of them, but for what tables have. */
interface AskedDoor extends Omit<Door, 'lists' | 'whitelists'> {
  /** As `decideAll` takes them. */
  readonly slots: number | null;
  /** A bucket that is asked as if the server used it. */
  readonly bucket?: string | undefined;
}

/** What becomes of each, in their order. */
export async function askDecisions(
  db: Database,
  serverId: string,
  asked: readonly Asked[],
  door: AskedDoor,
  now: number,
): Promise<readonly Decision[]> {
  const { guests, full, slots } = await guestsOf(db, serverId, asked, door, now);
  return decideAll(guests, full, slots, now);
}

/** Everything that the decision is asked with; without `asksBans` as if the server obeyed no list. */
export function guestsOf(
  db: Database,
  serverId: string,
  asked: readonly Asked[],
  { slots, bucket, ...door }: AskedDoor,
  now: number,
  asksBans = true,
): Promise<{
  readonly guests: readonly Guest[];
  readonly full: Door;
  readonly slots: number | null;
}> {
  return atOneMoment(db, async (trx) => {
    const lists = asksBans ? await obeyed(trx, serverId) : [];
    const types = bucketsAsked(door.modules, slots);
    const buckets = types.length === 0 ? [] : await bucketsOf(trx, serverId, types, bucket);
    const present = asked.map((one) => one.present);
    const asks = lists.length + buckets.length > 0;
    const people = asks ? await peopleOf(trx, present) : present.map(() => NOBODY);
    const keysOf = people.map(keysOfPerson);
    const keys = [...new Set(keysOf.flat())];
    const bans = await bansBy(trx, lists, keys);
    const listed = await listedBy(trx, buckets, keys, now);
    const steam = await steamFacts(trx, asksSteam(door.modules.steam) ? asked : []);
    const isIn = (type: AskedBucket, at: number) =>
      keysOf[at]?.some((key) => listed.has(`${type} ${key}`)) ?? false;
    const full = {
      ...door,
      lists: lists.map((list) => ({ ...list, bans: bans.get(list.id) ?? [] })),
      whitelists: buckets.filter(({ type }) => type === 'WHITELIST').length,
    };
    const guests = asked.map(({ present: _, ...visitor }, at) => {
      const person = people[at] ?? NOBODY;
      const known = person.identities.length > 0;
      const [whitelisted, reserved] = [isIn('WHITELIST', at), isIn('RESERVED_SLOT', at)];
      const facts = steam.get(visitor.id) ?? null;
      return { ...visitor, person, known, whitelisted, reserved, steam: facts };
    });
    // Without a bucket of them nobody could hold one.
    const kept = buckets.some(({ type }) => type === 'RESERVED_SLOT') ? slots : null;
    return { guests, full, slots: kept };
  });
}

type AskedBucket = Extract<BucketType, 'WHITELIST' | 'RESERVED_SLOT'>;

/** The buckets that anything depends on. */
function bucketsAsked({ whitelist, ping, vpn }: Modules, slots: number | null): AskedBucket[] {
  const asksWhitelist =
    (whitelist.active && !whitelist.paused) ||
    (ping.active && ping.protect_whitelist) ||
    (vpn.active && vpn.protect_whitelist);
  return [
    ...(asksWhitelist ? (['WHITELIST'] as const) : []),
    ...(slots === null ? [] : (['RESERVED_SLOT'] as const)),
  ];
}

interface UsedBucket {
  readonly id: string;
  readonly type: AskedBucket;
}

/** The buckets of these types that a server uses, and one that it is to use. */
async function bucketsOf(
  trx: Trx,
  serverId: string,
  types: readonly AskedBucket[],
  also: string | null = null,
): Promise<readonly UsedBucket[]> {
  const { rows } = await sql<UsedBucket>`
    select b.id, b.type from bucket_servers s join buckets b on b.id = s.bucket_id
    where s.server_id = ${serverId} and b.type = any(${types}::text[])
    union
    select id, type from buckets where id = ${also}::bpchar and type = any(${types}::text[])
  `.execute(trx);
  return rows;
}

/** Which of these keys an entry of these buckets has that is not over, each after the type of its bucket. */
async function listedBy(
  trx: Trx,
  buckets: readonly UsedBucket[],
  keys: readonly string[],
  now: number,
): Promise<ReadonlySet<string>> {
  if (buckets.length === 0) return new Set();
  const { rows } = await sql<{ bucket: string; key: string }>`
    select k.bucket_id as bucket, k.key
    from bucket_keys k join paged_bucket_entries e on e.id = k.entry_id
    where k.key = any(${keys}::text[])
      and k.bucket_id = any(${buckets.map(({ id }) => id)}::bpchar[])
      and coalesce((e.data->>'until')::bigint > ${now}::bigint, true)
  `.execute(trx);
  const typeOf = new Map(buckets.map(({ id, type }) => [id, type]));
  return new Set(rows.map(({ bucket, key }) => `${typeOf.get(bucket) ?? ''} ${key}`));
}

type List = Omit<ObeyedList, 'bans'>;

/** The lists that a server obeys, and those that they follow: one that is obeyed itself is meant as that. */
async function obeyed(trx: Trx, serverId: string): Promise<readonly List[]> {
  const { rows } = await sql<List>`
    select distinct on (id) id, identifier, "primary", public, through from (
      select b.id, b.identifier, o.is_primary as "primary", b.is_public as public,
        null::json as through, b.id as way
      from ban_list_servers o join ban_lists b on b.id = o.banlist_id
      where o.server_id = ${serverId} and b.deleting is null
      union all
      select f.id, f.identifier, false, f.is_public,
        json_build_object('id', b.id, 'identifier', b.identifier), b.id
      from ban_list_servers o join ban_lists b on b.id = o.banlist_id
      join ban_list_follows w on w.banlist_id = b.id join ban_lists f on f.id = w.followed_id
      where o.server_id = ${serverId} and b.deleting is null and f.deleting is null
        and f.allow_followers
    ) l
    order by id, through is not null, way
  `.execute(trx);
  return rows;
}

/** A list and those that it follows: what a server would obey by it. */
export async function withFollowed(trx: Trx, listId: string): Promise<readonly List[]> {
  const { rows } = await sql<List>`
    select id, identifier, false as "primary", is_public as public, null::json as through
    from ban_lists
    where id = ${listId} and deleting is null
    union all
    select f.id, f.identifier, false, f.is_public,
      json_build_object('id', b.id, 'identifier', b.identifier)
    from ban_list_follows w join ban_lists b on b.id = w.banlist_id
    join ban_lists f on f.id = w.followed_id
    where b.id = ${listId} and b.deleting is null and f.deleting is null and f.allow_followers
  `.execute(trx);
  return rows;
}

/** The servers that obey a list, themselves or through one that follows it. */
export async function serversObeying(db: Database, listId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select server_id as id from ban_list_servers where banlist_id = ${listId}
    union
    select o.server_id from ban_list_follows w
    join ban_list_servers o on o.banlist_id = w.banlist_id
    where w.followed_id = ${listId}
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** With all that is known of who they are, on whichever server it was seen. */
export async function peopleOf(trx: Trx, present: readonly Present[]): Promise<readonly Person[]> {
  const asked = [...new Set(present.flatMap(({ muster_id }) => muster_id ?? []))];
  const { rows: ids } = await sql<{ asked: string; id: string }>`
    select a.id as asked, x.id from unnest(${asked}::bpchar[]) as a (id)
    left join persons p on p.id = a.id
    cross join lateral (
      select a.id union select p.person where p.person is not null
      union select o.id from persons o where o.person = p.person
    ) as x (id)
  `.execute(trx);
  const { rows: known } = await sql<Identity & { id: string }>`
    select muster_id as id, kind, value from player_identities
    where muster_id = any(${ids.map(({ id }) => id)}::bpchar[])
  `.execute(trx);
  return present.map((one) => {
    const own = ids.filter((row) => row.asked === one.muster_id).map(({ id }) => id);
    return {
      ids: own,
      identities: [...identitiesOf(one), ...known.filter(({ id }) => own.includes(id))],
      addresses: one.ip === null ? [] : [one.ip],
    };
  });
}

/** The bans in force that any of these keys finds, by their lists. */
export async function bansBy(
  trx: Trx,
  lists: readonly List[],
  keys: readonly string[],
): Promise<ReadonlyMap<string, readonly Ban[]>> {
  const { rows } = await sql<Ban & { banlist: string }>`
    select k.banlist_id as banlist, k.ban_id as id, 'ACTIVE' as status,
      (b.data->>'until')::bigint as until, b.data->>'reason' as reason,
      b.key_created_at as created_at, array_agg(k.key) as keys
    from ban_keys k join paged_bans b on b.id = k.ban_id
    where k.key = any(${keys}::text[]) and b.key_status = 'active'
      and k.banlist_id = any(${lists.map(({ id }) => id)}::bpchar[])
    group by k.banlist_id, k.ban_id, b.id
  `.execute(trx);
  const found = new Map<string, Ban[]>();
  for (const { banlist, ...ban } of rows) {
    found.set(banlist, [...(found.get(banlist) ?? []), ban]);
  }
  return found;
}
