import { useSettled } from '../parts/use-settled.ts';
import type { PersonProfile } from './person-profile.ts';

/** So long after somebody left, it is told why. */
const WHY_MS = 5_000;

/**
 * Another text whenever somebody came or went, and once more a moment later: that somebody was kicked is told after that they
 * left.
 */
export function useStays(servers: PersonProfile['servers']): string {
  const stays = servers.map(({ here }) => here?.id ?? '').join(' ');
  return `${stays} ${useSettled(stays, WHY_MS)}`;
}
