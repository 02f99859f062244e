import { describe, expect, it } from 'vitest';
import type { ResourceView } from '../../src/domain/queries.ts';
import type { RowOf } from '../../src/protocol/resources/registry.ts';
import { resourceStream } from '../../src/protocol/streams.ts';
import { createCommands } from '../../src/worker/commands/commands.ts';
import { NO_WALL } from './fake-own.ts';
import { liveBrowser, type Browser } from './tabs.ts';

const PLAYER = 'b'.repeat(24);
const NOTE = 'c'.repeat(24);

const notesOf = (server_id: string) =>
  ({
    view: 'rows',
    resource: 'notes',
    server_id,
    text: '',
    where: {},
    window: { from: 0, to: 100 },
  }) as const;

const commandsOf = ({ worker }: Browser) =>
  createCommands(
    worker,
    () => expect.fail(),
    () => {},
  );

/** Two tabs that look at a server's notes, and what a person does in one of them. */
async function twoTabs() {
  const browser = await liveBrowser();
  const server = browser.world.servers[0]!;
  const tabs = [await browser.tab('one'), await browser.tab('other')];
  const views = tabs.map((tab) => tab.view(notesOf(server.id)));
  await browser.clock.advance(1_000);
  const seen = () =>
    views.map((view) =>
      view.ids
        .peek()
        .map((id) => view.row(id).peek() as ResourceView<'notes'>)
        .map(({ comment, pending }) => (pending ? `${comment} …` : comment)),
    );
  const about = { resource: 'notes', server_id: server.id, row_id: NOTE } as const;
  return { browser, server, seen, about, commands: commandsOf(browser) };
}

it('a note shows in every tab before the host has answered, and then as the host tells it', async () => {
  const { browser, seen, about, commands } = await twoTabs();
  browser.host.latency = 400;
  const values = { player_id: PLAYER, comment: 'builds towers' };
  const added = commands.write({ ...about, id: '1', write: 'add', values });
  await browser.clock.advance(100);
  expect(seen()).toEqual([['builds towers …'], ['builds towers …']]);
  await browser.clock.advance(5_000);
  expect(await added).toEqual({ ok: true, value: null });
  expect(seen()).toEqual([['builds towers'], ['builds towers']]);
  const edited = commands.write({
    ...about,
    id: '2',
    write: 'edit',
    values: { comment: 'left them' },
  });
  await browser.clock.advance(5_000);
  await edited;
  expect(seen()).toEqual([['left them'], ['left them']]);
  void commands.write({ ...about, id: '3', write: 'remove' });
  await browser.clock.advance(100);
  expect(seen()).toEqual([[], []]);
  await browser.clock.advance(5_000);
  expect(seen()).toEqual([[], []]);
  expect(browser.worker.engine.rows.writes.size).toBe(0);
});

it('what a call makes of rows shows in every tab before the host has answered, and goes where it is refused', async () => {
  const browser = await liveBrowser();
  const server = browser.world.servers[0]!;
  const row: RowOf<'personnel'> = {
    id: 'd'.repeat(24),
    server_id: server.id,
    muster_id: 'e'.repeat(24),
    username: 'bea',
    display_name: 'Bea',
    permissions: ['server.view'],
    since: 0,
    owner: false,
  };
  browser.world.put(server, 'personnel', row);
  const query = { ...notesOf(server.id), resource: 'personnel' } as const;
  const views = [await browser.tab('one'), await browser.tab('other')].map((tab) =>
    tab.view(query),
  );
  await browser.clock.advance(1_000);
  const seen = () =>
    views.map((view) => {
      const shown = view.ids.peek().map((id) => view.row(id).peek() as ResourceView<'personnel'>);
      return shown.map(({ permissions, pending }) => [permissions.length, pending]);
    });
  browser.host.latency = 400;
  const commands = commandsOf(browser);
  const set = async (permissions: RowOf<'personnel'>['permissions']) => {
    const body = { identifier: row.muster_id, permissions };
    const answer = commands.call('personnelSet', { params: { server_id: server.id }, body });
    await browser.clock.advance(100);
    const before = seen();
    await browser.clock.advance(5_000);
    return { before, ok: (await answer).ok, after: seen() };
  };
  const both = (shown: unknown) => [shown, shown];
  expect(await set(['server.action.kick'])).toEqual({
    before: both([[2, true]]),
    ok: true,
    after: both([[1, false]]),
  });
  expect(await set([])).toEqual({ before: both([]), ok: false, after: both([[1, false]]) });
  expect(browser.worker.engine.rows.writes.size).toBe(0);
});

