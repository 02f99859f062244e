import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { grant, serverResource, wallResource } from '../../src/host/access/grants.ts';
import { publish } from '../../src/host/realtime/log.ts';
import { signOfLife } from '../../src/host/identity/display-tokens.ts';
import { displayScope } from '../../src/host/access/display-scope.ts';
import { CALLS } from '../../src/protocol/calls.ts';
import { ACCOUNT_STATUS } from '../../src/protocol/enumerations.ts';
import { WALL_PERMISSION } from '../../src/protocol/permissions.ts';
import type { RowOf } from '../../src/protocol/resources/registry.ts';
import { accountStream, resourceStream, serverStream } from '../../src/protocol/streams.ts';
import type { Scene, SceneSource } from '../../src/protocol/walls/fields.ts';
import type { SimServer } from '../../src/sim/server.ts';
import { createTestAccount } from '../support/accounts.ts';
import { addServer, startQuickSim } from '../support/added-server.ts';
import { TestBrowser } from '../support/host.ts';
import { startLiveHost, type LiveHost } from '../support/live-host.ts';
import type { SocketClient } from '../support/socket-client.ts';

let host: LiveHost;
let owner: TestBrowser;
let ownerId: string;
const sims: SimServer[] = [];
const ids = new Map<string, string>();

beforeAll(async () => {
  host = await startLiveHost();
  ({ browser: owner, id: ownerId } = await createTestAccount(host.app, host.deps, [
    'host.server.create',
  ]));
  for (const name of ['Chernarus', 'Namalsk', 'Takistan']) await added(name);
});

/** A server of this name, with somebody on it. */
async function added(name: string): Promise<void> {
  const sim = await startQuickSim();
  sims.push(sim);
  sim.join({ name: `Secret of ${name}`, steamId: `7656119000000040${sims.length}` });
  ids.set(name, await addServer(owner, sim, name));
}
const opened: SocketClient[] = [];
afterEach(() => {
  for (const client of opened.splice(0)) client.kill();
});
afterAll(async () => {
  await host.stop();
  for (const sim of sims) await sim.stop();
});

const idOf = (name: string) => ids.get(name) ?? '';
const listOf = (name: string) => serverStream(idOf(name), 'list');
const chosen = (...names: string[]): SceneSource => ({
  kind: 'servers',
  server_ids: names.map(idOf),
});
const named = (text: string): SceneSource => ({
  kind: 'filter',
  filter: { text, games: [], states: [] },
});

function definition(...sources: SceneSource[]) {
  const scenes = sources.map((source, index): Scene => {
    const scene_id = index.toString(16).padStart(24, '0');
    return { scene_id, title: `Scene ${index}`, layout: 'auto', source };
  });
  return { name: 'Lobby', rotation: 20, pinned_scene: null, sound: false, scenes };
}

const paired = (...sources: SceneSource[]) => pairedBy(owner, ...sources);

/** A television that was paired with a new wall of these sources, with its socket. */
async function pairedBy(owner: TestBrowser, ...sources: SceneSource[]) {
  const made = await owner.post('/app/v1/walls/create', { wall: definition(...sources) });
  const { wall_id } = CALLS.wallCreate.answer.parse(made.json());
  const browser = new TestBrowser(host.app);
  const started = await browser.post('/app/v1/pairing/start', {});
  const { code, secret } = CALLS.pairingStart.answer.parse(started.json());
  const answer = await owner.post('/app/v1/displays/pair', {
    code,
    wall_id,
    name: 'Television',
  });
  const { display_id: display } = CALLS.displayPair.answer.parse(answer.json());
  await browser.post('/app/v1/pairing/claim', { secret });
  const socket = host.connectDisplay(browser);
  opened.push(socket);
  const ack = await socket.hello();
  return {
    browser,
    socket,
    display,
    wall: wall_id,
    streams: ack.data.streams.map(({ stream }) => stream),
    change: (...to: SceneSource[]) =>
      owner.post(`/app/v1/wall/${wall_id}`, { wall: definition(...to), revision: 1 }),
  };
}

const listed = async (id: string) => {
  const answer = await owner.get('/app/v1/@me/displays');
  return CALLS.displaysPage.answer.parse(answer.json()).rows.find((row) => row.id === id);
};

