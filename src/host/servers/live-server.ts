/**
 * What one host knows of a server that it runs, folded by the same reducers as in every client. Facts of
 * the connector come in, events and play sessions come out; nothing is told that changes nothing.
 */
import type { DomainEvent } from '../../domain/event.ts';
import { reduce } from '../../domain/reduce.ts';
import type { ServerRow } from '../../domain/rows.ts';
import { applyChanges, createRows, type Rows } from '../../domain/state.ts';
import type { EventData, EventName } from '../../protocol/events.ts';
import type { FeedEntry } from '../../protocol/feed/fields.ts';
import type { ServerSnapshot } from '../../protocol/servers/fields.ts';
import { serverStream, type ServerStream } from '../../protocol/streams.ts';
import type { GameCommand, SeenPlayer } from '../connectors/contract.ts';
import { LogSide } from '../game-logs/log-side.ts';
import type { OpenSession } from '../players/play-session.ts';
import type { Fact } from '../realtime/contract.ts';
import type { PlaySessionRow } from '../store/tables/servers.ts';

/** What a tick brings to the database, in one transaction. */
export interface Tick {
  readonly events: readonly Fact[];
  /** Play sessions that began, changed or ended, whole. */
  readonly sessions: readonly PlaySessionRow[];
  /** The server's row as it is after the tick. */
  readonly row: ServerRow;
  /** Since when what the server said may not have been heard, epoch ms; null while it is heard. */
  readonly unheardSince: number | null;
}

/** Messages of ours that the game may tell again: each is two, where it may be read in two ways. */
const OWN_KEPT = 50;

export class LiveServer {
  readonly id: string;
  readonly rows: Rows = createRows();
  /** Who is on the server, by the connector's key. */
  readonly sessions = new Map<string, OpenSession>();
  /** Play sessions that an earlier connector left open; the first player list says who is still there. */
  orphans: readonly OpenSession[];
  /** The game's query port answers. */
  answering = false;
  /** Round trip to the game server in milliseconds; null is unknown. */
  latency: number | null = null;
  /** State and error of the last entry in the feed. */
  fedState: string;
  /** As in a tick; what is kept of it outlasts this host. */
  unheardSince: number | null;
  /** When it was last known who is on the server, as pings tell that come with every list; epoch ms, 0 before. */
  knownAt = 0;
  /** Nobody has marked the gap that an earlier connector left. */
  gapDue: boolean;
  /** How it failed last, and since when it has; null once it was connected. To try again changes nothing of it. */
  failed: Pick<ServerSnapshot['state'], 'state' | 'error' | 'since'> | null;
  /** It was not there since it was connected last: who is on it then has come to another process. */
  wasDown: boolean;
  /** When the connection began that there is, epoch ms. */
  connectedAt = 0;
  /** The own log-in is about to be told by the game, as everybody's is. */
  ownLoginAt = Number.NEGATIVE_INFINITY;
  /** Messages that this portal sent: the game tells them as any RCon admin's. */
  readonly ownMessages: { readonly text: string; readonly at: number }[] = [];
  /** What the game's own logs must know of RCon, and the reverse. */
  readonly logs = new LogSide();
  #events: Fact[] = [];
  #changed = new Map<string, PlaySessionRow>();

  constructor(
    snapshot: ServerSnapshot,
    open: readonly OpenSession[],
    unheardSince: number | null = null,
  ) {
    this.id = snapshot.id;
    const { state, ready, since } = snapshot.state;
    const connected = state === 'CONNECTED';
    // A host of an earlier version keeps what it finds, though it has connected and heard everything since.
    const heardSince = connected && ready && unheardSince !== null && since > unheardSince;
    this.unheardSince = heardSince ? null : unheardSince;
    // Where nobody said since when, a connector has ended without a word just now.
    this.gapDue = unheardSince !== null || connected;
    this.orphans = open;
    this.failed = snapshot.state.error === null ? null : snapshot.state;
    this.wasDown = snapshot.state.offline;
    const data = { servers: [snapshot], whole: true };
    applyChanges(this.rows, reduce(this.rows, { source: 'rest', event: 'servers', at: 0, data }));
    this.fedState = feedKey(this.row.state);
  }

