import type { ServerRow } from '../rows.ts';
import { isDown, populationFreshness, serverStatus } from './status.ts';

/**
 * What somebody should look at. `down`: nobody can play, or Muster is not let in. `silent`: it is up, and its figures
 * are old or missing. `queue`: many wait. `overdue`: a restart that was planned has not come.
 */
export type ServerAlert = 'down' | 'silent' | 'queue' | 'overdue';

/** When something is an alert; times in milliseconds. */
export const ALERT = {
  /** So many wait, or such a share of the slots where that is more. */
  queue: { least: 5, share: 0.1 },
  /** After a start the first figures may take so long. */
  silentAfter: 180_000,
  overdueAfter: 300_000,
} as const;

/** What is to be looked at on a server at `now`, by the host's clock; one that is down is that alone. */
export function serverAlerts(
  server: Pick<ServerRow, 'configuration' | 'deployment' | 'state' | 'population' | 'environment'>,
  now: number,
): readonly ServerAlert[] {
  const { name } = serverStatus(server);
  if (isDown(name)) return ['down'];
  if (name !== 'online') return [];
  const alerts: ServerAlert[] = [];
  const { state, population, environment } = server;
  const freshness = populationFreshness(server, { kind: 'live' }, now);
  const known = freshness === 'live' || freshness === 'polled';
  if (!known && now - state.since > ALERT.silentAfter) alerts.push('silent');
  const { least, share } = ALERT.queue;
  const many = Math.max(least, (population.slots ?? 0) * share);
  if (known && (population.queue?.size ?? 0) >= many) alerts.push('queue');
  const { local } = environment.next_restart;
  if (local !== null && now - Date.parse(local) > ALERT.overdueAfter) alerts.push('overdue');
  return alerts;
}
