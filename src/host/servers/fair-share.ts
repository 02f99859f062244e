import type { Leases } from './leases.ts';

/**
 * Which free servers a host takes: up to its share of all, so that several hosts divide what a dead one had;
 * and whatever was free at its last look already, since then nobody else takes it. Pure.
 */
export function fairShare(leases: Leases, freeBefore: ReadonlySet<string>): readonly string[] {
  const share = Math.ceil(leases.servers / Math.max(1, leases.hosts));
  let room = Math.max(0, share - leases.held.length);
  return leases.free.filter((id) => {
    if (freeBefore.has(id)) return true;
    room -= 1;
    return room >= 0;
  });
}