  get row(): ServerRow {
    const row = this.rows.servers.get(this.id);
    if (row === undefined) throw new RangeError(`The server ${this.id} is gone.`);
    return row;
  }

  /** How many the game has room for; null where it does not say, or has not told who is on since it was connected. */
  get slots(): number | null {
    const { row, orphans, connectedAt, knownAt } = this;
    const isListed = connectedAt > 0 && knownAt >= connectedAt && orphans.length === 0;
    if (!isListed || row.state.state !== 'CONNECTED') return null;
    return row.population.slots || null;
  }

  /** The event is told on a stream of this server. What the list tells changes the rows here too. */
  tell<N extends EventName>(
    audience: ServerStream,
    event: N,
    data: EventData<N>,
    at: number,
  ): void {
    const stream = serverStream(this.id, audience);
    this.#events.push({ stream, event, data, at } as Fact);
    if (audience !== 'list') return;
    const seq = this.row.position + 1;
    const told = { source: 'realtime', stream, seq, event, data, at } as DomainEvent;
    applyChanges(this.rows, reduce(this.rows, told));
  }

  feed(entry: FeedEntry, at: number): void {
    this.tell('feed', 'server:feed', { server_id: this.id, at, entry }, at);
    this.logs.fed(entry, at);
  }

  /** The play session of a player who is on the server now. */
  sessionOf(player: SeenPlayer | null): OpenSession | undefined {
    return player === null ? undefined : this.sessions.get(player.key);
  }

  /** Keeps a play session as it is now; `leftAt` ends it. */
  keep(session: OpenSession, leftAt: number | null): void {
    this.#changed.set(session.id, { ...session, left_at: leftAt });
  }

  /** What is asked of the game may be a message, which it tells in turn. */
  expectEcho(command: GameCommand, at: number): void {
    const { ownMessages } = this;
    if (command.action === 'MESSAGE_PUBLIC' || command.action === 'MESSAGE_PRIVATE') {
      ownMessages.push({ text: command.text, at });
    } else if (command.action === 'RAW') {
      // BattlEye's addressee, a number, may also be how a message begins that Rust is to say.
      const [, all, text] =
        /^\s*(?:global\.)?say\s+((?:-?\d+\s+)?(.+))$/i.exec(command.command) ?? [];
      for (const said of new Set([all, text])) {
        if (said !== undefined) ownMessages.push({ text: said, at });
      }
    }
    ownMessages.splice(0, Math.max(0, ownMessages.length - OWN_KEPT));
  }

  /** Configuration that somebody changed through the API. */
  configure(configuration: ServerRow['configuration']): void {
    const { row } = this;
    applyChanges(this.rows, [
      { table: 'servers', id: this.id, before: row, after: { ...row, configuration } },
    ]);
  }

  /** Something has gathered that is not written yet. */
  get hasTold(): boolean {
    return this.#events.length > 0 || this.#changed.size > 0;
  }

  /** Takes what has gathered; null where nothing has. */
  takeTick(): Tick | null {
    if (!this.hasTold) return null;
    const { row, unheardSince } = this;
    const sessions = [...this.#changed.values()];
    const tick = { events: this.#events, sessions, row, unheardSince };
    this.#events = [];
    this.#changed = new Map();
    return tick;
  }
}

/** Whether what counts of a value has changed: where it has not, nothing is told. */
export function differs<T>(before: T, after: T, counts: (value: T) => unknown): boolean {
  return JSON.stringify(counts(before)) !== JSON.stringify(counts(after));
}

/** What makes two states the same for the feed. */
export function feedKey(state: Pick<ServerSnapshot['state'], 'state' | 'error'>): string {
  return `${state.state} ${state.error ?? ''}`;
}
