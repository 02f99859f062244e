import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Change } from '../../domain/change.ts';
import { fold } from '../../domain/fold.ts';
import type { Query, ViewRow, Window } from '../../domain/queries.ts';
import type { TabChange } from '../contract.ts';
import { reduce } from '../../domain/reduce.ts';
import type { PlayerRow, ServerRow } from '../../domain/rows.ts';
import { applyChanges, createRows, type Rows } from '../../domain/state.ts';
import { beginOf } from '../../domain/views/canonical.ts';
import type { Frame } from '../../protocol/frames.ts';
import { openingEvents } from '../../testing/snapshots.ts';
import { World } from '../../testing/world.ts';
import { PendingView } from '../tabs/pending.ts';
import { LiveViews } from './live-views.ts';

type Servers = Extract<Query, { view: 'servers' }>;
type Players = Extract<Query, { view: 'players' }>;

/** What a query shows: filtered, sorted and cut out, by the book. */
function plain(rows: Rows, query: Servers | Players): { all: string[]; shown: string[] } {
  const all = query.view === 'servers' ? plainServers(rows, query) : plainPlayers(rows, query);
  if (query.direction === 'desc') all.reverse();
  return { all, shown: all.slice(query.window.from, query.window.to) };
}

/** Ids that are told by a number and then by id; turned round, equal ones still stand by id. */
function ordered(ids: readonly (readonly [number, string])[], direction: string): string[] {
  const back = direction === 'desc' ? -1 : 1;
  return ids.toSorted(([a, x], [b, y]) => a - b || (x < y ? -1 : 1) * back).map(([, id]) => id);
}

function plainServers(rows: Rows, { filter, direction }: Servers): string[] {
  const found = [...rows.servers.values()].filter((row: ServerRow) =>
    row.configuration.identifier.includes(filter.text ?? ''),
  );
  return ordered(
    found.map(({ id, population }) => [population.players ?? 0, id] as const),
    direction,
  );
}

function plainPlayers(rows: Rows, { server_id, direction }: Players): string[] {
  const found = [...rows.players.values()].filter((row: PlayerRow) => row.server_id === server_id);
  return ordered(
    found.map(({ id, joined_at }) => [joined_at, id] as const),
    direction,
  );
}

/** A tab that follows one query, and is told of it now and then. */
class Subscriber {
  query: Servers | Players;
  readonly #views: LiveViews;
  readonly #pending: PendingView;
  #stop: () => void;
  readonly #rows = new Map<string, ViewRow>();
  #order: readonly string[];
  #total: number;
  #from: number;

  constructor(views: LiveViews, query: Servers | Players) {
    this.#views = views;
    this.query = query;
    const { snapshot, stop } = views.follow(query, (changes) => this.#pending.merge(changes));
    this.#stop = stop;
    this.#pending = new PendingView(snapshot.rows);
    for (const row of snapshot.rows) this.#rows.set(row.id, row);
    this.#order = snapshot.order;
    this.#total = snapshot.total;
    this.#from = beginOf(query);
  }

  move(window: Window): void {
    this.query = { ...this.query, window };
    const { snapshot, stop } = this.#views.follow(this.query, (changes) =>
      this.#pending.merge(changes),
    );
    this.#stop();
    this.#stop = stop;
    this.#pending.move(snapshot, window.from);
  }

  leave(): void {
    this.#stop();
  }

  /** What it shows once it has taken what waits. */
  shown() {
    for (const change of this.#pending.take()) this.#take(change);
    return {
      from: this.#from,
      total: this.#total,
      order: this.#order,
      held: this.#rows.size,
      rows: this.#order.map((id) => this.#rows.get(id)),
    };
  }

  #take(change: TabChange): void {
    if (change.op === 'set') this.#rows.set(change.row.id, change.row);
    else if (change.op === 'fields') {
      const row = { ...this.#rows.get(change.id), ...change.fields } as ViewRow;
      this.#rows.set(change.id, row);
    } else if (change.op === 'remove') this.#rows.delete(change.id);
    else if (change.op === 'order') this.#order = change.ids;
    else if (change.op === 'total') this.#total = change.total;
    else if (change.op === 'from') this.#from = change.from;
  }
}

/** Holds what a subscriber shows against the plain way. */
function expectPlain(subscriber: Subscriber, rows: Rows): void {
  const { query } = subscriber;
  const { all, shown } = plain(rows, query);
  const now = subscriber.shown();
  expect([now.from, now.total, now.held]).toEqual([query.window.from, all.length, shown.length]);
  expect(now.order).toEqual(shown);
  for (const [at, id] of shown.entries()) {
    if (query.view === 'servers') expect(now.rows[at]).toEqual(rows.servers.get(id));
    else expect(now.rows[at]).toMatchObject(rows.players.get(id)!);
  }
}

/** As many as a host has, and as many as fit on one server. */
const sizes = fc.record({
  servers: fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 1, max: 30 }) },
    fc.integer({ min: 900, max: 1_000 }),
  ),
  players: fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 0, max: 30 }) },
    fc.integer({ min: 380, max: 400 }),
  ),
});
const window = fc
  .tuple(fc.oneof(fc.nat({ max: 20 }), fc.nat({ max: 1_000 })), fc.nat({ max: 60 }))
  .map(([from, length]) => ({ from, to: from + length }));
