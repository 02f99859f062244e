import { effect } from '@preact/signals-core';
import { describe, expect, it } from 'vitest';
import type { TotalsRow } from '../../src/domain/queries.ts';
import type { LinkRow, ServerRow } from '../../src/domain/rows.ts';
import type { WorkerMessage } from '../../src/worker/contract.ts';
import { Browser, liveBrowser as live, SERVERS, shown, type TabDouble } from './tabs.ts';

/** So many people join or leave the first server, one each `ms`. Answers who is on it then. */
async function comings(browser: Browser, count: number, ms: number): Promise<number> {
  const { world, host } = browser;
  const alpha = world.servers[0]!;
  for (let index = 0; index < count; index++) {
    const [first] = alpha.players.values();
    const full = first !== undefined && alpha.players.size === 37;
    host.tell(full ? world.leave(alpha, first) : world.join(alpha, `Survivor ${index}`));
    await browser.clock.advance(ms);
  }
  return alpha.players.size;
}

function types(tab: TabDouble): WorkerMessage['type'][] {
  return tab.messages.map(({ type }) => type);
}

describe('a tab that nobody sees', () => {
  it('is told once a second for some seconds, so that looking back is cheap', async () => {
    const browser = await live();
    const tab = await browser.tab('A');
    const view = tab.view<ServerRow>(SERVERS);
    await browser.clock.advance(2_000);
    tab.stream.visibility(false, false);
    tab.messages.length = 0;
    const there = await comings(browser, 40, 50);
    expect(tab.messages.length).toBeLessThanOrEqual(3);
    tab.stream.visibility(true, true);
    await browser.clock.advance(40);
    expect(types(tab)).not.toContain('snapshot');
    expect(shown(view).rows[0]?.population.players).toBe(there);
  });

  it('is told at once what waits when it is shown, also where many windows are told seldom', async () => {
    const browser = await live();
    for (let window = 0; window < 40; window++) {
      (await browser.tab(`Beside ${window}`)).stream.visibility(true, false);
    }
    const tab = await browser.tab('A');
    const view = tab.view<ServerRow>(SERVERS);
    await browser.clock.advance(2_000);
    tab.stream.visibility(false, false);
    await browser.clock.advance(1_100);
    const there = await comings(browser, 2, 100);
    expect(shown(view).rows[0]?.population.players).toBeLessThan(there);
    tab.stream.visibility(true, false);
    await browser.clock.advance(17);
    expect(shown(view).rows[0]?.population.players).toBe(there);
  });

  it('is told nothing after that, and gets one snapshot of each view when it is shown', async () => {
    const browser = await live();
    const tab = await browser.tab('A');
    const view = tab.view<ServerRow>(SERVERS);
    const totals = tab.view({ view: 'totals' });
    await browser.clock.advance(100);
    tab.stream.visibility(false, false);
    await browser.clock.advance(6_000);
    tab.messages.length = 0;
    const there = await comings(browser, 3_600, 1_000);
    expect(tab.messages).toEqual([]);
    expect(browser.worker.tabs.inspect()).toMatchObject([{ resting: 2, waiting: 0 }]);
    expect(browser.worker.inspect().views).toBe(0);
    tab.stream.visibility(true, true);
    await browser.clock.advance(1);
    expect(types(tab)).toEqual(['snapshot', 'snapshot', 'current']);
    await browser.clock.advance(5_000);
    expect(types(tab)).toEqual(['snapshot', 'snapshot', 'current']);
    expect(shown(view).rows[0]?.population.players).toBe(there);
    expect(shown(totals).rows).toMatchObject([{ players: there }]);
    const then = await comings(browser, 1, 100);
    expect(types(tab).at(-1)).toBe('patch');
    expect(shown(view).rows[0]?.population.players).toBe(then);
  });

  it('says that it is catching up from when it is shown until it is told how things stand', async () => {
    const browser = await live();
    const tab = await browser.tab('A');
    const view = tab.view<ServerRow>(SERVERS);
    const link = tab.view<LinkRow>({ view: 'link' });
    await browser.clock.advance(100);
    const seen: [string | undefined, number | null | undefined][] = [];
    const note = () => {
      const { connection } = link.row('link').value ?? {};
      seen.push([
        connection?.kind,
        view.row(browser.world.servers[0]!.id).value?.population.players,
      ]);
    };
    const before = shown(view).rows[0]?.population.players;
    tab.stream.visibility(false, false);
    await browser.clock.advance(6_000);
    const there = await comings(browser, 9, 10_000);
    tab.busyMs = 500;
    const stop = effect(note);
    seen.length = 0;
    tab.stream.visibility(true, true);
    expect(seen).toEqual([['resuming', before]]);
    await browser.clock.advance(400);
    expect(seen).toHaveLength(1);
    await browser.clock.advance(200);
    expect(seen).toEqual([
      ['resuming', before],
      ['live', there],
    ]);
    stop();
  });

  it('says so until it is told of a list that takes a while to sort, as the last of it', async () => {
    const browser = new Browser();
    for (let number = 0; number < 2_500; number++) browser.world.addServer(`Server ${number}`, 37);
    await browser.start();
    await browser.clock.advance(5_000);
    const tab = await browser.tab('A');
    const query = { ...SERVERS, sort: 'players', direction: 'desc' } as const;
    const view = tab.view<ServerRow>(query);
    const link = tab.view<LinkRow>({ view: 'link' });
    await browser.clock.advance(100);
    tab.stream.visibility(false, false);
    const there = await comings(browser, 8, 10_000);
    tab.messages.length = 0;
    const seen: (readonly [string | undefined, number | null | undefined])[] = [];
    const stop = effect(() => {
      const kind = link.row('link').value?.connection.kind;
      const [first = ''] = view.ids.value;
      seen.push([kind, view.row(first).value?.population.players]);
    });
    const [[, before] = []] = seen;
    seen.length = 0;
    tab.stream.visibility(true, true);
    await browser.clock.advance(50);
    stop();
    expect(types(tab)).toEqual(['snapshot', 'snapshot', 'current']);
    expect(before).not.toBe(there);
    expect(seen).toEqual([
      ['resuming', before],
      ['live', there],
    ]);
  });

  it('says nothing where it was hidden for a moment only', async () => {
    const browser = await live();
    const tab = await browser.tab('A');
    const link = tab.view<LinkRow>({ view: 'link' });
    await browser.clock.advance(100);
    tab.stream.visibility(false, false);
    await browser.clock.advance(1_000);
    tab.stream.visibility(true, true);
    expect(link.row('link').peek()?.connection.kind).toBe('live');
  });

  it('is right though it is hidden and shown again before it has caught up', async () => {
    const browser = await live();
    const tab = await browser.tab('A');
    const view = tab.view<ServerRow>(SERVERS);
    const link = tab.view<LinkRow>({ view: 'link' });
    await browser.clock.advance(100);
    tab.stream.visibility(false, false);
    await browser.clock.advance(4_990);
    tab.busyMs = 300;
    const there = await comings(browser, 1, 0);
    for (const visible of [true, false, true]) {
      tab.stream.visibility(visible, visible);
      await browser.clock.advance(100);
    }
    await browser.clock.advance(2_000);
    expect(link.row('link').peek()?.connection.kind).toBe('live');
    expect(shown(view).rows[0]?.population.players).toBe(there);
  });

  it('keeps the streams that it looks at, and finds all of them when it is shown', async () => {
    const browser = await live();
    const tab = await browser.tab('A');
    const [alpha] = browser.world.servers;
    const feed = tab.view({ view: 'feed', server_id: alpha!.id, kinds: [], limit: 10 });
    await browser.clock.advance(1_000);
    tab.stream.visibility(false, false);
    await browser.clock.advance(60_000);
    await comings(browser, 30, 100);
    tab.stream.visibility(true, true);
    await browser.clock.advance(50);
    expect(feed.ids.peek()).toHaveLength(10);
    expect(browser.host.received.map(({ type }) => type)).not.toContain('unsubscribe');
  });

  it('shows what it opens, and rests then', async () => {
    const browser = await live();
    const tab = await browser.tab('A');
    tab.stream.visibility(false, false);
    await browser.clock.advance(60_000);
    const view = tab.view<ServerRow>(SERVERS);
    await browser.clock.advance(100);
    expect(shown(view).total).toBe(2);
    await comings(browser, 1, 1_100);
    expect(shown(view).rows[0]?.population.players).toBe(1);
    await browser.clock.advance(6_000);
    expect(browser.worker.tabs.inspect()).toMatchObject([{ resting: 1 }]);
  });

  it('hears within a second that the session has ended, and keeps nothing of it', async () => {
    const browser = await live();
    const tab = await browser.tab('A');
    const view = tab.view(SERVERS);
    const account = tab.view({ view: 'account' });
    await browser.clock.advance(100);
    tab.stream.visibility(false, false);
    await browser.clock.advance(60_000);
    expect(browser.worker.tabs.inspect()).toMatchObject([{ resting: 1 }]);
    const done = browser.worker.signOut('signed-out');
    await browser.clock.advance(1_000);
    await done;
    expect(shown(view)).toEqual({ rows: [], total: 0 });
    expect(shown(account).rows).toEqual([]);
  });

  it('hears that the connection is lost, and not each second that it is not', async () => {
    const browser = await live();
    const tab = await browser.tab('A');
    const link = tab.view<LinkRow>({ view: 'link' });
    tab.stream.visibility(false, false);
    await browser.clock.advance(60_000);
    tab.messages.length = 0;
    await comings(browser, 20, 1_000);
    expect(tab.messages).toEqual([]);
    browser.host.down = true;
    browser.host.close();
    await browser.clock.advance(1_500);
    expect(shown(link).rows[0]?.connection.kind).toBe('lost');
  });

  it('is right after a new worker came while it was hidden', async () => {
    const browser = await live();
    const tab = await browser.tab('A');
    const view = tab.view<ServerRow>(SERVERS);
    await browser.clock.advance(100);
    tab.stream.visibility(false, false);
    await browser.clock.advance(60_000);
    browser.kill();
    await comings(browser, 5, 10);
    await browser.start();
    await tab.attach();
    await browser.clock.advance(60_000);
    expect(browser.worker.tabs.inspect()).toMatchObject([{ visible: false, resting: 1 }]);
    tab.stream.visibility(true, true);
    await browser.clock.advance(50);
    expect(shown(view).rows[0]?.population.players).toBe(5);
  });
});

