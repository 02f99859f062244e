/** The lives of simulated people, held against what was recorded on real servers. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { SimGame } from '../games.ts';
import { ManualClock } from '../manual-clock.ts';
import { MemoryNetwork } from '../net/memory-network.ts';
import { Random } from '../random.ts';
import { startSimServer } from '../server.ts';
import { rustFill } from '../world/lives.ts';
import { ARMA_LIVES } from '../world/lives.ts';
import { readPopulationSeries } from './population-series.ts';
import { readRecording } from './recording.ts';

const corpus = process.env['MUSTER_CORPUS'];
const read = (...path: string[]) => readFileSync(join(corpus ?? '', ...path), 'utf8');

/** The value that a share of all is below. */
function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

interface Jumps {
  readonly none: number;
  readonly byOne: number;
  readonly fall: number;
  readonly rise: number;
}

function jumpsOf(counts: readonly number[]): Jumps {
  const jumps = counts.slice(1).map((count, index) => count - (counts[index] ?? 0));
  const share = (test: (jump: number) => boolean) => jumps.filter(test).length / jumps.length;
  return {
    none: share((jump) => jump === 0),
    byOne: share((jump) => Math.abs(jump) === 1),
    fall: Math.min(...jumps),
    rise: Math.max(...jumps),
  };
}

/** Head counts of a simulated server every five seconds, its people in the middle of their lives. */
async function simulate(game: SimGame, players: number, hours: number, seed: number) {
  const clock = new ManualClock();
  const network = new MemoryNetwork(clock);
  const server = await startSimServer({
    game,
    clock,
    network,
    players,
    slots: 120,
    seed,
    settled: true,
    daySwing: 0,
  });
  const counts: number[] = [];
  for (let sample = 0; sample < hours * 720; sample += 1) {
    clock.advance(5_000);
    counts.push(server.world.count);
  }
  await server.stop();
  return counts;
}

test('a line that is no sample is told', () => {
  const series = readPopulationSeries('time,players\n23:59:59,3\n0:00:04,4\nx\n1:00:00,many\n');
  expect(series.samples).toEqual([
    { second: 0, players: 3 },
    { second: 5, players: 4 },
  ]);
  expect(series.unexplained).toEqual(['x', '1:00:00,many']);
});

test.skipIf(corpus === undefined)('every line of the recorded head counts is explained', () => {
  for (const file of readdirSync(join(corpus ?? '', 'population'))) {
    const text = read('population', file);
    const { samples, lines, unexplained } = readPopulationSeries(text);
    process.stdout.write(`${file}: ${JSON.stringify(lines)}\n`);
    expect(unexplained).toEqual([]);
    expect(lines.header + lines.sample + lines.empty).toBe(text.split('\n').length);
    expect(samples.every(({ second }, index) => second >= (samples[index - 1]?.second ?? 0))).toBe(
      true,
    );
  }
});

test.skipIf(corpus === undefined)(
  'simulated head counts change as much in five seconds as the recorded ones, bursts and all',
  async () => {
    const { samples } = readPopulationSeries(read('population', 'arma3_ops_16h_5s.part1.csv'));
    const recorded = jumpsOf(samples.map(({ players }) => players));
    const mean = samples.reduce((sum, { players }) => sum + players, 0) / samples.length;
    const runs = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => simulate('ARMA3', Math.round(mean), 16, seed)),
    );
    const simulated = runs.map(jumpsOf);
    process.stdout.write(
      `recorded ${JSON.stringify(recorded)}\nsimulated ${JSON.stringify(simulated)}\n`,
    );
    for (const { none, byOne, rise } of simulated) {
      expect(Math.abs(none - recorded.none)).toBeLessThan(0.05);
      expect(Math.abs(byOne - recorded.byOne)).toBeLessThan(0.05);
      expect(rise).toBeLessThanOrEqual(recorded.rise + 1);
    }
    const fall = Math.min(...simulated.map((run) => run.fall));
    expect(fall).toBeLessThanOrEqual(recorded.fall / 3);
    expect(fall).toBeGreaterThanOrEqual(recorded.fall * 1.2);
    for (const counts of runs) {
      expect(quantile(counts, 0.5)).toBeGreaterThan(mean * 0.6);
      expect(quantile(counts, 0.5)).toBeLessThan(mean * 1.4);
    }
  },
);

test.skipIf(corpus === undefined)('simulated sessions are as long as the recorded ones', () => {
  const { events } = readRecording(read('arma3_console', 'ops_16h.part1.log'));
  const connected = new Map(
    events.filter(({ kind }) => kind === 'connected').map(({ stay, second }) => [stay, second]),
  );
  const recorded = events
    .filter(({ kind, stay }) => kind === 'leave' && connected.has(stay))
    .map(({ stay, second }) => (second - (connected.get(stay) ?? second)) / 60);
  const random = new Random(1);
  const { shape, scale } = ARMA_LIVES.session;
  const simulated = Array.from({ length: 5_000 }, () => random.weibull(shape, scale));
  const quantiles = (minutes: readonly number[]) =>
    [0.25, 0.5, 0.75, 0.9].map((share) => quantile(minutes, share));
  const pairs = quantiles(recorded).map((minutes, index) => [
    minutes,
    quantiles(simulated)[index] ?? 0,
  ]);
  process.stdout.write(`session minutes, recorded and simulated: ${JSON.stringify(pairs)}\n`);
  for (const [here = 0, there = 0] of pairs) {
    // This part of the night was an operation: fewer left in its middle than over the whole run.
    expect(there).toBeGreaterThan(here * 0.45);
    expect(there).toBeLessThan(here * 2);
  }
});

const browserPage = z.array(
  z.looseObject({
    type: z.literal('server'),
    attributes: z.looseObject({
      name: z.string(),
      players: z.int().min(0),
      maxPlayers: z.int().min(1),
      status: z.literal('online'),
      details: z.looseObject({
        map: z.string(),
        rust_queued_players: z.int(),
        rust_fps: z.number(),
        rust_ent_cnt_i: z.int(),
        rust_last_wipe: z.iso.datetime(),
      }),
    }),
  }),
);

test.skipIf(corpus === undefined)(
  'simulated Rust servers are as full as those of a browser’s page',
  () => {
    const page = browserPage.parse(
      JSON.parse(read('server_browser', 'rust_battlemetrics_2023-03-03_60.json')),
    );
    const recorded = page.map(({ attributes: { players, maxPlayers } }) => players / maxPlayers);
    const random = new Random(1);
    const simulated = Array.from({ length: 5_000 }, () => rustFill(random));
    const pair = (share: number) => [quantile(recorded, share), quantile(simulated, share)];
    process.stdout.write(
      `${page.length} servers, fill recorded and simulated: ${JSON.stringify([pair(0.5), pair(0.9)])}\n`,
    );
    expect(page).toHaveLength(60);
    // The page of a hundred, of which this is a part, had 0.1 and 0.5.
    for (const [share, tolerance] of [
      [0.5, 0.06],
      [0.9, 0.25],
    ] as const) {
      const [here = 0, there = 0] = pair(share);
      expect(Math.abs(here - there)).toBeLessThan(tolerance);
    }
    expect(page.every(({ attributes }) => attributes.details.rust_queued_players === 0)).toBe(true);
  },
);
