import type { Query } from '../../src/domain/queries.ts';
import type { ServerRow } from '../../src/domain/rows.ts';
import { serverStatus } from '../../src/domain/servers/status.ts';
import type { WatchedServer } from '../../src/domain/walls/incidents.ts';
import { connectionAt, tileAge } from '../../src/domain/walls/staleness.ts';
import { createRandom, type Random } from '../../src/testing/random.ts';
import type { LiveView } from '../../src/ui/data/live-view.ts';
import { WallWatch } from '../../src/ui/walls/screen/unattended/wall-watch.ts';
import type { Sign } from '../../src/worker/contract.ts';
import { Browser, type TabDouble } from '../worker/tabs.ts';

const EVERY_SERVER: Query = {
  view: 'servers',
  filter: {},
  sort: 'identifier',
  direction: 'asc',
  window: { from: 0, to: 1_000 },
};

/** What can cut a wall off. */
export const OUTAGES = ['cut', 'silent', 'refused', 'asleep', 'worker-killed'] as const;
export type OutageKind = (typeof OUTAGES)[number];

/** Pages of a wall that turn while it is watched. */
const STOPS = [0, 1, 2].map((page) => ({ scene_id: '', page, ms: 20_000 }));
/** What a picture of one server takes, packed. */
const BYTES_OF_A_SERVER = 56;

/** A wall in a browser of doubles: the real worker, the real stream, and the real watch of a wall. */
export class WatchingWall {
  readonly browser = new Browser();
  readonly random: Random;
  watch!: WallWatch<Float64Array>;
  /** Incidents that were raised. */
  raised = 0;
  tab!: TabDouble;
  #view!: LiveView<ServerRow>;
  #workerAnswers = true;
  #dead: Browser['worker'] | null = null;

  constructor(seed: number, servers: number) {
    this.random = createRandom(seed);
    this.browser.random = () => this.random.next();
    for (let count = 1; count <= servers; count++) {
      this.browser.world.addServer(`Server ${count}`, 60);
    }
  }

  get now(): number {
    return this.browser.clock.now();
  }

  async open(): Promise<void> {
    await this.browser.start();
    this.tab = await this.browser.tab('wall');
    this.#view = this.tab.view<ServerRow>(EVERY_SERVER);
    const { clock } = this.browser;
    this.watch = new WallWatch({
      now: () => clock.now(),
      elapsed: () => clock.elapsed(),
      after: (ms, callback) => clock.after(ms, callback),
      sign: () => this.#sign(),
      servers: () => this.#watched(),
      picture: () => this.#picture(),
      turns: { stops: STOPS, stopOf: () => 0 },
      awake: () => true,
      raised: (incidents) => {
        this.raised += incidents.length;
      },
      rules: { down: true, queue: 10 },
    });
    this.watch.start();
    await this.second();
  }

  /** Lets one second pass, in which somebody may come or go; `busy` is how often they do. */
  async second(busy = 0.2): Promise<void> {
    const { clock, world, host } = this.browser;
    world.pass(clock.now() - world.at);
    if (this.random.next() < busy) host.tell(this.#somethingHappens());
    await clock.advance(1_000);
    world.pass(clock.now() - world.at);
  }

  /** What the page holds of the servers. */
  rows(): readonly ServerRow[] {
    return this.#view.ids.peek().flatMap((id) => this.#view.row(id).peek() ?? []);
  }

  /** Tiles by how far the wall trusts them now. */
  tiles(): { readonly trusted: number; readonly marked: number } {
    let trusted = 0;
    let marked = 0;
    const sign = this.watch.sign.peek();
    for (const row of this.rows()) {
      const { freshness } = tileAge(row, sign, this.now);
      if (freshness === 'live' || freshness === 'polled') trusted += 1;
      else marked += 1;
    }
    return { trusted, marked };
  }

  /** Whether every tile shows what the host has. */
  right(): boolean {
    return this.browser.world.servers.every((server) => {
      const row = this.#view.row(server.id).peek();
      return row?.population.players === server.population.players;
    });
  }

  live(): boolean {
    return connectionAt(this.watch.sign.peek(), this.now).kind === 'live';
  }

  /** The trouble begins; answers how it ends. */
  begin(kind: OutageKind): () => Promise<void> {
    const { browser } = this;
    const { host } = browser;
    switch (kind) {
      case 'cut':
        host.down = true;
        host.close();
        break;
      case 'silent':
        host.down = true;
        host.stall();
        break;
      case 'refused':
        host.failing = Number.POSITIVE_INFINITY;
        host.close();
        break;
      case 'asleep':
        // While it sleeps nobody looks; what counts begins when it wakes.
        host.stall();
        break;
      case 'worker-killed':
        this.#dead = browser.worker;
        browser.kill();
    }
    return async () => {
      host.down = false;
      host.failing = 0;
      if (kind !== 'worker-killed') return;
      await browser.start();
      await this.tab.attach();
    };
  }

  /** The worker is busy for ever, or goes on. */
  hang(hangs: boolean): void {
    this.#workerAnswers = !hangs;
    if (hangs) this.tab.frozen = true;
    else this.tab.resume();
  }

  #sign(): Promise<Sign> {
    const { worker } = this.browser;
    if (this.#dead === worker) return Promise.reject(new TypeError('The worker died.'));
    return this.#workerAnswers ? Promise.resolve(worker.sign()) : new Promise(() => {});
  }

  *#watched(): Iterable<WatchedServer> {
    for (const row of this.rows()) {
      const { queue } = row.population;
      const { name } = serverStatus(row);
      yield { id: row.id, status: name, since: row.state.since, queue: queue?.size ?? null };
    }
  }

  #picture(): { picture: Float64Array; bytes: number } {
    const picture = Float64Array.from(this.rows(), (row) => row.population.players ?? -1);
    return { picture, bytes: picture.length * BYTES_OF_A_SERVER };
  }

  #somethingHappens() {
    const { world } = this.browser;
    const server = this.random.pick(world.servers);
    if (server === undefined) return [];
    const [player] = server.players.values();
    const leaves = player !== undefined && this.random.next() < server.players.size / 60;
    return leaves ? world.leave(server, player) : world.join(server, 'Survivor');
  }
}
