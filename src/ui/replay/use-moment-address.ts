import { useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useSignalValue } from '../data/use-signal.ts';
import { writeMoment } from './address.ts';
import type { OpenReplay } from './connect.ts';

/** Keeps in the address where the replay stands, on whichever screen; while it plays, where it began to. */
export function useMomentAddress({ moment, recording }: OpenReplay): void {
  const { seq, speed } = useSignalValue(moment);
  const [path] = useLocation();
  const search = useSearch();
  useEffect(() => {
    if (speed !== null) return;
    const hash = writeMoment({ recording: recording.fingerprint, event: seq ?? 0 });
    if (hash === location.hash) return;
    history.replaceState(history.state, '', location.pathname + location.search + hash);
  }, [recording, seq, speed, path, search]);
}
