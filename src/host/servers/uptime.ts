/** How long a server has been running, and how that is known. */
import { beginOf } from '../../domain/servers/uptime.ts';
import { factsOf } from '../../protocol/games/games.ts';
import type { Environment } from '../../protocol/servers/fields.ts';
import type { LiveServer } from './live-server.ts';

export type Uptime = Pick<Environment, 'uptime' | 'uptime_source' | 'uptime_gap'>;

/** In less than this a server does not end and start again, milliseconds. */
const SHORT_GAP = 60_000;

/**
 * The uptime at a moment, as the connector tells the start of the process. Where it does not, what was known goes on:
 * another host, or another connection, knows no start that an earlier one saw. Where nothing was, it counts from the
 * connection.
 */
export function uptimeAt(server: LiveServer, startedAt: number | null, at: number): Uptime {
  const { configuration, environment, state } = server.row;
  if (startedAt !== null) {
    const source = factsOf(configuration.game).tellsUptime ? 'game' : 'start';
    return counted(startedAt, source, null, at);
  }
  const begin = beginOf(environment);
  if (begin !== null) return counted(begin, environment.uptime_source, environment.uptime_gap, at);
  const connected = state.state === 'CONNECTED' && server.connectedAt > 0;
  if (connected) return counted(server.connectedAt, 'connection', null, at);
  return { uptime: null, uptime_source: null, uptime_gap: null };
}

/**
 * The uptime after a connection that began at `at`: from then on where the server was down before, else as it was, with
 * the stretch since `unheardSince` as a gap. What a game tells of itself has none.
 */
export function uptimeAfterConnecting(
  server: LiveServer,
  wasDown: boolean,
  unheardSince: number | null,
  at: number,
): Uptime {
  const { environment } = server.row;
  const begin = beginOf(environment);
  if (wasDown || begin === null) return counted(at, 'connection', null, at);
  const { uptime_source: source } = environment;
  const missed = source !== 'game' && unheardSince !== null && at - unheardSince >= SHORT_GAP;
  const gap = missed ? { from: Math.max(begin, unheardSince), to: at } : environment.uptime_gap;
  return counted(begin, source, gap, at);
}

function counted(
  begin: number,
  uptime_source: Uptime['uptime_source'],
  gap: Uptime['uptime_gap'],
  at: number,
): Uptime {
  const uptime = Math.max(0, Math.floor((at - begin) / 1_000));
  return { uptime, uptime_source, uptime_gap: gap };
}
