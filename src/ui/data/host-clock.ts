import { useEffect } from 'react';
import { HostClock } from '../../domain/link/host-clock.ts';
import { clockIsHeld } from './clock.ts';
import { useOne, useReplaying } from './use-view.ts';

const clock = new HostClock();
/** The newest moment, by the host's clock, at which anything from it was true; null before the first. */
let freshAt: number | null = null;

/** Keeps this tab's idea of the host's clock; once, beside every page. */
export function useHearHost(): void {
  const { row } = useOne({ view: 'link' });
  // A replayed link tells of another time.
  const replaying = useReplaying();
  const at = !replaying && row?.connection.kind === 'live' ? row.fresh_at : null;
  const fresh = row?.fresh_at ?? null;
  useEffect(() => {
    freshAt = fresh;
    if (at !== null) clock.hear(at, Date.now());
  }, [at, fresh]);
}

/** Milliseconds by which this tab's clock is ahead of the host's. */
export function aheadOfHost(): number {
  const now = Date.now();
  return now - clock.at(now);
}

/** The host's time at `now` of this tab's clock; a recording's moments are the host's already. */
export function hostTime(now: number): number {
  return clockIsHeld() ? now : clock.at(now);
}

/**
 * Until when, by the host's clock, something is known to have gone on that was so at `since`: until now while the host
 * tells of it, else until it was heard last.
 */
export function knownUntil(live: boolean, since: number, now: number): number {
  const until = live ? hostTime(now) : Math.min(hostTime(now), freshAt ?? since);
  return Math.max(since, until);
}