const asked = fc.record({
  view: fc.constantFrom('servers', 'players'),
  text: fc.constantFrom('', '7', '1'),
  direction: fc.constantFrom('asc', 'desc'),
  window,
});
const step = fc.oneof(
  fc.record({ kind: fc.constant('count' as const), at: fc.nat(), players: fc.nat({ max: 90 }) }),
  fc.record({ kind: fc.constant('count' as const), at: fc.nat(), players: fc.nat({ max: 90 }) }),
  fc.record({
    kind: fc.constantFrom('join', 'leave', 'destroy', 'rename', 'weather'),
    at: fc.nat(),
  }),
  fc.record({ kind: fc.constant('follow' as const), asked }),
  fc.record({ kind: fc.constant('move' as const), at: fc.nat(), window }),
  fc.record({ kind: fc.constant('move' as const), at: fc.nat(), window }),
  fc.record({ kind: fc.constantFrom('stop', 'check'), at: fc.nat() }),
);

function happen(
  world: World,
  { kind, at, players }: { kind: string; at: number; players?: number },
): readonly Frame[] {
  const server = world.servers[at % world.servers.length]!;
  world.pass(1);
  if (server.destroyed) return [];
  if (kind === 'destroy') return [world.destroy(server)];
  if (kind === 'join') return world.join(world.servers[0]!, `Late ${at}`);
  // A row that is another, and stays where it is.
  if (kind === 'weather') return [world.environment(server, { time: `0${at % 9}:00` })];
  if (kind === 'rename') return [world.configure(server, { identifier: `Server ${at % 50}` })];
  const present = [...world.servers[0]!.players.values()];
  if (kind === 'leave') {
    const player = present[at % Math.max(1, present.length)];
    return player === undefined ? [] : world.leave(world.servers[0]!, player);
  }
  return [
    world.observe(server, { players: players ?? 0, slots: 100, queue: null, source: 'live' }),
  ];
}

describe('views of lists', { timeout: 60_000 }, () => {
  it('tell each who looks at a part of one exactly that part, wherever they go and whoever else looks', () => {
    fc.assert(
      fc.property(
        sizes,
        fc.array(step, { minLength: 10, maxLength: 90, size: 'max' }),
        (size, steps) => {
          const world = new World();
          for (let number = 0; number < size.servers; number++) {
            const server = world.addServer(`Server ${number}`, 100);
            world.observe(server, { players: number % 7, slots: 100, queue: null, source: 'live' });
          }
          for (let number = 0; number < size.players; number++) {
            world.pass(number % 2);
            world.join(world.servers[0]!, `Player ${number}`);
          }
          const rows = createRows();
          fold(rows, openingEvents(world));
          const views = new LiveViews(rows);
          const open: Subscriber[] = [];
          for (const one of steps) {
            if (one.kind === 'follow') {
              const { view, text, direction, window } = one.asked;
              const shared = { direction, window } as const;
              open.push(
                new Subscriber(
                  views,
                  view === 'servers'
                    ? { view, filter: { text }, sort: 'players', ...shared }
                    : {
                        view,
                        server_id: world.servers[0]!.id,
                        text: '',
                        sort: 'joined_at',
                        ...shared,
                      },
                ),
              );
              continue;
            }
            const subscriber = 'at' in one ? open[one.at % Math.max(1, open.length)] : undefined;
            if (one.kind === 'move') subscriber?.move(one.window);
            else if (one.kind === 'check') {
              if (subscriber !== undefined) expectPlain(subscriber, rows);
            } else if (one.kind === 'stop') {
              subscriber?.leave();
              if (subscriber !== undefined) open.splice(open.indexOf(subscriber), 1);
            } else {
              const changes = happen(world, one).flatMap((frame) => {
                const made = reduce(rows, { source: 'realtime', ...frame });
                applyChanges(rows, made);
                return made;
              });
              views.apply(changes);
            }
          }
          for (const subscriber of open) expectPlain(subscriber, rows);
          const lists = new Set(
            open.map(({ query }) => JSON.stringify({ ...query, window: null })),
          );
          expect(views.indexes).toBe(lists.size);
          for (const subscriber of open) subscriber.leave();
          expect([views.indexes, views.size]).toEqual([0, 0]);
        },
      ),
      { numRuns: 120 },
    );
  });
});

