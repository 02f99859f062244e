/** The Rust connector: connection, roster, histories and actions wired into the host's contract. */
import { GAMES } from '../../../protocol/games/games.ts';
import type {
  CommandResult,
  ConnectionFault,
  GameCommand,
  GameFact,
  OnSent,
  RconConnector,
  RconTarget,
  SeenPlayer,
} from '../contract.ts';
import type { UntimedFact } from '../facts.ts';
import { cut, LIMITS } from '../limits.ts';
import type { ConnectorPorts } from '../ports.ts';
import { redact } from '../redact.ts';
import { Teller } from '../teller.ts';
import { Watchdog } from '../watchdog.ts';
import { runAction } from './actions.ts';
import { Figures } from './figures.ts';
import type { Frame } from './frame.ts';
import { CHAT_TAIL, History, TAIL_LINES } from './history.ts';
import { Observer } from './observe.ts';
import {
  parseChat,
  parseChatTail,
  parseConsoleTail,
  parsePlayerList,
  parseReport,
  parseServerInfo,
  type PlayerList,
} from './payloads.ts';
import type { Answer, RequestOptions } from './requests.ts';
import { RustOwnBans } from './own-bans.ts';
import { Roster, type Missed } from './roster.ts';
import { RustSession } from './session.ts';

/** Milliseconds. */
export const CONNECTOR_TIMING = {
  /** Between player lists, which show that the server lives, heal and bring pings. Up to a tenth is added by chance. */
  poll: 4_500,
  /** So long after a list, or figures, were asked for, what they told holds no longer. */
  doubt: 9_500,
  /** To the second list where the first showed differences. */
  confirm: 3_000,
  /** To the next question while a loading server answers none. */
  notReady: 2_000,
  /** A question of the connector itself, all its sends together. */
  readDeadline: 9_000,
  /** An action, with the lists read before and after it. */
  actionDeadline: 15_000,
} as const;

/** The history that is asked for; Facepunch's own client asks for as much. */
const READ_CHAT = `chat.tail ${CHAT_TAIL}`;
/** Old servers print each command of a remote control, so also these. */
const OWN_QUESTION = /^\[rcon\] .*\b(?:playerlist|serverinfo|banlistex|(?:console|chat)\.tail)\b/i;

/** When a list was asked for, on the clock's count, and the roster's mark then. */
interface Asked {
  readonly mark: number;
  readonly at: number;
}

const SPOKEN_KEPT = 32;
const nothing = (): void => undefined;

export class RustConnector implements RconConnector {
  readonly target: RconTarget;
  readonly #ports: ConnectorPorts;
  readonly #teller: Teller;
  readonly #roster = new Roster();
  readonly #observer: Observer;
  readonly #history = new History();
  readonly #session: RustSession;
  readonly #listed: Watchdog;
  readonly #figures: Figures;
  readonly bans: RustOwnBans;
  #resyncDue = true;
  /** The server's process is another than the one that was read last. */
  #another = false;
  /** Who is on the server is known: a list has come a moment ago. */
  #counted = false;
  /** Until when the server was heard before the last connection was lost, epoch ms, and the roster's mark then. */
  #lostAt: number | null = null;
  #lostMark = 0;
  /** Lines heard since a connection began, until its first list. */
  #early: { readonly text: string; readonly at: number }[] = [];
  /** What the server said in the chat, and when it was heard. */
  #spoken: { readonly text: string; readonly at: number }[] = [];
  #cancelPoll = nothing;

