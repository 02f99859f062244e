/** Rows of a newer host that this version cannot read, or not all of it. */
import { beforeEach, expect, it } from 'vitest';
import { populationFreshness, serverStatus } from '../../src/domain/servers/status.ts';
import type { WorldServer } from '../../src/testing/world-server.ts';
import { Browser, liveBrowser } from './tabs.ts';

const STEP = { step: 'registered', at: 1, detail: null } as const;

let browser: Browser;
let alpha: WorldServer;
let bravo: WorldServer;

beforeEach(() => {
  browser = new Browser();
  alpha = browser.world.addServer('Alpha', 40);
  bravo = browser.world.addServer('Bravo', 60);
});

const rows = () => browser.worker.engine.rows;
const unread = () => browser.worker.inspect().events.unread;
const askedFor = (path: string) =>
  browser.host.calls.filter((call) => call.startsWith(`GET /app/v1/${path}`)).length;

/** The host tells `server` with another value at a path. */
function tellsOf(server: WorldServer, [first = '', ...others]: string[], value: unknown): void {
  browser.host.retold = (body) => {
    const copy = structuredClone(body) as { servers?: unknown };
    const { servers } = copy;
    if (!Array.isArray(servers)) return body;
    const row = (servers as Record<string, unknown>[]).find(({ id }) => id === server.id);
    if (row === undefined) return body;
    let parent = row;
    let name = first;
    for (const next of others) {
      parent = parent[name] as Record<string, unknown>;
      name = next;
    }
    parent[name] = value;
    return copy;
  };
}

async function start(): Promise<void> {
  await browser.start();
  await browser.clock.advance(1_000);
}

it.each([
  ['state.state', 'HIBERNATING', 'UNKNOWN'],
  ['state.error', 'out-of-electricity', null],
  ['configuration.game', 77, 0],
  ['configuration.deleting', 'archived', 'in-progress'],
  ['configuration.actions', [0, 77, 10], [0, 10]],
  ['population.source', 'guessed', 'unknown'],
  ['deployment', [{ step: 'blessed', state: 'done', at: 1, detail: null }], []],
])('a server whose %s is %j stays in the list, read as %j', async (path, value, read) => {
  tellsOf(alpha, path.split('.'), value);
  await start();
  expect([...rows().servers.keys()].sort()).toEqual([alpha.id, bravo.id].sort());
  const [first = '', second] = path.split('.');
  const part = (rows().servers.get(alpha.id) as unknown as Record<string, unknown>)[first];
  expect(second === undefined ? part : (part as Record<string, unknown>)[second]).toEqual(read);
  expect(unread()).toBe(1);
  const before = askedFor('servers/list');
  await browser.clock.advance(600_000);
  expect(askedFor('servers/list') - before).toBe(0);
});

it.each([
  ['state.state', 'HIBERNATING', 'stale'],
  ['state.error', 'out-of-electricity', 'stale'],
  ['deployment', [{ ...STEP, state: 'skipped' }], 'live'],
])('a server whose %s is %j is shown as unknown, its count as %s', async (path, value, count) => {
  await start();
  const row = () => rows().servers.get(alpha.id)!;
  expect(serverStatus(row())).toEqual({ name: 'online', fault: null });
  tellsOf(alpha, path.split('.'), value);
  browser.world.join(alpha, 'Lost');
  browser.host.tell(browser.world.join(alpha, 'Survivor'));
  await browser.clock.advance(1_000);
  expect(serverStatus(row())).toEqual({ name: 'unknown', fault: null });
  expect(populationFreshness(row(), { kind: 'live' }, browser.clock.now())).toBe(count);
  expect(unread()).toBe(1);
});

it('a step that is not known stays so, whatever its server tells, until it is told again', async () => {
  tellsOf(alpha, ['deployment'], [{ ...STEP, state: 'skipped' }]);
  await start();
  const status = () => serverStatus(rows().servers.get(alpha.id)!).name;
  expect(status()).toBe('unknown');
  const { since: _, ...state } = alpha.state;
  browser.host.tell(browser.world.state(alpha, state));
  await browser.clock.advance(1_000);
  expect(status()).toBe('unknown');
  browser.host.tell([browser.world.deploy(alpha, { ...STEP, state: 'done' })]);
  await browser.clock.advance(1_000);
  expect(status()).toBe('online');
});

