import type { Admin, LoginPolicy } from '../battleye/rcon-server.ts';
import type { Cancel } from '../clock.ts';
import type { ControlFront, SimServerState } from '../front.ts';
import type { Gate } from '../gate.ts';
import type { SimLog } from '../log.ts';
import type { Peer, PeerUsers, Port, Remote } from '../net/network.ts';
import { headStart, type ResolvedOptions } from '../options.ts';
import type { GameWorld } from '../world/game-world.ts';
import type { WorldEvent } from '../world/world-event.ts';
import { Admissions } from './admissions.ts';
import { chatJson, type RustChat } from './chat.ts';
import { runRustCommand, type ConsoleEntry } from './commands.ts';
import { BROADCAST_ID, CONSOLE_ID, readRequest, writeFrame } from './frame.ts';
import type { FrameType } from './frame.ts';
import { RustHouse } from './house.ts';
import type { RustView } from './payloads.ts';
import { consoleLines } from './wording.ts';

/** How many lines and chat messages the server can be asked for afterwards. */
const KEPT = 512;
/** `quit` ends the process once it has saved. */
const QUIT_MS = 150;
const OLD_VERSION = '2067';

/** What the protocol needs of its server. */
export interface RustFrontOptions {
  readonly options: ResolvedOptions;
  readonly world: GameWorld;
  readonly log: SimLog;
  readonly gate: Gate;
  readonly restartProcess: (delayMs: number) => void;
}

interface Client {
  readonly peer: Peer;
  readonly admin: number;
}

/** WebRCON of one Rust server. */
export class RustFront implements ControlFront {
  loginPolicy: LoginPolicy = 'password';
  readonly port: Port;
  readonly #needs: RustFrontOptions;
  readonly #clients = new Set<Client>();
  readonly #admissions: Admissions;
  readonly #house: RustHouse;
  #ready = false;
  #bootedAt = 0;
  #lines: ConsoleEntry[] = [];
  #chats: RustChat[] = [];
  readonly #sleeping = new Map<string, string>();
  #countDown: Cancel | undefined;

  constructor(needs: RustFrontOptions) {
    this.#needs = needs;
    const { options, log, world } = needs;
    this.#admissions = new Admissions(options.clock, options.connectionLimit);
    this.port = options.network.webSocketPort(options.host, options.rconPort, {
      accept: (path, from) => this.#accept(path, from),
      failed: (error) => log.add(log.problems, error),
    });
    this.#house = new RustHouse({ clock: world.clock, say: (text) => this.say(text) });
  }

