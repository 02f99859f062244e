import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { untilLocked } from '../../../tests/support/until-locked.ts';
import { openTestDatabase } from '../../../tests/support/open-test-database.ts';
import { joinPersons } from '../players/joins.ts';
import { streamPosition } from '../realtime/log.ts';
import type { OpenDatabase } from '../store/database.ts';
import { newServer } from './add.ts';
import { commitTicks, type NumberedTick } from './commit-ticks.ts';
import {
  beat,
  buryDead,
  forgetLeases,
  leave,
  readLeases,
  releaseLeases,
  takeLeases,
} from './leases.ts';
import { LiveServer } from './live-server.ts';
import { readServers } from './snapshots.ts';

let open: OpenDatabase;
const host = 'a'.repeat(24);
const other = 'b'.repeat(24);
const [one, two] = ['1'.repeat(24), '2'.repeat(24)];

beforeAll(async () => {
  open = await openTestDatabase();
});
afterAll(() => open.close());

beforeEach(async () => {
  await sql`truncate servers, hosts, play_sessions, streams, event_log, event_personal cascade`.execute(
    open.db,
  );
  for (const id of [one, two]) {
    const { state, population, environment, deployment } = newServer(0);
    await sql`
      insert into servers (id, owner, identifier, game, timezone, created_at, host, host_key, game_port,
        rcon_port, sealed_password, actions, state, population, environment, deployment)
      values (${id}, ${id}, 'x', 1, 'UTC', 0, ${id}, ${id}, 1, 2, '', '{}',
        ${JSON.stringify(state)}, ${JSON.stringify(population)}, ${JSON.stringify(environment)},
        ${JSON.stringify(deployment)})
    `.execute(open.db);
  }
  for (const id of [host, other]) await beat(open.db, id);
  await takeLeases(open.db, host, [one, two]);
});
const held = async (id: string) => (await readLeases(open.db, id)).held.map((lease) => lease.id);

async function liveServer(id: string): Promise<LiveServer> {
  const [read] = await open.db.transaction().execute((trx) => readServers(trx, [id]));
  return new LiveServer(read!.snapshot, read!.sessions);
}

/** A tick in which somebody joins. */
function joining(live: LiveServer, number: number, session: string): NumberedTick {
  const player = {
    id: session,
    muster_id: null,
    name: 'Ada',
    joined_at: number,
    joined_before: false,
    verified: false,
    lobby: false,
  };
  live.keep(
    {
      ...player,
      server_id: live.id,
      guid: null,
      steam_id: null,
      bohemia_id: null,
      position: null,
      ip: null,
      port: null,
    },
    null,
  );
  live.tell('list', 'gsm:player:create', { server: { id: live.id }, player }, number);
  return { ...live.takeTick()!, number, epoch: 1 };
}

it('writes a tick whose commit is in doubt once, however often it is tried', async () => {
  const live = await liveServer(one);
  const tick = joining(live, 1, 'c'.repeat(24));
  for (let attempt = 0; attempt < 3; attempt += 1) {
    expect(await commitTicks(open.db, host, [tick])).toMatchObject({ written: [one], lost: [] });
  }
  expect(await streamPosition(open.db, `server/${one}/list`)).toBe(1);
  await commitTicks(open.db, host, [joining(live, 2, 'd'.repeat(24))]);
  expect(await streamPosition(open.db, `server/${one}/list`)).toBe(2);
});

it('writes nothing for a server that another host runs, and the rest all the same', async () => {
  const [mine, theirs] = [await liveServer(one), await liveServer(two)];
  await releaseLeases(open.db, host, [two]);
  expect((await takeLeases(open.db, other, [one, two])).map(({ id }) => id)).toEqual([two]);
  const ticks = [joining(theirs, 1, 'c'.repeat(24)), joining(mine, 1, 'd'.repeat(24))];
  expect(await commitTicks(open.db, host, ticks)).toMatchObject({ written: [one], lost: [two] });
  expect(await streamPosition(open.db, `server/${two}/list`)).toBe(0);
  expect(await held(host)).toEqual([one]);
});

it('gives every snapshot the players of its own position, while ticks are written', async () => {
  const live = await liveServer(one);
  let number = 0;
  let done = false;
  const writing = (async () => {
    while (number < 150) {
      number += 1;
      const session = number.toString(16).padStart(24, '0');
      await commitTicks(open.db, host, [joining(live, number, session)]);
    }
    done = true;
  })();
  while (!done) {
    const [read] = await open.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((trx) => readServers(trx, [one]));
    expect(read?.snapshot.players).toHaveLength(read!.snapshot.position);
  }
  await writing;
});

