import { describe, expect, it } from 'vitest';
import { hashRows } from '../../src/domain/hash.ts';
import type { ServerRow } from '../../src/domain/rows.ts';
import { PROTOCOL_VERSION } from '../../src/protocol/version.ts';
import { createCommands } from '../../src/worker/commands/commands.ts';
import { Browser, liveBrowser as live, SERVERS, shown } from './tabs.ts';

function identifiers(view: Parameters<typeof shown<ServerRow>>[0]): (string | undefined)[] {
  return shown(view).rows.map((row) => row?.configuration.identifier);
}

describe('tabs of one browser', () => {
  it('share one socket and one view of what they all look at', async () => {
    const browser = await live();
    const a = await browser.tab('A');
    const b = await browser.tab('B');
    const inA = a.view<ServerRow>(SERVERS);
    const inB = b.view<ServerRow>(SERVERS);
    await browser.clock.advance(100);
    expect(identifiers(inA)).toEqual(['Alpha', 'Bravo']);
    expect(shown(inB)).toEqual(shown(inA));
    expect(browser.host.mostSockets).toBe(1);
    expect(browser.worker.tabs.inspect().length).toBe(2);
    expect(browser.host.calls.filter((call) => call.includes('servers/list'))).toHaveLength(1);
  });

  it('of another version are sent away, and told nothing', async () => {
    const browser = await live();
    const told: unknown[] = [];
    let say: (message: never) => void = () => {};
    await browser.worker.tabs.attach(
      { post: (message) => told.push(message), listen: (to) => (say = to), close: () => {} },
      'of another version',
    );
    say({ type: 'hello', protocol: PROTOCOL_VERSION + 1, build: 'other' } as never);
    say({ type: 'subscribe', id: 1, query: SERVERS } as never);
    await browser.clock.advance(500);
    expect(told).toEqual([{ type: 'bye', reason: 'replaced', url: null }]);
  });

  it('see an event in the next frame', async () => {
    const browser = await live();
    const tab = await browser.tab('A');
    const view = tab.view<ServerRow>(SERVERS);
    await browser.clock.advance(100);
    const [alpha] = browser.world.servers;
    browser.host.tell(browser.world.join(alpha!, 'Survivor'));
    await browser.clock.advance(browser.host.latency + 17);
    expect(shown(view).rows[0]?.population.players).toBe(1);
  });

  it('are told of nothing that they do not look at', async () => {
    const browser = await live();
    const tab = await browser.tab('A');
    const [alpha, bravo] = browser.world.servers;
    tab.view({ view: 'server', server_id: alpha!.id });
    await browser.clock.advance(100);
    tab.messages.length = 0;
    browser.host.tell(browser.world.join(bravo!, 'Survivor'));
    await browser.clock.advance(1_000);
    expect(tab.messages).toEqual([]);
  });

  it('tell whoever inspects them nothing that somebody typed: it may be a player’s name', async () => {
    const browser = await live();
    const tab = await browser.tab('A');
    const [alpha] = browser.world.servers;
    const typed = 'Surv';
    const sorted = { direction: 'asc', window: { from: 0, to: 100 } } as const;
    const players = { view: 'players', server_id: alpha!.id, sort: 'name', ...sorted } as const;
    tab.view({ ...players, text: typed });
    tab.view({ ...players, text: '' });
    tab.view({ ...SERVERS, filter: { text: typed } });
    tab.view({
      view: 'wall',
      sources: [{ kind: 'filter', filter: { text: typed, games: [], states: [] } }],
    });
    await browser.clock.advance(100);
    const told = browser.worker.inspect();
    expect(JSON.stringify(told)).not.toContain(typed);
    expect(told.tabs[0]?.queries).toMatchObject([
      { view: 'players', text: '…' },
      { view: 'players', text: '' },
      { view: 'servers', filter: { text: '…' } },
      { view: 'wall', sources: [{ filter: { text: '…' } }] },
    ]);
  });

  it('are forgotten when they die, and their subscriptions with them', async () => {
    const browser = await live();
    const tab = await browser.tab('A');
    tab.view(SERVERS);
    await browser.clock.advance(100);
    expect(browser.worker.tabs.inspect().flatMap(({ queries }) => queries).length).toBe(1);
    tab.close();
    await browser.clock.advance(1);
    expect(browser.worker.tabs.inspect().length).toBe(0);
    expect(browser.worker.tabs.inspect().flatMap(({ queries }) => queries).length).toBe(0);
  });

  it('get two batches and then, when they go on, all that changed in the meantime as one', async () => {
    const browser = await live();
    const tab = await browser.tab('A');
    const view = tab.view<ServerRow>(SERVERS);
    const feed = tab.view({
      view: 'feed',
      server_id: browser.world.servers[0]!.id,
      kinds: [],
      limit: 10,
    });
    await browser.clock.advance(100);
    tab.frozen = true;
    const [alpha] = browser.world.servers;
    for (let count = 0; count < 30; count++) {
      browser.host.tell(browser.world.join(alpha!, `Survivor ${count}`));
      await browser.clock.advance(1_000);
    }
    expect(tab.waiting).toBe(2);
    tab.resume();
    await browser.clock.advance(100);
    expect(shown(view).rows[0]?.population.players).toBe(30);
    expect(feed.ids.peek()).toHaveLength(10);
    const patches = tab.messages.filter((message) => message.type === 'patch');
    // Entries that came and went while the tab was frozen were never told.
    const told = patches.at(-1)!.changes.flatMap(({ changes }) => changes);
    expect(told.filter(({ op }) => op === 'set').length).toBeLessThanOrEqual(12);
    expect(told.filter(({ op }) => op === 'remove').length).toBeLessThanOrEqual(10);
  });

  it('ask for a topic once, and let go of it some seconds after the last one looked away', async () => {
    const browser = await live();
    const [alpha] = browser.world.servers;
    const query = { view: 'feed', server_id: alpha!.id, kinds: [], limit: 50 } as const;
    const a = await browser.tab('A');
    const b = await browser.tab('B');
    const inA = a.view(query);
    const inB = b.view(query);
    await browser.clock.advance(1_000);
    const asked = () => browser.host.received.filter(({ type }) => type === 'subscribe').length;
    const ended = () => browser.host.received.filter(({ type }) => type === 'unsubscribe').length;
    expect(asked()).toBe(1);
    inA.stop();
    inB.stop();
    await browser.clock.advance(3_000);
    const again = a.view(query);
    await browser.clock.advance(10_000);
    expect([asked(), ended()]).toEqual([1, 0]);
    again.stop();
    await browser.clock.advance(10_000);
    expect([asked(), ended()]).toEqual([1, 1]);
    expect(browser.worker.engine.rows.streams.size).toBe(0);
    expect(browser.worker.engine.rows.feed.size).toBe(0);
  });

  it('get a topic back that was let go a moment ago', async () => {
    const browser = await live();
    const [alpha] = browser.world.servers;
    browser.host.tell(browser.world.join(alpha!, 'Survivor'));
    const query = { view: 'feed', server_id: alpha!.id, kinds: [], limit: 50 } as const;
    const tab = await browser.tab('A');
    const first = tab.view(query);
    await browser.clock.advance(1_000);
    first.stop();
    await browser.clock.advance(5_001);
    const second = tab.view(query);
    await browser.clock.advance(1_000);
    expect(second.ids.peek()).toHaveLength(1);
  });
});

