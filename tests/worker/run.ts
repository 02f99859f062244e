import * as fc from 'fast-check';
import { expect } from 'vitest';
import { keyframe } from '../../src/domain/fold.ts';
import { hashRows } from '../../src/domain/hash.ts';
import type { Query } from '../../src/domain/queries.ts';
import { reduce } from '../../src/domain/reduce.ts';
import { applyChanges, createRows, type Rows } from '../../src/domain/state.ts';
import { createView } from '../../src/domain/views/create.ts';
import type { Frame } from '../../src/protocol/frames.ts';
import { serverStream } from '../../src/protocol/streams.ts';
import { CHAT_LINES, PLAYER_NAMES } from '../../src/testing/names.ts';
import { openingEvents } from '../../src/testing/snapshots.ts';
import { NoStorage } from '../../src/worker/doubles.ts';
import type { Environment } from '../../src/worker/environment.ts';
import type { Storage } from '../../src/worker/store/storage.ts';
import { Browser, shown, type TabDouble } from './tabs.ts';

/** What can come between a host and its tabs. `server` and `player` are picked among those there. */
export type Step =
  | { kind: 'join' | 'leave' | 'chat' | 'stop' | 'start' | 'destroy'; server: number; pick: number }
  | { kind: 'add' | 'permit' | 'drop' | 'stall' | 'down' | 'up' | 'prune' | 'kill' | 'fail' }
  | { kind: 'lose' | 'double'; server: number; pick: number }
  | { kind: 'pass' | 'latency'; ms: number }
  | { kind: 'open' | 'close'; server: number };

const pick = fc.nat({ max: 100 });
const of = <K extends Step['kind']>(...kinds: K[]) => fc.constantFrom(...kinds);
/** Lists of what can happen. */
export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 12,
      arbitrary: fc.record({
        kind: of('join', 'join', 'leave', 'chat', 'chat', 'stop', 'start'),
        server: pick,
        pick,
      }),
    },
    { weight: 3, arbitrary: fc.record({ kind: of('lose', 'double'), server: pick, pick }) },
    { weight: 1, arbitrary: fc.record({ kind: of('destroy'), server: pick, pick }) },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: of('add', 'permit', 'drop', 'stall', 'down', 'up', 'prune', 'kill', 'fail'),
      }),
    },
    { weight: 6, arbitrary: fc.record({ kind: of('pass'), ms: fc.nat({ max: 3_000 }) }) },
    { weight: 1, arbitrary: fc.record({ kind: of('latency'), ms: fc.nat({ max: 900 }) }) },
    { weight: 2, arbitrary: fc.record({ kind: of('open', 'close'), server: pick }) },
  ) as fc.Arbitrary<Step>,
  { maxLength: 60, size: 'max' },
);

const LIST: Query = {
  view: 'servers',
  filter: {},
  sort: 'players',
  direction: 'desc',
  window: { from: 0, to: 3 },
};

/** How a run's workers store, and how to wait for it. */
export interface StorageKind {
  readonly make: (environment: Environment) => Storage;
  readonly flush: () => Promise<void>;
}

/** One browser that is played with. */
export class Run {
  readonly browser = new Browser();
  readonly #storage: StorageKind;
  readonly views = new Map<Query, ReturnType<TabDouble['view']>>();
  tab!: TabDouble;

  constructor(storage: StorageKind = { make: () => new NoStorage(), flush: async () => {} }) {
    this.#storage = storage;
  }