it('a server that cannot be read at all costs no other, and is asked for less and less often', async () => {
  tellsOf(alpha, ['position'], 'soon');
  await start();
  expect([...rows().servers.keys()]).toEqual([bravo.id]);
  expect(unread()).toBe(1);
  for (let seconds = 0; seconds < 600; seconds += 10) {
    browser.host.tell(browser.world.join(alpha, `Survivor ${seconds}`));
    browser.host.tell([{ event: 'keepalive', at: browser.world.at, data: { sent: null } }]);
    await browser.clock.advance(10_000);
  }
  expect(unread()).toBe(1);
  expect(askedFor('servers/list')).toBeGreaterThan(8);
  expect(askedFor('servers/list')).toBeLessThan(20);
  browser.host.retold = (body) => body;
  await browser.clock.advance(61_000);
  expect(rows().servers.size).toBe(2);
});

it('a server that is held stays while it cannot be read', async () => {
  await start();
  tellsOf(alpha, ['position'], 'soon');
  browser.world.join(alpha, 'Lost');
  browser.host.tell(browser.world.join(alpha, 'Survivor'));
  await browser.clock.advance(1_000);
  expect(unread()).toBe(1);
  expect(rows().servers.size).toBe(2);
});

it('a server that cannot be read keeps none that was destroyed in the same gap', async () => {
  await start();
  tellsOf(alpha, ['position'], 'soon');
  browser.world.join(alpha, 'Lost');
  browser.world.join(bravo, 'Lost');
  const told = [browser.world.join(alpha, 'Survivor'), browser.world.destroy(bravo)].flat();
  browser.host.tell(told);
  await browser.clock.advance(1_000);
  expect(unread()).toBe(1);
  expect([...rows().servers.keys()]).toEqual([alpha.id]);
});

it('a server whose id cannot be read may be any that is awaited', async () => {
  await start();
  tellsOf(alpha, ['id'], 7);
  browser.world.join(alpha, 'Lost');
  browser.host.tell(browser.world.join(alpha, 'Survivor'));
  await browser.clock.advance(1_000);
  expect(rows().servers.size).toBe(2);
});

it('an entry of an unknown kind is left out of its page alone', async () => {
  browser = await liveBrowser();
  [alpha] = browser.world.servers as [WorldServer];
  browser.world.join(alpha, 'One');
  browser.world.join(alpha, 'Two');
  browser.host.retold = (body) => {
    const { entries } = body as { entries?: object[] };
    if (entries === undefined) return body;
    return {
      ...(body as object),
      entries: [{ seq: 1, at: 1, entry: { kind: 'duel' } }, ...entries.slice(1)],
    };
  };
  const tab = await browser.tab('A');
  tab.view({ view: 'feed', server_id: alpha.id, kinds: [], limit: 20 });
  await browser.clock.advance(1_000);
  expect(rows().feed.size).toBe(1);
  expect(unread()).toBe(1);
  const asked = askedFor('server/');
  await browser.clock.advance(600_000);
  expect(askedFor('server/')).toBe(asked);
});

it('a frame with an unknown value is healed by one snapshot', async () => {
  await start();
  const before = askedFor('servers/list');
  const state = 'HIBERNATING' as 'CONNECTING';
  const told = { state, offline: false, ready: false, error: null };
  browser.host.tell(browser.world.state(alpha, told));
  await browser.clock.advance(600_000);
  expect(askedFor('servers/list') - before).toBe(1);
  expect(rows().servers.get(alpha.id)?.state.state).toBe('UNKNOWN');
  expect([browser.worker.ingest.malformed > 0, unread()]).toEqual([true, 1]);
  browser.host.tell(browser.world.join(alpha, 'Survivor'));
  await browser.clock.advance(100);
  expect(rows().players.size).toBe(1);
});
