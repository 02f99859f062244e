/** One server that this host runs: its connector, what is known, and the facts that wait to be told. */
import type {
  CommandResult,
  GameCommand,
  GameConnector,
  GameFact,
  OnSent,
  OwnBanList,
} from '../connectors/contract.ts';
import type { Environment, ServerSnapshot } from '../../protocol/servers/fields.ts';
import type { ServerRow } from '../../domain/rows.ts';
import type { Rows } from '../../domain/state.ts';
import { identified, placed, seenOf } from '../game-logs/identified.ts';
import type { LogSide } from '../game-logs/log-side.ts';
import type { LogEvent } from '../connectors/logs/log-event.ts';
import type { Sighting } from '../players/join-players.ts';
import { playerName, type OpenSession } from '../players/play-session.ts';
import { Acting } from './acting.ts';
import { Backlog, type Waiting } from './backlog.ts';
import { catchUp } from './catch-up.ts';
import { sightingsOf } from './sightings.ts';
import type { LiveServer } from './live-server.ts';
import type { NumberedTick } from './commit-ticks.ts';
import {
  tellChat,
  tellDeath,
  tellHit,
  tellJoin,
  tellKick,
  tellLeave,
  tellErased,
  tellListRead,
  tellPersons,
  tellPlayerChanged,
  tellPosition,
  type TellContext,
} from './tell-players.ts';
import {
  tellAdmin,
  tellConsole,
  tellEnvironment,
  tellGap,
  tellMetrics,
  tellNextRestart,
  tellPolledAgain,
  tellPopulation,
  tellState,
  type Actor,
} from './tell-server.ts';

/** So many are folded and written at once. */
const MAX_FOLDED = 500;