it('what the host refuses is again as it was, and the reason stays until it is read', async () => {
  const { browser, server, seen, about, commands } = await twoTabs();
  const values = { player_id: PLAYER, comment: 'builds towers' };
  void commands.write({ ...about, id: '1', write: 'add', values });
  await browser.clock.advance(5_000);
  browser.world.remove(server, 'notes', NOTE);
  const edited = commands.write({ ...about, id: '2', write: 'edit', values: { comment: 'x' } });
  await browser.clock.advance(5_000);
  expect(await edited).toMatchObject({ ok: false });
  const { writes } = browser.worker.engine.rows;
  expect([...writes.values()]).toMatchObject([{ id: '2', state: 'failed', error: 'not-found' }]);
  expect(seen()[0]).toEqual(['builds towers']);
  await commands.dismiss('2');
  expect(writes.size).toBe(0);
});

it.each(['failing', 'losing'] as const)(
  'a note that %s the first time is there once',
  async (way) => {
    const { browser, server, seen, about, commands } = await twoTabs();
    browser.host[way] = 1;
    const values = { player_id: PLAYER, comment: 'builds towers' };
    const added = commands.write({ ...about, id: '1', write: 'add', values });
    await browser.clock.advance(5_000);
    expect(await added).toEqual({ ok: true, value: null });
    expect(server.rows.notes.size).toBe(1);
    expect(seen()).toEqual([['builds towers'], ['builds towers']]);
  },
);

it('what is written into one row is done in its order, whatever gets lost on the way', async () => {
  const { browser, seen, about, commands } = await twoTabs();
  browser.host.failing = 1;
  browser.host.latency = 400;
  const values = { player_id: PLAYER, comment: 'one' };
  void commands.write({ ...about, id: '1', write: 'add', values });
  const edit = (id: string, comment: string, was: string) =>
    commands.write({ ...about, id, write: 'edit', values: { comment }, was: { comment: was } });
  const edits = [edit('2', 'two', 'one'), edit('3', 'three', 'two')];
  await browser.clock.advance(100);
  expect(seen()[0]).toEqual(['three …']);
  await browser.clock.advance(20_000);
  expect((await Promise.all(edits)).every(({ ok }) => ok)).toBe(true);
  expect(seen()).toEqual([['three'], ['three']]);
});

it('an edit over what somebody else changed in the meantime is refused, and done when it is asked again', async () => {
  const { browser, server, seen, about, commands } = await twoTabs();
  const values = { player_id: PLAYER, comment: 'one' };
  void commands.write({ ...about, id: '1', write: 'add', values });
  await browser.clock.advance(5_000);
  const note = server.rows.notes.get(NOTE)!;
  browser.host.tell([browser.world.put(server, 'notes', { ...note, comment: 'theirs' })]);
  await browser.clock.advance(1_000);
  const mine = { values: { comment: 'mine' }, was: { comment: 'one' } };
  void commands.write({ ...about, id: '2', write: 'edit', ...mine });
  await browser.clock.advance(5_000);
  expect(seen()[0]).toEqual(['theirs']);
  const { writes } = browser.worker.engine.rows;
  expect([...writes.values()]).toMatchObject([{ id: '2', error: 'row-changed' }]);
  // Asked again over what is shown, which is another by the time it arrives.
  void commands.writeAgain('2');
  browser.host.tell([browser.world.put(server, 'notes', { ...note, comment: 'theirs again' })]);
  await browser.clock.advance(5_000);
  expect(seen()[0]).toEqual(['theirs again']);
  expect([...writes.values()]).toMatchObject([{ id: '2', error: 'row-changed' }]);
  void commands.writeAgain('2');
  await browser.clock.advance(5_000);
  expect(seen()[0]).toEqual(['mine']);
  expect(writes.size).toBe(0);
});

