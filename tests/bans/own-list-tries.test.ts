/** How a host tries to clear the list of a game that it runs no connector for. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MARK_LENGTH, markedReason } from '../../src/domain/bans/own-list.ts';
import { FakeBattlEyeServer } from '../../src/host/connectors/battleye/doubles.ts';
import { FakeNetwork, ManualClock } from '../../src/host/connectors/doubles.ts';
import { OwnListLeftovers } from '../../src/host/doors/own-list-leftovers.ts';
import { LEFTOVER } from '../../src/host/servers/own-bans-left.ts';
import { passwordContext } from '../../src/host/servers/connection.ts';
import type { Database } from '../../src/host/store/database.ts';
import { newId } from '../../src/host/store/ids.ts';
import { bansTable } from '../../src/sim/battleye/tables.ts';
import { BanList } from '../../src/sim/world/bans.ts';
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

/** A game with so many bans of Muster, of a server that is gone; `takes`: how long it takes to answer, ms. */
async function leftOver(count = 0, takes = 0) {
  const server_id = newId(Date.now());
  const sealed_password = test.deps.secrets.seal('secret', passwordContext(server_id));
  const id = await leaveBans(db, { server_id, sealed_password, due_at: now, since: now });
  const clock = new ManualClock();
  const network = new FakeNetwork(clock);
  const game = new FakeBattlEyeServer(network, clock, { address: '192.0.2.1', port: 2306 });
  game.commandsTake = takes;
  const bans = new BanList();
  for (let n = 0; n < count; n += 1) {
    const identity = n.toString(16).padStart(32, '0');
    const mac = test.deps.secrets.mac('own ban list', `${server_id} ${identity}`);
    const mark = mac.toString('hex').slice(0, MARK_LENGTH);
    bans.add(identity, 0, markedReason('Griefing', mark), clock.now());
    game.answers.set(`removeBan ${n}`, () => String(bans.remove(n)));
  }
  game.answers.set('bans', () => bansTable(bans.guids, bans.addresses, clock.now()));
  const stopping = new AbortController();
  const leftovers = new OwnListLeftovers({
    ...test.deps,
    ports: network.ports(),
    addressRule: { allows: () => true, keeps: () => true },
    stopping: stopping.signal,
  });
  return { id, clock, network, game, bans, stopping, leftovers };
}

const rowOf = (id: string) =>
  db.selectFrom('own_list_leftovers').selectAll().where('id', '=', id).executeTakeFirst();

/** Moves the clock on until something is so: by a little whenever the database has answered, which takes its own time. */
async function until(
  { id, clock }: Awaited<ReturnType<typeof leftOver>>,
  isSo: (row: Awaited<ReturnType<typeof rowOf>>) => boolean,
): Promise<void> {
  while (!isSo(await rowOf(id))) await clock.advance(250);
}

it('what a host begins as it ends is another’s at once', async () => {
  const { id, network, stopping, leftovers } = await leftOver();
  stopping.abort();
  await leftovers.look({ left_id: id });
  await leftovers.stop();
  expect(network.opened).toEqual([]);
  expect(await rowOf(id)).toMatchObject({ due_at: now, tries: 0, lease_until: 0 });
  expect(await wakingsOf(db, id)).toContain(now);
});

it('a try ends before its lease, however long the game takes to answer, and the next goes on', async () => {
  const left = await leftOver(40, 4_000);
  const { id, clock, network, game, bans, leftovers } = left;
  await leftovers.look({ left_id: id });
  await until(left, () => network.open > 0);
  const begun = clock.elapsed();
  await until(left, () => network.open === 0);
  expect(clock.elapsed() - begun).toBeLessThan(LEFTOVER.lease);
  await until(left, (row) => row?.tries === 1);
  expect(bans.guids.length).toBeGreaterThan(0);
  expect(bans.guids.length).toBeLessThan(40);
  expect(game.commands).toContain('writeBans');
  game.commandsTake = 0;
  await db.updateTable('own_list_leftovers').set({ due_at: now }).where('id', '=', id).execute();
  await leftovers.look({ left_id: id });
  await until(left, (row) => row === undefined);
  expect(bans.guids).toEqual([]);
  await leftovers.stop();
});

it('a host that ends waits for no answer, and another has it at once', async () => {
  const left = await leftOver(40, 4_000);
  const { id, network, bans, stopping, leftovers } = left;
  await leftovers.look({ left_id: id });
  await until(left, () => bans.guids.length < 40);
  stopping.abort();
  await leftovers.stop();
  expect(network.open).toBe(0);
  expect(await rowOf(id)).toMatchObject({ due_at: now, tries: 0, lease_until: 0 });
});

it('what a try had taken out as it ended is kept by the next', async () => {
  const left = await leftOver();
  const { id, game, leftovers } = left;
  await leftovers.look({ left_id: id });
  await until(left, (row) => row === undefined);
  expect(game.commands).toContain('writeBans');
  await leftovers.stop();
});