/** Where a runtime begins. */
export interface RuntimeStart {
  readonly live: LiveServer;
  readonly targetVersion: number;
  /** The number of the last tick that is written. */
  readonly tick: number;
  /** The lease that it is run under. */
  readonly epoch: number;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** What becomes of a server that is run. */
export interface RuntimeListener {
  /** Something waits to be written. */
  readonly onWaiting: () => void;
  /** It cannot go on: another host has it, or what it told cannot be written. */
  readonly onLost: () => void;
  /** A list was read: everybody's ping in milliseconds, by their stays. */
  readonly onPings?: (pings: ReadonlyMap<string, number>) => void;
}

export class ServerRuntime {
  readonly #live: LiveServer;
  readonly targetVersion: number;
  readonly epoch: number;
  readonly #makeConnector: (onFact: (fact: GameFact) => void) => GameConnector;
  readonly #listener: RuntimeListener;
  readonly #clock: () => number;
  #connector: GameConnector | null = null;
  readonly #waiting = new Backlog();
  /** What is folded next: who is in it is being looked up. Null where nobody has asked. */
  #due: readonly Waiting[] | null = null;
  /** Players who are another person since the last fold. */
  readonly #changed = new Set<string>();
  /** Players who were erased since. */
  readonly #erased = new Set<string>();
  #number: number;
  readonly #acting = new Acting();
  #settle = (): void => undefined;
  readonly #settled = new Promise<void>((resolve) => {
    this.#settle = resolve;
  });
  /** A tick that is being written. */
  #inFlight: NumberedTick | null = null;

  constructor(
    start: RuntimeStart,
    makeConnector: (onFact: (fact: GameFact) => void) => GameConnector,
    listener: RuntimeListener,
  ) {
    this.#live = start.live;
    this.targetVersion = start.targetVersion;
    this.epoch = start.epoch;
    this.#number = start.tick;
    this.#clock = start.clock;
    this.#makeConnector = makeConnector;
    this.#listener = listener;
  }

  get id(): string {
    return this.#live.id;
  }

  /** The server as it is known here, and its players. */
  get row(): ServerRow {
    return this.#live.row;
  }
  get rows(): Rows {
    return this.#live.rows;
  }
  /** What the game's own logs and RCon must know of each other. */
  get logs(): LogSide {
    return this.#live.logs;
  }

  start(): void {
    this.#connector = this.#makeConnector((fact) => this.#hear(fact));
    this.#connector.start();
  }

  async stop(): Promise<void> {
    await this.#connector?.stop();
    this.#connector = null;
    this.#settle();
  }

  /** Its settings are others now. */
  configure(configuration: ServerSnapshot['configuration']): void {
    this.#live.configure(configuration);
  }

  /** Tells what still holds once more, where it would look stale. */
  tellAgain(): void {
    tellPolledAgain(this.#live, this.#clock());
    if (this.#live.hasTold) this.#listener.onWaiting();
  }

  /** When it restarts next, by its schedule. */
  planRestart(next: Environment['next_restart']): void {
    if (tellNextRestart(this.#live, next, this.#clock())) this.#listener.onWaiting();
  }

  /** Resolves when it is known who is on the server or why not, or after so many milliseconds. */
  async settled(milliseconds: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, milliseconds);
    });
    await Promise.race([this.#settled, patience]);
    clearTimeout(timer);
  }

  /** Asks the server for something, in somebody's name; null: by its schedule. */
  async run(command: GameCommand, actor: Actor | null, onSent?: OnSent): Promise<CommandResult> {
    if (this.#connector === null) {
      return { ok: false, kind: 'not-connected', detail: 'The server is not run here any more.' };
    }
    const connector = this.#connector;
    this.#live.expectEcho(command, this.#clock());
    const text = command.action === 'RAW' ? command.command : null;
    return this.#acting.during({ actor, text }, () => connector.run(command, onSent));
  }

  /** The ban list that the game keeps itself; null where there is none here. */
  get ownBans(): OwnBanList | null {
    const list = this.#connector?.bans;
    return list === undefined ? null : this.#acting.ownBans(list);
  }

  /** Who has a play session that is not known to have ended; null where nobody has. */
  playerOf(sessionId: string): OpenSession | null {
    return this.stays.find(({ id }) => id === sessionId) ?? null;
  }

  /** The play session of the key that `find` has of the connector. */
  whoIs(find: (connector: GameConnector) => string | null): OpenSession | null {
    const key = this.#connector && find(this.#connector);
    return key === null ? null : (this.#live.sessions.get(key) ?? null);
  }

  /** The play sessions that are not known to have ended. */
  get stays(): readonly OpenSession[] {
    return [...this.#live.sessions.values(), ...this.#live.orphans];
  }

  /** As `LiveServer` has it. */
  get slots(): number | null {
    return this.#live.slots;
  }

  /** The connector's key of a play session; null where it has ended. */
  playerKey(sessionId: string): string | null {
    for (const [key, session] of this.#live.sessions) if (session.id === sessionId) return key;
    return null;
  }

  /**
   * Whoever is in the facts that wait and has an identity, with what is known of them here already. These
   * facts are folded next; what comes from now on waits, since nobody has looked who is in it. Nobody, while a
   * tick is in flight.
   */
  sightings(): readonly Sighting[] {
    if (this.#inFlight !== null) return [];
    return sightingsOf(this.#live, this.#takeDue());
  }

  /** These players are another person from now on; told before whatever waits. */
  personsChanged(ids: ReadonlySet<string>): void {
    for (const { muster_id: id } of this.stays) {
      if (id !== null && ids.has(id)) this.#changed.add(id);
    }
  }

  /** A player is erased; told before whatever waits. */
  erased(id: string): void {
    this.#erased.add(id);
  }

  /** What is written next: the tick in flight, again until it is written, or a new one of all that waits. */
  nextTick(context: TellContext, watched: boolean): NumberedTick | null {
    if (this.#inFlight === null) this.#fold(context, watched);
    return this.#inFlight;
  }

  #fold(context: TellContext, watched: boolean): void {
    const due = this.#due ?? this.#takeDue();
    this.#due = null;
    if (this.#changed.size > 0) tellPersons(this.#live, this.#changed, this.#clock());
    this.#changed.clear();
    if (this.#erased.size > 0) tellErased(this.#live, this.#erased, this.#clock());
    this.#erased.clear();
    for (const { fact, actor, fromLog = false } of due) {
      if (fromLog) this.#tellLogged(fact, context);
      else this.#tell(fact, actor, context, watched);
    }
    this.#catchUp();
    const tick = this.#live.takeTick();
    const told = due.some(
      ({ fact }) => fact.kind === 'pings' || (fact.kind === 'state' && fact.fault !== null),
    );
    if (told) this.#settle();
    if (tick !== null) {
      this.#inFlight = { ...tick, number: this.#number + 1, epoch: this.epoch };
    }
  }

  /** The tick in flight is written. */
  written(): void {
    this.#number += 1;
    this.#inFlight = null;
  }

  /** The tick in flight can never be written. */
  lost(): void {
    this.#listener.onLost();
  }

  /** The game's own logs tell who is who, and where. */
  hearLog(events: readonly LogEvent[]): void {
    const { logs, sessions } = this.#live;
    const changed = new Set(events.flatMap((event) => logs.identities.note(event) ?? []));
    const facts = [
      ...[...changed].flatMap((name) => identified(sessions, name, logs.identities, this.#clock())),
      ...placed(sessions, events),
    ];
    for (const fact of facts) this.#waiting.add({ fact, actor: null, fromLog: true });
    if (facts.length > 0) this.#listener.onWaiting();
  }

  /** How many facts wait to be written. */
  get waiting(): number {
    return this.#waiting.size + (this.#due?.length ?? 0);
  }
  /** Whether there is something to write. */
  get hasMore(): boolean {
    if (this.#inFlight !== null || this.#live.hasTold) return true;
    return this.waiting + this.#changed.size + this.#erased.size > 0;
  }

  #takeDue(): readonly Waiting[] {
    if (this.#due === null || this.#due.length === 0) {
      this.#due = this.#waiting.take(MAX_FOLDED);
    }
    return this.#due;
  }

  /** Once all that waited is told, what was left out is made up for by how things are now. */
  #catchUp(): void {
    const leftOut = this.#waiting.takeLeftOut();
    if (leftOut === null) return;
    // A connector that has stopped knows nobody: the next one finds out.
    const roster = this.#connector?.roster() ?? null;
    for (const fact of catchUp(leftOut, this.#live.sessions, roster, this.#clock())) {
      this.#waiting.add({ fact, actor: null });
    }
  }

  #hear(fact: GameFact): void {
    this.#live.logs.hear(fact);
    const actor = fact.kind === 'console' ? this.#acting.actorOf(fact) : null;
    this.#waiting.add({ fact, actor });
    this.#listener.onWaiting();
  }

  /** Somebody came whom a log may know. */
  #identify(name: string): void {
    const { logs, sessions } = this.#live;
    const facts = identified(sessions, playerName(name), logs.identities, this.#clock());
    for (const fact of facts) this.#waiting.add({ fact, actor: null, fromLog: true });
  }

  #tellLogged(fact: GameFact, context: TellContext): void {
    const live = this.#live;
    if (fact.kind === 'position') return tellPosition(live, fact);
    if (fact.kind !== 'player-changed') return;
    const session = live.sessionOf(fact.player);
    if (session === undefined) return;
    const { steamId, bohemiaId, key } = fact.player;
    const player = { ...seenOf(key, session), steamId, bohemiaId };
    tellPlayerChanged(live, { ...fact, player }, context);
  }

  #tell(fact: GameFact, actor: Actor | null, context: TellContext, watched: boolean): void {
    const live = this.#live;
    switch (fact.kind) {
      case 'state':
        return tellState(live, fact);
      case 'gap':
        return tellGap(live, fact);
      case 'join':
        tellJoin(live, fact, context);
        return this.#identify(fact.player.name);
      case 'player-changed':
        return tellPlayerChanged(live, fact, context);
      case 'leave':
        return tellLeave(live, fact);
      case 'kick':
        return tellKick(live, fact, context);
      case 'death':
        return tellDeath(live, fact, context);
      case 'hit':
        return tellHit(live, fact, context);
      case 'position':
        return tellPosition(live, fact);
      case 'chat':
        return tellChat(live, fact, context);
      case 'admin':
        return tellAdmin(live, fact);
      case 'pings': {
        tellListRead(live, fact.at);
        const pings = tellMetrics(live, fact, watched);
        return this.#listener.onPings?.(pings);
      }
      case 'population':
        return tellPopulation(live, fact);
      case 'environment':
        return tellEnvironment(live, fact);
      case 'console':
        return tellConsole(live, fact, actor);
    }
  }
}
