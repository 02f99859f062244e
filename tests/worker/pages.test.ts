import { expect, it } from 'vitest';
import { auditRow } from '../../src/domain/audit/row.ts';
import type { PagingRow } from '../../src/domain/queries.ts';
import type { LinkRow } from '../../src/domain/rows.ts';
import { SOUGHT_MAX } from '../../src/protocol/resources/paged-calls.ts';
import { SERVER_PERMISSION } from '../../src/protocol/permissions.ts';
import { HOST_SIDE } from '../../src/worker/doubles.ts';
import { Browser, liveBrowser } from './tabs.ts';

const id = (n: number) => n.toString(16).padStart(24, '0');

const asked = (server_id: string) =>
  ({ resource: 'audit', server_id, order: 'at', direction: 'desc', text: '', where: {} }) as const;

/** Two tabs that look at a server's audit, of so many entries, from this place on. */
async function twoTabs({ entries = 30, from = 0 } = {}) {
  const browser = await liveBrowser();
  const { world, host, clock } = browser;
  const server = world.servers[0]!;
  const entry = (n: number, action = 'x.y') =>
    auditRow({ id: id(n), server_id: server.id, at: n, action, detail: {} }, null);
  for (let n = 1; n <= entries; n++) host.tell([world.putPaged(server, 'audit', entry(n))]);
  const tabs = [await browser.tab('one'), await browser.tab('other')];
  const window = { from, to: from + 20 };
  const views = tabs.map((tab) => tab.view({ view: 'pages', ...asked(server.id), window }));
  const paging = tabs[0]!.view({ view: 'paging', ...asked(server.id) });
  await clock.advance(1_000);
  const seen = () => views.map((view) => view.ids.peek().map((one) => parseInt(one, 16)));
  const state = () => paging.row('paging').peek() as PagingRow;
  const newest = (count: number, first: number) =>
    Array.from({ length: count }, (_, n) => first - n);
  const asks = () => host.calls.filter((call) => call.includes('/audit')).length;
  const put = (n: number) => host.tell([world.putPaged(server, 'audit', entry(n))]);
  return { browser, host, clock, server, tabs, views, seen, state, newest, asks, put };
}

it('both tabs show the newest entries by one question, and what is told comes without another', async () => {
  const { clock, seen, views, state, newest, asks, put } = await twoTabs();
  expect(seen()).toEqual([newest(20, 30), newest(20, 30)]);
  expect(state()).toEqual({ id: 'paging', total: 30, about: false, state: 'ready' });
  put(31);
  await clock.advance(1_000);
  expect(seen()).toEqual([newest(20, 31), newest(20, 31)]);
  expect([state().total, asks()]).toEqual([31, 1]);
  for (const view of views) expect(view.row(id(31)).peek()).toMatchObject({ at: 31 });
});

it('who looks farther down gets pages from there on, and goes on from them up and down', async () => {
  const { browser, clock, server, tabs, newest } = await twoTabs({ entries: 1_000, from: 500 });
  const [tab] = tabs;
  for (const from of [500, 560, 640, 420, 0, 980]) {
    const view = tab!.view({ view: 'pages', ...asked(server.id), window: { from, to: from + 20 } });
    await clock.advance(1_000);
    expect([from, view.from.peek(), view.ids.peek().map((one) => parseInt(one, 16))]).toEqual([
      from,
      from,
      newest(20, 1_000 - from),
    ]);
  }
  expect(browser.host.calls.length).toBeLessThan(30);
});

it('what was missed while nobody was connected is there after it', async () => {
  const { host, clock, seen, newest, put } = await twoTabs();
  host.close();
  put(31);
  put(32);
  host.prune(0);
  await clock.advance(60_000);
  expect(seen()).toEqual([newest(20, 32), newest(20, 32)]);
  put(33);
  await clock.advance(1_000);
  expect(seen()[0]).toEqual(newest(20, 33));
});

it('an answer that got lost is asked for again', async () => {
  const { host, clock, server, tabs, newest } = await twoTabs();
  host.failing = 1;
  const where = { from: 11 };
  const question = { ...asked(server.id), where };
  const window = { from: 0, to: 20 };
  const view = tabs[0]!.view({ view: 'pages', ...question, window });
  const paging = tabs[0]!.view({ view: 'paging', ...question });
  await clock.advance(500);
  expect(paging.row('paging').peek()).toMatchObject({ state: 'failed' });
  await clock.advance(5_000);
  expect(view.ids.peek().map((one) => parseInt(one, 16))).toEqual(newest(20, 30));
  expect(paging.row('paging').peek()).toMatchObject({ state: 'ready', total: 20 });
});