  constructor(target: RconTarget, ports: ConnectorPorts, onFact: (fact: GameFact) => void) {
    this.target = target;
    this.#ports = ports;
    this.#teller = new Teller(ports.clock, onFact);
    this.#listed = new Watchdog(ports.clock, CONNECTOR_TIMING.doubt, () => this.#doubtPlayers());
    this.#figures = new Figures({
      clock: ports.clock,
      patience: CONNECTOR_TIMING.doubt,
      pause: () => this.#pause(),
      ask: () => this.#read('serverinfo'),
      tell: (fact) => this.#teller.tell(fact),
      counted: () => (this.#counted ? this.#roster.size : null),
    });
    this.#observer = new Observer(ports.clock, this.#roster);
    this.#session = new RustSession(target, ports, {
      onConnecting: () => {
        // While attempts follow each other the state stays at what the last one came to.
        if (this.#teller.state === 'STARTING') this.#teller.tellState('CONNECTING', false, null);
      },
      onOpen: () => this.#planPoll(0),
      onConnected: () => this.#teller.tellState('CONNECTED', false, null),
      onFrame: (frame) => this.#heard(frame),
      onDisconnected: (fault, { refusals, tooLong }) => {
        // The histories are on their way: else each connection would end with the same answer.
        if (tooLong && this.#resyncDue) this.#history.askForFewer();
        this.#disconnected(fault, refusals);
      },
    });
    this.bans = new RustOwnBans(ports.clock, this.#session, (...to) => this.#sendShown(...to));
  }

  start(): void {
    if (this.#teller.start()) this.#session.start();
  }

  stop(): Promise<void> {
    this.#teller.stop();
    this.#cancelPoll();
    this.#listed.rest();
    this.#figures.rest();
    this.#session.stop();
    return Promise.resolve();
  }

  alive(): void {
    this.#session.alive();
  }

  hurry(): void {
    this.#session.hurry();
  }

  roster(): readonly SeenPlayer[] {
    return this.#roster.players();
  }

  run(command: GameCommand, onSent?: OnSent): Promise<CommandResult> {
    const began = this.#ports.clock.elapsed();
    return runAction(command, {
      restart: GAMES[this.target.game].restart,
      deadline: began + CONNECTOR_TIMING.actionDeadline,
      connected: () => this.#session.connected,
      send: (text, options) => this.#sendShown(text, options, onSent),
      readPlayers: (deadline) => this.#readPlayers(deadline),
      findPlayer: (key) => this.#roster.byKey(key),
      isListed: (steamId) => this.#roster.isListed(steamId),
      heard: (text) => this.#spoken.some((said) => said.at >= began && said.text === text),
    });
  }

  #disconnected(fault: ConnectionFault, refusals: number): void {
    this.#cancelPoll();
    if (!this.#resyncDue) {
      const { clock } = this.#ports;
      this.#lostAt = clock.now() - (clock.elapsed() - this.#session.heardAt);
      this.#lostMark = this.#roster.mark;
    }
    this.#resyncDue = true;
    this.#counted = false;
    this.#listed.rest();
    this.#history.gap();
    this.#early = [];
    // One close before any frame is not yet a verdict, and not news either while connecting.
    const error = fault.kind !== 'socket-unreachable';
    if (error || refusals === 0 || this.#teller.state === 'CONNECTED') {
      this.#teller.tellState(error ? 'ERROR' : 'DISCONNECTED', false, fault);
    }
    this.#figures.rest();
    this.#figures.forget();
  }

