import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fold } from '../src/domain/fold.ts';
import type { DomainEvent } from '../src/domain/event.ts';
import { createRows, type Rows } from '../src/domain/state.ts';
import { CALLS } from '../src/protocol/calls.ts';
import { SERVER_ACTION } from '../src/protocol/enumerations.ts';
import { REMOVE_STREAMS, removeStreams } from '../src/host/servers/delete-job.ts';
import { problem } from '../src/protocol/problem.ts';
import type { Frame } from '../src/protocol/frames.ts';
import { serverStream } from '../src/protocol/streams.ts';
import { newId } from '../src/host/store/ids.ts';
import type { SimServer } from '../src/sim/server.ts';
import { createTestAccount } from './support/accounts.ts';
import { addServer, RCON_PASSWORD, serverBody, startQuickSim } from './support/added-server.ts';
import type { TestBrowser } from './support/host.ts';
import { startLiveHost, type LiveHost } from './support/live-host.ts';
import type { SocketClient } from './support/socket-client.ts';

let host: LiveHost;
let browser: TestBrowser;
let account: string;
let sim: SimServer;

beforeAll(async () => {
  host = await startLiveHost();
  ({ browser, id: account } = await createTestAccount(host.app, host.deps, ['host.server.create']));
});

afterAll(async () => {
  await host.stop();
});

async function startSim(): Promise<SimServer> {
  sim = await startQuickSim();
  return sim;
}

afterEach(async () => {
  await sim?.stop();
});

const added = (server: SimServer, identifier?: string) => addServer(browser, server, identifier);

const act = (id: string, request: object, requestId = newId(Date.now())) =>
  browser.post(`/app/v1/server/${id}/action`, { request_id: requestId, request });

const list = (id: string) => serverStream(id, 'list');

/** What a client knows: a snapshot, then the frames after it. */
async function foldOf(id: string, client: SocketClient): Promise<Rows> {
  const answer = await browser.get(`/app/v1/servers/list?ids=${id}`);
  const rows = createRows();
  const data = { ...CALLS.serversList.answer.parse(answer.json()), whole: true };
  fold(rows, [{ source: 'rest', event: 'servers', at: 0, data }]);
  const told = client
    .on(list(id))
    .map((frame) => ({ source: 'realtime', ...frame }) as DomainEvent);
  fold(rows, told);
  return rows;
}

const names = (rows: Rows) => [...rows.players.values()].map(({ name }) => name).toSorted();

const joined = (id: string, name: string) => (frame: Frame) =>
  frame.event === 'gsm:player:create' &&
  frame.data.server.id === id &&
  frame.data.player.name === name;

