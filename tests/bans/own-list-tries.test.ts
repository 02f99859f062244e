/** How a host tries to clear the list of a game that it runs no connector for. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FakeNetwork, ManualClock } from '../../src/host/connectors/doubles.ts';
import { OwnListLeftovers } from '../../src/host/doors/own-list-leftovers.ts';
import { passwordContext } from '../../src/host/servers/connection.ts';
import type { Database } from '../../src/host/store/database.ts';
import { newId } from '../../src/host/store/ids.ts';
import { createTestDeps, type TestDeps } from '../support/host.ts';
import { leaveBans, wakingsOf } from '../support/own-list-left.ts';

let test: TestDeps;
let db: Database;
let now: number;
beforeAll(async () => {
  test = await createTestDeps();
  ({ db } = test.deps);
  now = test.deps.clock();
});
afterAll(() => test.close());

async function leftOver() {
  const server_id = newId(Date.now());
  const sealed_password = test.deps.secrets.seal('secret', passwordContext(server_id));
  const id = await leaveBans(db, { server_id, sealed_password, due_at: now, since: now });
  const clock = new ManualClock();
  const network = new FakeNetwork(clock);
  const stopping = new AbortController();
  const leftovers = new OwnListLeftovers({
    ...test.deps,
    ports: network.ports(),
    addressRule: { allows: () => true, keeps: () => true },
    stopping: stopping.signal,
  });
  return { id, server_id, clock, network, stopping, leftovers };
}

const rowOf = (id: string) =>
  db.selectFrom('own_list_leftovers').selectAll().where('id', '=', id).executeTakeFirst();

it('what a host begins as it ends is another’s at once', async () => {
  const { id, network, stopping, leftovers } = await leftOver();
  stopping.abort();
  await leftovers.look({ left_id: id });
  await leftovers.stop();
  expect(network.opened).toEqual([]);
  expect(await rowOf(id)).toMatchObject({ due_at: now, tries: 0, lease_until: 0 });
  expect(await wakingsOf(db, id)).toContain(now);
});
