import { QueryServer } from './a2s/query-server.ts';
import { timeOfDay } from './a2s/time-of-day.ts';
import type { QueryView } from './a2s/view.ts';
import { runCommand } from './battleye/commands.ts';
import { adminLoggedInMessage, adminSaysMessage } from './battleye/messages.ts';
import type { Admin, LoginPolicy } from './battleye/rcon-server.ts';
import { RconServer } from './battleye/rcon-server.ts';
import type { Cancel, Clock } from './clock.ts';
import { speedUp, systemClock } from './clock.ts';
import { GAMES } from './games.ts';
import { SimLog } from './log.ts';
import { openTogether, UdpPort } from './net/udp-port.ts';
import type { ResolvedOptions, SimServerOptions } from './options.ts';
import { Random } from './random.ts';
import type { Arrival } from './world/game-world.ts';
import { GameWorld } from './world/game-world.ts';
import type { Person, SimPlayer } from './world/player.ts';
import { Population } from './world/population.ts';
import { planRestart } from './world/restarts.ts';

/** Down: no process. Loading: RCon takes logins and answers no command. */
export type SimServerState = 'running' | 'down' | 'loading';

const MORNING = 8 * 60;
/** How long the process lives on after its answer to `#shutdown`. */
const SHUTDOWN_MS = 200;
/** How long to wait when a port of a restarting server has been taken meanwhile. */
const RETRY_MS = 1_000;

/**
 * Starts a simulated server on real UDP sockets: BattlEye RCon on `rconPort`, Steam queries on
 * `queryPort`. Rejects with PortUnavailableError when a port is taken.
 *
 *     const server = await startSimServer({ game: 'DAYZ', password: 'secret', slots: 60 });
 *     const bob = server.join({ name: 'Bob', steamId: '76561190000000001' });
 *     server.chat(bob.id, 'Global', 'hello');
 *     server.leave(bob.id);
 *     server.roster();
 *     await server.stop();
 */
export async function startSimServer(options: SimServerOptions): Promise<SimServer> {
  const server = new SimServer(resolve(options));
  await server.comeUp();
  return server;
}

