import type { ServerFault, ServerStatusName } from '../../protocol/enumerations.ts';
import type { ConnectionState, ServerRow } from '../rows.ts';

export interface ServerStatus {
  readonly name: ServerStatusName;
  /** Why it cannot be reached; null where nothing is wrong or nothing is known. */
  readonly fault: ServerFault | null;
}

/** What of a server's row says how it stands, without the figures: those move on with every player. */
export const STANDING = ['id', 'configuration', 'deployment', 'state'] as const;
export type ServerStanding = Pick<ServerRow, (typeof STANDING)[number]>;

/**
 * What a server's state is for people. `starting`: connected, and the game does not answer commands
 * yet, as after a restart. `offline`: the game server is not there. `error`: it is there and does not
 * let us in, or its address is wrong; the fault says which. `unknown`: the host is newer, and says of it what this
 * version does not know. `restricted`: nobody uses it until that ends, and whatever was known of it is old.
 */
export function serverStatus(server: Omit<ServerStanding, 'id'>): ServerStatus {
  const name = statusName(server);
  return { name, fault: name === 'restricted' ? null : server.state.error };
}

/** Whether nothing that the status, or the filter of a list, is made of differs. */
export function standsAlike(a: ServerRow, b: ServerRow): boolean {
  return (
    a.state === b.state && a.configuration === b.configuration && a.deployment === b.deployment
  );
}

function statusName({
  configuration,
  deployment,
  state,
}: Omit<ServerStanding, 'id'>): ServerStatusName {
  if (configuration.deleting !== null) return 'deleting';
  if (configuration.restricted) return 'restricted';
  if (state.state === 'UNKNOWN') return 'unknown';
  if (deployment.some((step) => step.state === 'unknown')) return 'unknown';
  if (deployment.some((step) => step.state === 'failed')) return 'error';
  if (deployment.some((step) => step.state !== 'done')) return 'deploying';
  if (state.state === 'ERROR') return 'error';
  if (state.error !== null && state.error !== 'socket-unreachable') return 'error';
  if (state.offline || state.error !== null || state.state === 'DISCONNECTED') return 'offline';
  if (state.state === 'CONNECTED') return state.ready ? 'online' : 'starting';
  return 'connecting';
}

/** How much a state asks for somebody: the first are down, then come those that nobody knows of or that are on their way. */
const ATTENTION: readonly ServerStatusName[] = [
  'offline',
  'error',
  'unknown',
  'connecting',
  'starting',
  'deploying',
  'online',
  'restricted',
  'deleting',
];

/** The place of a state among all, what is down first. */
export function attention(name: ServerStatusName): number {
  return ATTENTION.indexOf(name);
}

/** Whether nobody can play on a server, or Muster is not let in, and somebody has to look. */
export function isDown(name: ServerStatusName): boolean {
  return name === 'offline' || name === 'error';
}

/**
 * Whether who is on a server is known now. One that is starting has told nobody yet: its roster and the
 * figures of before it are of the process that ended.
 */
export function isFollowed({ state, ready }: Pick<ServerRow['state'], 'state' | 'ready'>): boolean {
  return state === 'CONNECTED' && ready;
}

/** How far a figure can be trusted. */
export type Freshness = 'live' | 'polled' | 'stale' | 'unknown';

/** A polled figure is stale when it is older than this, in milliseconds. */
export const POLLED_STALE_AFTER = 180_000;

/**
 * How far a server's player count can be trusted at `now` (epoch milliseconds). Without a live
 * connection to the host, or of the host to a game server that answers, nothing is live.
 */
export function populationFreshness(
  server: Pick<ServerRow, 'population' | 'state'>,
  connection: Pick<ConnectionState, 'kind'>,
  now: number,
): Freshness {
  const { players, source, observed_at } = server.population;
  if (players === null || source === 'unknown') return 'unknown';
  if (connection.kind !== 'live' || server.state.offline) return 'stale';
  if (source === 'polled') return now - observed_at > POLLED_STALE_AFTER ? 'stale' : 'polled';
  return isFollowed(server.state) ? 'live' : 'stale';
}
