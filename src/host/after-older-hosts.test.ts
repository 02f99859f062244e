import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDeps, type TestDeps } from '../../tests/support/host.ts';
import { afterOlderHosts } from './after-older-hosts.ts';
import { mergePlayers } from './players/merge.ts';

let test: TestDeps;

beforeAll(async () => {
  test = await createTestDeps();
});
afterAll(() => test.close());

const [ann, bob, eve] = ['a'.repeat(24), 'b'.repeat(24), 'e'.repeat(24)] as const;

const become = (from: string, into: string) =>
  test.deps.db.transaction().execute((trx) => mergePlayers(trx, [{ from, into }], 5));

/** Who became another one, and whether what is about them was looked for. */
async function looked(): Promise<readonly unknown[]> {
  const { db } = test.deps;
  const rows = await db.selectFrom('player_aliases').selectAll().orderBy('id').execute();
  return rows.map(({ muster_id, moved }) => [muster_id, moved]);
}

it('looks once for what is about a player who became another one', async () => {
  const { db } = test.deps;
  const person = { name: 'Ann', first_seen: 1, last_seen: 1 };
  const people = [ann, bob, eve].map((muster_id) => ({ ...person, muster_id }));
  await db.insertInto('players').values(people).execute();
  await become(ann, eve);
  await afterOlderHosts(test.deps);
  await become(bob, eve);
  expect(await looked()).toEqual([
    [ann, true],
    [bob, false],
  ]);
  await afterOlderHosts(test.deps);
  expect(await looked()).toEqual([
    [ann, true],
    [bob, true],
  ]);
  expect(test.logged.join()).not.toContain('could not be done');
});