  /** The connection holds, and yet the game does not say who is there. */
  #doubtPlayers(): void {
    this.#counted = false;
    this.#teller.tellState('CONNECTED', false, null);
    this.#figures.tellPopulation();
  }

  #heard(frame: Frame): void {
    if (frame.type === 'Report') this.#heardReport(frame.text);
    else if (frame.id < 0) this.#heardChat(frame.text);
    else this.#heardLine(frame.text);
  }

  #heardLine(whole: string): void {
    if (whole.trim() === '') return;
    this.#history.line(whole);
    const text = cut(whole, LIMITS.line);
    if (OWN_QUESTION.test(text)) return;
    this.#tellConsole('in', whole);
    const facts = this.#observer.line(text);
    // Of people who came in the gap it says something once the list has shown them.
    if (this.#resyncDue && facts.length === 0 && this.#early.length < TAIL_LINES) {
      this.#early.push({ text, at: this.#ports.clock.now() });
    }
    this.#tellAll(facts);
  }

  #heardChat(text: string): void {
    const message = parseChat(text);
    if (message === null) {
      this.#heardLine(text);
      return;
    }
    this.#history.chat(message);
    if (message.steamId === '0') {
      this.#spoken.push({ text: message.text, at: this.#ports.clock.elapsed() });
      if (this.#spoken.length > SPOKEN_KEPT) this.#spoken.shift();
    }
    this.#tellAll(this.#observer.chat(message));
  }

  #heardReport(text: string): void {
    const report = parseReport(text);
    if (report === null) {
      this.#heardLine(text);
      return;
    }
    const { name, target, subject, text: words } = report;
    this.#tellConsole('in', `[REPORT] ${name} about ${target}: ${subject}: ${words}`);
  }

  #sendShown(text: string, options: RequestOptions, onSent?: OnSent): Promise<Answer> {
    onSent?.(this.#redact(text));
    this.#tellConsole('out', text);
    return this.#session
      .command(text, {
        ...options,
        onText: (part) => {
          // What the server prints while it obeys comes as an answer, and happened all the same.
          this.#history.line(part);
          this.#tellConsole('answer', part);
          this.#tellAll(this.#observer.answered(cut(part, LIMITS.line)));
        },
      })
      .then((answer) =>
        answer.ok ? { ok: true, text: cut(this.#redact(answer.text), LIMITS.answer) } : answer,
      );
  }

  #pause(): number {
    return CONNECTOR_TIMING.poll * (1 + this.#ports.random() / 10);
  }

  #planPoll(wait: number): void {
    this.#cancelPoll();
    this.#cancelPoll = this.#ports.clock.after(wait, () => void this.#poll());
  }

  /** One reading of the server, believed; then the next is planned. */
  async #poll(): Promise<void> {
    const { confirm, notReady } = CONNECTOR_TIMING;
    // An action's answer may have brought another connection in the meantime; its poll is planned already.
    let stale = false;
    this.#cancelPoll = () => (stale = true);
    const current = (): boolean => !stale && this.#teller.running;
    const began = this.#ports.clock.elapsed();
    const unconfirmed = this.#resyncDue ? await this.#resync(current) : await this.#follow(current);
    if (!current()) return;
    const steady = unconfirmed ? confirm : Math.max(0, this.#pause() - this.#since(began));
    this.#planPoll(this.#counted ? steady : notReady);
  }

  /** After a gap: the figures, the histories and the list; joins and leaves of the gap come to light. */
  async #resync(current: () => boolean): Promise<boolean> {
    const began = this.#ports.clock.elapsed();
    const info = parseServerInfo(await this.#read('serverinfo'));
    if (info === null || !current()) return false;
    // A reading that does not come to its end leaves it to the next to tell.
    if (this.#figures.learn(info, this.#since(began))) this.#another = true;
    const asked = this.#asking();
    const [tail, chatTail, list] = await Promise.all([
      this.#history.asked === 0 ? '' : this.#read(`console.tail ${this.#history.asked}`),
      this.#read(READ_CHAT),
      this.#readPlayers(this.#deadline()),
    ]);
    if (list === null || !current()) return false;
    this.#resyncDue = false;
    this.#teller.tellState('CONNECTED', true, null);
    const lines = parseConsoleTail(tail);
    const chat = parseChatTail(chatTail);
    const another = this.#another || (lines !== null && this.#history.isForgotten(lines));
    this.#another = false;
    // What a process said that has ended is remembered by nobody.
    this.#tellGap(!another && this.#history.reaches(lines, chat), another);
    if (another) {
      this.#history.restarted();
      this.#tellAll(this.#roster.emptiedBefore(this.#lostMark));
    }
    // Whoever came before the process began is somebody else's stay.
    this.#figures.tellEnvironment();
    const missed = this.#history.read(lines ?? [], chat ?? []);
    const moves = this.#observer.missedMoves(missed.lines.map(({ text }) => text));
    const unconfirmed = this.#believe(list, asked, moves);
    for (const { text, time } of missed.lines) {
      const at = this.#duringGap(time);
      if (OWN_QUESTION.test(text) || text.trim() === '') continue;
      this.#tellConsole('in', text, at);
      this.#tellAll(this.#observer.missedLine(text, moves), at);
    }
    for (const { text, at } of this.#early.splice(0)) {
      this.#tellAll(this.#observer.missedLine(text, moves), at);
    }
    for (const message of missed.chat) {
      this.#tellAll(this.#observer.chat(message, moves), this.#duringGap(message.time));
    }
    this.#figures.tellPopulation();
    this.#figures.tellEnvironment();
    this.#figures.follow(this.#since(began));
    return unconfirmed;
  }

  #tellGap(madeUp: boolean, restarted: boolean): void {
    const from = this.#lostAt;
    if (from === null || madeUp) return;
    const now = this.#ports.clock.now();
    const to = restarted ? Math.min(now, this.#figures.startedAt ?? now) : now;
    this.#teller.tell({ kind: 'gap', from, to: Math.max(from, to) });
  }

  /** In a steady connection: the list; the figures are asked for beside it. */
  async #follow(current: () => boolean): Promise<boolean> {
    const asked = this.#asking();
    const list = await this.#readPlayers(this.#deadline());
    if (list === null || !current()) return false;
    this.#teller.tellState('CONNECTED', true, null);
    const unconfirmed = this.#believe(list, asked);
    this.#figures.tellPopulation();
    return unconfirmed;
  }

  #believe(list: PlayerList, asked: Asked, missed?: Missed): boolean {
    const mode = missed === undefined ? 'confirm' : 'resync';
    this.#counted = true;
    // It may be as old as the question: what is lost on the way is sent again, and comes late.
    this.#listed.sign(this.#since(asked.at));
    const { facts, unconfirmed } = this.#roster.reconcile(list, asked.mark, mode, missed);
    this.#tellAll(facts);
    const pings = new Map<string, number>();
    for (const player of this.#roster.players()) {
      if (player.ping !== null) pings.set(player.key, player.ping);
    }
    this.#teller.tell({ kind: 'pings', pings });
    return unconfirmed;
  }

  /** When something was said that is heard only now: by the server's clock, within the gap. */
  #duringGap(time: number | null): number {
    const now = this.#ports.clock.now();
    return time === null ? now : Math.min(now, Math.max(this.#lostAt ?? 0, time * 1_000));
  }

  #asking(): Asked {
    return { mark: this.#roster.mark, at: this.#ports.clock.elapsed() };
  }

  #since(elapsed: number): number {
    return this.#ports.clock.elapsed() - elapsed;
  }

  #deadline(): number {
    return this.#ports.clock.elapsed() + CONNECTOR_TIMING.readDeadline;
  }

  async #read(command: string): Promise<string> {
    const options = { repeat: true, deadline: this.#deadline() };
    const answer = await this.#session.command(command, options);
    return answer.ok ? answer.text : '';
  }

  /** Asks for the player list; null where none came. */
  async #readPlayers(deadline: number): Promise<PlayerList | null> {
    const answer = await this.#session.command('playerlist', { repeat: true, deadline });
    return answer.ok ? parsePlayerList(answer.text) : null;
  }

  #tellConsole(direction: 'in' | 'out' | 'answer', text: string, at?: number): void {
    this.#teller.tell({ kind: 'console', direction, text: this.#redact(text) }, at);
  }

  #tellAll(facts: readonly UntimedFact[], at?: number): void {
    for (const fact of facts) this.#teller.tell(fact, at);
  }

  #redact(text: string): string {
    return redact(text, this.target.rcon.password);
  }
}