describe('windows side by side', () => {
  it('are told at frame pace where the focus is, and share the rest', async () => {
    const browser = await live();
    const tabs: TabDouble[] = [];
    for (let index = 0; index < 20; index++) {
      const tab = await browser.tab(`window ${index}`);
      tab.view(SERVERS);
      tab.stream.visibility(true, index === 0);
      tabs.push(tab);
    }
    await browser.clock.advance(1_000);
    for (const tab of tabs) tab.messages.length = 0;
    await comings(browser, 400, 5);
    const [focused = 0, ...others] = tabs.map(({ messages }) => messages.length);
    expect(focused).toBeGreaterThan(80);
    expect(others.reduce((sum, count) => sum + count, 0) / 2).toBeLessThanOrEqual(60);
    expect(Math.min(...others)).toBeGreaterThanOrEqual(4);
  });

  /** Four windows, the first with the focus, and how often each is told in two seconds. */
  async function told(busyMs: readonly number[]): Promise<readonly number[]> {
    const browser = await live();
    const tabs: TabDouble[] = [];
    for (const [index, ms] of busyMs.entries()) {
      const tab = await browser.tab(`window ${index}`);
      tab.view(SERVERS);
      tab.stream.visibility(true, index === 0);
      tab.busyMs = ms;
      tabs.push(tab);
    }
    await comings(browser, 400, 5);
    for (const tab of tabs) tab.messages.length = 0;
    await comings(browser, 400, 5);
    return tabs.map(({ messages }) => messages.length);
  }

  it('are told less often where they answer late', async () => {
    const [focused = 0, busy = 0, ...others] = await told([0, 75, 0, 0]);
    expect(focused).toBeGreaterThan(80);
    expect(Math.min(...others)).toBeGreaterThan(25);
    expect(busy).toBeGreaterThan(5);
    expect(busy).toBeLessThan(10);
  });

  it('are told less often where the one with the focus answers late, which is told as it can be', async () => {
    const [focused = 0, ...others] = await told([75, 0, 0, 0]);
    expect(focused).toBeGreaterThan(40);
    expect(Math.min(...others)).toBeGreaterThan(5);
    expect(Math.max(...others)).toBeLessThan(12);
  });

  it('are told as before soon after one of them was frozen for an hour', async () => {
    const browser = await live();
    const [worked, frozen] = [await browser.tab('A'), await browser.tab('B')];
    for (const tab of [worked, frozen]) tab.view(SERVERS);
    frozen.stream.visibility(true, false);
    await browser.clock.advance(1_000);
    frozen.frozen = true;
    await comings(browser, 3_600, 1_000);
    frozen.resume();
    await comings(browser, 400, 20);
    expect(browser.worker.tabs.inspect()).toMatchObject([{ pace: 16 }, { pace: 50 }]);
  });

  it('are told often where they are few', async () => {
    const browser = await live();
    const tab = await browser.tab('A');
    tab.view(SERVERS);
    tab.stream.visibility(true, false);
    await browser.clock.advance(100);
    tab.messages.length = 0;
    await comings(browser, 200, 5);
    expect(tab.messages.length).toBeGreaterThan(15);
  });
});

