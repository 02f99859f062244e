import { createEvent, createStore } from 'effector';
import type { Frame } from '../../../src/protocol/frames.ts';
import { Batch } from '../edits.ts';
import { compareServers, countAll, TOP, type FlatPlayer, type FlatServer } from '../rows.ts';
import type { Peer } from '../store.ts';

type Players = ReadonlyMap<string, FlatPlayer>;

interface Fleet {
  readonly servers: ReadonlyMap<string, FlatServer>;
  /** By server, so that one who comes or goes copies the players of one server. */
  readonly players: ReadonlyMap<string, Players>;
  readonly serverOf: Map<string, string>;
}

/** A store that is replaced for each batch, and two that are made of it. */
export const effector: Peer = {
  package: 'effector',
  open(start) {
    const told = createEvent<readonly Frame[]>();
    const players = new Map<string, Map<string, FlatPlayer>>();
    for (const { id } of start.servers) players.set(id, new Map());
    for (const row of start.players) players.get(row.server_id)?.set(row.id, row);
    const $fleet = createStore<Fleet>({
      servers: new Map(start.servers.map((row) => [row.id, row])),
      players,
      serverOf: new Map(start.players.map((row) => [row.id, row.server_id])),
    }).on(told, next);
    const $servers = $fleet.map(({ servers }) => servers);
    const $top = $servers.map((servers) =>
      [...servers.values()].sort(compareServers).slice(0, TOP),
    );
    const $totals = $servers.map((servers) => countAll(servers.values()));
    return {
      apply: (batch) => void told(batch),
      held: () => ({
        top: $top.getState().map(({ id }) => id),
        totals: $totals.getState(),
        servers: $servers.getState().values(),
        players: [...$fleet.getState().players.values()].flatMap((map) => [...map.values()]),
      }),
    };
  },
};

function next({ servers, players, serverOf }: Fleet, frames: readonly Frame[]): Fleet {
  const batch = new Batch(
    frames,
    (id) => servers.get(id),
    (id) => serverOf.has(id),
  );
  const after = new Map(servers);
  for (const [id, row] of batch.servers) after.set(id, row);
  if (batch.players.size === 0) return { servers: after, players, serverOf };
  const present = new Map(players);
  const copied = new Map<string, Map<string, FlatPlayer>>();
  for (const [id, player] of batch.players) {
    const server = player?.server_id ?? serverOf.get(id) ?? '';
    let held = copied.get(server);
    if (held === undefined) {
      held = new Map(players.get(server));
      copied.set(server, held);
      present.set(server, held);
    }
    if (player === null) {
      held.delete(id);
      serverOf.delete(id);
    } else {
      held.set(id, player);
      serverOf.set(id, server);
    }
  }
  return { servers: after, players: present, serverOf };
}
