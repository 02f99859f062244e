/** Topics that the host ends or refuses while somebody looks at them. */
import { beforeEach, expect, it } from 'vitest';
import { SERVER_PERMISSION, type ServerPermission } from '../../src/protocol/permissions.ts';
import { serverStream } from '../../src/protocol/streams.ts';
import type { WorldServer } from '../../src/testing/world-server.ts';
import type { LinkRow } from '../../src/domain/rows.ts';
import { liveBrowser, shown, type Browser } from './tabs.ts';

let browser: Browser;
let server: WorldServer;
let feed: string;

const permit = (permissions: readonly ServerPermission[]) =>
  browser.host.permit(server, permissions);
const WITHOUT_FEED = SERVER_PERMISSION.filter((permission) => permission !== 'server.view.feed');
const asked = () =>
  browser.host.received.filter(
    (message) => message.type === 'subscribe' && message.topics.includes('feed'),
  ).length;
const follows = () => browser.host.sockets[0]?.follows.has(feed);

beforeEach(async () => {
  browser = await liveBrowser();
  [server] = browser.world.servers as [WorldServer];
  feed = serverStream(server.id, 'feed');
  const tab = await browser.tab('A');
  tab.view({ view: 'feed', server_id: server.id, kinds: [], limit: 20 });
  await browser.clock.advance(500);
});

it('a topic that somebody looks at is asked for once', () => {
  expect([follows(), asked()]).toEqual([true, 1]);
});

it.each([0, 1, 3, 6, 10, 20, 100])(
  'a permission that is withdrawn and given again within %i ms is asked for again',
  async (ms) => {
    permit(WITHOUT_FEED);
    await browser.clock.advance(ms);
    permit(SERVER_PERMISSION);
    await browser.clock.advance(3_000);
    expect(follows()).toBe(true);
    browser.host.tell(browser.world.join(server, 'Survivor'));
    await browser.clock.advance(500);
    expect(browser.worker.engine.rows.feed.size).toBe(1);
  },
);

it('a permission that changes has nothing asked for again that is followed', async () => {
  permit(SERVER_PERMISSION.filter((permission) => permission !== 'server.view.console'));
  browser.host.permit(browser.world.servers[1]!, ['server.view']);
  await browser.clock.advance(3_000);
  expect([follows(), asked()]).toEqual([true, 1]);
});

it('what was seen by a permission goes with it, before the host ends its stream', async () => {
  browser.host.tell(browser.world.join(server, 'Survivor'));
  await browser.clock.advance(500);
  expect(browser.worker.engine.rows.feed.size).toBe(1);
  browser.host.tell([browser.world.permit(server, WITHOUT_FEED)]);
  await browser.clock.advance(500);
  expect(follows()).toBe(true);
  expect(browser.worker.engine.rows.feed.size).toBe(0);
});

it('a permission that is withdrawn is not asked for until it is given again, and then at once', async () => {
  permit(WITHOUT_FEED);
  await browser.clock.advance(60_000);
  expect(follows()).toBe(false);
  expect(asked()).toBeLessThanOrEqual(2);
  expect(browser.worker.engine.rows.streams.has(feed)).toBe(false);
  permit(SERVER_PERMISSION);
  await browser.clock.advance(100);
  expect(follows()).toBe(true);
  expect(browser.worker.inspect().refused).toEqual([]);
});

it('a topic that is refused is shown as such, and asked for less and less often', async () => {
  browser.host.refusing = true;
  browser.host.close();
  await browser.clock.advance(5_000);
  expect(browser.worker.inspect().refused).toEqual([feed]);
  const before = asked();
  await browser.clock.advance(600_000);
  expect(asked() - before).toBeGreaterThan(8);
  expect(asked() - before).toBeLessThan(20);
  browser.host.refusing = false;
  await browser.clock.advance(61_000);
  expect([follows(), browser.worker.inspect().refused]).toEqual([true, []]);
});

