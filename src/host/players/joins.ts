/** Joins of two ids to one person, and what everybody has to know of it. */
import { sql } from 'kysely';
import { z } from 'zod';
import { personsOf as personsBy, type Standing } from '../../domain/players/persons.ts';
import { hexId } from '../../protocol/fields.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { notify } from '../realtime/log.ts';
import type { Database, Trx } from '../store/database.ts';
import type { JoinKind } from '../store/tables/servers.ts';
import { PERSONS_LOCK } from '../identity/persons.ts';

/**
 * The job that tells rows about an id again, as about who it is now, and its payload: whatever is many rows must not be
 * told while all that servers say waits.
 */
export const TELL_PERSONS = 'tell-persons';
export const changedPersons = z.array(z.object({ id: hexId, was: hexId, is: hexId }));
type ChangedPerson = z.infer<typeof changedPersons>[number];

/** Two ids, and what says that they are one person. */
export interface Joining {
  readonly one: string;
  readonly other: string;
  readonly kind: Exclude<JoinKind, 'older'>;
  /** The account that joins them; null: the operator at the terminal. */
  readonly by?: string | null;
}

/**
 * What became of a join: 'held', it was there; 'undone', somebody undid what games say; 'accounts', they are two
 * accounts, which are never one person.
 */
export type Joined = 'joined' | 'held' | 'undone' | 'accounts';

/** Persons are changed by nobody else until the transaction ends, and whoever tells who somebody is waits. */
export async function lockPersons(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${PERSONS_LOCK})`.execute(trx);
}

/** Joins two ids. */
export async function joinPersons(
  trx: Trx,
  { one, other, kind, by }: Joining,
  now: number,
): Promise<Joined> {
  await lockPersons(trx);
  const before = await heldJoin(trx, { one, other, kind });
  if (before !== null) return before;
  const { rows } = await sql<{ accounts: number }>`
    select count(*)::int as accounts from accounts where id in (
      select coalesce((select person from persons where id = ids.id), ids.id)
      from (values (${one}::char(24)), (${other}::char(24))) as ids(id)
    )
  `.execute(trx);
  if ((rows[0]?.accounts ?? 0) > 1) return 'accounts';
  await trx
    .insertInto('person_joins')
    .values({ one, other, kind, since: now, by: by ?? null, undone_at: null, undone_by: null })
    .execute();
  await renewPersons(trx, [one, other], now);
  return 'joined';
}

/** What is known of this join already; null: nothing. What somebody undid holds against games alone. */
async function heldJoin(trx: Trx, { one, other, kind }: Joining): Promise<Joined | null> {
  const { rows } = await sql<{ undone: boolean }>`
    select undone_at is not null as undone from person_joins
    where kind = ${kind} and (one, other) in ((${one}, ${other}), (${other}, ${one}))
      and (undone_at is null or kind = 'game')
    order by undone_at is not null limit 1
  `.execute(trx);
  const [held] = rows;
  if (held === undefined) return null;
  return held.undone ? 'undone' : 'held';
}

/** Undoes a join that holds: everything is as it would be without it. Answers whether it held. */
export async function undoJoin(
  trx: Trx,
  id: number,
  now: number,
  by: string | null,
): Promise<boolean> {
  await lockPersons(trx);
  const undone = await trx
    .updateTable('person_joins')
    .set({ undone_at: now, undone_by: by })
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .where('kind', '<>', 'older')
    .returning(['one', 'other'])
    .executeTakeFirst();
  if (undone === undefined) return false;
  await renewPersons(trx, [undone.one, undone.other], now);
  return true;
}

/** Joins whom hosts of an older version have made one since the last look: they rewrite rows, and know no joins. */
export async function joinOlder(db: Database, now: number): Promise<void> {
  const left = sql<{ one: string; other: string }>`
    select survivor as one, muster_id as other from player_aliases a
    where not exists (
      select from person_joins where other = a.muster_id and kind = 'older'
    )
    order by id
  `;
  if ((await left.execute(db)).rows.length === 0) return;
  await db.transaction().execute(async (trx) => {
    await lockPersons(trx);
    const { rows } = await left.execute(trx);
    for (const { one, other } of rows) {
      const said = { since: null, by: null, undone_at: null, undone_by: null };
      await trx
        .insertInto('person_joins')
        .values({ one, other, kind: 'older', ...said })
        .execute();
      await renewPersons(trx, [one, other], now);
    }
  });
}

/** Forgets that these ids, all of one person, were anybody's. */
export async function forgetJoins(trx: Trx, ids: readonly string[], now: number): Promise<void> {
  await lockPersons(trx);
  const { rows } = await sql<{ one: string; other: string }>`
    delete from person_joins where one = any(${ids}::bpchar[]) or other = any(${ids}::bpchar[])
    returning one, other
  `.execute(trx);
  await sql`delete from persons where id = any(${ids}::bpchar[])`.execute(trx);
  const gone = new Set(ids);
  const left = rows.flatMap(({ one, other }) => [one, other]).filter((id) => !gone.has(id));
  if (left.length > 0) await renewPersons(trx, left, now);
}

/** Works out anew who these ids and all that is or was joined to them are. The lock is held alone. */
async function renewPersons(trx: Trx, ids: readonly string[], now: number): Promise<void> {
  const { rows: members } = await sql<Standing & { id: string; was: string }>`
    with recursive reached(id) as (
      select unnest(${ids}::bpchar[])::char(24)
      union
      select p.id from persons p
      where p.person in (select person from persons where id = any(${ids}::bpchar[]))
      union
      select next.id from reached r cross join lateral (
        select other as id from person_joins where one = r.id and undone_at is null
        union all
        select one from person_joins where other = r.id and undone_at is null
      ) as next
    )
    select r.id, coalesce(s.person, r.id) as was, p.first_seen as "firstSeen",
      exists (select from accounts a where a.id = r.id) as account
    from reached r
      left join persons s on s.id = r.id
      left join players p on p.muster_id = r.id
  `.execute(trx);
  const all = members.map(({ id }) => id);
  const { rows: joins } = await sql<{ one: string; other: string }>`
    select one, other from person_joins where undone_at is null and one = any(${all}::bpchar[])
  `.execute(trx);
  const standing = new Map(members.map((member) => [member.id, member]));
  const nobody = { account: false, firstSeen: null };
  const persons = personsBy(joins, (id) => standing.get(id) ?? nobody);
  const next = members.map(({ id, was }) => ({ id, was, is: persons.get(id) ?? id }));
  await write(trx, next);
  const changed = next.filter(({ was, is }) => was !== is);
  if (changed.length > 0) await tell(trx, changed, now);
}

async function write(trx: Trx, persons: readonly ChangedPerson[]): Promise<void> {
  await sql`
    insert into persons as p (id, person)
    select * from unnest(
      ${persons.map(({ id }) => id)}::bpchar[], ${persons.map(({ is }) => is)}::bpchar[]
    ) as n(id, person)
    on conflict (id) do update set person = excluded.person, changed = nextval('persons_changed')
    where p.person <> excluded.person
  `.execute(trx);
}

async function tell(trx: Trx, changed: readonly ChangedPerson[], now: number): Promise<void> {
  const { rows } = await sql<{ count: string }>`
    select max(changed) as count from persons where id = any(${changed.map(({ id }) => id)}::bpchar[])
  `.execute(trx);
  const key = String(rows[0]?.count);
  await enqueue(trx, { kind: TELL_PERSONS, key, payload: changed, runAt: now });
  await notify(trx, { kind: 'players-merged' });
}