it('what got no answer is asked again as it was: a new one, and one that is brought back', async () => {
  const { browser, server, seen, about, commands } = await twoTabs();
  const { writes } = browser.worker.engine.rows;
  browser.host.latency = 400;
  const failed = async (id: string, write: Promise<unknown>) => {
    browser.host.failing = 2;
    await browser.clock.advance(20_000);
    await write;
    expect([...writes.values()]).toMatchObject([{ id, state: 'failed' }]);
    void commands.writeAgain(id);
    await browser.clock.advance(100);
    expect(seen()[0]).toEqual(['one …']);
    await browser.clock.advance(5_000);
    expect([...writes.values()]).toEqual([]);
  };
  browser.host.failing = 2;
  const values = { player_id: PLAYER, comment: 'one' };
  await failed('1', commands.write({ ...about, id: '1', write: 'add', values }));
  expect(seen()[0]).toEqual(['one']);
  const row = server.rows.notes.get(NOTE)!;
  void commands.write({ ...about, id: '2', write: 'remove' });
  await browser.clock.advance(5_000);
  expect(seen()[0]).toEqual([]);
  browser.host.failing = 2;
  await failed('3', commands.write({ ...about, id: '3', write: 'restore', row }));
  expect(seen()[0]).toEqual(['one']);
});

it('an edit of what somebody else removed is none, and never removes what came back', async () => {
  const { browser, server, seen, about, commands } = await twoTabs();
  const values = { player_id: PLAYER, comment: 'one' };
  void commands.write({ ...about, id: '1', write: 'add', values });
  await browser.clock.advance(5_000);
  const note = server.rows.notes.get(NOTE)!;
  browser.host.tell([browser.world.remove(server, 'notes', NOTE)]);
  await browser.clock.advance(1_000);
  const edit = { ...about, id: '2', write: 'edit', values: { comment: 'two' } } as const;
  const gone = { ok: false, error: { kind: 'problem', problem: { code: 'not-found' } } };
  expect(await commands.write(edit)).toMatchObject(gone);
  browser.host.tell([browser.world.put(server, 'notes', note)]);
  void commands.writeAgain('2');
  await browser.clock.advance(5_000);
  expect(seen()[0]).toEqual(['one']);
});

it('what waits when its author leaves is not written in the name of who comes next', async () => {
  const { browser, server, about, commands } = await twoTabs();
  browser.host.failing = 1;
  browser.host.latency = 400;
  const values = { player_id: PLAYER, comment: 'one' };
  const written = commands.write({ ...about, id: '1', write: 'add', values });
  const data = { ...browser.world.session(), muster_id: 'f'.repeat(24) };
  browser.worker.engine.dispatch({ source: 'rest', event: 'session', at: 1, data });
  await browser.clock.advance(5_000);
  expect(await written).toMatchObject({ ok: false });
  expect(server.rows.notes.size).toBe(0);
});

it('a write that is refused when nobody looks at its rows any more is there to be read', async () => {
  const { browser, about, commands } = await twoTabs();
  void commands.write({ ...about, id: '1', write: 'remove' });
  browser.host.permit(browser.world.servers[0]!, ['server.view']);
  await browser.clock.advance(10_000);
  const { writes, streams } = browser.worker.engine.rows;
  expect([...streams.keys()].filter((name) => name.endsWith('/notes'))).toEqual([]);
  expect([...writes.values()]).toMatchObject([{ id: '1', state: 'failed' }]);
});

it('notes that were told while nobody was connected are there after it, and go with the permission', async () => {
  const { browser, server, seen, about, commands } = await twoTabs();
  const values = { player_id: PLAYER, comment: 'builds towers' };
  void commands.write({ ...about, id: '1', write: 'add', values });
  await browser.clock.advance(5_000);
  const note = server.rows.notes.get(NOTE)!;
  browser.host.close();
  browser.host.tell([browser.world.put(server, 'notes', { ...note, comment: 'left them' })]);
  browser.host.prune(0);
  await browser.clock.advance(60_000);
  expect(seen()).toEqual([['left them'], ['left them']]);
  browser.host.permit(server, ['server.view']);
  await browser.clock.advance(5_000);
  expect(browser.worker.engine.rows.notes.size).toBe(0);
  expect(seen()).toEqual([[], []]);
});