describe('a server that is added', () => {
  it('is deployed in six steps, and its joins, chat and leaves come as frames', async () => {
    await startSim();
    const client = host.connect(browser);
    await client.hello();
    const id = await added(sim);
    await client.expect('event_subscription', ({ data }) =>
      data.attached.some(({ stream }) => stream === list(id)),
    );
    await client.expect(
      'omega:deploy',
      ({ data }) => data.step.step === 'instance-deployed' && data.step.state === 'done',
    );
    const snapshot = await browser.get(`/app/v1/servers/list?ids=${id}`);
    const [server] = CALLS.serversList.answer.parse(snapshot.json()).servers;
    expect(server?.deployment.map(({ step, state }) => `${step} ${state}`)).toEqual([
      'registered done',
      'data-store-populated done',
      'region-selected done',
      'cloud-node-selected done',
      'node-slot-reserved done',
      'instance-deployed done',
    ]);

    client.send({
      type: 'subscribe',
      server_id: id,
      topics: ['feed', 'feed-personal', 'console'],
      cursors: {},
    });
    await client.expect('event_subscription', ({ data }) => data.server_id === id);
    const bob = sim.join({ name: 'Bob', steamId: '76561190000000001' });
    await client.expect('gsm:player:create', joined(id, 'Bob'));
    await client.expect(
      'gsm:player:create',
      (frame) => joined(id, 'Bob')(frame) && frame.data.player.muster_id !== null,
    );
    sim.chat(bob.id, 'Global', 'hello there');
    const chat = await client.expect(
      'server:feed',
      ({ data }) => data.entry.kind === 'chat' && data.entry.text === 'hello there',
    );
    expect(chat.data.entry).toMatchObject({ channel: 'Global', player: { name: 'Bob' } });
    await client.expect(
      'server:feed',
      ({ data }) => data.entry.kind === 'personal' && data.entry.ip !== null,
    );
    sim.leave(bob.id);
    await client.expect('gsm:player:destruct');
    expect(names(await foldOf(id, client))).toEqual([]);
    expect(client.malformed).toEqual([]);
  });

  it('cannot be added twice, nor with a wrong password, and the password is told nowhere', async () => {
    await startSim();
    const wrong = { ...serverBody(sim, 'Wrong'), rcon_password: 'not-the-password' };
    const refused = await browser.post('/app/v1/servers/test', wrong);
    expect(problem.parse(refused.json()).code).toBe('authentication-failed');
    await added(sim, 'Once');
    const again = await browser.post('/app/v1/servers/add', serverBody(sim, 'Twice'));
    expect(problem.parse(again.json()).code).toBe('already-claimed');
    const stored = await sql<{ row: string }>`
      select s::text as row from servers s union all select l::text from event_log l
      union all select p::text from event_personal p union all select a::text from audit a
    `.execute(host.deps.db);
    expect(JSON.stringify(stored.rows)).not.toContain(RCON_PASSWORD);
    expect(host.logged.join('\n')).not.toContain(RCON_PASSWORD);
  });

  it('shows the same to a client as to the host, in the end', async () => {
    await startSim();
    const id = await added(sim, 'Same');
    const client = host.connect(browser);
    await client.hello();
    const people = Array.from({ length: 25 }, (_, n) =>
      sim.join({ name: `Player ${n}`, steamId: `7656119000000010${n}` }),
    );
    await client.expect('gsm:player:create', joined(id, 'Player 24'));
    for (const person of people.slice(0, 10)) sim.leave(person.id);
    await client.until(
      () => client.frames.filter(({ event }) => event === 'gsm:player:destruct').length === 10,
    );
    await client.until(
      () =>
        client.frames.filter(
          (frame) => frame.event === 'gsm:player:create' && frame.data.player.verified,
        ).length >= 15,
    );
    const rows = await foldOf(id, client);
    expect(names(rows)).toEqual(
      sim
        .roster()
        .map((player) => player.name)
        .toSorted(),
    );
    const runtime = host.live.supervisor.runtimes.get(id)!;
    const seen = ({ servers, players }: Rows) => ({
      population: servers.get(id)?.population.players,
      state: servers.get(id)?.state,
      players: [...players.values()]
        .filter((player) => player.server_id === id)
        .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    });
    expect(seen(runtime.rows)).toEqual(seen(rows));
    expect(seen(rows).population).toBe(15);
  });
});

