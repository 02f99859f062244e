import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { newId } from '../src/host/store/ids.ts';
import { samplePopulation } from '../src/host/servers/sample-population.ts';
import { CALLS } from '../src/protocol/calls.ts';
import { SERVER_ACTION } from '../src/protocol/enumerations.ts';
import { problem } from '../src/protocol/problem.ts';
import { SERVER_PERMISSION } from '../src/protocol/permissions.ts';
import { serverStream } from '../src/protocol/streams.ts';
import type { SimServer } from '../src/sim/server.ts';
import { createTestAccount } from './support/accounts.ts';
import { addServer, RCON_PASSWORD, serverBody, startQuickSim } from './support/added-server.ts';
import type { TestBrowser } from './support/host.ts';
import { startLiveHost, type LiveHost } from './support/live-host.ts';
import { letIn } from './support/let-in.ts';

let host: LiveHost;
let owner: TestBrowser;
const sims: SimServer[] = [];

beforeAll(async () => {
  host = await startLiveHost();
  ({ browser: owner } = await createTestAccount(host.app, host.deps, ['host.server.create']));
});
afterEach(async () => {
  for (const sim of sims.splice(0)) await sim.stop();
});
afterAll(() => host.stop());

async function startSim(): Promise<SimServer> {
  const sim = await startQuickSim();
  sims.push(sim);
  return sim;
}

const settingsOf = async (id: string) => {
  const answer = await owner.get(`/app/v1/server/${id}/settings`);
  return CALLS.settingsPage.answer.parse(answer.json()).rows[0];
};

/** Waits by the server's row: whoever is told of it late is not told each step that came before. */
async function ready(id: string, browser = owner): Promise<void> {
  const isReady = async () => {
    const list = await browser.get(`/app/v1/servers/list?ids=${id}`);
    return CALLS.serversList.answer.parse(list.json()).servers[0]?.state.ready;
  };
  await expect.poll(isReady, { timeout: 15_000, interval: 50 }).toBe(true);
}

describe('an account that was given permissions', () => {
  it('sees the server and what it may, and nothing more from the moment they are taken', async () => {
    const sim = await startSim();
    const { browser, id: guest } = await createTestAccount(host.app, host.deps);
    const client = host.connect(browser);
    await client.hello();
    const id = await addServer(owner, sim, 'Shared');
    expect((await browser.get(`/app/v1/server/${id}/feed`)).statusCode).toBe(404);

    const give = (permissions: readonly string[]) =>
      owner.post(`/app/v1/server/${id}/personnel`, { identifier: guest, permissions });
    await letIn(owner, { id: guest, browser }, id, [
      'server.view',
      'server.view.feed',
      'server.action.message-public',
    ]);
    const list = serverStream(id, 'list');
    await client.expect('event_subscription', ({ data }) =>
      data.attached.some(({ stream }) => stream === list),
    );
    client.send({
      type: 'subscribe',
      server_id: id,
      topics: ['feed', 'console', 'feed-personal', 'metrics'],
      cursors: {},
    });
    const answer = await client.expect('event_subscription', ({ data }) => data.server_id === id);
    expect(answer.data.refused).toEqual(['console', 'feed-personal']);
    const act = (request: object) =>
      browser.post(`/app/v1/server/${id}/action`, { request_id: newId(Date.now()), request });
    expect((await act({ action: SERVER_ACTION.MESSAGE_PUBLIC, text: 'hi' })).statusCode).toBe(200);
    const refused = await act({ action: SERVER_ACTION.RAW, command: 'version' });
    expect(problem.parse(refused.json()).code).toBe('permission-denied');
    await client.expect('server:feed', ({ data }) => data.entry.kind === 'action');
    const hidden = await browser.get(`/app/v1/server/${id}/console`);
    expect(problem.parse(hidden.json()).code).toBe('permission-denied');

    await give([]);
    const lost = await client.expect('event_subscription', ({ data }) => data.detached.length > 0);
    expect(lost.data.detached.toSorted()).toEqual(
      (['feed', 'list', 'metrics'] as const).map((audience) => serverStream(id, audience)),
    );
    const after = client.frames.length;
    sim.join({ name: 'Secret', steamId: '76561190000000031' });
    const witness = host.connect(owner);
    await witness.hello();
    await witness.until(() => host.live.supervisor.runtimes.get(id)?.rows.players.size === 1);
    expect(
      client.frames.slice(after).filter((frame) => frame.stream?.startsWith('server/')),
    ).toEqual([]);
    expect((await act({ action: SERVER_ACTION.MESSAGE_PUBLIC, text: 'hi' })).statusCode).toBe(404);
    expect(
      CALLS.serversList.answer.parse((await browser.get('/app/v1/servers/list')).json()).servers,
    ).toEqual([]);
  });
});

