/** What a frame means for flat rows: the same decisions for every store but Muster, which makes its own. */
import type { Frame } from '../../src/protocol/frames.ts';
import { flatPlayer, flatState, type FlatPlayer, type FlatServer } from './rows.ts';

export type Counts = Pick<FlatServer, 'players' | 'slots' | 'observed_at'>;

/** Where the edits of a frame go, and what has to be known for them. Reads see what was written before. */
export interface Target {
  counts(serverId: string): Counts;
  isPresent(playerId: string): boolean;
  patch(serverId: string, patch: Partial<FlatServer>): void;
  put(player: FlatPlayer): void;
  remove(playerId: string, serverId: string): void;
}

export function edit(frame: Frame, target: Target): void {
  const position = frame.seq ?? 0;
  switch (frame.event) {
    case 'server:update': {
      const { server_id, server } = frame.data;
      const { population, environment } = server;
      if (population !== undefined) {
        const { players, slots, queue, source, observed_at } = population;
        const queued = queue === null ? null : queue.size;
        target.patch(server_id, { position, players, slots, queued, source, observed_at });
      } else if (environment !== undefined) {
        const { uptime, time, observed_at } = environment;
        target.patch(server_id, { position, uptime, time, environment_at: observed_at });
      }
      return;
    }
    case 'server:state':
      return target.patch(frame.data.server.id, { position, ...flatState(frame.data.state) });
    case 'gsm:player:create': {
      const { server, player } = frame.data;
      const known = target.isPresent(player.id);
      target.put(flatPlayer(player, server.id));
      if (known) target.patch(server.id, { position });
      else target.patch(server.id, counted(target.counts(server.id), 1, position, frame.at));
      return;
    }
    case 'gsm:player:destruct': {
      const { server, player } = frame.data;
      target.remove(player.id, server.id);
      target.patch(server.id, counted(target.counts(server.id), -1, position, frame.at));
      return;
    }
    default:
      throw new TypeError(`the recording has no ${frame.event}`);
  }
}

function counted(
  { players, slots, observed_at }: Counts,
  difference: 1 | -1,
  position: number,
  at: number,
): Partial<FlatServer> {
  if (players === null) return { position };
  const next = Math.min(Math.max(players + difference, 0), slots ?? Number.POSITIVE_INFINITY);
  return { position, players: next, observed_at: Math.max(observed_at, at) };
}

/** What a batch leaves different, a row once: for stores that are written to in bulk. */
export class Batch implements Target {
  readonly servers = new Map<string, FlatServer>();
  /** null: no longer there. */
  readonly players = new Map<string, FlatPlayer | null>();
  readonly #server: (id: string) => FlatServer | undefined;
  readonly #isPresent: (id: string) => boolean;

  constructor(
    frames: readonly Frame[],
    server: (id: string) => FlatServer | undefined,
    isPresent: (id: string) => boolean,
  ) {
    this.#server = server;
    this.#isPresent = isPresent;
    for (const frame of frames) edit(frame, this);
  }

  counts(id: string): FlatServer {
    const server = this.servers.get(id) ?? this.#server(id);
    if (server === undefined) throw new RangeError(`there is no server ${id}`);
    return server;
  }

  isPresent(id: string): boolean {
    const player = this.players.get(id);
    return player === undefined ? this.#isPresent(id) : player !== null;
  }

  patch(id: string, patch: Partial<FlatServer>): void {
    this.servers.set(id, { ...this.counts(id), ...patch });
  }

  put(player: FlatPlayer): void {
    this.players.set(player.id, player);
  }

  remove(id: string): void {
    this.players.set(id, null);
  }
}