describe('an action', () => {
  it('is done once however often it is sent, shown with whoever asked, and written down', async () => {
    await startSim();
    const id = await added(sim, 'Actions');
    const client = host.connect(browser);
    await client.hello();
    client.send({ type: 'subscribe', server_id: id, topics: ['feed', 'console'], cursors: {} });
    await client.expect('event_subscription', ({ data }) => data.server_id === id);
    sim.join({ name: 'Eve', steamId: '76561190000000007' });
    const eve = await client.expect(
      'gsm:player:create',
      (frame) => joined(id, 'Eve')(frame) && frame.data.player.muster_id !== null,
    );
    const requestId = newId(Date.now());
    const kick = {
      action: SERVER_ACTION.SERVER_KICK,
      player_id: eve.data.player.id,
      reason: 'be kind',
    };
    const [first, second] = await Promise.all([act(id, kick, requestId), act(id, kick, requestId)]);
    expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
    expect((await act(id, kick, requestId)).json()).toEqual(first.json());
    await client.expect('gsm:player:destruct', ({ data }) => data.player.id === eve.data.player.id);
    const told = await client.expect('server:feed', ({ data }) => data.entry.kind === 'action');
    expect(told.data.entry).toMatchObject({
      actor: { muster_id: account },
      player: { name: 'Eve' },
      text: 'be kind',
      outcome: 'done',
    });
    expect(sim.log.commands.filter(({ text }) => text.startsWith('kick'))).toHaveLength(1);
    const gone = await act(id, kick);
    expect(problem.parse(gone.json()).code).toBe('player-gone');
    const inVain = await client.expect(
      'server:feed',
      ({ data }) => data.entry.kind === 'action' && data.entry.outcome === 'failed',
    );
    expect(inVain.data.entry).toMatchObject({ player: { id: kick.player_id, name: 'Eve' } });
    const other = await act(id, { ...kick, reason: 'other' }, requestId);
    expect(problem.parse(other.json()).code).toBe('invalid-request');

    const said = await act(id, { action: SERVER_ACTION.MESSAGE_PUBLIC, text: 'welcome' });
    expect(said.statusCode).toBe(200);
    const raw = await act(id, { action: SERVER_ACTION.RAW, command: 'version' });
    expect(raw.statusCode).toBe(200);
    await client.expect(
      'server:feed',
      ({ data }) =>
        data.entry.kind === 'console' &&
        data.entry.direction === 'out' &&
        data.entry.text === 'version' &&
        data.entry.actor?.muster_id === account,
    );
    const fed = client
      .on(serverStream(id, 'feed'))
      .flatMap((frame) => (frame.event === 'server:feed' ? [frame.data.entry.kind] : []));
    expect(fed).not.toContain('rcon-admin');
    const { rows } = await sql<{ action: string }>`
      select action from audit where resource = ${`server/${id}`} order by id
    `.execute(host.deps.db);
    expect(rows.map((row) => row.action)).toEqual([
      'servers.add',
      'actions.server-kick',
      'actions.server-kick',
      'actions.message-public',
      'actions.raw',
    ]);
  });
});