describe('a paired display', () => {
  it('hears the populations of its servers, and nobody who plays on them', async () => {
    const { browser, socket, display, streams } = await paired(chosen('Chernarus'));
    expect(streams).toEqual([accountStream(display), listOf('Chernarus')]);
    sims[0]?.join({ name: 'Secret and new', steamId: '76561190000000499' });
    await socket.expect('gsm:player:create', ({ data }) => data.server.id === idOf('Chernarus'));
    const servers = await browser.get('/app/v1/@display/servers');
    const answer = CALLS.displayServers.answer.parse(servers.json());
    expect(answer.servers.map(({ configuration }) => configuration.identifier)).toEqual([
      'Chernarus',
    ]);
    expect(answer.servers[0]?.population.players).toBeGreaterThan(0);
    expect(servers.body + JSON.stringify(socket.frames)).not.toContain('Secret');
    const history = (name: string) => browser.get(`/app/v1/@display/population/${idOf(name)}`);
    expect((await history('Chernarus')).statusCode).toBe(200);
    expect((await history('Namalsk')).statusCode).toBe(404);
  });

  it('can follow nothing else, and call nothing else', async () => {
    const { browser, socket } = await paired(chosen('Chernarus'));
    const topics = ['feed', 'console', 'feed-personal', 'metrics', 'presence'] as const;
    socket.send({
      type: 'subscribe',
      server_id: idOf('Chernarus'),
      topics: [...topics],
      cursors: {},
    });
    const { data } = await socket.expect('event_subscription');
    expect(data).toMatchObject({ attached: [], refused: topics });
    const asOwner = host.connect(browser);
    opened.push(asOwner);
    await asOwner.until(() => asOwner.closed !== null);
    expect(asOwner.closed?.code).toBe(4401);
    expect((await browser.get('/app/v1/servers/list')).statusCode).toBe(401);
    expect((await browser.get(`/app/v1/server/${idOf('Chernarus')}/feed`)).statusCode).toBe(401);
  });

  it('that is revoked loses its socket within two seconds, and its token', async () => {
    const { browser, socket, display } = await paired(chosen('Chernarus'));
    const began = performance.now();
    expect((await owner.post(`/app/v1/display/${display}/revoke`, {})).statusCode).toBe(200);
    await socket.until(() => socket.closed !== null, 2_000);
    expect(performance.now() - began).toBeLessThan(2_000);
    expect(socket.closed?.code).toBe(4401);
    expect((await browser.get('/app/v1/@display/session')).statusCode).toBe(401);
    const again = host.connectDisplay(browser);
    opened.push(again);
    await again.until(() => again.closed !== null);
    expect(again.closed?.code).toBe(4401);
    expect(await listed(display)).toBeUndefined();
  });

  it('is online while its socket is open, and then says when it was seen last', async () => {
    const { socket, display } = await paired(chosen('Chernarus'));
    await expect.poll(() => listed(display)).toMatchObject({ online: true });
    await socket.close();
    await expect.poll(() => listed(display)).toMatchObject({ online: false });
    expect(Date.now() - ((await listed(display))?.last_seen ?? 0)).toBeLessThan(10_000);
  });

  it('that comes, goes, is renamed, loses its wall and is revoked is told to whoever paired it', async () => {
    const { browser, id } = await createTestAccount(host.app, host.deps);
    const own = resourceStream('displays', id);
    const { socket: watching, attached } = await following(browser);
    expect(attached).toEqual([{ stream: own, head: 0, resumed: false }]);
    const { socket, display, wall } = await pairedBy(browser, named(''));
    const rows = () =>
      watching.frames.flatMap(({ stream, data }) =>
        stream !== own ? [] : [(data as { readonly row?: RowOf<'displays'> }).row ?? data],
      );
    const next = async (count: number) => {
      await watching.until(() => rows().length >= count);
      return rows()[count - 1];
    };
    expect(await next(1)).toMatchObject({ id: display, online: false, wall_id: wall });
    expect(await next(2)).toMatchObject({ id: display, online: true });
    const edited = await browser.post(`/app/v1/display/${display}`, { name: 'Stairs' });
    expect(await next(3)).toMatchObject({ name: 'Stairs', online: true, wall_id: wall });
    expect(edited.json()).toEqual({ position: 3 });
    await browser.post(`/app/v1/wall/${wall}/delete`, {});
    expect(await next(4)).toMatchObject({ name: 'Stairs', wall_id: null });
    await socket.close();
    expect(await next(5)).toMatchObject({ online: false, last_seen: expect.any(Number) });
    const revoked = await browser.post(`/app/v1/display/${display}/revoke`, {});
    expect(await next(6)).toEqual({ resource: 'displays', server_id: null, id: display });
    expect(revoked.json()).toEqual({ position: 6 });
  });

  it('is told to nobody else, and nobody else reads it', async () => {
    const [ada, eve] = [
      await createTestAccount(host.app, host.deps),
      await createTestAccount(host.app, host.deps),
    ];
    const [hers, theirs] = [await following(ada.browser), await following(eve.browser)];
    const { display } = await pairedBy(ada.browser, named(''));
    await hers.socket.expect('row:put');
    // What comes later of her own shows that nothing was on its way to her.
    const own = await pairedBy(eve.browser, named(''));
    const { data } = await theirs.socket.expect('row:put');
    expect(data).toMatchObject({ row: { id: own.display } });
    expect(JSON.stringify(theirs.socket.frames)).not.toContain(display);
    expect((await eve.browser.get('/app/v1/@me/displays')).body).not.toContain(display);
    const rename = await eve.browser.post(`/app/v1/display/${display}`, { name: 'Mine' });
    expect(rename.statusCode).toBe(404);
  });

  it('stays online when its socket moves to another host', async () => {
    const { browser, socket, display } = await paired(chosen('Chernarus'));
    await expect.poll(() => listed(display)).toMatchObject({ online: true });
    const seen = (await listed(display))?.last_seen;
    const second = await startLiveHost(host);
    const moved = second.connectDisplay(browser);
    await moved.hello();
    await expect.poll(async () => (await listed(display))?.last_seen).not.toBe(seen);
    const { socket: watching } = await following(owner);
    await socket.close();
    // Whatever the first host has to tell of it, it has told before another display is renamed.
    const other = await paired(chosen('Chernarus'));
    await watching.expect('row:put', ({ data }) => goes(data, other.display, true));
    expect(await listed(display)).toMatchObject({ online: true });
    expect(watching.frames.some(({ data }) => goes(data, display, false))).toBe(false);
    await moved.close();
    await watching.expect('row:put', ({ data }) => goes(data, display, false));
    await second.stop();
  });
});