describe('the sums over all servers', () => {
  it('are told at once, and four times a second while they change, as the last of them says', async () => {
    const browser = await live();
    const tab = await browser.tab('A');
    const totals = tab.view<TotalsRow>({ view: 'totals' });
    await browser.clock.advance(2_000);
    tab.messages.length = 0;
    await comings(browser, 1, 20);
    expect(tab.messages).toHaveLength(1);
    const there = await comings(browser, 100, 10);
    expect(tab.messages.length).toBeLessThanOrEqual(6);
    await browser.clock.advance(250);
    expect(shown(totals).rows).toMatchObject([{ players: there }]);
  });

  it('hold no row back', async () => {
    const browser = await live();
    const tab = await browser.tab('A');
    const view = tab.view<ServerRow>(SERVERS);
    tab.view({ view: 'totals' });
    await browser.clock.advance(2_000);
    for (let index = 0; index < 10; index++) {
      const there = await comings(browser, 1, 40);
      expect(shown(view).rows[0]?.population.players).toBe(there);
    }
  });
});

describe('a clock that is set back by an hour', () => {
  it('holds no tab for longer than its pace', async () => {
    const browser = await live();
    const tab = await browser.tab('A');
    const view = tab.view<ServerRow>(SERVERS);
    await browser.clock.advance(2_000);
    // The tab was told lately: only then is there something to wait for.
    await comings(browser, 1, 100);
    browser.clock.set(-3_600_000);
    const there = await comings(browser, 3, 50);
    expect(shown(view).rows[0]?.population.players).toBe(there);
  });
});
