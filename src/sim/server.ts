import { QueryFront } from './a2s/front.ts';
import { timeOfDay } from './a2s/time-of-day.ts';
import type { QueryView } from './a2s/view.ts';
import { BattleyeFront } from './battleye/front.ts';
import { RustFront } from './rust/front.ts';
import { lastForcedWipe, nextForcedWipe } from './rust/wipe.ts';
import type { Admin, LoginPolicy } from './battleye/rcon-server.ts';
import type { Cancel, Clock } from './clock.ts';
import { speedUp } from './clock.ts';
import type { ControlFront, Front, SimServerState } from './front.ts';
import { sharesPort } from './games.ts';
import { Gate, type Stuck } from './gate.ts';
import { SimLog } from './log.ts';
import type { Port } from './net/network.ts';
import { closeTogether, openTogether } from './net/network.ts';
import { headStart, type ResolvedOptions, type SimServerOptions } from './options.ts';
import { Random } from './random.ts';
import { resolveOptions } from './resolve-options.ts';
import type { Arrival } from './world/game-world.ts';
import { GameWorld } from './world/game-world.ts';
import type { Person, SimPlayer } from './world/player.ts';
import { Population } from './world/population.ts';
import { planRestart } from './world/restarts.ts';

const MORNING = 8 * 60;
/** Servers of different seeds have different people. */
const ACCOUNTS_APART = 1_000_000;
const SEEDS_APART = 7_000;
/** How long to wait when a port of a restarting server has been taken in the meantime. */
const RETRY_MS = 1_000;

/** What of a server may be stuck: its remote control, its query port. */
export type SimPart = 'control' | 'query';
const PARTS: readonly SimPart[] = ['control', 'query'];

/**
 * Starts a simulated server, on real sockets unless `network` says otherwise: RCon on `rconPort`,
 * Steam queries on `queryPort`. Rejects with PortUnavailableError when a port is taken.
 *
 *     const server = await startSimServer({ game: 'DAYZ', password: 'secret', slots: 60 });
 *     const bob = server.join({ name: 'Bob', steamId: '76561190000000001' });
 *     server.chat(bob.id, 'Global', 'hello');
 *     server.leave(bob.id);
 *     server.roster();
 *     await server.stop();
 */
export async function startSimServer(options: SimServerOptions): Promise<SimServer> {
  const server = new SimServer(resolveOptions(options));
  await server.comeUp();
  return server;
}

/**
 * One simulated game server. `startSimServer` makes it. In memory everything has happened by the
 * time a method returns, whatever it promises.
 */
export class SimServer {
  readonly log: SimLog;
  readonly world: GameWorld;
  readonly #options: ResolvedOptions;
  /** Undefined where nobody rules from afar. */
  readonly #control: ControlFront | undefined;
  readonly #query: QueryFront;
  readonly #gates = { control: new Gate(), query: new Gate() };
  readonly #population: Population;
  readonly #worldClock: Clock;
  #cancelSchedule: Cancel | undefined;
  #state: SimServerState = 'down';
  #bootedAt = 0;
  /** Counts the deaths of the process, so that a boot knows when it was overtaken. */
  #life = 0;
  #pending: Cancel | undefined;