it('lets one host alone have a server, however many ask at once', async () => {
  await releaseLeases(open.db, host, [one, two]);
  const hosts = Array.from({ length: 6 }, (_, n) => n.toString().repeat(24));
  for (const id of hosts) await beat(open.db, id);
  const taken = await Promise.all(hosts.map((id) => takeLeases(open.db, id, [one, two])));
  expect(
    taken
      .flat()
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual([one, two]);
});

it('frees the servers and the jobs of a host that has fallen silent, and of no other', async () => {
  await sql`
    insert into jobs (kind, key, payload, run_at, lease_until, leased_by)
    values ('x', ${host}, '{}', 0, 9e15, ${host}), ('x', ${other}, '{}', 0, 9e15, ${other})
  `.execute(open.db);
  expect(await buryDead(open.db, other)).toEqual([]);
  await sql`update hosts set alive_until = 1 where id = ${host}`.execute(open.db);
  expect(await buryDead(open.db, host)).toEqual([]);
  expect(await buryDead(open.db, other)).toEqual([host]);
  const taken = await takeLeases(open.db, other, [one, two]);
  expect(taken.map(({ id, epoch }) => [id, epoch])).toEqual([
    [one, 2],
    [two, 2],
  ]);
  expect(await held(host)).toEqual([]);
  await expect(takeLeases(open.db, host, [one])).resolves.toEqual([]);
  const { rows } = await sql<{ key: string }>`
    select key from jobs where leased_by is null and lease_until = 0
  `.execute(open.db);
  expect(rows.map(({ key }) => key)).toEqual([host]);
});

it('holds servers of dead hosts for heard until those said last that they live', async () => {
  const unheard = async () => {
    const rows = await open.db.selectFrom('servers').select(['id', 'unheard_since']).execute();
    return Object.fromEntries(rows.map((row) => [row.id, row.unheard_since]));
  };
  await sql`update servers set state = jsonb_set(state::jsonb, '{state}', '"CONNECTED"')::json
    where id = ${one}`.execute(open.db);
  await sql`update hosts set alive_until = 105000 where id = ${host}`.execute(open.db);
  await buryDead(open.db, other);
  // The other one never was connected.
  expect(await unheard()).toEqual({ [one]: 100_000, [two]: null });
  await takeLeases(open.db, other, [one]);
  await sql`update hosts set alive_until = 205000`.execute(open.db);
  await forgetLeases(open.db);
  // Nobody has listened in between.
  expect(await unheard()).toEqual({ [one]: 100_000, [two]: null });
});

it('lets a host leave while another takes it for dead', async () => {
  await sql`update servers set state = jsonb_set(state::jsonb, '{state}', '"CONNECTED"')::json`.execute(
    open.db,
  );
  const leaving = await open.db.transaction().execute(async (trx) => {
    await sql`update hosts set alive_until = 1 where id = ${host}`.execute(trx);
    const left = leave(open.db, host, 5).then(
      () => 'left',
      (error: unknown) => error,
    );
    await untilLocked(open.db);
    expect(await buryDead(trx, other)).toEqual([host]);
    return { left };
  });
  expect(await leaving.left).toBe('left');
  expect((await readLeases(open.db, other)).free).toEqual([one, two]);
});

it('refuses what a host wanted to write before it lost a server and got it again', async () => {
  const live = await liveServer(one);
  const late = joining(live, 1, 'c'.repeat(24));
  await releaseLeases(open.db, host, [one]);
  await takeLeases(open.db, host, [one]);
  expect(await commitTicks(open.db, host, [late])).toMatchObject({ written: [], lost: [one] });
  expect(await streamPosition(open.db, `server/${one}/list`)).toBe(0);
});

it('shows who is there as the person, and keeps the id that they were told under', async () => {
  const [own, person, session] = ['f'.repeat(24), 'a'.repeat(24), 'c'.repeat(24)];
  await sql`
    insert into players (muster_id, name, first_seen, last_seen)
    values (${own}, 'Ada', 2, 2), (${person}, 'Ada', 1, 1) on conflict do nothing
  `.execute(open.db);
  const live = await liveServer(one);
  const tick = joining(live, 1, session);
  const told = JSON.parse(
    JSON.stringify(tick).replaceAll('"muster_id":null', `"muster_id":"${own}"`),
  );
  await open.db
    .transaction()
    .execute((trx) => joinPersons(trx, { one: own, other: person, kind: 'game' }, 1));
  await commitTicks(open.db, host, [told]);
  const [read] = await open.db.transaction().execute((trx) => readServers(trx, [one]));
  expect(read?.snapshot.players).toMatchObject([{ id: session, muster_id: person }]);
  expect(read?.sessions).toMatchObject([{ id: session, muster_id: own }]);
  const { rows } = await sql<{ data: unknown; subject: string }>`
    select e.data, p.subject from event_log e join event_personal p using (stream, seq)
  `.execute(open.db);
  expect(rows).toMatchObject([{ data: { player: { muster_id: person } }, subject: own }]);
});

it('lets nobody take a server who is taken for dead', async () => {
  await releaseLeases(open.db, host, [one]);
  await expect(takeLeases(open.db, 'd'.repeat(24), [one])).rejects.toThrow('foreign key');
});