/** A socket that follows what its account has for itself: what it has paired, or the walls that it may see. */
async function following(browser: TestBrowser, topic: 'displays' | 'walls' = 'displays') {
  const socket = host.connect(browser);
  opened.push(socket);
  await socket.hello();
  socket.send({ type: 'subscribe', server_id: null, topics: [topic], cursors: {} });
  const { data } = await socket.expect('event_subscription');
  return { socket, attached: data.attached };
}

/** Whether a frame tells of this display that it is connected, or that it is not. */
function goes(data: unknown, display: string, online: boolean): boolean {
  const { row } = data as { readonly row?: Partial<RowOf<'displays'>> };
  return row?.id === display && row.online === online;
}

describe('a wall', () => {
  it('is told to each account that may see it, whoever changes it, and to nobody else', async () => {
    const [ada, eve] = [
      await createTestAccount(host.app, host.deps),
      await createTestAccount(host.app, host.deps),
    ];
    const [hers, theirs] = [
      await following(ada.browser, 'walls'),
      await following(eve.browser, 'walls'),
    ];
    const made = await ada.browser.post('/app/v1/walls/create', { wall: definition(named('')) });
    const { wall_id: id, position } = CALLS.wallCreate.answer.parse(made.json());
    const first = await hers.socket.expect('row:put');
    expect([first.seq, first.data]).toMatchObject([
      position,
      { resource: 'walls', row: { id, name: 'Lobby', revision: 1, scenes: 1 } },
    ]);
    const { db, clock } = host.deps;
    await grant(db, eve.id, wallResource(id), WALL_PERMISSION, ada.id, clock());
    const wall = { ...definition(named('a'), named('b')), name: 'Hall' };
    const saved = await eve.browser.post(`/app/v1/wall/${id}`, { wall, revision: 1 });
    const second = { row: { id, name: 'Hall', revision: 2, scenes: 2 } };
    const next = await hers.socket.expect('row:put', ({ seq = 0 }) => seq > position);
    expect(next.data).toMatchObject(second);
    // The first that she hears of it.
    const { seq, data } = await theirs.socket.expect('row:put');
    expect([{ position: seq }, data]).toMatchObject([saved.json(), second]);
    const page = await eve.browser.get('/app/v1/@me/walls');
    expect(CALLS.wallsPage.answer.parse(page.json()).rows).toMatchObject([second.row]);
    const deleted = await ada.browser.post(`/app/v1/wall/${id}/delete`, {});
    expect(deleted.json()).toEqual({ position: position + 2 });
    for (const { socket } of [hers, theirs]) {
      expect((await socket.expect('row:gone')).data).toEqual({
        resource: 'walls',
        server_id: null,
        id,
      });
    }
    expect((await eve.browser.get('/app/v1/@me/walls')).body).not.toContain(id);
  });
});

