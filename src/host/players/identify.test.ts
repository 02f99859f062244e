import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/open-test-database.ts';
import type { OpenDatabase } from '../store/database.ts';
import { identify, identityKey, type Sighting } from './identify.ts';

let open: OpenDatabase;
beforeAll(async () => {
  open = await openTestDatabase();
});
afterAll(() => open.close());

const sighting = (value: string, name: string): Sighting => ({
  identity: { kind: 'battleye', value },
  name,
});

it('knows a player again, by the same id and the newest name', async () => {
  const first = await identify(open.db, [sighting('1', 'Ada'), sighting('2', 'Bob')], 10);
  const again = await identify(open.db, [sighting('1', 'Ada L.')], 20);
  const key = identityKey({ kind: 'battleye', value: '1' });
  expect(again.get(key)).toBe(first.get(key));
  expect(new Set(first.values()).size).toBe(2);
  const row = await open.db
    .selectFrom('players')
    .selectAll()
    .where('muster_id', '=', first.get(key)!)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ name: 'Ada L.', first_seen: 10, last_seen: 20 });
});

it('gives one id to a player whom several hosts see for the first time at once', async () => {
  const seen = Array.from({ length: 20 }, (_, n) => sighting(`new ${n}`, 'New'));
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, host) =>
      identify(open.db, host % 2 === 0 ? seen : seen.toReversed(), 30),
    ),
  );
  for (const answer of answers) {
    expect(new Map([...answer].toSorted())).toEqual(new Map([...answers[0]!].toSorted()));
  }
  const { count } = await open.db
    .selectFrom('players')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('name', '=', 'New')
    .executeTakeFirstOrThrow();
  expect(count).toBe(20);
});

it('tells one person by each identity, also when one is seen twice in a moment', async () => {
  const answer = await identify(open.db, [sighting('9', 'A'), sighting('9', 'B')], 40);
  expect(answer.size).toBe(1);
});
