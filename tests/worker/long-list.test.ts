import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { fold } from '../../src/domain/fold.ts';
import { hashRows } from '../../src/domain/hash.ts';
import type { ServerRow } from '../../src/domain/rows.ts';
import { createRows } from '../../src/domain/state.ts';
import { CALLS } from '../../src/protocol/calls.ts';
import { MESSAGE_LENGTH } from '../../src/protocol/limits.ts';
import { openingEvents } from '../../src/testing/snapshots.ts';
import { Browser, SERVERS, shown } from './tabs.ts';

const SERVERS_A_PAGE = 20;
const PLAYERS = 5;

/** A worker at its start, before a host with so many servers that they come in pages. */
async function starting(servers: number): Promise<Browser> {
  const browser = new Browser();
  const { host, world } = browser;
  for (let number = 0; number < servers; number++) {
    const server = world.addServer(`Server ${number}`, 60);
    for (let player = 0; player < PLAYERS; player++) world.join(server, `Player ${player}`);
  }
  host.serversAPage = SERVERS_A_PAGE;
  await browser.start();
  return browser;
}

/** Rows after each moment in which the rows became more. */
async function growth(browser: Browser, servers: number): Promise<readonly number[]> {
  const { rows } = browser.worker.engine;
  const counts = [0];
  for (let step = 0; step < 10_000 && rows.servers.size < servers; step++) {
    await browser.clock.advance(1);
    const count = rows.servers.size + rows.players.size;
    if (count !== counts.at(-1)) counts.push(count);
  }
  return counts;
}

/** Ten minutes in which the connection holds; answers how often servers were asked for. */
async function tenMinutes({ clock, host, world }: Browser): Promise<number> {
  const pages = () => host.calls.filter((call) => call.includes('servers/list')).length;
  const before = pages();
  for (let seconds = 0; seconds < 600; seconds += 10) {
    host.tell([{ event: 'keepalive', at: world.at, data: { sent: null } }]);
    await clock.advance(10_000);
  }
  return pages() - before;
}

const isList = (body: unknown): body is object =>
  typeof body === 'object' && body !== null && 'servers' in body && 'next' in body;

/** The worker has what the host has. */
function expectAll({ worker, world }: Browser): void {
  const all = createRows();
  fold(all, openingEvents(world));
  const hash = (rows: typeof all): string => hashRows(rows, ['servers', 'players']);
  expect(hash(worker.engine.rows)).toBe(hash(all));
}

