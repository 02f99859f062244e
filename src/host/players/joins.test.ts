/** What joins come to in the database is what the pure rule says, whatever is joined, undone and erased, in any order. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDeps, type TestDeps } from '../../../tests/support/host.ts';
import { personsOf } from '../../domain/players/persons.ts';
import { idsOf, personOf } from '../identity/persons.ts';
import type { Database } from '../store/database.ts';
import { erasePerson } from './erase.ts';
import { joinPersons, undoJoin, type Joined, type Joining } from './joins.ts';

const hex = (digit: string) => digit.repeat(24);
const ACCOUNTS = ['1', '2'].map(hex);
/** The first two were seen at one moment. */
const PLAYERS = ['a', 'b', 'c', 'd', 'e'].map(hex);
const FIRST_SEEN = [5, 5, 3, 7, 9];
const IDS = [...ACCOUNTS, ...PLAYERS];

let test: TestDeps;
let db: Database;
beforeAll(async () => {
  test = await createTestDeps();
  ({ db } = test.deps);
});
afterAll(() => test.close());

async function fresh(): Promise<void> {
  await sql`truncate players, person_joins, persons, statistic_totals, jobs, accounts cascade`.execute(
    db,
  );
  for (const [at, id] of ACCOUNTS.entries()) {
    await sql`
      insert into accounts (id, username, username_key, display_name, email, email_key, password_hash, status,
        plan, created_at)
      values (${id}, ${id}, ${id}, ${`Account ${at}`}, ${id}, ${id}, '', 1, 'free', 1)
    `.execute(db);
  }
  for (const [at, muster_id] of PLAYERS.entries()) {
    const first_seen = FIRST_SEEN[at] ?? 0;
    await db
      .insertInto('players')
      .values({ muster_id, name: 'Ann', first_seen, last_seen: 10 })
      .execute();
    await db
      .insertInto('statistic_totals')
      .values({ muster_id, server_id: hex('f'), kills: 2 ** at })
      .execute();
  }
}

type Step =
  | { readonly kind: 'join'; readonly join: Joining }
  | { readonly kind: 'undo'; readonly which: number }
  | { readonly kind: 'erase'; readonly id: string };
const id = fc.constantFrom(...IDS);
const join = fc.record({
  one: id,
  other: id,
  kind: fc.constantFrom('game', 'hand', 'link'),
} as const);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: join.map((one) => ({ kind: 'join', join: one }) as const) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('undo'), which: fc.nat(20) } as const) },
  { weight: 1, arbitrary: id.map((one) => ({ kind: 'erase', id: one }) as const) },
);

/** Joins as they would be held by nobody but the rule. */
class Model {
  joins: { readonly join: Joining; undone: boolean }[] = [];
  readonly erased = new Set<string>();

  get held(): readonly Joining[] {
    return this.joins.filter(({ undone }) => !undone).map((one) => one.join);
  }

  person(of: string): string {
    const standingOf = (one: string) => {
      const at = PLAYERS.indexOf(one);
      const firstSeen = at < 0 || this.erased.has(one) ? null : (FIRST_SEEN[at] ?? null);
      return { account: ACCOUNTS.includes(one), firstSeen };
    };
    return personsOf(this.held, standingOf).get(of) ?? of;
  }

  join(next: Joining): Joined {
    const { one, other, kind } = next;
    const same = this.joins.filter(
      ({ join: was }) =>
        was.kind === kind &&
        (was.one === one ? was.other === other : was.one === other && was.other === one),
    );
    if (same.some(({ undone }) => !undone)) return 'held';
    if (kind === 'game' && same.length > 0) return 'undone';
    const persons = new Set([this.person(one), this.person(other)]);
    if (kind === 'game' && persons.size === 1) return 'held';
    if ([...persons].filter((person) => ACCOUNTS.includes(person)).length > 1) return 'accounts';
    this.joins.push({ join: next, undone: false });
    return 'joined';
  }
}

/** Who each id is, and what that person did. */
async function shown(): Promise<readonly unknown[]> {
  return Promise.all(
    IDS.map(async (one) => {
      const { rows } = await sql<{ kills: number }>`
        select coalesce(sum(kills), 0)::int as kills from statistic_totals
        where muster_id = any(${await idsOf(db, one)}::bpchar[])
      `.execute(db);
      return [await personOf(db, one), rows[0]?.kills];
    }),
  );
}

function expected(model: Model): readonly unknown[] {
  return IDS.map((one) => {
    const person = model.person(one);
    const kills = PLAYERS.map((player, at) =>
      model.person(player) === person && !model.erased.has(player) ? 2 ** at : 0,
    );
    return [person, kills.reduce<number>((sum, each) => sum + each, 0)];
  });
}

const trx = <T>(work: Parameters<ReturnType<Database['transaction']>['execute']>[0]) =>
  db.transaction().execute(work) as Promise<T>;

it('persons and figures are those of the rule', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      await fresh();
      const model = new Model();
      for (const next of steps) {
        if (next.kind === 'join') {
          const { one, other } = next.join;
          if (one === other || model.erased.has(one) || model.erased.has(other)) continue;
          const became = await trx<Joined>((within) => joinPersons(within, next.join, 20));
          expect(became).toBe(model.join(next.join));
        } else if (next.kind === 'undo') {
          await undo(model, next.which);
        } else {
          await erase(model, next.id);
        }
        expect(await shown()).toEqual(expected(model));
      }
    }),
    { numRuns: 25 },
  );
});

async function undo(model: Model, which: number): Promise<void> {
  const joins = await db.selectFrom('person_joins').select('id').orderBy('id').execute();
  const at = which % Math.max(1, joins.length);
  const [row, known] = [joins[at], model.joins[at]];
  if (row === undefined || known === undefined) return;
  expect(await trx<boolean>((within) => undoJoin(within, row.id, 30, null))).toBe(!known.undone);
  known.undone = true;
}

/** An account stays, and is nobody's any more. */
async function erase(model: Model, one: string): Promise<void> {
  const person = model.person(one);
  const gone = IDS.filter((each) => model.person(each) === person);
  const { secrets, publish } = test.deps;
  await erasePerson({ db, secrets, publish, now: 40 }, one, () => undefined);
  for (const each of gone) if (PLAYERS.includes(each)) model.erased.add(each);
  model.joins = model.joins.filter(
    ({ join: was }) => !gone.includes(was.one) && !gone.includes(was.other),
  );
  const { rows: left } = await sql<{ text: string }>`
    select t::text as text from person_joins t union all select t::text from persons t
    union all select t::text from players t union all select t::text from statistic_totals t
  `.execute(db);
  for (const each of gone) {
    expect(left.filter(({ text }) => text.includes(each))).toEqual([]);
  }
}

it('a join that is undone leaves everything as it was before it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(join, { maxLength: 6 }), join, async (first, last) => {
      await fresh();
      for (const one of first.filter(({ one: a, other: b }) => a !== b)) {
        await trx((within) => joinPersons(within, one, 20));
      }
      if (last.one === last.other) return;
      const before = await shown();
      if ((await trx((within) => joinPersons(within, last, 21))) !== 'joined') return;
      const row = await db
        .selectFrom('person_joins')
        .select('id')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow();
      await trx((within) => undoJoin(within, row.id, 22, null));
      expect(await shown()).toEqual(before);
    }),
    { numRuns: 25 },
  );
});
