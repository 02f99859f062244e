import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDeps, type TestDeps } from '../../tests/support/host.ts';
import { afterOlderHosts } from './after-older-hosts.ts';
import { personOf } from './identity/persons.ts';
import { joinPersons, undoJoin } from './players/joins.ts';

let test: TestDeps;

beforeAll(async () => {
  test = await createTestDeps();
});
afterAll(() => test.close());

const [ann, bob, eve, zoe] = ['a', 'b', 'e', 'f'].map((digit) => digit.repeat(24)) as [
  string,
  string,
  string,
  string,
];

/** As a host of an older version makes two players one. */
async function becomeOlder(from: string, into: string): Promise<void> {
  const { db } = test.deps;
  await db
    .updateTable('player_aliases')
    .set({ survivor: into })
    .where('survivor', '=', from)
    .execute();
  await db.deleteFrom('players').where('muster_id', '=', from).execute();
  await db.insertInto('player_aliases').values({ muster_id: from, survivor: into }).execute();
}

it('joins whom older hosts made one, for good', async () => {
  const { db } = test.deps;
  const people = [ann, bob, eve, zoe].map((muster_id, at) => {
    return { name: 'Ann', first_seen: 9 - at, last_seen: 9, muster_id };
  });
  await db.insertInto('players').values(people).execute();
  const byHand = { one: ann, other: zoe, kind: 'hand' } as const;
  await db.transaction().execute((trx) => joinPersons(trx, byHand, 5));
  await becomeOlder(ann, bob);
  await afterOlderHosts(test.deps);
  await becomeOlder(bob, eve);
  await afterOlderHosts(test.deps);
  await afterOlderHosts(test.deps);
  for (const id of [ann, bob, eve, zoe]) expect(await personOf(db, id)).toBe(zoe);
  const joins = await db.selectFrom('person_joins').selectAll().orderBy('id').execute();
  expect(joins.map(({ kind }) => kind)).toEqual(['hand', 'older', 'older']);
  for (const { id } of joins) {
    await db.transaction().execute((trx) => undoJoin(trx, id, 6, null));
  }
  expect(await Promise.all([ann, bob, zoe].map((id) => personOf(db, id)))).toEqual([eve, eve, zoe]);
  expect(test.logged.join()).not.toContain('could not be done');
});
