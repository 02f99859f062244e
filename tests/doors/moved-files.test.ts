/** Uploaded files count by whose their server is, whoever gives it away, and go with it. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { change } from '../../src/host/change/change.ts';
import { keepFile } from '../../src/host/files/keep.ts';
import { pack } from '../../src/host/files/parts.ts';
import { RESOURCE_CALLS } from '../../src/protocol/resources/calls.ts';
import { resourceStream } from '../../src/protocol/streams.ts';
import { createTestServer } from '../support/accounts.ts';
import { TestGroups, type Person } from '../support/groups.ts';

let groups: TestGroups;

beforeAll(async () => {
  groups = await TestGroups.open();
});
afterAll(() => groups.close());

const used = async ({ browser }: Person) => {
  const answer = await browser.get('/app/v1/@me/storage');
  return RESOURCE_CALLS.storagePage.answer.parse(answer.json()).rows[0]?.used;
};

it('moves with the server to a team, and with the team to another owner', async () => {
  const { deps } = groups.test;
  const [ada, ben] = [await groups.person(), await groups.person()];
  const server = await createTestServer(deps, ada.id);
  const file = await pack(Buffer.from('a log'));
  const of = { serverId: server, kind: 'game-log', name: 'x', actor: ada.id, by: null } as const;
  await change({ ...deps, now: deps.clock() }, (made) =>
    keepFile(made, deps.settings, { ...file, ...of }),
  );
  const team = await groups.found(ada, 'team');
  const mate = await groups.role(['team.view'], { by: ada, of: team });
  await groups.member(ben, mate, { by: ada, of: team });
  const told = () => {
    const streams = groups.test.publish.facts.map(({ stream }) => stream);
    return [ada, ben].map(
      ({ id }) => streams.filter((one) => one === resourceStream('storage', id)).length,
    );
  };
  const to = { kind: 'team', id: team };
  expect(await groups.does(ada, `server/${server}/move`, { to })).toBe('done');
  expect([await used(ada), await used(ben)]).toEqual([5, 0]);
  const before = told();
  expect(
    await groups.does(ada, `group/${team}/transfer`, {
      identifier: 'Watch',
      muster_id: ben.id,
      role_id: mate,
    }),
  ).toBe('done');
  expect([await used(ada), await used(ben)]).toEqual([0, 5]);
  expect(told()).toEqual(before.map((count) => count + 1));
});

it('has its whole grace with whoever takes it over, and ends that of whoever gives it', async () => {
  const { deps } = groups.test;
  const { db } = deps;
  const [ada, ben] = [await groups.person(), await groups.person()];
  const server = await createTestServer(deps, ada.id);
  await sql`
    insert into stored_files (id, server_id, kind, name, bytes, sha256, packed, at, uploaded_by)
    values (${'e'.repeat(24)}, ${server}, 'game-log', 'x', 1e15, ${'e'.repeat(64)}, 0, 0, ${ada.id})
  `.execute(db);
  await sql`
    update accounts set storage_policy = 'delete-oldest', storage_over_since = 1
    where id in (${ada.id}, ${ben.id})
  `.execute(db);
  const team = await groups.found(ada, 'team');
  const mate = await groups.role(['team.view'], { by: ada, of: team });
  await groups.member(ben, mate, { by: ada, of: team });
  const to = { kind: 'team', id: team };
  expect(await groups.does(ada, `server/${server}/move`, { to })).toBe('done');
  const since = async () => {
    const { rows } = await sql<{ since: number | null }>`
      select storage_over_since as since from accounts where id in (${ada.id}, ${ben.id})
      order by id = ${ben.id}
    `.execute(db);
    return rows.map((row) => row.since);
  };
  expect(await since()).toEqual([1, 1]);
  const body = { identifier: 'Watch', muster_id: ben.id, role_id: mate };
  expect(await groups.does(ada, `group/${team}/transfer`, body)).toBe('done');
  expect(await since()).toEqual([null, deps.clock()]);
  const kept = await db
    .selectFrom('stored_files')
    .select('id')
    .where('server_id', '=', server)
    .execute();
  expect(kept).toHaveLength(1);
});

it('leaves nothing where its server goes', async () => {
  const { db } = groups.test.deps;
  await sql`delete from servers`.execute(db);
  const { rows } = await sql`select from stored_files union all select from stored_parts`.execute(
    db,
  );
  expect(rows).toEqual([]);
});