describe('pages', () => {
  it('of feed, console and addresses are true at their position and go on backwards', async () => {
    const sim = await startSim();
    const client = host.connect(owner);
    await client.hello();
    const id = await addServer(owner, sim, 'Pages');
    await ready(id);
    client.send({ type: 'subscribe', server_id: id, topics: ['feed'], cursors: {} });
    await client.expect('event_subscription', ({ data }) => data.server_id === id);
    const bob = sim.join({ name: 'Bob', steamId: '76561190000000041' });
    for (let n = 0; n < 12; n += 1) sim.chat(bob.id, 'Global', `line ${n}`);
    await client.expect(
      'server:feed',
      ({ data }) => data.entry.kind === 'chat' && data.entry.text === 'line 11',
    );
    await client.expect(
      'gsm:player:create',
      ({ data }) => data.server.id === id && data.player.muster_id !== null,
    );
    const page = async (query: string) =>
      CALLS.feedPage.answer.parse((await owner.get(`/app/v1/server/${id}/feed?${query}`)).json());
    const newest = await page('limit=5');
    expect(newest.more).toBe(true);
    expect(newest.entries.at(-1)?.seq).toBe(newest.position);
    const older = await page(`limit=5&before=${newest.entries[0]!.seq}`);
    expect(older.entries.at(-1)?.seq).toBe(newest.entries[0]!.seq - 1);
    const all = await page('limit=500');
    expect(all.more).toBe(false);
    expect(all.entries.map(({ seq }) => seq)).toEqual(all.entries.map((_, n) => n + 1));
    const [chat] = all.entries.filter(({ entry }) => entry.kind === 'chat');
    expect(chat?.entry).toMatchObject({ text: 'line 0', player: { name: 'Bob' } });
    const personal = CALLS.personalPage.answer.parse(
      (await owner.get(`/app/v1/server/${id}/personal`)).json(),
    );
    expect(personal.entries).toMatchObject([{ kind: 'personal', guid: expect.any(String) }]);
    const guid = personal.entries[0]?.guid;
    const by = async (browser: TestBrowser, beginning: string) => {
      const path = `/app/v1/players/by-identifier?beginning=${beginning}`;
      const { players } = CALLS.playersByIdentifier.answer.parse((await browser.get(path)).json());
      // The simulated servers of the other tests have people with the same addresses.
      return players.filter(({ server_id }) => server_id === id);
    };
    const met = { server_id: id, player: personal.entries[0]?.player, id: 'guid', value: guid };
    expect(await by(owner, guid!.slice(0, 8).toUpperCase())).toEqual([met]);
    // BattlEye tells the GUID alone, which follows from the SteamID.
    expect(await by(owner, '76561190000000041')).toEqual([met]);
    expect(await by(owner, '76561190000000042')).toEqual([]);
    const { ip } = personal.entries[0]!;
    expect(await by(owner, ip!.slice(0, -1))).toEqual([{ ...met, id: 'ip', value: ip }]);
    const { browser: guest, id: guestId } = await createTestAccount(host.app, host.deps);
    expect(await by(guest, guid!)).toEqual([]);
    const give = (permissions: readonly string[]) =>
      owner.post(`/app/v1/server/${id}/personnel`, { identifier: guestId, permissions });
    await letIn(owner, { id: guestId, browser: guest }, id, ['server.view', 'server.view.feed']);
    expect(await by(guest, guid!)).toEqual([]);
    await give(['server.view', 'server.view.personal']);
    expect(await by(guest, guid!)).toEqual([met]);
    const lines = CALLS.consolePage.answer.parse(
      (await owner.get(`/app/v1/server/${id}/console`)).json(),
    );
    expect(lines.entries.some(({ entry }) => entry.text.includes('Bob'))).toBe(true);
  });

  it('of the population have a point where something is known', async () => {
    const sim = await startSim();
    const client = host.connect(owner);
    await client.hello();
    const id = await addServer(owner, sim, 'Chart');
    await ready(id);
    sim.join({ name: 'Bob', steamId: '76561190000000051' });
    await client.until(() => host.live.supervisor.runtimes.get(id)?.row.population.players === 1);
    await host.live.supervisor.idle();
    await samplePopulation(host.deps.db, Date.now());
    for (const span of ['24h', '7d', '90d'] as const) {
      const answer = await owner.get(`/app/v1/server/${id}/population?span=${span}`);
      const { points } = CALLS.serverPopulation.answer.parse(answer.json());
      expect(points).toMatchObject([{ players: 1 }]);
    }
  });
});

