import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Change } from '../../domain/change.ts';
import { isSeeing, SEEING } from '../../domain/permissions.ts';
import { cursorOf } from '../../domain/position.ts';
import { accountOf } from '../../domain/recordings/answers.ts';
import type { Player } from '../../domain/recordings/player.ts';
import { streamOfRows } from '../../domain/resources/stream.ts';
import type { Rows } from '../../domain/state.ts';
import { streamOfTable } from '../../domain/tables.ts';
import { isResource } from '../../protocol/resources/registry.ts';
import { ownerOf } from '../../protocol/resources/resource.ts';
import { accountStream, serverStream } from '../../protocol/streams.ts';
import type { Granted } from '../realtime/access.ts';
import { encodeMoment } from '../realtime/frame.ts';
import { Hub } from '../realtime/hub.ts';
import { decideResume } from '../realtime/resume.ts';
import { Sockets } from '../realtime/sockets.ts';

export interface RecordedRealtimeOptions {
  readonly player: Player;
  readonly clock: () => number;
  readonly originAllowed: (request: IncomingMessage) => boolean;
  readonly onFailure: (error: unknown) => void;
}

/** The realtime side of a host that plays a recording: hub and sockets of any host, told by its player. */
export class RecordedRealtime {
  readonly #player: Player;
  readonly #clock: () => number;
  readonly #hub: Hub;
  readonly #sockets: Sockets;

  constructor({ player, clock, originAllowed, onFailure }: RecordedRealtimeOptions) {
    this.#player = player;
    this.#clock = clock;
    this.#hub = new Hub({
      log: {
        // No event is kept to be told again: who is not where the recording is takes a snapshot.
        resume: async (wanted) => {
          const heads = wanted.map(({ stream }) => [stream, this.#headOf(stream)] as const);
          return { resumes: decideResume(wanted, new Map(heads)), missed: [] };
        },
        heads: async (streams) => new Map(streams.map((stream) => [stream, this.#headOf(stream)])),
        read: async () => [],
      },
      onFrame: () => undefined,
      onReadError: onFailure,
    });
    // Nobody signs in: whoever looks is whose recording it is at that moment.
    const onlooker = {
      id: 'recording',
      displayName: 'Recording',
      expiresAt: Infinity,
      get accountId() {
        return accountOf(player.rows);
      },
    };
    this.#sockets = new Sockets({
      hub: this.#hub,
      watches: {
        add: () => () => undefined,
        viewers: (server) => player.rows.presence.get(server)?.viewers ?? [],
      },
      build: 'recording',
      clock,
      // As its answers do: what a recording holds may be seen.
      granted: async () => grantedBy(player.rows),
      grantedOn: async () => grantedBy(player.rows),
      authenticate: async () => onlooker,
      originAllowed,
      addressOf: () => null,
      sessionEnd: async () => Infinity,
      onDisplayGone: () => undefined,
      onFailure,
      onSent: () => undefined,
    });
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#sockets.upgrade(request, socket, head);
  }

  /** Tells what the player has just played: a frame as it was, and of anything else where to look again. */
  played(): void {
    const { last, changes } = this.#player;
    if (last === null || changes.length === 0) return;
    const { event } = last;
    if (event.source === 'realtime' && event.stream !== undefined && event.seq !== undefined) {
      const { at, stream, seq, event: name, data } = event;
      this.#hub.hear([{ stream, seq, rest: { at, event: name, data: JSON.stringify(data) } }]);
    } else this.#restart(changes);
    if (changes.some(changesGrants)) this.#sockets.grantsChanged(accountOf(this.#player.rows));
    for (const { table, id } of changes) if (table === 'presence') this.#tellPresence(id);
  }

  stop(): void {
    this.#sockets.stop();
    this.#hub.stop();
  }

  #headOf(stream: string): { head: number; floor: number } {
    const head = cursorOf(this.#player.rows, stream) ?? 0;
    return { head, floor: Math.max(head, 1) };
  }

  #restart(changes: readonly Change[]): void {
    const { rows } = this.#player;
    const streams = changes.flatMap((change) => streamOf(rows, change) ?? []);
    this.#hub.restart(new Map(streams.map((stream) => [stream, this.#headOf(stream).head])));
  }

  #tellPresence(server_id: string): void {
    const viewers = this.#player.rows.presence.get(server_id)?.viewers ?? [];
    const bytes = encodeMoment('presence:server', this.#clock(), {
      server_id,
      viewers: [...viewers],
    });
    this.#sockets.broadcast(bytes, (connection) => connection.looksAt(server_id));
  }
}

function grantedBy({ servers, account }: Rows): Granted {
  const seen: Granted = new Map([...servers.keys()].map((id) => [id, SEEING]));
  const groups = Object.entries(account.get('me')?.groups ?? {});
  return new Map([...seen, ...groups.map(([id, held]) => [id, held.filter(isSeeing)] as const)]);
}

function changesGrants({ table, before, after }: Change): boolean {
  if (table === 'account') return true;
  return table === 'servers' && (before === undefined) !== (after === undefined);
}

/** The stream that tells of a row; null where none does. */
function streamOf(rows: Rows, { table, id, before, after }: Change): string | null {
  if (table === 'servers') return serverStream(id, 'list');
  if (table === 'streams') return id;
  const row = after ?? before;
  if (row === undefined) return null;
  if (table === 'account' && 'muster_id' in row) return accountStream(String(row.muster_id));
  if (!('server_id' in row)) return null;
  if (isResource(table)) return streamOfRows(rows, table, ownerOf(row));
  if (row.server_id === null) return null;
  const audience = streamOfTable(table);
  return audience === null ? null : serverStream(row.server_id, audience);
}
