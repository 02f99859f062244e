import { patience, type Footing } from './footing.ts';

const FLUSH_MS = 300;
const MAX_FLUSH_MS = 3_000;
/** Under load, writing gets at most one part in so many of the worker's time. */
const WRITING_SHARE = 20;

/** Milliseconds until the next write, or for which nothing has changed before it; the last one took `took`. */
export function flushPace(
  footing: Footing,
  took: number,
): { readonly wait: number; readonly quiet: number } {
  if (footing.failures > 0) {
    const wait = patience(footing);
    return { wait, quiet: wait };
  }
  const wait = Math.min(Math.max(FLUSH_MS, took * WRITING_SHARE), MAX_FLUSH_MS);
  return { wait, quiet: FLUSH_MS };
}
