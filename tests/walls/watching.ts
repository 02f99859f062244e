import {
  connectionAt,
  noSign,
  SIGN_EVERY_MS,
  signHeard,
  tileAge,
  type LinkSign,
} from '../../src/domain/walls/staleness.ts';
import type { Query } from '../../src/domain/queries.ts';
import type { ServerRow } from '../../src/domain/rows.ts';
import { createRandom, type Random } from '../../src/testing/random.ts';
import type { LiveView } from '../../src/ui/data/live-view.ts';
import { Browser, type TabDouble } from '../worker/tabs.ts';

const EVERY_SERVER: Query = {
  view: 'servers',
  filter: {},
  sort: 'identifier',
  direction: 'asc',
  window: { from: 0, to: 1_000 },
};

/** What can cut a wall off. */
export const OUTAGES = [
  'cut',
  'silent',
  'refused',
  'asleep',
  'worker-killed',
  'worker-hung',
] as const;
export type OutageKind = (typeof OUTAGES)[number];

/** A wall in a browser of doubles: the real worker, the real stream, and the real judgement of tiles. */
export class WatchingWall {
  readonly browser = new Browser();
  readonly random: Random;
  sign: LinkSign;
  /** Since when the wall cannot know the truth; null: it can. */
  cutOff: number | null = null;
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
    this.sign = noSign(this.now);
  }

  get now(): number {
    return this.browser.clock.now();
  }

  async open(): Promise<void> {
    await this.browser.start();
    this.tab = await this.browser.tab('wall');
    this.#view = this.tab.view<ServerRow>(EVERY_SERVER);
    this.#ask();
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

  /** Tiles by how far the wall trusts them now. */
  tiles(): { readonly trusted: number; readonly marked: number } {
    let trusted = 0;
    let marked = 0;
    for (const id of this.#view.ids.peek()) {
      const row = this.#view.row(id).peek();
      if (row === undefined) continue;
      const { freshness } = tileAge(row, this.sign, this.now);
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
    return connectionAt(this.sign, this.now).kind === 'live';
  }

  /** The trouble begins; answers how it ends. */
  begin(kind: OutageKind): () => Promise<void> {
    const { browser } = this;
    const { host } = browser;
    this.cutOff = this.now;
    const over = async () => {
      this.cutOff = null;
    };
    switch (kind) {
      case 'cut':
        host.down = true;
        host.close();
        return async () => {
          host.down = false;
          await over();
        };
      case 'silent':
        host.stall();
        host.down = true;
        return async () => {
          host.down = false;
          await over();
        };
      case 'refused':
        host.close();
        host.failing = Number.POSITIVE_INFINITY;
        return async () => {
          host.failing = 0;
          await over();
        };
      case 'asleep':
        // While it sleeps nobody looks; what counts begins when it wakes.
        host.stall();
        return over;
      case 'worker-killed':
        browser.kill();
        this.#dead = browser.worker;
        return async () => {
          await browser.start();
          await this.tab.attach();
          await over();
        };
      case 'worker-hung':
        this.#workerAnswers = false;
        this.tab.frozen = true;
        return async () => {
          this.#workerAnswers = true;
          this.tab.resume();
          await over();
        };
    }
  }

  /** As the wall's page asks: a question that is not answered is followed by the next all the same. */
  #ask(): void {
    if (this.#workerAnswers) void this.#hear();
    this.browser.clock.after(SIGN_EVERY_MS, () => this.#ask());
  }

  async #hear(): Promise<void> {
    const { worker } = this.browser;
    const { connection, silent } = worker.sign();
    await Promise.resolve();
    if (!this.#workerAnswers || this.#dead === worker) return;
    this.sign = signHeard(this.sign, connection, silent, this.now);
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
