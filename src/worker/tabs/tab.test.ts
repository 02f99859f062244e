import { describe, expect, it } from 'vitest';
import type { Change } from '../../domain/change.ts';
import { fold } from '../../domain/fold.ts';
import { applyChanges, createRows, type Rows } from '../../domain/state.ts';
import { openingEvents } from '../../testing/snapshots.ts';
import { World } from '../../testing/world.ts';
import type { WorkerMessage } from '../contract.ts';
import { ManualClock } from '../doubles.ts';
import { LiveViews } from '../views/live-views.ts';
import { LINGER_MS } from './pace.ts';
import { Tab } from './tab.ts';

const LIST = {
  view: 'servers',
  filter: {},
  sort: 'identifier',
  direction: 'asc',
  window: { from: 0, to: 10 },
} as const;

function rowsOf(servers: number): Rows {
  const world = new World();
  for (let number = 0; number < servers; number++) world.addServer(`Server ${number}`, 60);
  const rows = createRows();
  fold(rows, openingEvents(world));
  return rows;
}

/** A tab before so many servers; `work` does what its views put off, which is nothing where they do all `at once`. */
function tabBefore(servers: number, atOnce: boolean) {
  const clock = new ManualClock();
  const waiting: (() => void)[] = [];
  const views = new LiveViews(rowsOf(servers), (work) => (atOnce ? work() : waiting.push(work)));
  const messages: WorkerMessage[] = [];
  const tab = new Tab({
    clock,
    epoch: 'epoch',
    views,
    look: () => () => {},
    load: () => ({ windows: 0, late: 0 }),
    post: (message) => messages.push(message),
  });
  const work = () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) next();
  };
  return { clock, views, tab, messages, work };
}

describe.each([
  ['sorted at once', true],
  ['sorted piece by piece', false],
])('a long list that is %s', (_, atOnce) => {
  it('is told from its start where all rows are others, and goes on from there', async () => {
    const { clock, views, tab, messages, work } = tabBefore(1_001, atOnce);
    for (const id of [1, 2]) tab.receive({ type: 'subscribe', id, query: LIST });
    work();
    messages.length = 0;
    const rows = rowsOf(1_002);
    views.rebase(rows);
    tab.restart();
    work();
    expect(messages).toMatchObject([
      { type: 'snapshot', id: 1, total: 1_002 },
      { type: 'snapshot', id: 2, total: 1_002 },
    ]);
    const [first] = rows.servers.values();
    const population = { ...first!.population, players: 7 };
    const after = { ...first!, population };
    const change: Change = { table: 'servers', id: first!.id, before: first, after };
    applyChanges(rows, [change]);
    views.apply([change]);
    await clock.advance(100);
    const changes = [{ op: 'fields', id: first!.id, fields: { population } }];
    const told = messages.flatMap((one) => (one.type === 'patch' ? one.changes : []));
    expect(told).toEqual([
      { id: 1, changes },
      { id: 2, changes },
    ]);
  });
});

it('a tab that looks at another part of a list is told that part, and of it what it has not', async () => {
  const { clock, tab, messages } = tabBefore(30, true);
  tab.receive({ type: 'subscribe', id: 1, query: LIST });
  await clock.advance(100);
  messages.length = 0;
  tab.receive({ type: 'move', id: 1, query: { ...LIST, window: { from: 5, to: 15 } } });
  await clock.advance(1_000);
  const told = messages.flatMap((one) => (one.type === 'patch' ? one.changes : []));
  const changes = told.flatMap((one) => (one.id === 1 ? one.changes : []));
  const count = (op: string) => changes.filter((change) => change.op === op).length;
  expect([count('set'), count('remove')]).toEqual([5, 5]);
  expect(changes).toContainEqual({ op: 'from', from: 5 });
});

describe('a tab that is seen again while a long list of it is sorted', () => {
  /** What rests is a list of 2,500 servers and the sums over them. */
  async function resting() {
    const all = tabBefore(2_500, false);
    all.tab.receive({ type: 'subscribe', id: 1, query: LIST });
    all.tab.receive({ type: 'subscribe', id: 2, query: { view: 'totals' } });
    all.work();
    all.tab.receive({ type: 'visibility', visible: false, focused: false });
    await all.clock.advance(LINGER_MS);
    expect(all.tab.inspect('tab').resting).toBe(2);
    all.messages.length = 0;
    const see = (visible: boolean) =>
      all.tab.receive({ type: 'visibility', visible, focused: visible });
    const told = () => all.messages.map((one) => ('id' in one ? [one.type, one.id] : [one.type]));
    return { ...all, see, told };
  }

  it('is told that it is current after that list, which does not rest in the meantime', async () => {
    const { tab, work, see, told } = await resting();
    see(true);
    expect(told()).toEqual([['snapshot', 2]]);
    expect(tab.inspect('tab').resting).toBe(0);
    tab.receive({ type: 'ack', revision: 0 });
    tab.refresh();
    work();
    expect(told()).toEqual([['snapshot', 2], ['snapshot', 1], ['current']]);
  });

  it('is told so though it leaves that list', async () => {
    const { tab, work, see, told } = await resting();
    see(true);
    tab.receive({ type: 'unsubscribe', id: 1 });
    work();
    expect(told()).toEqual([['snapshot', 2], ['current']]);
  });

  it('is told so once though it is hidden and seen again before that', async () => {
    const { work, see, told } = await resting();
    for (const visible of [true, false, true]) see(visible);
    work();
    expect(told()).toEqual([['snapshot', 2], ['snapshot', 1], ['current']]);
  });

  it('is told nothing more when it has gone', async () => {
    const { tab, work, see, told } = await resting();
    see(true);
    tab.close();
    work();
    expect(told()).toEqual([['snapshot', 2]]);
  });
});
