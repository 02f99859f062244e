import type { Random } from '../random.ts';

/** In one of the networks that are set aside for documentation, so that it is nobody's. */
export function randomAddress(random: Random): string {
  return `${random.pick(['192.0.2', '198.51.100', '203.0.113'])}.${random.int(1, 254)}`;
}

/** Most clients keep the game's own port. */
export function randomPort(random: Random): number {
  return random.chance(0.7) ? 2304 : random.int(1024, 65_535);
}

/** Milliseconds, with the measured median of 62. */
export function randomPing(random: Random): number {
  return Math.round(Math.min(450, Math.max(5, random.logNormal(62, 0.75))));
}