describe('what the account has for itself', () => {
  const ROW: RowOf<'displays'> = {
    id: 'd'.repeat(24),
    server_id: null,
    name: 'Hall',
    wall_id: 'a'.repeat(24),
    paired_at: 0,
    last_seen: null,
    online: true,
    user_agent: 'Television',
  };
  const OWN = {
    view: 'rows',
    resource: 'displays',
    server_id: null,
    text: '',
    where: {},
    window: { from: 0, to: 100 },
  } as const;

  /** Two tabs that look at one display, and what they show of it. */
  async function twoOwners() {
    const browser = await liveBrowser();
    browser.world.putOwn('displays', ROW);
    const tabs = [await browser.tab('one'), await browser.tab('other')];
    const views = tabs.map((tab) => tab.view(OWN));
    await browser.clock.advance(1_000);
    const seen = () =>
      views.map((view) =>
        view.ids
          .peek()
          .map((id) => view.row(id).peek() as ResourceView<'displays'>)
          .map(({ name, pending }) => (pending ? `${name} …` : name)),
      );
    return { browser, views, seen, commands: commandsOf(browser) };
  }
  const params = { display_id: ROW.id };
  const both = (shown: unknown) => [shown, shown];

  it('is followed on a stream that names no server, and is as the host tells it', async () => {
    const { browser, seen } = await twoOwners();
    expect(seen()).toEqual(both(['Hall']));
    const { streams } = browser.worker.engine.rows;
    expect(streams.get(resourceStream('displays', browser.world.muster_id))).toMatchObject({
      server_id: null,
      position: 1,
    });
    browser.host.tell([browser.world.putOwn('displays', { ...ROW, name: 'Stairs' })]);
    await browser.clock.advance(1_000);
    expect(seen()).toEqual(both(['Stairs']));
    browser.host.tell([browser.world.removeOwn('displays', ROW.id)]);
    await browser.clock.advance(1_000);
    expect(seen()).toEqual(both([]));
  });

  it('shows in every tab as it was saved, before the host has answered, and as it was where it is refused', async () => {
    const { browser, seen, commands } = await twoOwners();
    browser.host.latency = 400;
    const does = async (answer: Promise<{ readonly ok: boolean }>) => {
      await browser.clock.advance(100);
      const before = seen();
      await browser.clock.advance(5_000);
      return { before, ok: (await answer).ok, after: seen() };
    };
    expect(await does(commands.call('displayEdit', { params, body: { name: 'Stairs' } }))).toEqual({
      before: both(['Stairs …']),
      ok: true,
      after: both(['Stairs']),
    });
    const refused = commands.call('displayEdit', { params, body: { wall_id: NO_WALL } });
    expect(await does(refused)).toEqual({
      before: both(['Stairs …']),
      ok: false,
      after: both(['Stairs']),
    });
    expect(browser.worker.engine.rows.displays.get(ROW.id)?.wall_id).toBe(ROW.wall_id);
    expect(await does(commands.call('displayRevoke', { params, body: {} }))).toEqual({
      before: both([]),
      ok: true,
      after: both([]),
    });
    expect(browser.worker.engine.rows.writes.size).toBe(0);
  });

  it('is there after a pause in which it was told, also where the host has forgotten that', async () => {
    const { browser, seen } = await twoOwners();
    for (const name of ['Stairs', 'Roof']) {
      browser.host.close();
      browser.host.tell([browser.world.putOwn('displays', { ...ROW, name })]);
      if (name === 'Roof') browser.host.prune(0);
      await browser.clock.advance(60_000);
      expect(seen()).toEqual(both([name]));
    }
  });

  it('goes where nobody looks any more', async () => {
    const { browser, views } = await twoOwners();
    const { rows } = browser.worker.engine;
    views[0]?.stop();
    await browser.clock.advance(10_000);
    expect(rows.displays.size).toBe(1);
    views[1]?.stop();
    await browser.clock.advance(10_000);
    expect([rows.displays.size, browser.host.received.at(-1)]).toEqual([
      0,
      { type: 'unsubscribe', server_id: null, topics: ['displays'] },
    ]);
  });

  it('goes with the account', async () => {
    const { browser } = await twoOwners();
    const { engine } = browser.worker;
    const data = { ...browser.world.session(), muster_id: 'f'.repeat(24) };
    engine.dispatch({ source: 'rest', event: 'session', at: 1, data });
    expect([engine.rows.displays.size, [...engine.rows.streams.keys()]]).toEqual([0, []]);
  });
});