  constructor(options: ResolvedOptions) {
    this.#options = options;
    this.log = new SimLog(options.logged);
    const random = new Random(options.seed);
    const clock = speedUp(options.clock, options.speed);
    this.#worldClock = clock;
    this.world = new GameWorld({
      ...options,
      clock,
      random: random.fork(),
      tell: (event) => {
        options.onEvent(event);
        this.#control?.tell(event);
      },
    });
    const { world, log } = this;
    this.#population = new Population({
      ...options,
      clock,
      random: random.fork(),
      world,
      longestStay: headStart(options),
      accountsFrom: (Math.max(0, options.seed - 1) % SEEDS_APART) * ACCOUNTS_APART,
    });
    this.#control = this.#makeControl(random.fork());
    this.#query = new QueryFront(options, log, this.#gates.query, () => this.view());
  }

  get state(): SimServerState {
    return this.#state;
  }

  /** Where clients connect to. */
  get address() {
    const { game, host, gamePort, password } = this.#options;
    const rconPort = this.#control?.port.port ?? null;
    return {
      game,
      host,
      password,
      rconPort,
      queryPort: this.#query.port.port,
      gamePort: sharesPort(this.world.facts) ? (rconPort ?? gamePort) : gamePort,
    };
  }

  /** Somebody arrives. While the process is down or loading nobody can. */
  join(
    person: Person,
  ): Arrival | { readonly outcome: 'refused'; readonly id: 0; readonly reason: 'down' } {
    if (this.#state !== 'running') return { outcome: 'refused', id: 0, reason: 'down' };
    return this.world.arrive(person);
  }

  /** Somebody leaves, from the server or from the queue; false when they were on neither. */
  leave(id: number): boolean {
    return this.world.leave(id);
  }

  /** Another mission, on another map: everybody stays, and is in the lobby for a while. */
  startMission(map: string): void {
    this.world.restartMission(map);
  }

  chat(id: number, channel: string, text: string): void {
    this.world.chat(id, channel, text);
  }

  /** Who is on the server: the truth that clients are held to. */
  roster(): readonly SimPlayer[] {
    return this.world.roster();
  }

  /** How many people wait in the login queue. */
  queue(): number {
    return this.world.line.length;
  }

  /** The RCon clients that are logged in. */
  admins(): readonly Admin[] {
    return this.#control?.admins() ?? [];
  }

  /** Sends any text as a server message, as BattlEye does with its own remarks. */
  say(text: string): void {
    this.#control?.say(text);
  }

  setLoginPolicy(policy: LoginPolicy): void {
    if (this.#control !== undefined) this.#control.loginPolicy = policy;
  }

  /** Cuts the network, or mends it: nothing is refused, everything is lost. */
  setSilenced(silenced: boolean): void {
    for (const port of this.#ports()) port.silenced = silenced;
  }

  /** The process gets stuck with its ports open, or goes on: people stay, and nothing is answered. */
  setStuck(stuck: Stuck | undefined, ...parts: readonly SimPart[]): void {
    for (const part of parts.length === 0 ? PARTS : parts) this.#gates[part].stuck = stuck;
  }

  /** Commands like these are never answered while all else goes on. */
  setUnanswered(commands: RegExp | undefined): void {
    this.#gates.control.unanswered = commands;
  }

  /** Whoever is logged in from afar is forgotten without a word. */
  dropClients(): void {
    this.#control?.dropClients();
  }

  /** How many datagrams were lost, in or out, while the server was silenced. */
  get lostDatagrams(): number {
    return this.#ports().reduce((sum, port) => sum + port.lost, 0);
  }

  /** Goes down and comes back by itself, after `downMs` and then `loadingMs` of loading. */
  async restart(): Promise<void> {
    await new Promise<void>((resolve) => this.#restart(resolve));
  }

  /** The process ends: sockets closed, sessions and players gone. It stays down until `comeUp`. */
  async goDown(): Promise<void> {
    await new Promise<void>((resolve) => this.#end(resolve));
  }

  /** Opens the ports and runs at once, without the wait for a mission to load. */
  async comeUp(): Promise<void> {
    if (this.#state !== 'down') return;
    await new Promise<void>((resolve, reject) => {
      this.#pending?.();
      this.#enter('loading');
      const life = this.#life;
      openTogether(this.#ports(), (error) => {
        if (error !== undefined) {
          if (life === this.#life) this.#enter('down');
          reject(error);
          return;
        }
        if (life === this.#life) this.#run();
        resolve();
      });
    });
  }

  /** Ends the server for good. */
  async stop(): Promise<void> {
    await this.goDown();
  }

  #restart(done: () => void): void {
    const { clock, restart } = this.#options;
    this.#end(() => {
      const life = this.#life;
      this.#pending?.();
      this.#pending = clock.schedule(restart.downMs, () => {
        if (life === this.#life) this.#boot();
      });
      done();
    });
  }

  #restartIn(delayMs: number): void {
    this.#pending?.();
    this.#pending = this.#options.clock.schedule(delayMs, () => this.#restart(() => undefined));
  }

  #end(closed: () => void): void {
    this.#life += 1;
    for (const part of PARTS) this.#gates[part].reset();
    this.#pending?.();
    this.#cancelSchedule?.();
    this.#enter('down');
    this.#population.serverDown();
    this.world.shutDown();
    closeTogether(this.#ports(), closed);
  }

  #boot(): void {
    const { clock, restart } = this.#options;
    this.#enter('loading');
    const life = this.#life;
    openTogether(this.#ports(), (error) => {
      if (life !== this.#life) return;
      if (error === undefined) {
        this.#pending = clock.schedule(restart.loadingMs, () => this.#run());
        return;
      }
      this.log.add(this.log.problems, error);
      this.#enter('down');
      this.#pending = clock.schedule(RETRY_MS, () => this.#boot());
    });
  }

  #run(): void {
    this.#bootedAt = this.world.now() - (this.#life === 0 ? headStart(this.#options) : 0);
    this.#enter('running');
    this.#population.serverUp();
    const cancels = [this.#planRestart(), this.#planForcedWipe()];
    this.#cancelSchedule = () => {
      for (const cancel of cancels) cancel?.();
    };
  }

  #enter(state: SimServerState): void {
    this.#state = state;
    for (const front of this.#fronts()) front.enter(state);
  }

  #fronts(): readonly Front[] {
    return this.#control === undefined ? [this.#query] : [this.#control, this.#query];
  }

  #ports(): readonly Port[] {
    return this.#fronts().map(({ port }) => port);
  }

  #makeControl(random: Random): ControlFront | undefined {
    const needs = {
      options: this.#options,
      world: this.world,
      log: this.log,
      random,
      gate: this.#gates.control,
      restartProcess: (delayMs: number) => this.#restartIn(delayMs),
    };
    switch (this.world.facts.control) {
      case 'battleye':
        return new BattleyeFront(needs);
      case 'webrcon':
        return new RustFront(needs);
      case 'none':
        return undefined;
    }
  }

  /** Every server of a game whose map is wiped starts again at the same moment of each month. */
  #planForcedWipe(): Cancel | undefined {
    if (!this.world.facts.wiped) return undefined;
    const now = this.#worldClock.now();
    return this.#worldClock.schedule(nextForcedWipe(now) - now, () => {
      this.#control?.announce('Forced wipe: the server restarts with a new map.');
      this.#restart(() => undefined);
    });
  }

  #planRestart(): Cancel | undefined {
    const { restartEveryHours, firstRestartHours } = this.#options;
    if (restartEveryHours <= 0) return undefined;
    const first = this.#life === 0 ? firstRestartHours : undefined;
    return planRestart({
      clock: this.#worldClock,
      hours: first ?? restartEveryHours,
      countdown: this.world.facts.countdown,
      announce: (text) => this.#control?.announce(text),
      restart: () => this.#restart(() => undefined),
    });
  }

  /** What is true of the server beside its people, as its query port tells it. */
  view(): QueryView {
    const now = this.world.now();
    const { game, name, slots, padding, mods, acceleration } = this.#options;
    return {
      game,
      name,
      map: this.world.facts.map,
      slots,
      padding,
      mods,
      acceleration,
      gamePort: this.address.gamePort,
      players: this.world.roster().map((player) => ({
        name: player.name,
        score: player.score,
        seconds: (now - player.joinedAt) / 1000,
      })),
      queue: this.world.line.length,
      wipedAt: lastForcedWipe(now),
      uptimeSeconds: (now - this.#bootedAt) / 1000,
      timeOfDay: timeOfDay(MORNING, now - this.#bootedAt, acceleration),
      locked: this.world.locked,
    };
  }
}
