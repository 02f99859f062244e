/**
 * Servers that forget their clients, hang, freeze and restart behind a network that loses a fifth each way: what
 * is shown is right within fifteen seconds after they are back, and what was lost is marked.
 * `npm run test:long -- lossy` goes through a thousand of each, and says how long it took.
 */
import { expect, onTestFinished, test } from 'vitest';
import { Outage, RIGHT_WITHIN, STALE_WITHIN } from './outage.ts';

const long = process.env['MUSTER_LONG'] !== undefined;
const SEEDS = long ? 25 : 1;
const ROUNDS = long ? 40 : 6;
/**
 * How many of so many may be late by chance. A list of 55 people comes in five packets: of a hundred askings 74
 * are answered in part, and all that there is time for fail once in some thousand times.
 */
const CASES = [
  { people: 20, late: 0 },
  { people: 55, late: 1 / 1_000 },
] as const;
const LASTS = [12_000, 25_000, 60_000];

/** From the beginning to the end of a fault; `look` is called in the meantime. */
type Fault = (outage: Outage, ms: number, look: () => void) => Promise<void>;

const FAULTS: Readonly<Record<string, Fault>> = {
  'forgets its clients': (outage) => {
    outage.server.dropClients();
    outage.stir();
    return Promise.resolve();
  },
  hangs: (outage, ms, look) => stuck(outage, 'hangs', ms, look),
  'is frozen': (outage, ms, look) => stuck(outage, 'frozen', ms, look),
  restarts: async (outage, _, look) => {
    await outage.restart();
    while (outage.server.state !== 'running') await outage.pass(250, look);
    for (let count = 0; count < 5; count += 1) outage.join();
  },
};

async function stuck(
  outage: Outage,
  how: 'hangs' | 'frozen',
  ms: number,
  look: () => void,
): Promise<void> {
  outage.server.setStuck(how);
  await outage.pass(ms, look);
  outage.server.setStuck(undefined);
  outage.stir();
}

/** One fault after the other, at any moment of what a connector does; how long until all was right, each time. */
async function suffer(outage: Outage, fault: Fault, seed: number): Promise<readonly number[]> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    expect(await outage.until(() => outage.isRight)).toBeLessThan(120_000);
    await outage.pass(15_000 + ((seed * 7_919 + round * 104_729) % 5_000));
    const fell = outage.time.now();
    const live: number[] = [];
    const look = () => {
      const since = outage.time.now() - fell;
      if (since > STALE_WITHIN && outage.showsLive) live.push(since);
    };
    await fault(outage, LASTS[round % LASTS.length] ?? 0, look);
    const old = () => {
      if (outage.showsOldLive) live.push(outage.time.now() - fell);
    };
    times.push(await outage.until(() => outage.isRight, old));
    expect(live).toEqual([]);
  }
  await outage.pass(30_000);
  expect(outage.unmarked()).toEqual([]);
  return times;
}

for (const game of ['DAYZ', 'ARMA3', 'RUST', 'GENERIC'] as const) {
  for (const [name, fault] of Object.entries(FAULTS)) {
    for (const { people, late } of CASES) {
      test(`${game} with ${people} people ${name}, and a fifth is lost`, async () => {
        const times: number[] = [];
        for (let seed = 1; seed <= SEEDS; seed += 1) {
          const outage = await Outage.begin({ game, seed, loss: 0.2, refuses: false, people });
          onTestFinished(() => outage.stop());
          times.push(...(await suffer(outage, fault, seed)));
          await outage.stop();
        }
        times.sort((one, other) => one - other);
        const [middle, worst] = [times[times.length >> 1], times.at(-1)];
        if (long) {
          process.stdout.write(
            `${game} with ${people} people ${name}: ${times.length} times, right after ${middle} ms, at the worst ${worst}\n`,
          );
        }
        const tooLate = times.filter((time) => time > RIGHT_WITHIN);
        expect(tooLate.length).toBeLessThanOrEqual(times.length * late);
      });
    }
  }
}