/** One simulated game server. `startSimServer` makes it. */
export class SimServer {
  readonly log = new SimLog();
  readonly world: GameWorld;
  readonly #options: ResolvedOptions;
  readonly #rcon: RconServer;
  readonly #rconPort: UdpPort;
  readonly #queryPort: UdpPort;
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
    const random = new Random(options.seed);
    const clock = speedUp(options.clock, options.speed);
    this.#worldClock = clock;
    const say = (text: string) => this.say(text);
    this.world = new GameWorld({ ...options, clock, random: random.fork(), say });
    const { world } = this;
    this.#population = new Population({ ...options, clock, random: random.fork(), world });
    this.#rcon = this.#makeRcon(random.fork());
    const query = new QueryServer({
      view: () => this.#view(),
      now: () => options.clock.now(),
      secret: `${options.seed} ${options.name}`,
      splitAbove: options.splitAbove,
    });
    const failed = (error: Error) => this.log.add(this.log.problems, error);
    this.#rconPort = new UdpPort(options.host, options.rconPort, {
      receive: (datagram, from) => this.#rcon.receive(datagram, from),
      failed,
    });
    this.#queryPort = new UdpPort(options.host, options.queryPort, {
      receive: (datagram, from) => {
        if (this.#state !== 'running') return;
        for (const answer of query.receive(datagram, `${from.address}:${from.port}`)) {
          this.#queryPort.send(answer, from);
        }
      },
      failed,
    });
  }

  get state(): SimServerState {
    return this.#state;
  }

  /** Where clients connect to. */
  get address() {
    const { game, host, gamePort, password } = this.#options;
    const rconPort = this.#rconPort.port;
    return {
      game,
      host,
      password,
      rconPort,
      queryPort: this.#queryPort.port,
      gamePort: game === 'ARMA2' ? rconPort : gamePort,
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

  chat(id: number, channel: string, text: string): void {
    this.world.chat(id, channel, text);
  }

  /** Who is on the server: the truth that clients are held to. */
  roster(): readonly SimPlayer[] {
    return this.world.roster();
  }

  /** How many people wait in DayZ's login queue. */
  queue(): number {
    return this.world.line.length;
  }

  /** The RCon clients that are logged in. */
  admins(): readonly Admin[] {
    return this.#rcon.admins();
  }

  /** Sends any text as a server message, as BattlEye does with its own remarks. */
  say(text: string): void {
    this.log.add(this.log.said, { at: this.#options.clock.now(), text });
    this.#rcon.broadcast(text);
  }

  setLoginPolicy(policy: LoginPolicy): void {
    this.#rcon.loginPolicy = policy;
  }

  /** Cuts the network, or mends it: nothing is refused, everything is lost. */
  setSilenced(silenced: boolean): void {
    this.#rconPort.silenced = silenced;
    this.#queryPort.silenced = silenced;
  }

  /** How many datagrams were lost, in or out, while the server was silenced. */
  get lostDatagrams(): number {
    return this.#rconPort.lost + this.#queryPort.lost;
  }

  /** Goes down and comes back by itself, after `downMs` and then `loadingMs` of loading. */
  async restart(): Promise<void> {
    await this.goDown();
    const { clock, restart } = this.#options;
    this.#pending?.();
    this.#pending = clock.schedule(restart.downMs, () => this.#boot());
  }

  /** The process ends: sockets closed, sessions and players gone. It stays down until `comeUp`. */
  async goDown(): Promise<void> {
    this.#life += 1;
    this.#pending?.();
    this.#cancelSchedule?.();
    this.#state = 'down';
    this.#population.serverDown();
    this.world.shutDown();
    this.#rcon.forgetEveryone();
    await Promise.all([this.#rconPort.close(), this.#queryPort.close()]);
  }

  /** Opens the ports and runs at once, without the wait for a mission to load. */
  async comeUp(): Promise<void> {
    if (this.#state !== 'down') return;
    await openTogether([this.#rconPort, this.#queryPort]);
    this.#run();
  }

  /** Ends the server for good. */
  async stop(): Promise<void> {
    await this.goDown();
  }

  #boot(): void {
    const { clock, restart } = this.#options;
    this.#state = 'loading';
    this.#rcon.ready = false;
    const life = this.#life;
    openTogether([this.#rconPort, this.#queryPort]).then(
      () => {
        if (life !== this.#life) return;
        this.#pending = clock.schedule(restart.loadingMs, () => this.#run());
      },
      (error: Error) => {
        this.log.add(this.log.problems, error);
        if (life !== this.#life) return;
        this.#state = 'down';
        this.#pending = clock.schedule(RETRY_MS, () => this.#boot());
      },
    );
  }

  #run(): void {
    this.#state = 'running';
    this.#rcon.ready = true;
    this.#bootedAt = this.world.now();
    this.#population.serverUp();
    this.#cancelSchedule = this.#planRestart();
  }

  /** A scheduler of the owner's, logged in over RCon like an admin, announces restarts. */
  #planRestart(): Cancel | undefined {
    const { restartEveryHours, firstRestartHours } = this.#options;
    if (restartEveryHours <= 0) return undefined;
    const first = this.#life === 0 ? firstRestartHours : undefined;
    const admin = this.#rcon.reserveAdmin({ address: '127.0.0.1', port: 50_000 });
    return planRestart({
      clock: this.#worldClock,
      hours: first ?? restartEveryHours,
      countdown: this.world.facts.queues ? 'DAYZ' : 'ARMA',
      announce: (text) => this.say(adminSaysMessage(admin, undefined, text)),
      restart: () => this.#restartInBackground(),
    });
  }

  #restartInBackground(): void {
    this.restart().catch((error: Error) => this.log.add(this.log.problems, error));
  }

  #makeRcon(random: Random): RconServer {
    const { clock, password, fragmentSize, sessionTimes, rapidLoginLoss } = this.#options;
    return new RconServer({
      clock,
      password,
      fragmentSize,
      times: sessionTimes,
      send: (packet, to) => this.#rconPort.send(packet, to),
      execute: (command, admin) => this.#execute(command, admin),
      loggedIn: ({ number, remote }) => this.say(adminLoggedInMessage(number, remote)),
      loginSeen: (remote, outcome) =>
        this.log.add(this.log.logins, {
          at: clock.now(),
          from: `${remote.address}:${remote.port}`,
          outcome,
        }),
      sessionForgotten: (admin, reason) =>
        this.log.add(this.log.forgotten, { at: clock.now(), admin: admin.number, reason }),
      ignoresLogin: (sinceLast) => sinceLast < 2_000 && random.chance(rapidLoginLoss),
    });
  }

  #execute(text: string, admin: Admin): string {
    const answer = runCommand(text, {
      world: this.world,
      admin,
      admins: () => this.#rcon.admins(),
      broadcast: (message) => this.say(message),
      restartProcess: () => {
        this.#pending?.();
        this.#pending = this.#options.clock.schedule(SHUTDOWN_MS, () =>
          this.#restartInBackground(),
        );
      },
    });
    const at = this.#options.clock.now();
    this.log.add(this.log.commands, { at, admin: admin.number, text, answer });
    return answer;
  }

  #view(): QueryView {
    const now = this.world.now();
    const { game, name, slots, padding, mods, acceleration } = this.#options;
    return {
      game,
      name,
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
      timeOfDay: timeOfDay(MORNING, now - this.#bootedAt, acceleration),
      locked: this.world.locked,
    };
  }
}

function resolve(options: SimServerOptions): ResolvedOptions {
  const facts = GAMES[options.game];
  const resolved = {
    host: '127.0.0.1',
    queryPort: 0,
    password: 'simulated',
    name: facts.defaultName,
    slots: 60,
    seed: 1,
    players: 0,
    settled: false,
    speed: 1,
    mods: [],
    restartEveryHours: 0,
    restart: { downMs: 20_000, loadingMs: 20_000 },
    join: { guidMs: 1_000, verifiedMs: 3_000, lobbyMs: 20_000 },
    masterReachable: true,
    fragmentSize: 1024,
    sessionTimes: { expiryMs: 45_000, resendMs: 2_000, sends: 5 },
    rapidLoginLoss: 0,
    padding: 0,
    acceleration: { day: 4, night: 8 },
    clock: systemClock,
    ...options,
    gamePort: options.gamePort || facts.ports.game,
    rconPort: options.rconPort ?? (options.game === 'ARMA2' ? (options.gamePort ?? 0) : 0),
    firstRestartHours: options.firstRestartHours,
    splitAbove: options.splitAbove ?? (facts.queues ? undefined : 1248),
  };
  return resolved;
}
