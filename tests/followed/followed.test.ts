/**
 * A connector follows a simulated server exactly: its roster and the portal's rows are the server's own,
 * everything said is told once, and every command is answered or has failed by its deadline.
 * `npm run test:long -- followed` plays a day of each game, for several seeds, and prints figures.
 */
import { expect, test } from 'vitest';
import { play, type Play, type Played } from './play.ts';

const long = process.env['MUSTER_LONG'] !== undefined;
const GAMES = ['DAYZ', 'ARMA2', 'ARMA3', 'RUST'] as const;
const SEEDS = long ? [1, 2, 3, 4] : [1];
/** Five in a hundred datagrams are lost, five come twice, five are overtaken; websockets are cut. */
const HOSTILE = {
  loss: 0.05,
  double: 0.05,
  reorder: 0.05,
  latencyMs: 20,
  jitterMs: 30,
  cutAfterMs: 900_000,
  halfOpen: 0.3,
};
/** So bad that servers drop their clients now and then. */
const TORN = {
  loss: 0.2,
  double: 0.2,
  reorder: 0.3,
  latencyMs: 60,
  jitterMs: 120,
  cutAfterMs: 240_000,
  halfOpen: 0.3,
};

async function follow(options: Play): Promise<Played> {
  const { wrong, ...figures } = await play(options);
  const { game, seed, hours } = options;
  if (long) {
    process.stdout.write(`${hours} h of ${game}, seed ${seed}: ${JSON.stringify(figures)}\n`);
  }
  expect(wrong).toEqual([]);
  return { wrong, ...figures };
}

for (const game of GAMES) {
  test.each(SEEDS)(`${game} is followed over a hostile network, seed %i`, async (seed) => {
    const hours = long ? 24 : 1;
    const life = { players: 50, slots: 60, speed: 1, longestGap: 150_000 };
    const { followed, commands, environmentChecks } = await follow({
      game,
      seed,
      hours,
      hostility: HOSTILE,
      ...life,
    });
    expect(followed.checks).toBeGreaterThan(35 * hours);
    expect(followed.exact).toBeGreaterThan(20 * hours);
    expect(environmentChecks).toBeGreaterThan(35 * hours);
    expect(followed.needless).toBe(0);
    expect(commands.done).toBeGreaterThan(60 * hours);
  });

  // A query port counts in bytes; Rust alone tells more, by other means.
  const most = game === 'RUST' ? 400 : 250;
  test.each(SEEDS)(`${game} is followed with ${most} people on it, seed %i`, async (seed) => {
    const hours = long ? 6 : 0.2;
    const life = { players: most - 10, slots: most, settled: true, speed: 1, longestGap: 150_000 };
    const hostility = { loss: 0.01, double: 0.01, latencyMs: 20, jitterMs: 30 };
    const { followed } = await follow({ game, seed, hours, hostility, ...life });
    expect(followed.joins).toBeGreaterThan(most - 50);
    expect(followed.checks).toBeGreaterThan(35 * hours);
    expect(followed.needless).toBe(0);
  });

  test.each(SEEDS)(`${game} is followed over a network torn to pieces, seed %i`, async (seed) => {
    const hours = long ? 6 : 0.5;
    const life = { players: 30, slots: 30, speed: 6, longestGap: 300_000 };
    const { followed } = await follow({ game, seed, hours, hostility: TORN, ...life });
    expect(followed.checks).toBeGreaterThan(10 * hours);
  });
}

for (const game of ['DAYZ', 'RUST'] as const) {
  test.each(SEEDS)(`${game} tells how many wait where it is full, seed %i`, async (seed) => {
    const hours = long ? 6 : 0.5;
    const life = { players: 300, slots: 30, settled: true, speed: 1, longestGap: 150_000 };
    const { queueChecks } = await follow({ game, seed, hours, hostility: HOSTILE, ...life });
    expect(queueChecks).toBeGreaterThan(30 * hours);
  });
}

test.each(SEEDS)('GENERIC is counted over a network torn to pieces, seed %i', async (seed) => {
  const hours = long ? 24 : 1;
  const life = { players: 50, slots: 60, speed: 2, longestGap: 0 };
  const played = await follow({ game: 'GENERIC', seed, hours, hostility: TORN, ...life });
  expect(played.statusChecks).toBeGreaterThan(35 * hours);
  expect(played.environmentChecks).toBeGreaterThan(35 * hours);
});