it('screens hear what the host refuses while somebody looks at it, and nothing of it stays', async () => {
  const { worker, host, world, clock } = browser;
  const tab = await browser.tab('B');
  const link = tab.view<LinkRow>({ view: 'link' });
  const told = () => shown(link).rows[0]?.refused ?? [];
  host.tell(world.join(server, 'Survivor'));
  await clock.advance(500);
  expect([worker.engine.rows.feed.size, told()]).toEqual([1, []]);
  host.refusing = true;
  host.close();
  await clock.advance(5_000);
  expect([worker.engine.rows.feed.size, told()]).toEqual([0, [feed]]);
  host.refusing = false;
  await clock.advance(61_000);
  expect([worker.engine.rows.feed.size, told()]).toEqual([1, []]);
});

it('who looks at a server is refused no longer than the host refuses it', async () => {
  const tab = await browser.tab('B');
  tab.view({ view: 'presence', server_id: server.id });
  browser.host.refusing = true;
  browser.host.close();
  await browser.clock.advance(5_000);
  const presence = `server/${server.id}/presence`;
  expect(browser.worker.inspect().refused).toEqual([feed, presence]);
  browser.host.refusing = false;
  await browser.clock.advance(61_000);
  expect(browser.worker.inspect().refused).toEqual([]);
  expect(browser.worker.engine.rows.link.get('link')?.refused).toEqual([]);
});

it('who looks at a server that nobody here looks at any more is heard without harm', async () => {
  const other = browser.world.servers[1]!;
  const data = { server_id: other.id, viewers: [] };
  browser.host.tell([{ event: 'presence:server', at: browser.world.at, data }]);
  await browser.clock.advance(500);
  expect(browser.worker.ingest.malformed).toBe(0);
  expect(browser.worker.link.state.kind).toBe('live');
  expect(browser.worker.inspect().refused).toEqual([]);
});

it('what nobody looks at any more is not said to be refused', async () => {
  const tab = await browser.tab('B');
  const other = browser.world.servers[1]!;
  const view = tab.view({ view: 'console', server_id: other.id, limit: 20 });
  const refused = () => browser.worker.engine.rows.link.get('link')?.refused ?? [];
  browser.host.refusing = true;
  browser.host.close();
  await browser.clock.advance(5_000);
  expect(refused()).toEqual([feed, serverStream(other.id, 'console')]);
  view.stop();
  await browser.clock.advance(6_000);
  expect(refused()).toEqual([feed]);
});

it('what was left and not ended yet goes when the connection breaks', async () => {
  const tab = await browser.tab('B');
  const other = browser.world.servers[1]!;
  const held = () => browser.worker.engine.rows.streams.has(serverStream(other.id, 'console'));
  const view = tab.view({ view: 'console', server_id: other.id, limit: 20 });
  await browser.clock.advance(500);
  view.stop();
  browser.host.latency = 2_000;
  await browser.clock.advance(5_500);
  expect(held()).toBe(true);
  browser.host.down = true;
  browser.host.close();
  await browser.clock.advance(100);
  expect(held()).toBe(false);
});

it('a topic that is looked at again while its end is on the way is asked for once', async () => {
  const tab = await browser.tab('B');
  const other = browser.world.servers[1]!;
  const view = tab.view({ view: 'console', server_id: other.id, limit: 20 });
  await browser.clock.advance(500);
  view.stop();
  browser.host.latency = 400;
  await browser.clock.advance(5_300);
  tab.view({ view: 'console', server_id: other.id, limit: 20 });
  await browser.clock.advance(5_000);
  const subscribed = browser.host.received.filter(
    (message) => message.type === 'subscribe' && message.topics.includes('console'),
  );
  expect(subscribed).toHaveLength(2);
  expect(browser.host.sockets[0]?.follows.has(serverStream(other.id, 'console'))).toBe(true);
});

it('whoever may read the feed filtered alone asks for that, and for the whole once they may', async () => {
  const topics = () =>
    browser.host.received.flatMap((message) =>
      message.type === 'subscribe'
        ? message.topics.filter((topic) => topic.startsWith('feed'))
        : [],
    );
  permit(['server.view', 'server.view.filtered']);
  await browser.clock.advance(3_000);
  expect(topics().at(-1)).toBe('feed-filtered');
  expect([...(browser.host.sockets[0]?.follows ?? [])]).toContain(`${feed}-filtered`);
  permit(SERVER_PERMISSION);
  await browser.clock.advance(3_000);
  expect(topics().at(-1)).toBe('feed');
  expect(browser.worker.engine.rows.streams.has(`${feed}-filtered`)).toBe(false);
});