describe('a long list of servers', () => {
  it('is taken in page by page, so that nothing waits for all of it', async () => {
    const browser = await starting(450);
    const counts = await growth(browser, 450);
    const added = counts.slice(1).map((count, index) => count - (counts[index] ?? 0));
    expect(Math.max(...added)).toBe(SERVERS_A_PAGE * (1 + PLAYERS));
    expect(counts.at(-1)).toBe(450 * (1 + PLAYERS));
  });

  it('is read by the guard made of its schema, and by the schema only where that finds something', async () => {
    const read = vi.spyOn(CALLS.serversList.answer, 'safeParse');
    onTestFinished(() => read.mockRestore());
    const browser = await starting(60);
    await growth(browser, 60);
    expect(browser.worker.engine.rows.servers.size).toBe(60);
    expect(read).not.toHaveBeenCalled();
    const damaged = await starting(60);
    damaged.host.retold = (body) => (isList(body) ? { ...body, next: 5 } : body);
    await damaged.clock.advance(1_000);
    expect(read).toHaveBeenCalled();
  });

  it('shows what came, and what is told in the meantime of servers that came and that did not', async () => {
    const browser = await starting(450);
    const { clock, host, world, worker } = browser;
    const tab = await browser.tab('A');
    const view = tab.view<ServerRow>(SERVERS);
    while (worker.engine.rows.servers.size < 100) await clock.advance(1);
    expect(worker.engine.rows.servers.size).toBeLessThan(200);
    const came = world.servers[3]!;
    const waits = world.servers[440]!;
    host.tell([...world.join(came, 'Early'), ...world.join(waits, 'Late')]);
    host.tell([...world.join(waits, 'Later')]);
    await clock.advance(host.latency + 40);
    expect(worker.engine.rows.servers.get(came.id)?.population.players).toBe(PLAYERS + 1);
    expect(worker.engine.rows.servers.has(waits.id)).toBe(false);
    await clock.advance(5_000);
    expect(worker.engine.rows.servers.get(waits.id)?.population.players).toBe(PLAYERS + 2);
    expect(worker.ingest.malformed + worker.ingest.unknown).toBe(0);
    expect(shown(view).total).toBe(450);
    expectAll(browser);
  });

  it('that breaks off goes on with what is missing, and asks for no page twice', async () => {
    const browser = await starting(1_450);
    const { clock, host, worker } = browser;
    while (worker.engine.rows.servers.size < 100) await clock.advance(1);
    host.failing = 20;
    await clock.advance(1_000);
    const { size } = worker.engine.rows.servers;
    expect(size).toBeGreaterThanOrEqual(100);
    expect(size).toBeLessThan(450);
    await clock.advance(60_000);
    expectAll(browser);
    const pages = host.calls.filter((call) => call.startsWith('GET /app/v1/servers/list'));
    expect(new Set(pages).size).toBe(pages.length);
    expect(pages.length).toBeLessThan(1_450 / SERVERS_A_PAGE + 30);
  });

  it('is asked for once, however often the connection breaks in the meantime', async () => {
    const browser = await starting(1_450);
    const { clock, host, worker } = browser;
    for (const held of [60, 120, 180]) {
      while (worker.engine.rows.servers.size < held) await clock.advance(1);
      host.close();
    }
    await clock.advance(60_000);
    expectAll(browser);
    const pages = host.calls.filter((call) => call.startsWith('GET /app/v1/servers/list'));
    expect(pages.length).toBeLessThan(1_450 / SERVERS_A_PAGE + 15);
  });

  it('that is longer than one hello tells is held on by several, and asked for no more', async () => {
    const browser = new Browser();
    const { clock, host, world } = browser;
    for (let number = 0; number < 2_500; number++) world.addServer(`Server ${number}`, 60);
    await browser.start();
    await clock.advance(5_000);
    const asked = host.calls.length;
    host.received.length = 0;
    host.close();
    await clock.advance(5_000);
    const told = host.received.filter(({ type }) => type === 'hello' || type === 'cursors');
    expect(told.map(({ type }) => type)).toEqual(['hello', 'cursors']);
    for (const message of told) {
      expect(JSON.stringify(message).length).toBeLessThanOrEqual(MESSAGE_LENGTH.cursors);
    }
    expect(browser.worker.link.state.kind).toBe('live');
    expect(host.calls.slice(asked).filter((call) => call.includes('servers/list'))).toEqual([]);
    expectAll(browser);
  });

  it.each([
    ['the first server', 1_450, [0]],
    ['the first two', 450, [0, 1]],
    ['the first eight', 450, [0, 1, 2, 3, 4, 5, 6, 7]],
    ['one in its midst', 1_450, [700]],
    ['eight in its midst', 450, [200, 201, 202, 203, 204, 205, 206, 207]],
    ['the last server', 1_450, [1_449]],
    ['the last eight', 450, [442, 443, 444, 445, 446, 447, 448, 449]],
    ['some that are far from each other', 1_450, [3, 420, 421, 1_200]],
    ['the first three', 12, [0, 1, 2]],
    ['the first six', 8, [0, 1, 2, 3, 4, 5]],
    ['forty all over the list', 450, Array.from({ length: 40 }, (_, at) => at * 11)],
    [
      'forty of which one is in their midst',
      41,
      Array.from({ length: 40 }, (_, at) => at + Number(at >= 20)),
    ],
  ])('keeps out none beside %s of %i that the host cannot answer for', async (_, count, broken) => {
    const browser = await starting(count);
    const { clock, host, worker, world } = browser;
    const byId = world.servers.map(({ id }) => id).sort();
    for (const place of broken) host.broken.add(byId[place] ?? '');
    await clock.advance(10_000);
    const { servers } = worker.engine.rows;
    expect(byId.filter((id) => !servers.has(id))).toEqual([...host.broken]);
    expect(await tenMinutes(browser)).toBeLessThan(15 * (1 + broken.length));
    host.broken.clear();
    await clock.advance(61_000);
    expectAll(browser);
  });

  it.each([
    ['the list', 120],
    ['any server of it', 1_000],
  ])('asks a host that cannot answer for %s less and less often', async (what, most) => {
    const browser = new Browser();
    const { clock, host, world } = browser;
    for (let number = 0; number < 450; number++) {
      const { id } = world.addServer(`Server ${number}`, 60);
      if (what !== 'the list') host.broken.add(id);
    }
    const whole = host.retold;
    if (what === 'the list') host.retold = (body) => (isList(body) ? {} : body);
    await browser.start();
    expect(await tenMinutes(browser)).toBeLessThan(most);
    host.broken.clear();
    host.retold = whole;
    await clock.advance(61_000);
    expectAll(browser);
  });

  it('in another order is told to a tab once it is sorted, and what is told in the meantime does not wait', async () => {
    const browser = new Browser();
    const { clock, host, world } = browser;
    for (let number = 0; number < 2_500; number++) world.addServer(`Server ${number}`, 60);
    await browser.start();
    await clock.advance(5_000);
    const tab = await browser.tab('A');
    const query = { ...SERVERS, sort: 'players', direction: 'desc' } as const;
    const view = tab.view<ServerRow>(query);
    const left = tab.view<ServerRow>({ ...query, sort: 'queue' });
    left.stop();
    const [, second] = world.servers;
    host.tell(world.join(second!, 'Survivor'));
    await clock.advance(1_000);
    expect([shown(view).total, shown(view).rows[0]?.id]).toEqual([2_500, second!.id]);
    expect(browser.worker.inspect().views).toBe(1);
  });
});
