/**
 * Which pages and servers somebody opened last, for all tabs of this browser. Ids alone: no name of
 * anybody stays behind.
 */

const KEPT = 12;
const PREFIX = 'muster-recent:';

/** Keys of lines, the last first. */
export function readRecent(musterId: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PREFIX + musterId) ?? '[]');
    return Array.isArray(kept) ? kept.filter((key) => typeof key === 'string') : [];
  } catch {
    // What somebody else wrote there is no list.
    return [];
  }
}

export function rememberRecent(musterId: string, key: string): void {
  const others = readRecent(musterId).filter((one) => one !== key);
  localStorage.setItem(PREFIX + musterId, JSON.stringify([key, ...others].slice(0, KEPT)));
}

/** The account signs out: nothing of it stays. */
export function forgetRecent(): void {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  }
}

/** The ids of the servers among the keys. */
export function recentServers(recent: readonly string[]): readonly string[] {
  return recent.flatMap((key) => (key.startsWith('server:') ? key.slice('server:'.length) : []));
}