describe('the scope of a display', () => {
  it('is no wider where it asks for other servers, or its wall names some', async () => {
    const strange = 'f'.repeat(24);
    const source = { kind: 'servers' as const, server_ids: [idOf('Chernarus'), strange] };
    const { browser } = await paired(source);
    const asked = `${idOf('Namalsk')},${idOf('Chernarus')}`;
    const answer = await browser.get(`/app/v1/@display/servers?ids=${asked}`);
    const { servers } = CALLS.displayServers.answer.parse(answer.json());
    expect(servers.map(({ id }) => id)).toEqual([idOf('Chernarus')]);
    const session = await browser.get('/app/v1/@display/session');
    const { wall } = CALLS.displaySession.answer.parse(session.json());
    expect(wall?.scenes.map((scene) => scene.source)).toEqual([chosen('Chernarus')]);
  });

  it('is nothing where whoever paired it is blocked, and its token lets nobody in', async () => {
    const { browser, display } = await paired(chosen('Chernarus'));
    const { db } = host.deps;
    const become = (status: number) =>
      db.updateTable('accounts').set({ status }).where('id', '=', ownerId).execute();
    const lives = () => signOfLife(db, display, host.deps.clock());
    const { status } = await db
      .selectFrom('accounts')
      .select('status')
      .where('id', '=', ownerId)
      .executeTakeFirstOrThrow();
    expect([await displayScope(db, display), await lives()]).toEqual([
      [idOf('Chernarus')],
      { came: false },
    ]);
    await become(ACCOUNT_STATUS.BANNED);
    expect([await displayScope(db, display), await lives()]).toEqual([[], null]);
    expect((await browser.get('/app/v1/@display/session')).statusCode).toBe(401);
    await become(status);
    expect((await browser.get('/app/v1/@display/session')).statusCode).toBe(200);
  });

  it('is nothing where whoever paired it may no longer see the wall', async () => {
    const { display, wall } = await paired(chosen('Chernarus'));
    const { db } = host.deps;
    expect(await displayScope(db, display)).toEqual([idOf('Chernarus')]);
    await db.deleteFrom('grants').where('resource', '=', wallResource(wall)).execute();
    expect(await displayScope(db, display)).toEqual([]);
  });

  it('follows its wall: servers that are taken out are heard no more, new ones at once', async () => {
    const { socket, browser, change } = await paired(chosen('Chernarus'));
    await change(chosen('Namalsk'), named('takis'));
    const { data } = await socket.expect('event_subscription');
    expect(data.attached.map(({ stream }) => stream).toSorted()).toEqual(
      [listOf('Namalsk'), listOf('Takistan')].toSorted(),
    );
    expect(data.detached).toEqual([listOf('Chernarus')]);
    expect((await socket.expect('update')).data.reason).toBe('walls');
    const session = await browser.get('/app/v1/@display/session');
    expect(session.json()).toMatchObject({ wall: { revision: 2 } });
  });

  it('follows the permissions of whoever paired it', async () => {
    await added('Livonia');
    const { socket, browser, streams } = await paired(named(''));
    expect(streams).toContain(listOf('Livonia'));
    await host.deps.db.transaction().execute(async (trx) => {
      await trx
        .deleteFrom('grants')
        .where('subject', '=', ownerId)
        .where('resource', '=', serverResource(idOf('Livonia')))
        .execute();
      await publish.grantsChanged(trx, ownerId);
    });
    const { data } = await socket.expect('event_subscription');
    expect(data.detached).toEqual([listOf('Livonia')]);
    expect((await browser.get('/app/v1/@display/servers')).body).not.toContain('Livonia');
  });

  it('of a filter follows the names of the servers', async () => {
    await added('Sakhal');
    const { socket, streams } = await paired(named('sakh'));
    expect(streams).toContain(listOf('Sakhal'));
    const settings = await owner.get(`/app/v1/server/${idOf('Sakhal')}/settings`);
    const [row] = CALLS.settingsPage.answer.parse(settings.json()).rows;
    const { identifier: _, timezone, host: at, game_port, query_port, rcon_port } = row!;
    const rest = { timezone, host: at, game_port, query_port, rcon_port };
    const renamed = await owner.post(`/app/v1/server/${idOf('Sakhal')}/settings`, {
      ...rest,
      identifier: 'Renamed',
    });
    expect(renamed.statusCode).toBe(200);
    const { data } = await socket.expect('event_subscription');
    expect(data.detached).toEqual([listOf('Sakhal')]);
  });

  it('ends with its wall', async () => {
    const { socket, browser, wall } = await paired(chosen('Chernarus'));
    await owner.post(`/app/v1/wall/${wall}/delete`, {});
    const { data } = await socket.expect('event_subscription');
    expect(data.detached).toEqual([listOf('Chernarus')]);
    expect((await browser.get('/app/v1/@display/servers')).json()).toEqual({
      servers: [],
      next: null,
    });
  });
});
