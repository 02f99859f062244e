import type { Change } from '../../domain/change.ts';
import type { RecordedEvent } from '../../domain/known.ts';
import { cursorOf } from '../../domain/position.ts';
import type { Rows } from '../../domain/state.ts';
import type { ClientMessage, Frame } from '../../protocol/frames.ts';
import { CLOSE } from '../../protocol/close-codes.ts';
import { isResource } from '../../protocol/resources/registry.ts';
import { accountStream, serverStream } from '../../protocol/streams.ts';
import { PROTOCOL_VERSION } from '../../protocol/version.ts';
import { accountOf } from '../../domain/recordings/answers.ts';

/** A portal's socket. */
export interface ViewerSocket {
  send(frame: Frame): void;
  close(code: number): void;
}

const KEEPALIVE_MS = 15_000;

/** One portal that looks at a recording: what it follows, and what it is told. */
export class Viewer {
  readonly #rows: () => Rows;
  readonly #socket: ViewerSocket;
  readonly #clock: () => number;
  /** Streams that it follows, and the presence of servers. */
  readonly #follows = new Set<string>();
  #greeted = false;
  /** The cursors of its hello, until all are there. */
  readonly #held: Record<string, number> = {};

  constructor(rows: () => Rows, socket: ViewerSocket, clock: () => number) {
    this.#rows = rows;
    this.#socket = socket;
    this.#clock = clock;
  }

  message(message: ClientMessage): void {
    switch (message.type) {
      case 'hello':
        if (message.protocol === PROTOCOL_VERSION)
          this.#hold(message.cursors, message.more === true);
        else this.#socket.close(CLOSE.PROTOCOL);
        return;
      case 'cursors':
        this.#hold(message.cursors, message.more);
        return;
      case 'keepalive':
        this.keepalive(message.sent);
        return;
      case 'subscribe': {
        const { server_id, topics, cursors } = message;
        const names = topics.map((topic) => `server/${server_id}/${topic}`);
        const streams = names.filter((name) => !name.endsWith('/presence'));
        const attached = streams.map((stream) => this.#attach(stream, cursors));
        for (const name of names) this.#follows.add(name);
        const data = { server_id, attached, detached: [], refused: [] };
        this.#tell({ event: 'event_subscription', at: this.#clock(), data });
        if (topics.includes('presence')) this.#tellPresence(server_id);
        return;
      }
      case 'unsubscribe': {
        const { server_id } = message;
        const detached = message.topics.map((topic) => `server/${server_id}/${topic}`);
        for (const name of detached) this.#follows.delete(name);
        const data = { server_id, attached: [], detached, refused: [] };
        this.#tell({ event: 'event_subscription', at: this.#clock(), data });
      }
    }
  }

  keepalive(sent: number | null): void {
    if (this.#greeted) this.#tell({ event: 'keepalive', at: this.#clock(), data: { sent } });
  }

  /**
   * An event was played: a frame of a stream is passed on as it was; of whatever else changed rows, the
   * viewer is told to ask anew.
   */
  played(event: RecordedEvent, changes: readonly Change[]): void {
    if (!this.#greeted || changes.length === 0) return;
    if (event.source === 'realtime' && event.stream !== undefined) {
      const { at, stream, seq, event: name, data } = event;
      if (this.#follows.has(stream)) {
        this.#tell({ event: name, at, stream, ...(seq !== undefined && { seq }), data } as Frame);
      }
      return;
    }
    this.jumped(
      changes.map(({ table, id, before, after }) => streamOf(table, id, before ?? after)),
    );
  }

  /** Streams go on at another place than where they were. */
  jumped(streams: Iterable<string | null>): void {
    if (!this.#greeted) return;
    const attached = [];
    const detached: string[] = [];
    for (const stream of new Set(streams)) {
      if (stream === null) continue;
      const listed = stream.endsWith('/list') || stream.startsWith('account/');
      if (stream.endsWith('/presence')) this.#tellPresence(stream.split('/')[1] ?? '');
      else if (!listed && !this.#follows.has(stream)) continue;
      else if (listed && cursorOf(this.#rows(), stream) === undefined) {
        this.#follows.delete(stream);
        detached.push(stream);
      } else {
        this.#follows.add(stream);
        attached.push(this.#attach(stream, {}));
      }
    }
    if (attached.length + detached.length === 0) return;
    const data = { server_id: null, attached, detached, refused: [] };
    this.#tell({ event: 'event_subscription', at: this.#clock(), data });
  }

  #hold(cursors: Readonly<Record<string, number>>, more: boolean): void {
    Object.assign(this.#held, cursors);
    if (!more && !this.#greeted) this.#greet(this.#held);
  }

  #greet(cursors: Readonly<Record<string, number>>): void {
    const rows = this.#rows();
    const muster_id = accountOf(rows);
    const streams = [accountStream(muster_id), ...listStreams(rows)];
    for (const stream of streams) this.#follows.add(stream);
    this.#greeted = true;
    this.#tell({
      event: 'ack',
      at: this.#clock(),
      data: {
        protocol: PROTOCOL_VERSION,
        build: 'recording',
        muster_id,
        keepalive: KEEPALIVE_MS,
        streams: streams.map((stream) => this.#attach(stream, cursors)),
      },
    });
  }

  #attach(stream: string, cursors: Readonly<Record<string, number>>) {
    const head = cursorOf(this.#rows(), stream) ?? 0;
    return { stream, head, resumed: cursors[stream] === head && head > 0 };
  }

  #tellPresence(server_id: string): void {
    if (!this.#follows.has(`server/${server_id}/presence`)) return;
    const viewers = this.#rows().presence.get(server_id)?.viewers ?? [];
    this.#tell({ event: 'presence:server', at: this.#clock(), data: { server_id, viewers } });
  }

  #tell(frame: Frame): void {
    this.#socket.send(frame);
  }
}

/** The list streams of all servers. */
export function listStreams(rows: Rows): readonly string[] {
  return [...rows.servers.keys()].map((id) => serverStream(id, 'list'));
}

/** The stream that tells of a row; null where none does. */
function streamOf(table: Change['table'], id: string, row: Change['after']): string | null {
  if (table === 'servers') return serverStream(id, 'list');
  if (table === 'presence') return `server/${id}/presence`;
  if (table === 'streams') return id;
  if (row === undefined) return null;
  if (table === 'account' && 'muster_id' in row) return accountStream(String(row.muster_id));
  if (!('server_id' in row)) return null;
  if (table === 'players') return serverStream(row.server_id, 'list');
  if (table === 'identities') return serverStream(row.server_id, 'feed-personal');
  if (isResource(table)) return serverStream(row.server_id, table);
  return table === 'feed' || table === 'console' ? serverStream(row.server_id, table) : null;
}
