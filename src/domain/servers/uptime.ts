/** Since when a server's process runs. */
import type { Environment } from '../../protocol/servers/fields.ts';

/** When the uptime of an environment begins, epoch milliseconds; null where it is unknown. */
export function beginOf({
  uptime,
  observed_at,
}: Pick<Environment, 'uptime' | 'observed_at'>): number | null {
  return uptime === null ? null : observed_at - uptime * 1_000;
}

/**
 * When the server's process began, as far as that is sure; null where it is only known when it was connected, and where
 * it may have started again while nobody listened.
 */
export function processStart(
  environment: Pick<Environment, 'uptime' | 'uptime_source' | 'uptime_gap' | 'observed_at'>,
): number | null {
  const { uptime_source: source, uptime_gap: gap } = environment;
  return source === 'connection' || gap !== null ? null : beginOf(environment);
}
