/** The BattlEye connector: session, roster and actions wired into the host's contract. */
import { GAMES } from '../../../protocol/games/games.ts';
import type {
  CommandResult,
  ConnectionFault,
  RconTarget,
  GameCommand,
  GameFact,
  OnSent,
  RconConnector,
  SeenPlayer,
} from '../contract.ts';
import { cut, LIMITS } from '../limits.ts';
import type { ConnectorPorts } from '../ports.ts';
import { redact } from '../redact.ts';
import { Teller } from '../teller.ts';
import { Watchdog } from '../watchdog.ts';
import { runAction } from './actions.ts';
import { parsePlayers, type PlayersTable } from './answers.ts';
import type { CommandOptions, LinkAnswer } from './link.ts';
import { observe } from './observe.ts';
import { BattlEyeOwnBans } from './own-bans.ts';
import { Roster } from './roster.ts';
import { BattlEyeSession, type Gap } from './session.ts';

/** Milliseconds. */
export const CONNECTOR_TIMING = {
  /**
   * Between player lists, which heal lost messages, bring pings, and alone show that the game still knows who
   * is there: keep-alives are answered beside it. Up to a tenth is added by chance.
   */
  poll: 4_500,
  /** Without any part of a player list for so long, what is known of the players holds no longer. */
  doubt: 9_500,
  /** To the second list where the first showed differences; the server repeats messages within it. */
  confirm: 5_000,
  /** To the next list while a starting server answers none. */
  notReady: 1_000,
  /** To the first list after a restart that was asked for. */
  afterRestart: 2_000,
  /** A player list, all its sends together. */
  listDeadline: 10_000,
  /** A log-in that is answered so much later than accepted is of a server that has just started. */
  loading: 8_000,
  /** An action, with the lists read before and after it. */
  actionDeadline: 15_000,
} as const;

const ECHOES_KEPT = 32;

interface Echo {
  readonly text: string;
  readonly to: string | null;
  readonly at: number;
}

const UNKNOWN = {
  name: null,
  map: null,
  version: null,
  time: null,
  passwordProtected: null,
  locked: null,
  wipedAt: null,
  latency: null,
} as const;

const nothing = (): void => undefined;

export class BattlEyeConnector implements RconConnector {
  readonly target: RconTarget;
  readonly #ports: ConnectorPorts;
  readonly #teller: Teller;
  readonly #roster = new Roster();
  readonly #session: BattlEyeSession;
  readonly #listed: Watchdog;
  readonly bans: BattlEyeOwnBans;
  /** The last population that was told. */
  #players: number | null = null;
  /** The next list is the first of its session: its differences are what the gap hid. */
  #resyncDue = true;
  /** The server's process has ended since it was heard last. */
  #ended = false;
  /** When the log-in was accepted that no answer has followed yet, elapsed ms. */
  #acceptedAt: number | null = null;
  #echoes: Echo[] = [];
  #cancelPoll = nothing;

