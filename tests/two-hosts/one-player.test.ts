import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { erasePerson } from '../../src/host/players/erase.ts';
import { identify } from '../../src/host/players/identify.ts';
import { identitiesOf } from '../../src/host/players/identities.ts';
import { linkSteam, unlinkSteam } from '../../src/host/players/link.ts';
import { notify } from '../../src/host/realtime/log.ts';
import { personOf } from '../../src/host/identity/persons.ts';
import type { SimServer } from '../../src/sim/server.ts';
import { createTestAccount } from '../support/accounts.ts';
import { addServer, startQuickSim } from '../support/added-server.ts';
import type { TestBrowser } from '../support/host.ts';
import { startLiveHost, type LiveHost } from '../support/live-host.ts';
import { until } from './host-pair.ts';

const STEAM = '76561198000000077';
const nobody = { guid: null, steamId: null, bohemiaId: null };
const [battleye] = identitiesOf({ ...nobody, steamId: STEAM });

let hosts: readonly [LiveHost, LiveHost];
let browser: TestBrowser;
let account: string;
const sims: SimServer[] = [];

beforeAll(async () => {
  const first = await startLiveHost();
  hosts = [first, await startLiveHost(first)];
  const made = await createTestAccount(first.app, first.deps, ['host.server.create']);
  ({ browser, id: account } = made);
});
afterAll(async () => {
  for (const sim of sims) await sim.stop();
  await hosts[1].stop();
  await hosts[0].stop();
});

it('tells a player who turns out to be another person again, on the servers of every host', async () => {
  const { db } = hosts[0].deps;
  const [known] = (
    await identify(db, [{ identities: [{ kind: 'bohemia', value: 'uid=' }], name: 'Known' }], 1)
  ).values();
  const client = hosts[0].connect(browser);
  await client.hello();
  const servers: string[] = [];
  for (let n = 0; n < 4; n += 1) {
    const sim = await startQuickSim();
    sims.push(sim);
    servers.push(await addServer(browser, sim, `Server ${n}`));
  }
  const runs = (host: LiveHost, id: string) => host.live.supervisor.runtimes.has(id);
  await until(() => servers.every((id) => hosts.some((host) => runs(host, id))), 30_000);
  // Both have their share.
  expect(hosts.map((host) => servers.filter((id) => runs(host, id)).length)).toEqual([2, 2]);
  for (const sim of sims) sim.join({ name: 'Ada', steamId: STEAM });
  const told = async (server: string, musterId: (id: string | null) => boolean) => {
    const frame = await client.expect(
      'gsm:player:create',
      ({ data }) => data.server.id === server && musterId(data.player.muster_id),
    );
    return frame.data.player;
  };
  const before = await Promise.all(servers.map((id) => told(id, (muster) => muster !== null)));
  const [young] = new Set(before.map((player) => player.muster_id));
  expect(young).not.toBe(known);

  await identify(
    db,
    [{ identities: [battleye!, { kind: 'bohemia', value: 'uid=' }], name: 'Ada' }],
    Date.now(),
  );
  const after = await Promise.all(servers.map((id) => told(id, (muster) => muster === known)));
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  for (const sim of sims) sim.chat(sim.roster()[0]!.id, 'Global', 'who am I?');
  for (const { live } of hosts) await live.supervisor.idle();
  const rows = await db
    .selectFrom('play_sessions')
    .select('muster_id')
    .where('server_id', 'in', servers)
    .execute();
  // What is kept has the id that it was told under.
  expect(rows.map(({ muster_id }) => muster_id)).toEqual(servers.map(() => young));
  expect(await personOf(db, young ?? '')).toBe(known);

  sims[0]!.leave(sims[0]!.roster()[0]!.id);
  await client.expect('gsm:player:destruct');
  const from = client.frames.length;
  sims[0]!.join({ name: 'Ada', steamId: STEAM });
  const again = await client.expect(
    'gsm:player:create',
    ({ data }) => data.player.muster_id !== null,
    from,
  );
  expect(again.data.player.muster_id).toBe(known);
});

it('tells whose account is linked as that account, and as before once it is undone, on every host', async () => {
  const client = hosts[0].connect(browser);
  await client.hello();
  const { deps } = hosts[1];
  const open = await deps.db
    .selectFrom('play_sessions')
    .select(['server_id', 'muster_id'])
    .where('left_at', 'is', null)
    .execute();
  expect(open).toHaveLength(4);
  const known = await personOf(deps.db, open[0]?.muster_id ?? '');
  const told = (is: string) =>
    Promise.all(
      open.map(({ server_id }) =>
        client.expect(
          'gsm:player:create',
          ({ data }) => data.server.id === server_id && data.player.muster_id === is,
        ),
      ),
    );
  const context = { ...deps, now: Date.now() };
  expect(await linkSteam(context, account, STEAM)).toMatchObject({ ok: true, changed: true });
  await told(account);
  client.frames.length = 0;
  expect(await unlinkSteam(context, account, STEAM)).toMatchObject({ ok: true, changed: true });
  await told(known);
});

it('tells whom a host of an older version took for another as that one, once it says so', async () => {
  const client = hosts[0].connect(browser);
  await client.hello();
  const { db } = hosts[1].deps;
  const open = await db
    .selectFrom('play_sessions')
    .select('muster_id')
    .where('left_at', 'is', null)
    .execute();
  const muster_id = await personOf(db, open[0]?.muster_id ?? '');
  const seen = { identities: [{ kind: 'bohemia', value: 'older=' }], name: 'Older' } as const;
  const [survivor = ''] = (await identify(db, [seen], 0)).values();
  await db.insertInto('player_aliases').values({ muster_id, survivor }).execute();
  await notify(db, { kind: 'players-merged' });
  await client.expect('gsm:player:create', ({ data }) => data.player.muster_id === survivor);
});

it('forgets one who is erased, on every host, though they go on playing', async () => {
  const { db, secrets, publish } = hosts[0].deps;
  const client = hosts[0].connect(browser);
  await client.hello();
  const open = () =>
    db
      .selectFrom('play_sessions')
      .select(['server_id', 'muster_id', 'name', 'ip', 'verified'])
      .where('left_at', 'is', null)
      .orderBy('server_id')
      .execute();
  // Whoever the game verifies later is told of once more.
  await until(async () => (await open()).every(({ verified }) => verified), 30_000);
  const before = await open();
  expect(new Set(before.map(({ name }) => name))).toEqual(new Set(['Ada']));
  const [id] = before.map(({ muster_id }) => muster_id);
  await erasePerson({ db, secrets, publish, now: Date.now() }, id!, () => undefined);
  for (const { server_id } of before) {
    await client.expect(
      'gsm:player:create',
      ({ data }) =>
        data.server.id === server_id && data.player.muster_id === null && data.player.name === '',
    );
  }
  expect(await open()).toEqual(
    before.map((stay) => ({ ...stay, muster_id: null, name: '', ip: null })),
  );
  for (const sim of sims) sim.leave(sim.roster()[0]!.id);
  await until(async () => (await open()).length === 0, 30_000);
  const { rows: left } = await sql`select * from play_sessions where name <> ''`.execute(db);
  expect(left).toEqual([]);
});
