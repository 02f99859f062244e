import type { Direction } from '../../domain/queries.ts';

/** What a second click on a column's head sorts by. */
export function turned(direction: Direction): Direction {
  return direction === 'asc' ? 'desc' : 'asc';
}
