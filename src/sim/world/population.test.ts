import { expect, test } from 'vitest';
import type { SimGame } from '../games.ts';
import { ManualClock } from '../manual-clock.ts';
import { Random } from '../random.ts';
import { battleyeLines } from '../battleye/wording.ts';
import { GameWorld } from './game-world.ts';
import { Population } from './population.ts';
import type { WorldEvent } from './world-event.ts';

const MINUTE = 60_000;

function live(seed: number, players: number, game: SimGame = 'DAYZ', slots = 100, daySwing = 0) {
  const clock = new ManualClock();
  const random = new Random(seed);
  const said: string[] = [];
  const events: WorldEvent[] = [];
  const world = new GameWorld({
    game,
    slots,
    clock,
    random,
    tell: (event) => {
      events.push(event);
      said.push(...battleyeLines(world.facts.battleye, event));
    },
    join: { guidMs: 1_000, verifiedMs: 3_000, lobbyMs: 20_000 },
    masterReachable: true,
  });
  const population = new Population({
    world,
    clock,
    random,
    players,
    settled: false,
    awkward: 0.08,
    daySwing,
  });
  population.serverUp();
  return { clock, world, population, said, events };
}

test('the same seed lives the same night', () => {
  const nights = [1, 1, 2].map((seed) => {
    const { clock, said } = live(seed, 30);
    clock.advance(3 * 60 * MINUTE);
    return said.join('\n');
  });
  expect(nights[0]).toBe(nights[1]);
  expect(nights[0]).not.toBe(nights[2]);
});

test('arrivals and departures balance near the number asked for', () => {
  for (const game of ['DAYZ', 'ARMA3'] as const) {
    const { clock, world } = live(7, 40, game);
    clock.advance(5 * MINUTE);
    let sum = 0;
    for (let sample = 0; sample < 96; sample += 1) {
      clock.advance(15 * MINUTE);
      sum += world.roster().length;
    }
    expect(sum / 96).toBeGreaterThan(28);
    expect(sum / 96).toBeLessThan(52);
  }
});

test('on a full DayZ server people wait in line, on a full ArmA server nobody does', () => {
  const dayz = live(3, 60, 'DAYZ', 30);
  dayz.clock.advance(3 * MINUTE);
  expect(dayz.world.roster().length).toBe(30);
  expect(dayz.world.line.length).toBeGreaterThan(0);
  const arma = live(3, 60, 'ARMA3', 30);
  arma.clock.advance(3 * MINUTE);
  expect(arma.world.roster().length).toBe(30);
  expect(arma.world.line.length).toBe(0);
});

test('after a restart most people come back within two minutes', () => {
  const { clock, world, population } = live(5, 40);
  clock.advance(10 * MINUTE);
  const before = world.roster().length;
  population.serverDown();
  world.shutDown();
  clock.advance(MINUTE);
  expect(world.roster()).toEqual([]);
  population.serverUp();
  clock.advance(2 * MINUTE);
  expect(world.roster().length).toBeGreaterThan(before * 0.7);
});

test('every line that is said is one of the known forms', () => {
  const { clock, said } = live(11, 50);
  clock.advance(24 * 60 * MINUTE);
  const forms = [
    /^Player #\d+ .* \(\d+\.\d+\.\d+\.\d+:\d+\) connected$/,
    /^Player #\d+ .* - BE GUID: [0-9a-f]{32}$/,
    /^Verified GUID \([0-9a-f]{32}\) of player #\d+ .*$/,
    /^Player #\d+ .* disconnected$/,
    /^Player #\d+ .* \([0-9a-f]{32}\) has been kicked by BattlEye: (Client not responding|Query Timeout|Admin Kick \(.*\))$/,
    /^\((Global|Direct)\) .*: .*$/,
  ];
  expect(said.length).toBeGreaterThan(1_000);
  expect(said.filter((line) => !forms.some((form) => form.test(line)))).toEqual([]);
  for (const form of forms) expect(said.some((line) => form.test(line))).toBe(true);
});

test.each([
  ['DAYZ', 3.5, 8.6, 0.23],
  ['ARMA3', 3.5, 8.6, 0.23],
] as const)('on %s people talk, are hit and die as often as measured', (game, chat, hit, died) => {
  const { clock, world, events } = live(2, 60, game);
  let playerHours = 0;
  for (let minute = 0; minute < 24 * 60; minute += 1) {
    clock.advance(MINUTE);
    playerHours += world.count / 60;
  }
  const rate = (kind: WorldEvent['kind']) =>
    events.filter((event) => event.kind === kind).length / playerHours;
  expect(rate('chat')).toBeGreaterThan(chat * 0.9);
  expect(rate('chat')).toBeLessThan(chat * 1.05);
  expect(rate('hit')).toBeGreaterThan(hit * 0.9);
  expect(rate('hit')).toBeLessThan(hit * 1.05);
  expect(rate('died')).toBeGreaterThan(died * 0.75);
  expect(rate('died')).toBeLessThan(died * 1.25);
});

test('more come in the evening than before morning', () => {
  const { clock, world } = live(4, 80, 'DAYZ', 200, 0.6);
  clock.advance(6 * 60 * MINUTE);
  const before = { evening: 0, morning: 0 };
  for (let day = 0; day < 6; day += 1) {
    before.morning += world.count;
    clock.advance(16 * 60 * MINUTE);
    before.evening += world.count;
    clock.advance(8 * 60 * MINUTE);
  }
  expect(before.evening).toBeGreaterThan(before.morning * 1.3);
});
