import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDeps, type TestDeps } from '../../../tests/support/host.ts';
import { identify } from './identify.ts';
import { identitiesOf, identityKey } from './identities.ts';
import { isOfKey, whoseAre } from './whose.ts';

let test: TestDeps;
beforeAll(async () => {
  test = await createTestDeps();
});
afterAll(() => test.close());

it('whose a key is, of all that there are, is found by an index', async () => {
  const plan = await test.deps.db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select i.muster_id from ban_keys k join player_identities i on ${isOfKey}
      where k.ban_id = 'x'
    `.execute(trx);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(plan).toContain('player_identities_pkey');
});

it('of several identities of a thing, any that was seen says whose it is, and an address nobody', async () => {
  const { db } = test.deps;
  const identities = identitiesOf({
    steamId: '76561190000000001',
    guid: null,
    bohemiaId: 'A/b c',
  });
  const known = await identify(db, [{ identities, name: 'Bob' }], 1);
  const bob = known.get(identityKey(identities[0]!));
  const found = await db.transaction().execute((trx) =>
    whoseAre(
      trx,
      sql`select * from (values
        ('one', 'steam 76561190000000001' collate "C"), ('one', 'steam 1'), ('two', 'bohemia A/b c'),
        ('three', 'bohemia a/b c'), ('four', 'net32 c0000207/32')
      ) as v (id, key)`,
    ),
  );
  expect(Object.fromEntries(found)).toEqual({ one: bob, two: bob });
});
