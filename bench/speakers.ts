import { setTimeout as sleep } from 'node:timers/promises';
import type { SimServer } from '../src/sim/server.ts';
import { now } from './browser/figures.ts';

/** So many players join a simulated server; answers the number of the last, who will speak. */
export function crowd(sim: SimServer, players: number): number {
  let speaker = 0;
  for (let index = 0; index < players; index += 1) {
    const steamId = String(76_561_190_000_000_000n + BigInt(index));
    speaker = sim.join({ name: `Player ${index}`, steamId }).id;
  }
  return speaker;
}

export interface Talk {
  /** Lines a second, and those of each fifth second. */
  readonly rate: number;
  readonly burst: number;
  readonly seconds: number;
}

/** Chat lines with the moment at which they are sent, on every server in turn; answers how many on each. */
export async function speak(
  sims: readonly SimServer[],
  speakers: readonly number[],
  { rate, burst, seconds }: Talk,
): Promise<readonly number[]> {
  const said = sims.map(() => 0);
  const began = performance.now();
  let next = 0;
  for (let tick = 0; tick < seconds * 20; tick += 1) {
    const bursting = Math.floor(tick / 20) % 5 === 4;
    for (let index = 0; index < (bursting ? burst : rate) / 20; index += 1) {
      sims[next]?.chat(speakers[next] ?? 0, 'Global', `@${now()}`);
      said[next] = (said[next] ?? 0) + 1;
      next = (next + 1) % sims.length;
    }
    await sleep(Math.max(0, began + (tick + 1) * 50 - performance.now()));
  }
  return said;
}
