import type { PackedRows } from '../../../domain/walls/packed-rows.ts';
import { statusOf } from '../../../domain/walls/packed.ts';
import { SERVER_STATUS, type ServerStatusName } from '../../../protocol/enumerations.ts';

/** The sums of a scene; what is not known is left out of them. */
export interface WallSums {
  readonly servers: number;
  readonly players: number;
  readonly slots: number;
  readonly queued: number;
  /** Servers by their state; those without any are left out. */
  readonly states: readonly { readonly status: ServerStatusName; readonly servers: number }[];
  /** Servers that should be live and are not. */
  readonly stale: number;
}

export function sumsOf(
  rows: PackedRows,
  places: Uint32Array,
  live: boolean,
  now: number,
): WallSums {
  const states = SERVER_STATUS.map(() => 0);
  let players = 0;
  let slots = 0;
  let queued = 0;
  let stale = 0;
  for (const place of places) {
    players += Math.max(0, rows.figure(place, 'players'));
    slots += Math.max(0, rows.figure(place, 'slots'));
    queued += Math.max(0, rows.figure(place, 'queue'));
    const status = statusOf(rows.figure(place, 'state'));
    states[status] = (states[status] ?? 0) + 1;
    if (SERVER_STATUS[status] === 'online' && rows.freshness(place, live, now) === 'stale') stale++;
  }
  return {
    servers: places.length,
    players,
    slots,
    queued,
    stale,
    states: SERVER_STATUS.flatMap((status, index) => {
      const servers = states[index] ?? 0;
      return servers === 0 ? [] : [{ status, servers }];
    }),
  };
}

/** Whether two sums say the same. */
export function sameSums(a: WallSums, b: WallSums): boolean {
  return (
    a.servers === b.servers &&
    a.players === b.players &&
    a.slots === b.slots &&
    a.queued === b.queued &&
    a.stale === b.stale &&
    a.states.length === b.states.length &&
    a.states.every(
      ({ status, servers }, index) =>
        status === b.states[index]?.status && servers === b.states[index].servers,
    )
  );
}
