/** What is told of buckets, and to whom: nothing of those that are somebody else's. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createTestServer } from '../../../tests/support/accounts.ts';
import {
  STEAM,
  ada,
  ben,
  db,
  does,
  eachBansAnew,
  groups,
  sees,
  server,
} from '../../../tests/support/banning.ts';
import { blocked } from '../../../tests/support/blocked.ts';
import { STEAM_2, add, newBucket, steam } from '../../../tests/support/bucketing.ts';
import { resourceStream } from '../../protocol/streams.ts';
import { revoke, serverResource } from '../access/grants.ts';
import { BUCKET_ROWS, BUCKET_SERVER_ROWS } from './rows.ts';

eachBansAnew();

const use = (id: string, of = server, by = ada) =>
  does(by, `bucket/${id}/servers`, { server_id: of });

it('each bucket counts its own entries that end soon', async () => {
  const [first, second] = [await newBucket(), await newBucket()];
  await add(first, [steam(STEAM), steam(STEAM_2)]);
  // The database looks at its own clock.
  await sql`
    update paged_bucket_entries set data = jsonb_set(data::jsonb, '{until}', ${`${Date.now() + 3_600_000}`}::jsonb)
    where owner_id = ${first} and data ->> 'steam_id' = ${STEAM}
  `.execute(db());
  const rows = await groups.read((trx) => BUCKET_ROWS.read(trx, ada.id, null));
  const counted = rows.map(({ id, entries, ending }) => [id, { entries, ending }] as const);
  expect(new Map(counted)).toEqual(
    new Map([
      [first, { entries: 2, ending: 1 }],
      [second, { entries: 0, ending: 0 }],
    ]),
  );
});

it('a bucket that one server leaves is used by the others', async () => {
  const id = await newBucket();
  const second = await createTestServer(groups.test.deps, ada.id, { host: 'left.example.org' });
  for (const one of [server, second]) await use(id, one);
  expect(await does(ada, `bucket/${id}/servers/${server}/remove`)).toBe('done');
  const servers = await groups.read((trx) => BUCKET_SERVER_ROWS.read(trx, id, null));
  expect(servers.map((row) => row.id)).toEqual([second]);
});

it('whoever is let on a server is told of the buckets that it uses, and of no others', async () => {
  const [used, other] = [await newBucket(), await newBucket()];
  await use(used);
  await use(other, await createTestServer(groups.test.deps, ada.id, { host: 'two.example.org' }));
  await sees(ben, ['server.view']);
  groups.test.publish.facts.length = 0;
  const permissions = ['server.view', 'server.whitelist.view'];
  const body = { identifier: ben.id, permissions };
  expect(await does(ada, `server/${server}/personnel`, body)).toBe('done');
  const told = groups.test.publish.facts.filter(
    ({ stream }) => stream === resourceStream('buckets', ben.id),
  );
  expect(told).toMatchObject([{ event: 'row:put', data: { row: { id: used } } }]);
});

it('a bucket is not there for whoever lost all on it while they waited for their turn', async () => {
  const id = await newBucket();
  await use(id);
  const held = ['server.view', 'server.whitelist.add'] as const;
  await sees(ben, held);
  const { answer } = await db()
    .transaction()
    .execute(async (trx) => {
      await sql`select from buckets where id = ${id} for update`.execute(trx);
      const asked = add(id, [steam(STEAM)], ben);
      await blocked(db(), 1);
      await revoke(trx, ben.id, serverResource(server), held);
      // In an object, or the transaction would wait for what waits for it.
      return { answer: asked };
    });
  expect(await answer).toBe('not-found');
});
