import { Gauge, type Registry } from 'prom-client';
import type { Logger } from '../logger.ts';
import type { Database } from '../store/database.ts';
import { readStandings, type Standing } from './cursors.ts';

/** What the operator sees of reactors, read when somebody asks. */
const SHOWN = {
  behind: ['muster_reactor_behind', 'Positions of the log that a reactor has not come to yet.'],
  parked: ['muster_reactor_parked', 'Events that a reactor passed by since they kept failing.'],
  forgotten: [
    'muster_reactor_forgotten',
    'Positions that the log had forgotten before a reactor read them.',
  ],
} as const satisfies Partial<Record<keyof Standing, readonly [string, string]>>;

/** Registers how the reactors stand. While the database is away nothing is said of them; all else is. */
export function reactorMetrics(registry: Registry, db: Database, log: Logger): void {
  let asked: Promise<readonly Standing[]> | null = null;
  // All three are collected in one turn, and read once.
  const standings = () => {
    asked ??= readStandings(db)
      .catch((error: unknown) => {
        log.warn({ err: error }, 'metrics say nothing of reactors: the database does not answer');
        return [];
      })
      .finally(() => {
        asked = null;
      });
    return asked;
  };
  for (const [shown, [name, help]] of Object.entries(SHOWN)) {
    new Gauge({
      name,
      help,
      labelNames: ['reactor'],
      registers: [registry],
      async collect() {
        const read = await standings();
        this.reset();
        for (const standing of read) {
          this.set({ reactor: standing.reactor }, standing[shown as keyof typeof SHOWN]);
        }
      },
    });
  }
}
