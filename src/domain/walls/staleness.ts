import type { ConnectionState, ServerRow } from '../rows.ts';
import { populationFreshness, type Freshness } from '../servers/status.ts';

/** A wall asks its worker for a sign of life so often. */
export const SIGN_EVERY_MS = 2_000;

/** Without a sign of life from the host for so long nothing on the wall is live, whoever is to blame. */
export const TRUST_MS = 8_000;

/** What a wall knows of its connection, and how old that is. */
export interface LinkSign {
  readonly connection: ConnectionState;
  /** When the worker last answered. */
  readonly heard_at: number;
  /** The last moment at which the connection was known to be live; null: not yet. */
  readonly live_at: number | null;
}

/** What the worker tells of the connection. */
export interface ToldSign {
  readonly connection: ConnectionState;
  /** For how many milliseconds the host has told nothing, while it is live. */
  readonly silent: number;
  /** The newest moment that the host told of, in this life of the worker or an earlier one. */
  readonly fresh_at: number | null;
}

/** Before the worker has said anything. */
export function noSign(now: number): LinkSign {
  return { connection: { kind: 'starting' }, heard_at: now, live_at: null };
}

/** The worker told how the connection is. */
export function signHeard(before: LinkSign, told: ToldSign, now: number): LinkSign {
  const { connection, silent, fresh_at } = told;
  const live = connection.kind === 'live' ? now - silent : null;
  // A page that starts while the host is away has rows of before: they were true until then.
  const known = before.live_at ?? (fresh_at === null ? null : Math.min(fresh_at, now));
  return {
    connection,
    heard_at: now,
    live_at: live === null ? known : Math.max(live, before.live_at ?? live),
  };
}

/**
 * The connection as the wall may believe it at `now`: lost, once the host or the worker itself has gone
 * silent. A clock that was set back proves nothing either.
 */
export function connectionAt(sign: LinkSign, now: number): ConnectionState {
  const { connection, live_at } = sign;
  if (connection.kind !== 'live') return connection;
  if (live_at !== null && Math.abs(now - live_at) <= TRUST_MS) return connection;
  return { kind: 'lost', since: live_at ?? sign.heard_at, attempt: 0, retry_at: now };
}

/** How far a tile can be trusted, and the last moment at which what it shows was true. */
export interface TileAge {
  readonly freshness: Freshness;
  /** null: never known. */
  readonly as_of: number | null;
}

/** A tile's worth at `now`, from the row alone and the last sign of the connection. */
export function tileAge(
  server: Pick<ServerRow, 'population' | 'state'>,
  sign: LinkSign,
  now: number,
): TileAge {
  const connection = connectionAt(sign, now);
  const freshness = populationFreshness(server, connection, now);
  const { observed_at, source } = server.population;
  if (freshness === 'unknown') return { freshness, as_of: null };
  if (freshness === 'live') return { freshness, as_of: now };
  if (freshness === 'polled' || source === 'polled') return { freshness, as_of: observed_at };
  const { state, offline, since } = server.state;
  // It was followed live until whichever broke first: the game server's connection, or ours.
  const followed = state === 'CONNECTED' && !offline ? sign.live_at : since;
  const ends = Math.min(followed ?? observed_at, sign.live_at ?? observed_at);
  return { freshness, as_of: Math.min(now, Math.max(observed_at, ends)) };
}
