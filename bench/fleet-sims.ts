/** All of DayZ, simulated in a process of its own. */
import { setTimeout as sleep } from 'node:timers/promises';
import { fleetOf } from '../src/cli/demo/all-of-dayz.ts';
import { FLEET } from '../src/cli/demo/fleet.ts';
import { startSimServer, type SimServer } from '../src/sim/server.ts';
import { now } from './browser/figures.ts';

export interface FleetOptions {
  readonly servers: number;
  readonly password: string;
  /** What the lines that are measured begin with; the moment they are said at follows. */
  readonly mark: string;
}

type FleetAsk =
  | { readonly kind: 'begin' }
  | { readonly kind: 'players' }
  | { readonly kind: 'speak'; readonly rate: number; readonly seconds: number };

/** Is the process of the simulators: answers what it is asked, and ends with the channel. */
export function runFleet({ servers, password, mark }: FleetOptions): void {
  const sims: SimServer[] = [];
  const answer = async (order: FleetAsk): Promise<unknown> => {
    if (order.kind === 'begin') {
      for (const server of fleetOf(servers + FLEET.length).slice(FLEET.length)) {
        const { name, slots, players, seed } = server;
        const settled = true;
        sims.push(
          await startSimServer({
            game: 'DAYZ',
            password,
            name,
            slots,
            players,
            seed,
            settled,
          }),
        );
      }
      return sims.map(({ address }) => ({ rcon: address.rconPort, query: address.queryPort }));
    }
    if (order.kind === 'players') return sims.map((sim) => sim.roster().length);
    return speak(sims, mark, order.rate, order.seconds);
  };
  process.on(
    'message',
    (order: FleetAsk) => void answer(order).then((told) => process.send?.(told)),
  );
  process.once('disconnect', () => process.exit());
}

/** Says so many lines a second, on every server in turn; answers how many were said. */
async function speak(
  sims: readonly SimServer[],
  mark: string,
  rate: number,
  seconds: number,
): Promise<number> {
  const TICK = 20;
  const speakers = new Map<SimServer, number>();
  const began = performance.now();
  let said = 0;
  let next = 0;
  for (let tick = 1; tick <= (seconds * 1_000) / TICK; tick += 1) {
    for (const due = (tick * rate * TICK) / 1_000; said < due;) {
      const sim = sims[next % sims.length];
      next += 1;
      if (sim === undefined) throw new RangeError('There are no servers.');
      const known = speakers.get(sim);
      const speaker =
        known !== undefined && sim.world.find(known) !== undefined ? known : sim.roster()[0]?.id;
      if (speaker === undefined) continue;
      speakers.set(sim, speaker);
      sim.chat(speaker, 'Global', `${mark}${now()}`);
      said += 1;
    }
    await sleep(Math.max(0, began + tick * TICK - performance.now()));
  }
  return said;
}