describe('settings', () => {
  it('that concern the connection are tested, kept and used at once; a name is told', async () => {
    const [sim, moved] = [await startSim(), await startSim()];
    const client = host.connect(owner);
    await client.hello();
    const id = await addServer(owner, sim, 'Before');
    await ready(id);
    const { game: _game, rcon_password: _password, ...body } = serverBody(moved, 'After');
    const wrong = await owner.post(`/app/v1/server/${id}/settings`, {
      ...body,
      rcon_password: 'not-the-password',
    });
    expect(problem.parse(wrong.json()).code).toBe('authentication-failed');
    expect(await settingsOf(id)).toMatchObject({ identifier: 'Before' });
    const zone = await owner.post(`/app/v1/server/${id}/settings`, { ...body, timezone: 'X/Y' });
    expect(problem.parse(zone.json())).toMatchObject({ fields: { timezone: expect.any(String) } });

    moved.join({ name: 'Elsewhere', steamId: '76561190000000061' });
    const right = { ...body, rcon_password: RCON_PASSWORD };
    expect((await owner.post(`/app/v1/server/${id}/settings`, right)).statusCode).toBe(200);
    await client.expect('update:server', ({ data }) => data.configuration.identifier === 'After');
    await client.expect(
      'gsm:player:create',
      ({ data }) => data.server.id === id && data.player.name === 'Elsewhere',
    );
    const answer = await owner.get(`/app/v1/server/${id}/settings`);
    expect(answer.body).not.toContain(RCON_PASSWORD);
    expect(await settingsOf(id)).toMatchObject({
      rcon_port: moved.address.rconPort,
      rcon_password: true,
    });
    const audit = await owner.get(`/app/v1/server/${id}/audit`);
    expect(CALLS.auditPage.answer.parse(audit.json()).rows[0]).toMatchObject({
      action: 'servers.edit',
      detail: { fields: ['identifier', 'query_port', 'rcon_port', 'rcon_password'] },
    });
  });
});

describe('an edit', () => {
  it('that was checked while another moved the server is checked again: it would move it back, which takes the password', async () => {
    const [sim, elsewhere] = [await startSim(), await startSim()];
    const client = host.connect(owner);
    await client.hello();
    const id = await addServer(owner, sim, 'Edited');
    await ready(id);
    const { game: _game, rcon_password: _password, ...body } = serverBody(sim, 'Renamed');
    let answer: ReturnType<TestBrowser['post']> | undefined;
    await host.deps.db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ pid: number }>`
        select pg_backend_pid() as pid from servers where id = ${id} for update
      `.execute(trx);
      answer = owner.post(`/app/v1/server/${id}/settings`, body);
      await expect
        .poll(async () => {
          const waiting = await sql`
            select pid from pg_stat_activity
            where ${rows[0]?.pid ?? 0}::int = any(pg_blocking_pids(pid)) and query like 'select * from "servers"%'
          `.execute(host.deps.db);
          return waiting.rows.length;
        })
        .toBe(1);
      const { rconPort } = elsewhere.address;
      await sql`
        update servers set rcon_port = ${rconPort}, target_version = target_version + 1 where id = ${id}
      `.execute(trx);
    });
    expect(problem.parse((await answer)?.json()).code).toBe('password-needed');
    const row = await host.deps.db
      .selectFrom('servers')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ identifier: 'Edited', rcon_port: elsewhere.address.rconPort });
    expect(row.target_version).toBe(2);
  });
});

