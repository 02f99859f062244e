/** What stands in a server's row, as the wire may show it: a row that an earlier version wrote may not fit. */
import {
  environment,
  population,
  type Environment,
  type Population,
} from '../../protocol/servers/fields.ts';
import { unknownEnvironment } from '../../domain/servers/unknown-environment.ts';

/** The population; unknown where what is stored is none. One row never costs another its answer. */
export function readablePopulation(stored: unknown): Population {
  const read = population.safeParse(stored);
  if (read.success) return read.data;
  return { players: null, slots: null, queue: null, source: 'unknown', observed_at: 0 };
}

/** What an earlier version did not write. */
const storedEnvironment = environment.extend({
  uptime_source: environment.shape.uptime_source.default(null),
  uptime_gap: environment.shape.uptime_gap.default(null),
});

/** The environment; unknown where what is stored is none. */
export function readableEnvironment(stored: unknown): Environment {
  const read = storedEnvironment.safeParse(stored);
  return read.success ? read.data : unknownEnvironment(0);
}
