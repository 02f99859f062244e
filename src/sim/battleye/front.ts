import type { ControlFront, SimServerState } from '../front.ts';
import type { Gate } from '../gate.ts';
import type { SimLog } from '../log.ts';
import type { DatagramPort } from '../net/network.ts';
import type { ResolvedOptions } from '../options.ts';
import type { Random } from '../random.ts';
import type { GameWorld } from '../world/game-world.ts';
import type { WorldEvent } from '../world/world-event.ts';
import { runCommand } from './commands.ts';
import { adminLoggedInMessage, adminSaysMessage } from './messages.ts';
import type { Admin, LoginPolicy } from './rcon-server.ts';
import { RconServer } from './rcon-server.ts';
import { battleyeLines } from './wording.ts';

/** How long the process lives on after its answer to `#shutdown`. */
const SHUTDOWN_MS = 200;
/** Logins that come faster than this one after the other may go unheard. */
const RAPID_MS = 2_000;

/** What the protocol needs of its server. */
export interface BattleyeFrontOptions {
  readonly options: ResolvedOptions;
  readonly world: GameWorld;
  readonly log: SimLog;
  readonly random: Random;
  readonly gate: Gate;
  readonly restartProcess: (delayMs: number) => void;
}

/** BattlEye RCon of one server. */
export class BattleyeFront implements ControlFront {
  readonly port: DatagramPort;
  readonly #needs: BattleyeFrontOptions;
  readonly #rcon: RconServer;
  /** The number of the scheduler that announces restarts, logged in over RCon like an admin. */
  #scheduler = 0;

  constructor(needs: BattleyeFrontOptions) {
    this.#needs = needs;
    const { network, host, rconPort } = needs.options;
    this.#rcon = this.#makeRcon();
    this.port = network.datagramPort(host, rconPort, {
      receive: (datagram, from) => needs.gate.pass(() => this.#rcon.receive(datagram, from)),
      failed: (error) => needs.log.add(needs.log.problems, error),
    });
  }

  get loginPolicy(): LoginPolicy {
    return this.#rcon.loginPolicy;
  }

  set loginPolicy(policy: LoginPolicy) {
    this.#rcon.loginPolicy = policy;
  }

  enter(state: SimServerState): void {
    this.#rcon.ready = state === 'running';
    if (state === 'down') this.#rcon.forgetEveryone();
    if (state === 'running' && this.#needs.options.restartEveryHours > 0) {
      this.#scheduler = this.#rcon.reserveAdmin({ address: '127.0.0.1', port: 50_000 });
    }
  }

  tell(event: WorldEvent): void {
    for (const line of battleyeLines(this.#needs.world.facts.battleye, event)) this.say(line);
  }

  say(text: string): void {
    const { log, options } = this.#needs;
    log.add(log.said, { at: options.clock.now(), text });
    this.#rcon.broadcast(text);
  }

  dropClients(): void {
    this.#rcon.dropClients();
  }

  announce(text: string): void {
    this.say(adminSaysMessage(this.#scheduler, undefined, text));
  }

  admins(): readonly Admin[] {
    return this.#rcon.admins();
  }

  #makeRcon(): RconServer {
    const { options, log, random, gate } = this.#needs;
    const { clock, password, fragmentSize, sessionTimes, rapidLoginLoss } = options;
    return new RconServer({
      clock,
      password,
      fragmentSize,
      times: sessionTimes,
      send: (packet, to) => gate.pass(() => this.port.send(packet, to)),
      answers: (command) => gate.answers(command),
      execute: (command, admin) => this.#execute(command, admin),
      loggedIn: ({ number, remote }) => this.say(adminLoggedInMessage(number, remote)),
      loginSeen: (remote, outcome) =>
        log.add(log.logins, {
          at: clock.now(),
          from: `${remote.address}:${remote.port}`,
          outcome,
        }),
      sessionForgotten: (admin, reason) =>
        log.add(log.forgotten, { at: clock.now(), admin: admin.number, reason }),
      ignoresLogin: (sinceLast) =>
        random.chance(
          rapidLoginLoss === 'measured'
            ? ignoredShare(sinceLast)
            : sinceLast < RAPID_MS
              ? rapidLoginLoss
              : 0,
        ),
    });
  }

  #execute(text: string, admin: Admin): string {
    const { world, options, log, restartProcess } = this.#needs;
    const answer = runCommand(text, {
      world,
      admin,
      admins: () => this.#rcon.admins(),
      broadcast: (message) => this.say(message),
      restartProcess: () => restartProcess(SHUTDOWN_MS),
    });
    log.add(log.commands, { at: options.clock.now(), admin: admin.number, text, answer });
    return answer;
  }
}

/** Milliseconds since the last login, and the share that went unheard of 30 each. */
const MEASURED = [
  [0, 0.13],
  [300, 0.1],
  [1_000, 0.03],
  [RAPID_MS, 0],
] as const;

function ignoredShare(sinceLast: number): number {
  return MEASURED.findLast(([from]) => sinceLast >= from)?.[1] ?? 0;
}
