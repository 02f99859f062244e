import { useEffect } from 'react';
import { HostClock } from '../../domain/link/host-clock.ts';
import { clockIsHeld } from '../parts/clock.ts';
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

/** The host's time at `now` of this tab's clock; a recording's moments are the host's already. */
export function hostTime(now: number): number {
  return clockIsHeld() ? now : clock.at(now);
}