describe('the worker', () => {
  it('is built again when it dies, and every tab goes on where it was', async () => {
    const browser = await live();
    const tab = await browser.tab('A');
    const view = tab.view<ServerRow>(SERVERS);
    await browser.clock.advance(100);
    browser.kill();
    expect(tab.deaths).toBe(1);
    const [alpha] = browser.world.servers;
    browser.host.tell(browser.world.join(alpha!, 'Survivor'));
    await browser.start();
    await tab.attach();
    await browser.clock.advance(1_000);
    expect(shown(view).rows[0]?.population.players).toBe(1);
    expect(browser.host.mostSockets).toBe(1);
  });

  it('empties every tab on sign-out and tells the host', async () => {
    const browser = await live();
    const a = await browser.tab('A');
    const b = await browser.tab('B');
    const views = [a.view(SERVERS), b.view(SERVERS)];
    await browser.clock.advance(100);
    const commands = createCommands(
      browser.worker,
      () => expect.fail(),
      () => {},
    );
    const done = commands.signOut();
    await browser.clock.advance(1_000);
    expect(await done).toEqual({ ok: true, value: null });
    expect(views.map((view) => shown(view))).toEqual([
      { rows: [], total: 0 },
      { rows: [], total: 0 },
    ]);
    expect(browser.worker.engine.rows.account.size).toBe(0);
    expect(browser.host.signedIn).toBe(false);
    expect(browser.worker.link.state).toEqual({ kind: 'signed-out', reason: 'signed-out' });
  });

  it('signs out without the network, and tells the host when it is back', async () => {
    const browser = await live();
    const tab = await browser.tab('A');
    const view = tab.view(SERVERS);
    await browser.clock.advance(100);
    browser.host.down = true;
    const done = browser.worker.signOut('signed-out');
    await browser.clock.advance(4_000);
    await done;
    expect(shown(view).rows).toEqual([]);
    expect(browser.host.signedIn).toBe(true);
    browser.host.down = false;
    await browser.clock.advance(60_000);
    expect(browser.host.signedIn).toBe(false);
  });

  it('does not end a session that was begun after the sign-out', async () => {
    const browser = await live();
    browser.host.down = true;
    const done = browser.worker.signOut('signed-out');
    await browser.clock.advance(4_000);
    await done;
    browser.host.token = 'token-of-the-second-session';
    browser.host.down = false;
    await browser.tab('A');
    await browser.clock.advance(60_000);
    expect(browser.host.signedIn).toBe(true);
    expect(browser.worker.link.state.kind).toBe('live');
  });

  it('finds out when a session has ended elsewhere', async () => {
    const browser = await live();
    browser.host.signOut();
    await browser.clock.advance(2_000);
    expect(browser.worker.link.state).toEqual({ kind: 'signed-out', reason: 'expired' });
    expect(browser.worker.engine.rows.servers.size).toBe(0);
  });

  it('looks again who is signed in when a page is opened', async () => {
    const browser = await live();
    browser.host.signOut();
    await browser.clock.advance(2_000);
    browser.host.signedIn = true;
    const tab = await browser.tab('A');
    tab.view({ view: 'link' });
    await browser.clock.advance(1_000);
    expect(browser.worker.link.state.kind).toBe('live');
    // The page was not told for a moment that nobody is signed in: it would have led away.
    expect(JSON.stringify(tab.messages)).not.toContain('signed-out');
  });

  it('keeps a session that the host has moved on, and ends one that has expired', async () => {
    const browser = await live();
    const month = 31 * 86_400_000;
    browser.world.pass(month);
    browser.clock.sleep(month);
    await browser.clock.advance(120_000);
    expect(browser.worker.engine.rows.account.size).toBe(1);
    browser.host.down = true;
    browser.host.close();
    browser.clock.sleep(month);
    await browser.clock.advance(120_000);
    expect(browser.worker.link.state).toEqual({ kind: 'signed-out', reason: 'expired' });
  });

  it('shows an act at once in every tab, and its answer when it comes', async () => {
    const browser = await live();
    const [alpha] = browser.world.servers;
    const tab = await browser.tab('B');
    const view = tab.view({ view: 'intentions', server_id: alpha!.id });
    await browser.clock.advance(100);
    const commands = createCommands(
      browser.worker,
      () => expect.fail(),
      () => {},
    );
    browser.host.latency = 200;
    const id = '0000000000000000000000aa';
    const done = commands.act(alpha!.id, id, { action: 11, text: 'Hello' }, null);
    await browser.clock.advance(100);
    expect(shown(view).rows[0]).toMatchObject({ id, state: 'pending', text: 'Hello' });
    await browser.clock.advance(1_000);
    expect(await done).toEqual({ ok: true, value: 'done' });
    expect(shown(view).rows[0]).toMatchObject({ state: 'done', answer: 'done' });
    await commands.dismiss(id);
    await browser.clock.advance(100);
    expect(shown(view).rows).toEqual([]);
  });

  it('names the player in the outcome who has left before the act was sent', async () => {
    const browser = await live();
    const [alpha] = browser.world.servers;
    const tab = await browser.tab('B');
    const view = tab.view({ view: 'intentions', server_id: alpha!.id });
    await browser.clock.advance(100);
    const commands = createCommands(
      browser.worker,
      () => expect.fail(),
      () => {},
    );
    const kick = { action: 23, player_id: 'e'.repeat(24), reason: '' } as const;
    const done = commands.act(alpha!.id, '0000000000000000000000ab', kick, 'Ann');
    await browser.clock.advance(1_000);
    await done;
    expect(shown(view).rows[0]).toMatchObject({ player_name: 'Ann' });
  });

  it('fetches the account again when it changed, also when the answer is lost on the way', async () => {
    const browser = await live();
    const [alpha, bravo] = browser.world.servers;
    browser.host.failing = 1;
    browser.host.permit(alpha!, ['server.view']);
    await browser.clock.advance(500);
    browser.host.close();
    await browser.clock.advance(10_000);
    const account = browser.worker.engine.rows.account.get('me');
    expect(account?.servers[alpha!.id]).toEqual(['server.view']);
    expect(account?.servers[bravo!.id]?.length).toBeGreaterThan(1);
  });

  it('has every tab mount what the operator names again, once', async () => {
    const browser = await live();
    const tabs = [await browser.tab('A'), await browser.tab('B')];
    await browser.clock.advance(100);
    browser.host.tell([browser.world.reload(['dashboard'])]);
    await browser.clock.advance(100);
    browser.host.close();
    await browser.clock.advance(10_000);
    expect(tabs.map(({ reloaded }) => reloaded)).toEqual([['dashboard'], ['dashboard']]);
  });

  it('takes one snapshot of a stream whose history the host no longer has', async () => {
    const browser = await live();
    const [alpha] = browser.world.servers;
    browser.host.close();
    await browser.clock.advance(1);
    browser.host.tell(browser.world.join(alpha!, 'One'));
    browser.host.tell(browser.world.join(alpha!, 'Two'));
    browser.host.prune(0);
    const before = browser.worker.ingest.snapshots;
    await browser.clock.advance(5_000);
    expect(browser.worker.ingest.snapshots - before).toBe(1);
    expect(browser.worker.engine.rows.servers.get(alpha!.id)?.population.players).toBe(2);
  });

  it('says goodbye to a server that was withdrawn while it was away', async () => {
    const browser = await live();
    const [alpha, bravo] = browser.world.servers;
    browser.host.close();
    await browser.clock.advance(1);
    browser.host.tell([browser.world.destroy(bravo!)]);
    await browser.clock.advance(5_000);
    expect([...browser.worker.engine.rows.servers.keys()]).toEqual([alpha!.id]);
  });

  it('asks the socket for no more than the host puts up with when many screens come back', async () => {
    const browser = new Browser();
    for (let count = 0; count < 80; count++) browser.world.addServer(`Server ${count}`, 10);
    await browser.start();
    const tab = await browser.tab('A');
    for (const { id } of browser.world.servers) {
      tab.view({ view: 'console', server_id: id, limit: 10 });
    }
    await browser.clock.advance(500);
    expect(browser.host.received.length).toBeLessThan(40);
    await browser.clock.advance(20_000);
    const asked = browser.host.received.filter(({ type }) => type === 'subscribe');
    expect(asked).toHaveLength(80);
    expect(browser.worker.link.state.kind).toBe('live');
  });

  it('tells what it is', async () => {
    const browser = await live();
    const commands = createCommands(
      browser.worker,
      () => expect.fail(),
      () => {},
    );
    const inspection = await commands.inspect();
    expect(inspection).toMatchObject({ epoch: 'epoch-1', sockets: 1, tabs: [], store: null });
    expect(inspection.streams).toHaveLength(3);
    expect(await commands.hash()).toBe(hashRows(browser.worker.engine.rows));
  });
});
