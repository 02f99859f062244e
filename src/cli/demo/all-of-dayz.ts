import { Random } from '../../sim/random.ts';
import { FLEET } from './fleet.ts';
import type { FleetServer } from './fleet-server.ts';

const PLACES = [
  ['Chernarus', 'chernarusplus'],
  ['Livonia', 'enoch'],
  ['Sakhal', 'sakhal'],
  ['Namalsk', 'namalsk'],
  ['Deer Isle', 'deerisle'],
  ['Banov', 'banov'],
] as const;
const KINDS = ['Vanilla', 'Hardcore', 'PvE', 'Trader', 'Modded', 'Roleplay', '1PP', 'Loot+'];
const ZONES = [
  'Europe/Berlin',
  'Europe/London',
  'Europe/Moscow',
  'America/New_York',
  'America/Chicago',
  'America/Sao_Paulo',
  'Australia/Sydney',
  'Asia/Tokyo',
];
const SLOTS = [60, 60, 80, 100, 120];

/** As many servers: the fleet, and DayZ for the rest, as all of it would look. */
export function fleetOf(count: number): readonly FleetServer[] {
  const random = new Random(1_500);
  const more = Array.from({ length: Math.max(0, count - FLEET.length) }, (_, index) =>
    dayz(index + FLEET.length, random),
  );
  return [...FLEET.slice(0, count), ...more];
}

function dayz(index: number, random: Random): FleetServer {
  const [place, map] = random.pick(PLACES);
  const kind = random.pick(KINDS);
  const slots = random.pick(SLOTS);
  const restartEveryHours = random.pick([3, 4, 6]);
  return {
    game: 'DAYZ',
    map,
    identifier: `${place} ${index + 1}`,
    name: `${place} | ${kind} #${index + 1}`,
    timezone: random.pick(ZONES),
    slots,
    // Some are empty, most are half full, and some have more before the door than fit.
    players: Math.round(slots * Math.min(1.3, random.weibull(2.2, 0.74))),
    seed: index + 1,
    restartEveryHours,
    firstRestartMinutes: random.int(2, restartEveryHours * 60),
    trouble: 'none',
  };
}
