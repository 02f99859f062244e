/** The rows that every store holds in the end: flat, since that suits each of them. */
import type { DomainEvent } from '../../src/domain/event.ts';
import type { ServerSnapshot } from '../../src/protocol/servers/fields.ts';

export interface FlatServer {
  readonly id: string;
  readonly position: number;
  readonly name: string;
  readonly state: string;
  readonly online: boolean;
  readonly players: number | null;
  readonly slots: number | null;
  readonly queued: number | null;
  readonly source: string;
  readonly observed_at: number;
  readonly uptime: number | null;
  readonly time: string | null;
  readonly environment_at: number;
}

export interface FlatPlayer {
  readonly id: string;
  readonly server_id: string;
  readonly muster_id: string | null;
  readonly name: string;
  readonly joined_at: number;
  readonly joined_before: boolean;
  readonly verified: boolean;
  readonly lobby: boolean;
}

/** Sums over all servers; unknown counts are left out and counted. */
export interface Totals {
  servers: number;
  online: number;
  players: number;
  slots: number;
  queued: number;
  unknown: number;
}

export const TOP = 50;

/** What a store begins with. */
export interface Start {
  readonly opening: readonly DomainEvent[];
  readonly servers: readonly FlatServer[];
  readonly players: readonly FlatPlayer[];
}

export function startOf(opening: readonly DomainEvent[]): Start {
  const snapshots = opening.flatMap((event) =>
    event.source === 'rest' && event.event === 'servers' ? event.data.servers : [],
  );
  const players = snapshots.flatMap((server) =>
    server.players.map((player) => flatPlayer(player, server.id)),
  );
  return { opening, servers: snapshots.map(flatServer), players };
}

export function flatServer(server: Omit<ServerSnapshot, 'players'>): FlatServer {
  const { id, position, configuration, population, environment } = server;
  return {
    id,
    position,
    name: configuration.identifier,
    ...flatState(server.state),
    players: population.players,
    slots: population.slots,
    queued: population.queue?.size ?? null,
    source: population.source,
    observed_at: population.observed_at,
    uptime: environment.uptime,
    time: environment.time,
    environment_at: environment.observed_at,
  };
}

export function flatState(told: ServerSnapshot['state']): Pick<FlatServer, 'state' | 'online'> {
  const { state, ready, offline, error } = told;
  return { state, online: state === 'CONNECTED' && ready && !offline && error === null };
}

export function flatPlayer(
  player: ServerSnapshot['players'][number],
  server_id: string,
): FlatPlayer {
  return {
    id: player.id,
    server_id,
    muster_id: player.muster_id,
    name: player.name,
    joined_at: player.joined_at,
    joined_before: player.joined_before,
    verified: player.verified,
    lobby: player.lobby,
  };
}

/** Most players first, unknown counts last, equal ones by id. */
export function compareServers(a: FlatServer, b: FlatServer): number {
  if (a.players !== b.players) return (b.players ?? -1) - (a.players ?? -1);
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

export function noTotals(): Totals {
  return { servers: 0, online: 0, players: 0, slots: 0, queued: 0, unknown: 0 };
}

/** Counts a server into the totals, or out of them. */
export function count(totals: Totals, server: FlatServer, sign: 1 | -1): void {
  totals.servers += sign;
  if (server.online) totals.online += sign;
  if (server.players === null) totals.unknown += sign;
  else totals.players += sign * server.players;
  totals.slots += sign * (server.slots ?? 0);
  totals.queued += sign * (server.queued ?? 0);
}

/** The totals of all servers, from nothing. */
export function countAll(servers: Iterable<FlatServer>): Totals {
  const totals = noTotals();
  for (const server of servers) count(totals, server, 1);
  return totals;
}
