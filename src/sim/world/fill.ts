import type { Random } from '../random.ts';

/**
 * How full a Rust server is, as a share of its slots: half of all servers are nearly empty, one in
 * ten is more than half full.
 */
export function rustFill(random: Random): number {
  return Math.min(1, random.logNormal(0.1, 1.26));
}
