const HOLDS_MS = 20_000;
/** Once in so many times the server knows no ping of somebody. */
const UNKNOWN_ONCE_IN = 16;

/**
 * Somebody's ping at a moment of the world, milliseconds: within `spread` of their usual one, now and then
 * -1. It is drawn from who and when alone, so that nothing else of a seeded world depends on it.
 */
export function pingAt(
  { id, ping }: { readonly id: number; readonly ping: number },
  now: number,
  spread: number,
): number {
  if (spread === 0) return ping;
  const drawn = mixed(id * 7_919 + Math.floor(now / HOLDS_MS));
  if (drawn % UNKNOWN_ONCE_IN === 0) return -1;
  return Math.max(1, ping - spread + (drawn % (2 * spread + 1)));
}

/** A 32-bit number in which every bit of the first counts. */
function mixed(value: number): number {
  let bits = value;
  for (let round = 0; round < 2; round += 1) bits = Math.imul(bits ^ (bits >>> 16), 0x45d9f3b);
  return (bits ^ (bits >>> 16)) >>> 0;
}
