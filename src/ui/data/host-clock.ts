import { useEffect } from 'react';
import { HostClock } from '../../domain/link/host-clock.ts';
import { clockIsHeld } from './clock.ts';
import { useOne, useReplaying } from './use-view.ts';

const clock = new HostClock();

/** Keeps this tab's idea of the host's clock; once, beside every page. */
export function useHearHost(): void {
  const { row } = useOne({ view: 'link' });
  // A replayed link tells of another time.
  const replaying = useReplaying();
  const at = !replaying && row?.connection.kind === 'live' ? row.fresh_at : null;
  useEffect(() => {
    if (at !== null) clock.hear(at, Date.now());
  }, [at]);
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
 * Until when, by the host's clock, something is known to have gone on that was so at `since`: until now, or until the
 * host was heard last (`useHeardUntil`).
 */
export function knownUntil(heardUntil: number | null, since: number, now: number): number {
  return Math.max(since, Math.min(hostTime(now), heardUntil ?? Infinity));
}
