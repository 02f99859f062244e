import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestAccount, createTestServer } from '../../../tests/support/accounts.ts';
import { startLiveHost, type LiveHost } from '../../../tests/support/live-host.ts';
import { serverStream } from '../../protocol/streams.ts';
import type { EventData } from '../../protocol/events.ts';
import { joinPersons } from '../players/joins.ts';
import { NOBODY } from '../players/play-session.ts';
import { readRanges } from '../realtime/read.ts';

let host: LiveHost;
let owner: string;

beforeAll(async () => {
  host = await startLiveHost();
  owner = (await createTestAccount(host.app, host.deps)).id;
});
afterAll(() => host.stop());

const runs = (id: string) => host.live.supervisor.runtimes.get(id);

it('a new name reaches the server that runs', async () => {
  const id = await createTestServer(host.deps, owner);
  await expect.poll(() => runs(id)).toBeDefined();
  await host.deps.db
    .updateTable('servers')
    .set({ identifier: 'Renamed' })
    .where('id', '=', id)
    .execute();
  host.live.supervisor.look(id);
  await expect.poll(() => runs(id)?.row.configuration.identifier).toBe('Renamed');
});

it('servers that cannot be run keep no other from it', async () => {
  const unreadable = { ...host.deps.secrets, seal: () => Buffer.of(0) };
  const said = (what: string) => host.logged.filter((line) => line.includes(what)).length;
  // As many as are opened at once.
  for (let count = 0; count < 8; count += 1) {
    const where = { host: `broken${count}.example.org` };
    await createTestServer({ ...host.deps, secrets: unreadable }, owner, where);
  }
  await expect.poll(() => said('a server could not be run')).toBeGreaterThanOrEqual(8);
  const id = await createTestServer(host.deps, owner, { host: 'good.example.org' });
  await expect.poll(() => runs(id)).toBeDefined();
  expect(said('could not be held')).toBe(0);
});

it('whoever became another person while no host ran the server is told as that one', async () => {
  const { db } = host.deps;
  const [old, young, stay] = ['1', '2', '3'].map((digit) => digit.repeat(24)) as [
    string,
    string,
    string,
  ];
  for (const [first_seen, muster_id] of [old, young].entries()) {
    const seen = { name: 'Ada', first_seen, last_seen: 9 };
    await db
      .insertInto('players')
      .values({ ...seen, muster_id })
      .execute();
  }
  await host.live.supervisor.stop();
  const id = await createTestServer(host.deps, owner, { host: 'later.example.org' });
  const about = { ...NOBODY, joined_before: false, verified: true, lobby: false };
  await db
    .insertInto('play_sessions')
    .values({ ...about, id: stay, server_id: id, muster_id: young, joined_at: 1, left_at: null })
    .execute();
  await db
    .transaction()
    .execute((trx) => joinPersons(trx, { one: old, other: young, kind: 'game' }, 2));
  const next = await startLiveHost(host);
  const told = async () => {
    const { head } = await db
      .selectFrom('streams')
      .select('head')
      .where('stream', '=', serverStream(id, 'list'))
      .executeTakeFirstOrThrow();
    const events = await readRanges(db, [
      { stream: serverStream(id, 'list'), after: 0, upTo: head },
    ]);
    return events.flatMap(({ event, data }) =>
      event === 'gsm:player:create'
        ? [(data as EventData<'gsm:player:create'>).player.muster_id]
        : [],
    );
  };
  await expect.poll(told).toEqual([old]);
  await next.stop();
});