it('what got no answer stays so until there is one, and is asked for as soon as the host is back', async () => {
  const { host, clock, server, tabs } = await twoTabs();
  host.down = true;
  host.close();
  const question = { ...asked(server.id), where: { from: 11 } };
  const paging = tabs[0]!.view({ view: 'paging', ...question });
  tabs[0]!.view({ view: 'pages', ...question, window: { from: 0, to: 20 } });
  const link = tabs[0]!.view({ view: 'link' });
  const isLive = () => (link.row('link').peek() as LinkRow).connection.kind === 'live';
  const states = new Set<string>();
  const step = async () => {
    await clock.advance(100);
    states.add((paging.row('paging').peek() as PagingRow).state);
  };
  for (let n = 0; n < 3_000; n++) await step();
  host.down = false;
  for (let n = 0; n < 2_000 && !isLive(); n++) await step();
  for (let n = 0; n < 10; n++) await step();
  expect([isLive(), ...states]).toEqual([true, 'failed', 'ready']);
});

it('a question that the host does not take is asked once', async () => {
  const { host, clock, server, tabs } = await twoTabs();
  const question = { ...asked(server.id), text: 'x'.repeat(SOUGHT_MAX + 1) };
  const paging = tabs[0]!.view({ view: 'paging', ...question });
  tabs[0]!.view({ view: 'pages', ...question, window: { from: 0, to: 20 } });
  await clock.advance(600_000);
  expect(paging.row('paging').peek()).toMatchObject({ state: 'invalid' });
  expect(host.calls.filter((call) => call.includes('xxx'))).toHaveLength(1);
});

it('goes with the permission, and comes back with it', async () => {
  const { host, clock, server, seen, state, newest } = await twoTabs();
  host.permit(server, ['server.view']);
  await clock.advance(5_000);
  expect([seen(), state().state]).toEqual([[[], []], 'refused']);
  host.permit(server, [...SERVER_PERMISSION]);
  await clock.advance(5_000);
  expect(seen()).toEqual([newest(20, 30), newest(20, 30)]);
});

it('nothing is held when nobody looks any more', async () => {
  const { browser, clock, tabs, host, put, asks } = await twoTabs();
  for (const tab of tabs) tab.close();
  await clock.advance(20_000);
  expect(browser.worker.inspect().views).toBe(0);
  host.close();
  await clock.advance(60_000);
  put(31);
  await clock.advance(1_000);
  expect(asks()).toBe(1);
});

it('a tab does not wait for what asks the host with the rest of what it shows', async () => {
  const browser = new Browser();
  const { world, host, clock } = browser;
  const server = world.addServer('Alpha', 40);
  const row = auditRow({ id: id(1), server_id: server.id, at: 1, action: 'x', detail: {} }, null);
  host.tell([world.putPaged(server, 'audit', row)]);
  let arrive = () => {};
  const late = new Promise<typeof HOST_SIDE.content>((resolve) => {
    arrive = () => resolve(HOST_SIDE.content);
  });
  browser.hostSide = { ...HOST_SIDE, load: () => late };
  await browser.start();
  const tab = await browser.tab('A');
  const window = { from: 0, to: 20 };
  const view = tab.view({ view: 'pages', ...asked(server.id), window });
  const paging = tab.view({ view: 'paging', ...asked(server.id) });
  const left = tab.view({ view: 'paging', ...asked(server.id), text: 'left' });
  tab.stream.visibility(false, false);
  await clock.advance(3_000);
  left.stop();
  tab.stream.visibility(true, true);
  await clock.advance(100);
  expect(tab.messages.at(-1)).toEqual({ type: 'current' });
  expect(paging.row('paging').peek()).toMatchObject({ state: 'loading' });
  arrive();
  await clock.advance(1_000);
  expect(paging.row('paging').peek()).toMatchObject({ state: 'ready', total: 1 });
  expect(view.ids.peek()).toEqual([id(1)]);
  expect(host.calls.filter((call) => call.includes('search=left'))).toEqual([]);
});