  enter(state: SimServerState): void {
    this.#ready = state === 'running';
    if (state === 'running') {
      this.#bootedAt =
        this.#needs.world.now() - (this.#bootedAt === 0 ? headStart(this.#needs.options) : 0);
      this.say('Server startup complete');
      this.#house.open();
      return;
    }
    this.#house.close();
    this.#countDown?.();
    this.#countDown = undefined;
    if (state === 'loading') return;
    for (const { peer } of this.#clients) peer.cut();
    this.#clients.clear();
    this.#lines = [];
    this.#chats = [];
  }

  tell(event: WorldEvent): void {
    const { world, options } = this.#needs;
    const { player } = event;
    for (const line of consoleLines(event, { now: world.now(), old: options.oldRust })) {
      this.say(line);
    }
    if (event.kind === 'connected') this.#sleeping.delete(player.steamId ?? '0');
    if (event.kind === 'left') this.#sleeping.set(player.steamId ?? '0', player.name);
    if (event.kind === 'chat') {
      this.#chat(event.channel, event.text, player.steamId ?? '0', player.name);
    }
  }

  say(text: string): void {
    const { log, options } = this.#needs;
    const at = options.clock.now();
    log.add(log.said, { at, text });
    this.#lines.push({ message: text, at });
    if (this.#lines.length > 2 * KEPT) this.#lines = this.#lines.slice(-KEPT);
    this.#broadcast(CONSOLE_ID, text, 'Generic');
  }

  /** Their connections stay open, and nothing goes through. */
  dropClients(): void {
    this.#clients.clear();
  }

  announce(text: string): void {
    this.#chat('Server', text, '0', 'SERVER');
  }

  admins(): readonly Admin[] {
    return [...this.#clients].map(({ admin, peer }) => ({ number: admin, remote: peer.remote }));
  }

  #chat(channel: string, text: string, steamId: string, name: string): void {
    const { options } = this.#needs;
    const chat = { channel, text, steamId, name, at: options.clock.now() };
    this.#chats.push(chat);
    if (this.#chats.length > 2 * KEPT) this.#chats = this.#chats.slice(-KEPT);
    if (this.#clients.size === 0) return;
    this.#broadcast(BROADCAST_ID, chatJson(chat, options.oldRust), 'Chat');
  }

  #broadcast(identifier: number, message: string, type: FrameType): void {
    if (this.#clients.size === 0) return;
    const frame = writeFrame({ identifier, message, type }, this.#needs.options.oldRust);
    for (const { peer } of this.#clients) this.#needs.gate.pass(() => peer.send(frame));
  }

  #accept(path: string, from: Remote): ((peer: Peer) => PeerUsers) | undefined {
    if (!this.#admissions.enter(from.address)) {
      this.#loginSeen(from, 'refused');
      return undefined;
    }
    const given = decoded(path.slice(1));
    return (peer) => {
      const freed = () => this.#admissions.leave(from.address);
      if (this.loginPolicy === 'silent') {
        this.#loginSeen(from, 'ignored');
        return { receive: () => undefined, closed: freed };
      }
      if (this.loginPolicy === 'refuse' || given !== this.#needs.options.password) {
        this.#loginSeen(from, 'refused');
        this.say(`RCON: IP ${from.address} attempted to connect with incorrect password.`);
        peer.close(1000);
        return { receive: () => undefined, closed: freed };
      }
      return this.#admit(peer, freed);
    };
  }

  #admit(peer: Peer, freed: () => void): PeerUsers {
    this.#loginSeen(peer.remote, 'accepted');
    const client = { peer, admin: this.#freeNumber() };
    this.#clients.add(client);
    return {
      receive: (text) => this.#needs.gate.pass(() => this.#receive(client, text)),
      closed: () => {
        this.#clients.delete(client);
        freed();
      },
    };
  }

  #receive(client: Client, text: string): void {
    const request = readRequest(text);
    if (request === undefined || !this.#ready || !this.#clients.has(client)) return;
    const { options, log, gate } = this.#needs;
    if (!gate.answers(request.message)) return;
    const { clock } = options;
    const replies = this.#run(request.message);
    const answer = replies.map(({ message }) => message).join('\n');
    log.add(log.commands, {
      at: clock.now(),
      admin: client.admin,
      text: request.message,
      answer,
    });
    for (const { message, afterMs } of replies) {
      const frame = writeFrame(
        { identifier: request.identifier, message, type: 'Generic' },
        options.oldRust,
      );
      if (afterMs === 0) gate.pass(() => client.peer.send(frame));
      else {
        clock.schedule(afterMs, () => {
          if (this.#clients.has(client)) gate.pass(() => client.peer.send(frame));
        });
      }
    }
  }

  #run(text: string) {
    return runRustCommand(text, {
      view: this.#view(),
      lines: this.#lines,
      chats: this.#chats,
      sleeping: this.#sleeping,
      announce: (message) => this.announce(message),
      quit: () => this.#needs.restartProcess(QUIT_MS),
      countDown: (seconds, reason) => this.#startCountDown(seconds, reason),
      oxide: this.#needs.options.mods.length > 0,
    });
  }

  #startCountDown(seconds: number | undefined, reason: string): void {
    this.#countDown?.();
    this.#countDown = undefined;
    if (seconds === undefined) return;
    const { clock } = this.#needs.options;
    const tick = (left: number) => {
      if (left <= 0) {
        this.#needs.restartProcess(QUIT_MS);
        return;
      }
      const why = reason === '' ? '' : ` (${reason})`;
      this.announce(`Restarting in ${left} second${left === 1 ? '' : 's'}${why}`);
      const next = left > 60 ? Math.floor((left - 1) / 60) * 60 : left > 10 ? left - 10 : left - 1;
      this.#countDown = clock.schedule((left - next) * 1000, () => tick(next));
    };
    tick(seconds);
  }

  #view(): RustView {
    const { world, options } = this.#needs;
    return {
      world,
      name: options.name,
      now: world.now(),
      bootedAt: this.#bootedAt,
      restarting: this.#countDown !== undefined,
      old: options.oldRust,
      version: options.oldRust ? OLD_VERSION : world.facts.version,
    };
  }

  #loginSeen(from: Remote, outcome: 'accepted' | 'refused' | 'ignored'): void {
    const { log, options } = this.#needs;
    const at = options.clock.now();
    log.add(log.logins, { at, from: `${from.address}:${from.port}`, outcome });
  }

  #freeNumber(): number {
    const taken = new Set([...this.#clients].map(({ admin }) => admin));
    let number = 0;
    while (taken.has(number)) number += 1;
    return number;
  }
}

/** A path as the client meant it; as it stands where its escapes are broken. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch (error) {
    if (error instanceof URIError) return path;
    throw error;
  }
}
