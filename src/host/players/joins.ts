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
export async function joinPersons(trx: Trx, joining: Joining, now: number): Promise<Joined> {
  const [joined = 'held'] = await joinAll(trx, [joining], now);
  return joined;
}

/** Joins ids: what becomes of each is as if they came one after the other. */
export async function joinAll(
  trx: Trx,
  joinings: readonly Joining[],
  now: number,
): Promise<readonly Joined[]> {
  if (joinings.length === 0) return [];
  await lockPersons(trx);
  const held = await heldJoins(trx, joinings);
  const persons = await Persons.read(
    trx,
    joinings.flatMap(({ one, other }) => [one, other]),
  );
  const became = joinings.map((joining): Joined => {
    const before = held.get(keyOf(joining));
    if (before !== undefined) return before;
    const joined = persons.join(joining);
    if (joined === 'joined') held.set(keyOf(joining), 'held');
    return joined;
  });
  const due = joinings.filter((_, at) => became[at] === 'joined');
  if (due.length === 0) return became;
  await sql`
    insert into person_joins (one, other, kind, since, by)
    select one, other, kind, ${now}, by from unnest(
      ${due.map(({ one }) => one)}::bpchar[], ${due.map(({ other }) => other)}::bpchar[],
      ${due.map(({ kind }) => kind)}::text[], ${due.map(({ by }) => by ?? null)}::bpchar[]
    ) as j(one, other, kind, by)
  `.execute(trx);
  await renewPersons(
    trx,
    due.flatMap(({ one, other }) => [one, other]),
    now,
  );
  return became;
}

/** How a join is named in maps: whichever of the two comes first. */
function keyOf({ one, other, kind }: Pick<Joining, 'one' | 'other' | 'kind'>): string {
  return [kind, ...[one, other].toSorted()].join(' ');
}

/** What is known of these joins already. What somebody undid holds against games alone. */
async function heldJoins(trx: Trx, joinings: readonly Joining[]): Promise<Map<string, Joined>> {
  const { rows } = await sql<Pick<Joining, 'one' | 'other' | 'kind'> & { undone: boolean }>`
    select p.one, p.other, p.kind, p.undone_at is not null as undone
    from unnest(
      ${joinings.map(({ one }) => one)}::bpchar[], ${joinings.map(({ other }) => other)}::bpchar[],
      ${joinings.map(({ kind }) => kind)}::text[]
    ) as j(one, other, kind)
      join person_joins p on p.kind = j.kind
        and ((p.one = j.one and p.other = j.other) or (p.one = j.other and p.other = j.one))
    where p.undone_at is null or p.kind = 'game'
    order by p.undone_at is null
  `.execute(trx);
  return new Map(rows.map((row) => [keyOf(row), row.undone ? 'undone' : 'held']));
}

/** Who ids are while joins are added. */
class Persons {
  readonly #personOf: Map<string, string>;
  /** Persons that have an account. */
  readonly #accounts: ReadonlySet<string>;

  private constructor(personOf: Map<string, string>, accounts: ReadonlySet<string>) {
    this.#personOf = personOf;
    this.#accounts = accounts;
  }

  static async read(trx: Trx, ids: readonly string[]): Promise<Persons> {
    const { rows } = await sql<{ id: string; person: string; account: boolean }>`
      select i.id, coalesce(p.person, i.id) as person, a.id is not null as account
      from unnest(${[...new Set(ids)]}::bpchar[]) as i(id)
        left join persons p on p.id = i.id
        left join accounts a on a.id = coalesce(p.person, i.id)
    `.execute(trx);
    const accounts = rows.filter(({ account }) => account).map(({ person }) => person);
    return new Persons(new Map(rows.map(({ id, person }) => [id, person])), new Set(accounts));
  }

  /** A game that shows once more who is one person already says nothing new. */
  join({ one, other, kind }: Joining): Exclude<Joined, 'undone'> {
    const [a = one, b = other] = [this.#personOf.get(one), this.#personOf.get(other)];
    if (a === b) return kind === 'game' ? 'held' : 'joined';
    const [into, from] = this.#accounts.has(b) ? [b, a] : [a, b];
    if (this.#accounts.has(from)) return 'accounts';
    for (const [id, person] of this.#personOf) if (person === from) this.#personOf.set(id, into);
    return 'joined';
  }
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
    await sql`
      insert into person_joins (one, other, kind)
      select one, other, 'older' from unnest(
        ${rows.map(({ one }) => one)}::bpchar[], ${rows.map(({ other }) => other)}::bpchar[]
      ) as j(one, other)
    `.execute(trx);
    await renewPersons(
      trx,
      rows.flatMap(({ one, other }) => [one, other]),
      now,
    );
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
  await notify(trx, { kind: 'persons-changed' });
}
