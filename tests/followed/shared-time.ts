/** One time for a simulated server and the connector that follows it: nothing happens until it is moved. */
import type { Clock } from '../../src/host/connectors/ports.ts';
import { ManualClock } from '../../src/sim/manual-clock.ts';

export class SharedTime {
  readonly sim = new ManualClock();
  readonly connector: Clock;

  constructor() {
    const start = this.sim.now();
    this.connector = {
      now: () => Math.floor(this.sim.now()),
      elapsed: () => this.sim.now() - start,
      after: (ms, run) => this.sim.schedule(ms, run),
    };
  }

  now(): number {
    return this.sim.now();
  }

  /** Moves on by `ms`, moment by moment; promises settle after each, then `look` is called. */
  async advance(ms: number, look: () => void = () => undefined): Promise<void> {
    const end = this.sim.now() + ms;
    await settled();
    for (;;) {
      const next = this.sim.untilNext();
      if (next === undefined || this.sim.now() + next > end) break;
      this.sim.advance(next);
      await settled();
      look();
    }
    this.sim.advance(end - this.sim.now());
  }
}

function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
