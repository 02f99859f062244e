/** A server that gets into trouble and out of it, and how long what the portal shows of it is wrong. */
import { isFollowed, populationFreshness } from '../../src/domain/servers/status.ts';
import { createConnector } from '../../src/host/connectors/games/connect.ts';
import type { GameFact } from '../../src/host/connectors/contract.ts';
import type { SimGame } from '../../src/sim/games.ts';
import { MemoryNetwork } from '../../src/sim/net/memory-network.ts';
import { Random } from '../../src/sim/random.ts';
import { startSimServer, type SimServer } from '../../src/sim/server.ts';
import { memoryPorts } from './memory-ports.ts';
import { Portal } from './portal.ts';
import { SharedTime } from './shared-time.ts';

/** The portal shows what was known as live for no longer than this after its source fell silent, ms. */
export const STALE_WITHIN = 10_000;
/** And shows what is within this after it is back. */
export const RIGHT_WITHIN = 15_000;

const LIVE = { kind: 'live' } as const;
const STEP = 250;
const SLOTS = 60;

export interface OutagePlan {
  readonly game: SimGame;
  readonly seed: number;
  readonly loss: number;
  /** Whether a machine says that nothing listens there; many networks do not let that through. */
  readonly refuses: boolean;
  readonly people?: number;
}

/** A portal that follows a server of some people, in one time with it. */
export class Outage {
  readonly time = new SharedTime();
  readonly facts: GameFact[] = [];
  readonly server: SimServer;
  readonly #portal: Portal;
  readonly #said: { readonly at: number; readonly text: string }[] = [];
  /** When somebody of this name came or went last. */
  readonly #stirred = new Map<string, number>();
  #people = 0;

  private constructor(server: SimServer, time: SharedTime, plan: OutagePlan, net: MemoryNetwork) {
    this.server = server;
    this.time = time;
    const { host, gamePort, queryPort, rconPort, password } = server.address;
    const rcon = rconPort === null ? null : { port: rconPort, password };
    const target = { game: plan.game, host, gamePort, queryPort, rcon };
    const ports = memoryPorts(net, time, new Random(plan.seed), plan.refuses);
    this.#portal = new Portal(
      plan.game,
      () => ports.clock.now(),
      (onFact) =>
        createConnector(target, ports, (fact) => {
          this.facts.push(fact);
          onFact(fact);
        }),
    );
  }

  static async begin(plan: OutagePlan): Promise<Outage> {
    const time = new SharedTime();
    const network = new MemoryNetwork(time.sim);
    const server = await startSimServer({
      game: plan.game,
      seed: plan.seed,
      network,
      clock: time.sim,
      slots: SLOTS,
      join: { guidMs: 300, verifiedMs: 600, lobbyMs: 900 },
      hostility: { loss: plan.loss, latencyMs: 20, jitterMs: 30 },
      restart: { downMs: 4_000, loadingMs: 3_000 },
    });
    const outage = new Outage(server, time, plan, network);
    for (let count = 0; count < (plan.people ?? 20); count += 1) outage.join();
    await outage.pass(60_000);
    return outage;
  }

  join(): void {
    this.#people += 1;
    const steamId = `76561190${String(this.#people).padStart(9, '0')}`;
    const name = `Player ${this.#people}`;
    this.server.join({ name, steamId });
    this.#stirred.set(name, this.time.now());
  }

  /** Somebody leaves, somebody comes, and somebody says something. */
  stir(): void {
    const [first, second] = this.server.roster();
    if (first !== undefined) {
      this.server.leave(first.id);
      this.#stirred.set(first.name, this.time.now());
    }
    this.join();
    if (second === undefined) return;
    const text = `said ${this.#said.length}`;
    this.server.chat(second.id, 'Global', text);
    this.#said.push({ at: this.time.now(), text });
  }

  /** The server is started again: whoever was on it has left. */
  async restart(): Promise<void> {
    for (const { name } of this.server.roster()) this.#stirred.set(name, this.time.now());
    await this.server.restart();
  }

  /** Time passes; `look` is called now and then. */
  async pass(ms: number, look: () => void = () => undefined): Promise<void> {
    const end = this.time.now() + ms;
    while (this.time.now() < end) {
      await this.time.advance(Math.min(STEP, end - this.time.now()), () => this.#portal.fold());
      this.#portal.fold();
      look();
    }
  }

  /** Whether anything is shown as if it were so now. */
  get showsLive(): boolean {
    const { row } = this.#portal.live;
    const fresh = populationFreshness(row, LIVE, this.time.now());
    return fresh === 'live' || isFollowed(row.state);
  }

  /** Whether the roster stands as one of now, though somebody came or went so long ago and it does not say so. */
  get showsOldLive(): boolean {
    if (this.server.address.rconPort === null || !isFollowed(this.#portal.live.row.state)) {
      return false;
    }
    const now = this.time.now();
    const old = (since: number) => now - since > STALE_WITHIN;
    const there = this.server.roster().map(({ name }) => name);
    const shown = new Set([...this.#portal.live.rows.players.values()].map(({ name }) => name));
    const missing = there.filter((name) => !shown.has(name));
    const gone = [...shown].filter((name) => !there.includes(name));
    return [...missing, ...gone].some((name) => old(this.#stirred.get(name) ?? now));
  }

  /** Whether anything is shown that only the query port tells. */
  get showsQueried(): boolean {
    const { environment } = this.#portal.live.row;
    return environment.locked !== null || this.#portal.live.latency !== null;
  }

  /** Whether anything is shown of what the server is, but for its people. */
  get showsFigures(): boolean {
    const { population, environment } = this.#portal.live.row;
    return population.slots !== null || environment.map !== null;
  }

  get offline(): boolean {
    return this.#portal.live.row.state.offline;
  }

  /** Whether the roster and the figures are shown as they are, and as of now. */
  get isRight(): boolean {
    const { row, rows } = this.#portal.live;
    const { players, slots } = row.population;
    if (!isFollowed(row.state) || slots !== SLOTS) return false;
    const there = this.server.roster().map(({ name }) => name);
    if (players !== there.length) return false;
    if (this.server.address.rconPort === null) return true;
    const shown = [...rows.players.values()].map(({ name }) => name);
    return shown.toSorted().join() === there.toSorted().join();
  }

  /** How long until `reached`, ms; Infinity where it is not within two minutes. `look` as of `pass`. */
  async until(reached: () => boolean, look?: () => void): Promise<number> {
    const began = this.time.now();
    while (this.time.now() - began < 120_000) {
      if (reached()) return this.time.now() - began;
      await this.pass(STEP, look);
    }
    return Infinity;
  }

  /** What was said, was not told, and is in no gap either. */
  unmarked(): readonly string[] {
    // Who is only looked at says nothing.
    if (this.server.address.rconPort === null) return [];
    const told = new Set(this.facts.flatMap((fact) => (fact.kind === 'chat' ? [fact.text] : [])));
    const gaps = this.facts.flatMap((fact) => (fact.kind === 'gap' ? [fact] : []));
    return this.#said
      .filter(({ text }) => !told.has(text))
      .filter(({ at }) => !gaps.some(({ from, to }) => from <= at && at <= to))
      .map(({ text, at }) => `${text} at ${at}`);
  }

  lost(): number {
    return this.facts.filter((fact) => fact.kind === 'state' && fact.state === 'DISCONNECTED')
      .length;
  }

  async stop(): Promise<void> {
    await this.#portal.stop();
    await this.server.stop();
  }
}