/** Rows of servers that count how often one of them is read. */
class CountedServers extends Map<string, ServerRow> {
  reads = 0;

  override get(id: string): ServerRow | undefined {
    this.reads += 1;
    return super.get(id);
  }
}

describe('a list of 30,000 servers', () => {
  it('is sorted once for all who look at it, and a step through it reads what it shows alone', () => {
    const { views, servers, list } = preparing(30_000);
    const pending = new PendingView([]);
    let last = views.follow({ ...list, window: { from: 0, to: 200 } }, () => {});
    views.follow({ ...list, window: { from: 0, to: 50 } }, () => {});
    expect(views.indexes).toBe(1);
    servers.reads = 0;
    for (let from = 50; from < 5_000; from += 50) {
      const next = views.follow({ ...list, window: { from, to: from + 200 } }, () => {});
      last.stop();
      last = next;
      pending.move(next.snapshot, from);
      expect(pending.take().length).toBeLessThanOrEqual(200 + 200 + 3);
    }
    expect(servers.reads / 99).toBeLessThanOrEqual(200);
  });

  it('is sorted piece by piece, while servers come, go and move, and then stands as if it were sorted at once', () => {
    const { views, rows, servers, list, waiting } = preparing(30_000);
    let ready = 0;
    const again = () => {
      ready += 1;
      const { snapshot } = views.follow(list, () => {});
      expect(snapshot.order).toEqual(plain(rows, list).shown);
      expect(snapshot.total).toBe(rows.servers.size);
    };
    expect(views.prepare(list, again)).toBe(false);
    expect(views.prepare({ ...list, window: { from: 50, to: 90 } }, () => again())).toBe(false);
    let pieces = 0;
    for (let work = waiting.shift(); work !== undefined; work = waiting.shift()) {
      pieces += 1;
      const [first, second] = [...servers.values()].slice(pieces * 900);
      const players = 1_000 + pieces;
      const moved = { ...first!, population: { ...first!.population, players } };
      const come = { ...first!, id: pieces.toString(16).padStart(24, 'f') };
      const changes: Change[] = [
        { table: 'servers', id: first!.id, before: first, after: moved },
        { table: 'servers', id: second!.id, before: second, after: undefined },
        { table: 'servers', id: come.id, before: undefined, after: come },
      ];
      applyChanges(rows, changes);
      views.apply(changes);
      expect(ready).toBe(0);
      servers.reads = 0;
      work();
      if (ready === 0) expect(servers.reads).toBeLessThanOrEqual(1_000);
    }
    expect([pieces, ready, views.indexes]).toEqual([29, 2, 1]);
  });

  it('that nobody waits for any more is not kept', () => {
    const { views, rows, list, waiting } = preparing(5_000);
    let asked = 0;
    views.prepare(list, () => (asked += 1));
    const { stop } = views.follow(list, () => {});
    stop();
    expect([views.indexes, asked]).toEqual([0, 1]);
    views.prepare(list, () => (asked += 1));
    views.rebase(rows);
    expect([views.indexes, asked]).toEqual([0, 2]);
    for (const work of waiting) work();
    expect([views.indexes, asked]).toEqual([0, 2]);
  });
});

/** Views of so many servers, and the work that they put off. */
function preparing(count: number) {
  const world = new World();
  const seed = createRows();
  world.addServer('Server', 100);
  fold(seed, openingEvents(world));
  const [like] = seed.servers.values();
  const servers = new CountedServers();
  for (let number = 0; number < count; number++) {
    const id = number.toString(16).padStart(24, '0');
    const population = { ...like!.population, players: (number * 7_919) % 101 };
    servers.set(id, { ...like!, id, population });
  }
  const rows: Rows = { ...seed, servers };
  const waiting: (() => void)[] = [];
  const views = new LiveViews(rows, (work) => waiting.push(work));
  const window = { from: 0, to: 200 };
  const list = { view: 'servers', filter: {}, sort: 'players', direction: 'desc', window } as const;
  return { views, rows, servers, list, waiting };
}