  constructor(target: RconTarget, ports: ConnectorPorts, onFact: (fact: GameFact) => void) {
    this.target = target;
    this.#ports = ports;
    this.#teller = new Teller(ports.clock, onFact);
    this.#listed = new Watchdog(ports.clock, CONNECTOR_TIMING.doubt, () => this.#doubt());
    this.#session = new BattlEyeSession(target, ports, {
      onConnecting: () => {
        // While attempts follow each other the state stays at what the last one came to.
        if (this.#teller.state === 'STARTING') this.#teller.tellState('CONNECTING', false, null);
      },
      onConnected: () => this.#connected(),
      onReady: (gap) => this.#ready(gap),
      onDisconnected: (fault, { refused }) => this.#disconnected(fault, refused),
      onMissed: () => this.#roster.missed(),
      onMessage: (text) => this.#heard(text),
    });
    this.bans = new BattlEyeOwnBans(ports.clock, this.#session, (...sent) =>
      this.#sendShown(...sent),
    );
  }

  start(): void {
    if (this.#teller.start()) this.#session.start();
  }

  stop(): Promise<void> {
    this.#teller.stop();
    this.#cancelPoll();
    this.#listed.rest();
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
    return this.#roster.entries().map((entry) => entry.player);
  }

  keyOfNumber(number: number): string | null {
    return this.#roster.entries().find(({ slot }) => slot === number)?.player.key ?? null;
  }

  async run(command: GameCommand, onSent?: OnSent): Promise<CommandResult> {
    const began = this.#ports.clock.elapsed();
    const result = await runAction(command, {
      restart: GAMES[this.target.game].restart,
      deadline: began + CONNECTOR_TIMING.actionDeadline,
      connected: () => this.#session.connected,
      send: (text, options) => this.#sendShown(text, options, onSent),
      readPlayers: (deadline) => this.#readPlayers(deadline),
      findPlayer: (key) => this.#roster.byKey(key),
      heard: (text, to) =>
        this.#echoes.some((echo) => echo.at >= began && echo.text === text && echo.to === to),
    });
    // The machine refuses datagrams while the process is down: asking then shows the restart at once.
    const restarts = command.action === 'SERVER_RESTART' && result.ok;
    if (restarts && this.#session.connected) this.#planPoll(CONNECTOR_TIMING.afterRestart);
    return result;
  }

  #connected(): void {
    this.#resyncDue = true;
    this.#acceptedAt ??= this.#ports.clock.elapsed();
    this.#roster.begin();
    // It ended while nobody was connected, and is tried again at once when it answers: it has begun about now.
    if (this.#ended) this.#empty(this.#ports.clock.now());
    this.#teller.tellState('CONNECTED', false, null);
    this.#planPoll(0);
  }

  #ready(gap: Gap | null): void {
    const { clock } = this.#ports;
    const start = clock.now() - clock.elapsed();
    const acceptedAt = this.#acceptedAt ?? clock.elapsed();
    this.#acceptedAt = null;
    if (clock.elapsed() - acceptedAt >= CONNECTOR_TIMING.loading) {
      this.#empty(start + acceptedAt);
    }
    if (gap !== null)
      this.#teller.tell({ kind: 'gap', from: start + gap.from, to: start + gap.to });
  }

  /** The session holds, and yet the game does not say who is there. */
  #doubt(): void {
    this.#teller.tellState('CONNECTED', false, null);
    this.#tellPopulation(null);
  }

  /**
   * Another process runs: nobody stayed, and whoever is on it has come since the log-in. `startedAt`: epoch ms.
   */
  #empty(startedAt: number): void {
    this.#ended = false;
    for (const fact of this.#roster.emptied()) this.#teller.tell(fact);
    this.#teller.tell({ kind: 'environment', ...UNKNOWN, startedAt });
  }

  #disconnected(fault: ConnectionFault, refused: boolean): void {
    this.#cancelPoll();
    this.#listed.rest();
    this.#acceptedAt = null;
    // Where nothing listens any more, the process has ended.
    if (refused) this.#ended = true;
    const error = fault.kind !== 'socket-unreachable';
    this.#teller.tellState(error ? 'ERROR' : 'DISCONNECTED', false, fault);
    this.#tellPopulation(null);
  }

  #heard(text: string): void {
    this.#teller.tell({ kind: 'console', direction: 'in', text: this.#redact(text) });
    for (const fact of observe(cut(text, LIMITS.line), this.#roster)) {
      if (fact.kind === 'admin' && fact.did !== 'login') {
        this.#echoes.push({ text: fact.text, to: fact.to, at: this.#ports.clock.elapsed() });
        if (this.#echoes.length > ECHOES_KEPT) this.#echoes.shift();
      }
      this.#teller.tell(fact);
    }
  }

  async #sendShown(text: string, options: CommandOptions, onSent?: OnSent): Promise<LinkAnswer> {
    onSent?.(this.#redact(text));
    this.#teller.tell({ kind: 'console', direction: 'out', text: this.#redact(text) });
    const answer = await this.#session.command(text, options);
    if (!answer.ok) return answer;
    const shown = cut(this.#redact(answer.text), LIMITS.answer);
    if (shown !== '') this.#teller.tell({ kind: 'console', direction: 'answer', text: shown });
    return { ok: true, text: shown };
  }

  #planPoll(wait: number): void {
    this.#cancelPoll();
    this.#cancelPoll = this.#ports.clock.after(wait, () => void this.#poll());
  }

  /** One player list, believed; then the next is planned. */
  async #poll(): Promise<void> {
    const { clock, random } = this.#ports;
    const { mark } = this.#roster;
    const table = await this.#readPlayers(clock.elapsed() + CONNECTOR_TIMING.listDeadline);
    if (!this.#teller.running || !this.#session.connected) return;
    if (table !== null) {
      this.#teller.tellState('CONNECTED', true, null);
      this.#listed.sign();
    }
    const unconfirmed = table !== null && this.#believe(table, mark);
    const { poll, confirm, notReady } = CONNECTOR_TIMING;
    const steady = unconfirmed ? confirm : poll * (1 + random() / 10);
    this.#planPoll(table === null ? notReady : steady);
  }

  /** Asks for the player list; null where none came, or what came is none. */
  async #readPlayers(deadline: number): Promise<PlayersTable | null> {
    const onPart = (): void => {
      if (this.#teller.isReady) this.#listed.sign();
    };
    const answer = await this.#session.command('players', { repeat: true, deadline, onPart });
    return answer.ok ? parsePlayers(answer.text) : null;
  }

  /** Brings the roster in line with a list asked for at `mark`; true where a second list must confirm. */
  #believe(table: PlayersTable, mark: number): boolean {
    const resync = this.#resyncDue;
    this.#resyncDue = false;
    const { facts, unconfirmed } = this.#roster.reconcile(
      table,
      mark,
      resync ? 'resync' : 'confirm',
    );
    for (const fact of facts) this.#teller.tell(fact);
    const pings = new Map<string, number>();
    for (const { player } of this.#roster.entries()) {
      if (player.ping !== null) pings.set(player.key, player.ping);
    }
    this.#teller.tell({ kind: 'pings', pings });
    const counted = facts.some((fact) => fact.kind !== 'player-changed');
    if (counted || this.#players === null) this.#tellPopulation(this.#roster.size);
    return unconfirmed;
  }

  #tellPopulation(players: number | null): void {
    if (players === null && this.#players === null) return;
    this.#players = players;
    this.#teller.tell({
      kind: 'population',
      source: 'rcon',
      population: { players, slots: null, queue: null },
    });
  }

  #redact(text: string): string {
    return redact(text, this.target.rcon.password);
  }
}