  async begin(): Promise<void> {
    const { browser } = this;
    browser.world.addServer('Alpha', 8);
    browser.world.addServer('Bravo', null);
    await browser.start(this.#storage.make);
    this.tab = await browser.tab('A');
    this.look(LIST);
    this.look({ view: 'totals' });
    await this.pass(500);
  }

  /** Lets time pass, and the storage do what it has to. */
  async pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 1_000) {
      await this.browser.clock.advance(Math.min(left, 1_000));
      await this.#storage.flush();
    }
  }

  look(query: Query): void {
    if (!this.views.has(query)) this.views.set(query, this.tab.view(query));
  }

  server(number: number) {
    const servers = this.browser.world.servers.filter(({ destroyed }) => !destroyed);
    return servers[number % Math.max(1, servers.length)];
  }

  happen(step: { kind: string; server: number; pick: number }): readonly Frame[] {
    const { world } = this.browser;
    const server = this.server(step.server);
    if (server === undefined) return [];
    const players = [...server.players.values()];
    const player = players[step.pick % Math.max(1, players.length)];
    switch (step.kind) {
      case 'leave':
        return player === undefined ? [] : world.leave(server, player);
      case 'chat':
        return player === undefined
          ? [world.console(server, `line ${step.pick}`)]
          : world.chat(server, player, CHAT_LINES[step.pick % CHAT_LINES.length] ?? '');
      case 'stop':
        return world.stop(server);
      case 'start':
        return server.state.ready ? [] : world.start(server);
      case 'destroy':
        return [world.destroy(server)];
      default:
        return world.join(server, PLAYER_NAMES[step.pick % PLAYER_NAMES.length] ?? 'Survivor');
    }
  }

  async step(step: Step): Promise<void> {
    const { browser } = this;
    const { host, world } = browser;
    world.pass(37);
    switch (step.kind) {
      case 'add': {
        const { id } = world.addServer(`Server ${world.servers.length}`, 10);
        host.permit(world.servers.at(-1)!, ['server.view', 'server.view.feed']);
        host.added(id);
        return;
      }
      case 'permit': {
        const server = this.server(0);
        if (server !== undefined) host.permit(server, ['server.view']);
        return;
      }
      case 'lose':
        host.tell(this.happen(step), (frame) => (step.pick % 2 === 0 ? [] : [frame]));
        return;
      case 'double':
        host.tell(this.happen(step), (frame) => [frame, frame]);
        return;
      case 'drop':
        host.close();
        return;
      case 'stall':
        host.stall();
        return;
      case 'down':
        host.down = true;
        host.close();
        return;
      case 'up':
        host.down = false;
        return;
      case 'prune':
        host.prune(1);
        return;
      case 'fail':
        host.failing = 2;
        return;
      case 'kill':
        browser.kill();
        await browser.start(this.#storage.make);
        await this.tab.attach();
        return;
      case 'pass':
        await this.pass(step.ms);
        return;
      case 'latency':
        host.latency = step.ms;
        return;
      case 'open': {
        const server = this.server(step.server);
        if (server === undefined) return;
        this.look({ view: 'feed', server_id: server.id, kinds: [], limit: 20 });
        this.look({ view: 'console', server_id: server.id, limit: 20 });
        return;
      }
      case 'close': {
        const [query, view] = [...this.views][2 + (step.server % 4)] ?? [];
        if (query === undefined) return;
        view?.stop();
        this.views.delete(query);
        return;
      }
      default:
        host.tell(this.happen(step));
    }
  }

  /** Everything is mended, and nothing happens for a while. */
  async calm(): Promise<void> {
    const { host } = this.browser;
    host.down = false;
    host.failing = 0;
    host.latency = 5;
    await this.pass(120_000);
    // What was lost of a stream shows with the next event of it.
    for (const server of this.browser.world.servers) {
      if (server.destroyed) continue;
      host.tell(this.browser.world.join(server, 'The last one'));
      host.tell([this.browser.world.console(server, 'the last line')]);
    }
    await this.pass(30_000);
  }
}

/** The rows of servers and players as the world itself says they are. */
function told(run: Run): Rows {
  const rows = createRows();
  for (const event of openingEvents(run.browser.world)) applyChanges(rows, reduce(rows, event));
  return rows;
}

/** Fails unless rows and tabs are as the host has them. */
export function expectRight(run: Run): void {
  const { browser } = run;
  const { rows } = browser.worker.engine;
  const tables = ['servers', 'players'] as const;
  expect(keyframe(rows, tables)).toEqual(keyframe(told(run), tables));
  expect(hashRows(rows, tables)).toBe(hashRows(told(run), tables));
  expect(rows.account.get('me')?.servers).toEqual(browser.world.session().servers);
  for (const server of browser.world.servers) {
    for (const audience of ['feed', 'console'] as const) {
      const head = rows.streams.get(serverStream(server.id, audience));
      const held = [...rows[audience].values()]
        .filter(({ server_id }) => server_id === server.id)
        .map(({ seq }) => seq)
        .sort((a, b) => a - b);
      if (head === undefined) {
        expect(held).toEqual([]);
        continue;
      }
      expect(head.position).toBe(server.heads[audience]);
      const there = server[audience].map(({ seq }) => seq).filter((seq) => seq >= head.floor);
      expect(held).toEqual(there);
    }
  }
  for (const [query, view] of run.views) {
    const expected = createView(rows, query).snapshot();
    expect(view.ids.peek()).toEqual(expected.order);
    expect(shown(view)).toEqual({ rows: expected.rows, total: expected.total });
  }
  expect(browser.host.mostSockets).toBeLessThanOrEqual(1);
  expect(browser.worker.ingest.malformed).toBe(0);
}