describe('adding', () => {
  it('stops at what the plan allows, also when two ask at once', async () => {
    const bound = await startLiveHost(undefined, false, { plans: true });
    onTestFinished(() => bound.stop());
    const { browser, id } = await createTestAccount(bound.app, bound.deps, ['host.server.create']);
    await sql`update accounts set plan = 'free' where id = ${id}`.execute(bound.deps.db);
    const [one, two] = [await startSim(), await startSim()];
    const answers = await Promise.all([
      browser.post('/app/v1/servers/add', serverBody(one, 'One')),
      browser.post('/app/v1/servers/add', serverBody(two, 'Two')),
    ]);
    expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([200, 403]);
    const session = CALLS.session.answer.parse((await browser.get('/app/v1/@me/session')).json());
    expect(session).toMatchObject({ limits: { servers: 1 }, usage: { servers: 1 } });
    const third = await browser.post('/app/v1/servers/test', serverBody(two, 'Two'));
    expect(problem.parse(third.json()).code).toBe('plan-limit-reached');
  });

  it('needs the permission, and gives its owner every permission on the server', async () => {
    const sim = await startSim();
    const { browser: nobody } = await createTestAccount(host.app, host.deps);
    const refused = await nobody.post('/app/v1/servers/add', serverBody(sim, 'No'));
    expect(problem.parse(refused.json()).code).toBe('permission-denied');
    const id = await addServer(owner, sim, 'Mine');
    const session = CALLS.session.answer.parse((await owner.get('/app/v1/@me/session')).json());
    expect(session.servers[id]).toEqual(SERVER_PERMISSION);
  });

  it('says what stands in the way of a server that cannot be reached, and goes on when it can', async () => {
    const sim = await startSim();
    const client = host.connect(owner);
    await client.hello();
    const id = await addServer(owner, sim, 'Flaky');
    await ready(id);
    await sim.goDown();
    const lock = () =>
      owner.post(`/app/v1/server/${id}/action`, {
        request_id: newId(Date.now()),
        request: { action: SERVER_ACTION.SERVER_LOCK },
      });
    // The command is what finds out that nobody is there.
    expect((await lock()).statusCode).not.toBe(200);
    await client.expect(
      'server:state',
      ({ data }) => data.server.id === id && data.state.error === 'socket-unreachable',
    );
    const list = await owner.get(`/app/v1/servers/list?ids=${id}`);
    const [server] = CALLS.serversList.answer.parse(list.json()).servers;
    expect(server?.state.state).toBe('DISCONNECTED');
    expect(problem.parse((await lock()).json()).code).toBe('not-connected');
    const from = client.frames.length;
    await sim.comeUp();
    await client.expect(
      'server:state',
      ({ data }) => data.server.id === id && data.state.ready,
      from,
    );
  });
});

describe('two hosts on one database', () => {
  it('act for each other, whatever their clocks say, and the second takes over when the first stops', async () => {
    const sim = await startSim();
    const client = host.connect(owner);
    await client.hello();
    const id = await addServer(owner, sim, 'Both');
    await ready(id);
    const slow = () => Date.now() - 60_000;
    const second = await startLiveHost(host, false, {}, slow);
    const guest = await createTestAccount(second.app, second.deps);
    const { browser } = guest;
    await letIn(owner, guest, id, ['server.action.message-public', 'server.view.feed']);
    expect(second.live.supervisor.runtimes.has(id)).toBe(false);
    const other = second.connect(browser);
    await other.hello();
    other.send({ type: 'subscribe', server_id: id, topics: ['feed'], cursors: {} });
    await other.expect('event_subscription', ({ data }) => data.server_id === id);
    const answer = await browser.post(`/app/v1/server/${id}/action`, {
      request_id: newId(Date.now()),
      request: { action: SERVER_ACTION.MESSAGE_PUBLIC, text: 'from the other side' },
    });
    expect(answer.statusCode).toBe(200);
    expect(sim.log.commands.some(({ text }) => text.includes('from the other side'))).toBe(true);
    await other.expect('server:feed', ({ data }) => data.entry.kind === 'action');

    await host.live.supervisor.stop();
    second.live.supervisor.look();
    await other.until(() => second.live.supervisor.runtimes.has(id));
    sim.join({ name: 'Later', steamId: '76561190000000071' });
    await other.expect(
      'gsm:player:create',
      ({ data }) => data.server.id === id && data.player.name === 'Later',
    );
    const seqs = other.on(serverStream(id, 'list')).map((frame) => frame.seq ?? 0);
    expect(seqs).toEqual(seqs.map((_, index) => seqs[0]! + index));
    await second.stop();
  });

  it('never tell anything twice, also where one is taken for dead and lives on', async () => {
    const sim = await startSim();
    const first = await startLiveHost();
    const { browser } = await createTestAccount(first.app, first.deps, ['host.server.create']);
    const client = first.connect(browser);
    await client.hello();
    const id = await addServer(browser, sim, 'Twice');
    await ready(id, browser);
    sim.join({ name: 'Before', steamId: '76561190000000081' });
    await client.expect('gsm:player:create', ({ data }) => data.player.muster_id !== null);
    const second = await startLiveHost(first, true);
    await client.until(() => second.live.supervisor.runtimes.has(id));
    sim.join({ name: 'After', steamId: '76561190000000082' });
    await client.expect(
      'gsm:player:create',
      ({ data }) => data.player.name === 'After' && data.player.muster_id !== null,
    );
    await client.until(() => !first.live.supervisor.runtimes.has(id));
    const { rows } = await sql<{ name: string }>`
      select name from play_sessions where server_id = ${id} order by name
    `.execute(first.deps.db);
    expect(rows.map(({ name }) => name)).toEqual(['After', 'Before']);
    await second.stop();
    await first.stop();
  });
});
