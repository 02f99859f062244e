import { Gauge, type Registry } from 'prom-client';
import { RCON_STATE } from '../../protocol/enumerations.ts';
import type { Supervisor } from './supervisor.ts';

/** Registers the connections to game servers by their state, as they are in this host. */
export function serverMetrics(registry: Registry, supervisor: Supervisor): void {
  new Gauge({
    name: 'muster_game_servers',
    help: 'Game servers that this host runs, by the state of the connection.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const counts = new Map<string, number>(RCON_STATE.map((state) => [state, 0]));
      for (const { row } of supervisor.runtimes.values()) {
        const { state } = row.state;
        counts.set(state, (counts.get(state) ?? 0) + 1);
      }
      for (const [state, count] of counts) this.set({ state }, count);
    },
  });
}