describe('what happens to a host', () => {
  it('does not double or lose players when it starts again', async () => {
    await startSim();
    const first = await startLiveHost();
    const { browser: owner } = await createTestAccount(first.app, first.deps, [
      'host.server.create',
    ]);
    const answer = await owner.post('/app/v1/servers/add', serverBody(sim, 'Restart'));
    const id = answer.json<{ server_id: string }>().server_id;
    const client = first.connect(owner);
    await client.hello();
    sim.join({ name: 'Stays', steamId: '76561190000000011' });
    const goes = sim.join({ name: 'Goes', steamId: '76561190000000012' });
    await client.until(
      () =>
        client.frames.filter(
          (frame) => frame.event === 'gsm:player:create' && frame.data.player.verified,
        ).length >= 2,
    );
    const head = client.on(list(id)).at(-1)?.seq ?? 0;
    await first.live.stop();
    sim.leave(goes.id);
    sim.join({ name: 'Comes', steamId: '76561190000000013' });

    const second = await startLiveHost(first);
    const later = second.connect(owner);
    const ack = await later.hello({ [list(id)]: head });
    expect(ack.data.streams.find(({ stream }) => stream === list(id))?.resumed).toBe(true);
    await later.expect('gsm:player:create', joined(id, 'Comes'));
    await later.expect('gsm:player:destruct');
    const { rows } = await sql<{ name: string; left: boolean }>`
      select name, left_at is not null as left from play_sessions
      where server_id = ${id} order by name
    `.execute(second.deps.db);
    expect(rows).toEqual([
      { name: 'Comes', left: false },
      { name: 'Goes', left: true },
      { name: 'Stays', left: false },
    ]);
    const staying = [...client.frames, ...later.frames].flatMap((frame) =>
      frame.event === 'gsm:player:create' && frame.data.player.name === 'Stays'
        ? [frame.data.player.id]
        : [],
    );
    expect(new Set(staying).size).toBe(1);
    await second.stop();
    await first.stop();
  });

  it('loses nothing when its listening connection is cut', async () => {
    await startSim();
    const id = await added(sim, 'Cut');
    const client = host.connect(browser);
    await client.hello();
    sim.join({ name: 'Before', steamId: '76561190000000021' });
    await client.expect('gsm:player:create', joined(id, 'Before'));
    await sql`select pg_terminate_backend(${host.live.realtime.backend()}::int)`.execute(
      host.deps.db,
    );
    sim.join({ name: 'Meanwhile', steamId: '76561190000000022' });
    await client.expect('gsm:player:create', joined(id, 'Meanwhile'));
    const seqs = client.on(list(id)).map((frame) => frame.seq ?? 0);
    expect(seqs).toEqual(seqs.map((_, index) => seqs[0]! + index));
  });

  it('writes what it could not write while the database was away, once', async () => {
    await startSim();
    const id = await added(sim, 'Away');
    const client = host.connect(browser);
    await client.hello();
    await client.until(() => host.live.supervisor.runtimes.get(id)?.row.state.ready === true);
    const cut = () =>
      sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()
      `.execute(host.deps.db);
    for (let round = 0; round < 8; round += 1) {
      sim.join({ name: `Cut ${round}`, steamId: `7656119000000030${round}` });
      await cut();
    }
    await client.until(
      () =>
        new Set(
          client.frames.flatMap((frame) =>
            frame.event === 'gsm:player:create' && frame.data.server.id === id
              ? [frame.data.player.name]
              : [],
          ),
        ).size === 8,
    );
    const { rows } = await sql<{ name: string }>`
      select name from play_sessions where server_id = ${id} order by name
    `.execute(host.deps.db);
    expect(rows.map(({ name }) => name)).toEqual(
      Array.from({ length: 8 }, (_, round) => `Cut ${round}`),
    );
  });
});

describe('a server that is deleted', () => {
  it('is requested, in progress and done, and everybody is told', async () => {
    await startSim();
    const id = await added(sim, 'Gone');
    const client = host.connect(browser);
    await client.hello();
    const wrong = await browser.post(`/app/v1/server/${id}/delete`, { identifier: 'Gona' });
    expect(problem.parse(wrong.json()).code).toBe('confirmation-mismatch');
    const right = await browser.post(`/app/v1/server/${id}/delete`, { identifier: 'Gone' });
    expect(right.statusCode).toBe(200);
    await client.expect('server:destroy', ({ data }) => data.server_id === id);
    await client.expect('event_subscription', ({ data }) => data.detached.includes(list(id)));
    const told = client
      .on(list(id))
      .flatMap((frame) =>
        frame.event === 'update:server' ? [frame.data.configuration.deleting] : [],
      );
    expect(told).toEqual(['requested', 'in-progress', 'done']);
    const after = await browser.get(`/app/v1/server/${id}/settings`);
    expect(problem.parse(after.json()).code).toBe('not-found');
    expect(host.live.supervisor.runtimes.has(id)).toBe(false);
    // What it told goes later, when nobody can be about to resume it.
    const jobs = host.deps.db
      .selectFrom('jobs')
      .select('payload')
      .where('kind', '=', REMOVE_STREAMS);
    expect(await jobs.execute()).toContainEqual({ payload: { server_id: id } });
    await removeStreams(host.deps.db, { server_id: id });
    const streams = host.deps.db.selectFrom('streams').select('stream');
    expect((await streams.execute()).filter(({ stream }) => stream.includes(id))).toEqual([]);
    await added(sim, 'Anew');
  });
});
