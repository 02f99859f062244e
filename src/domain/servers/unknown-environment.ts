import type { Environment } from '../../protocol/servers/fields.ts';

/** The environment of a server of which nothing is known, as of `at`. */
export function unknownEnvironment(at: number): Environment {
  return {
    next_restart: { local: null },
    uptime: null,
    uptime_source: null,
    uptime_gap: null,
    map: null,
    version: null,
    time: null,
    locked: null,
    wiped_at: null,
    observed_at: at,
  };
}
