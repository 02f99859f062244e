import { lazy, Suspense } from 'react';
import { useLocation } from 'wouter';
import { findRoute } from '../../domain/routes/find.ts';
import { isServedReplay } from '../data/served-replay.ts';

const ServedMark = lazy(async () => ({ default: (await import('./served-mark.tsx')).ServedMark }));

/** Says on every page of a played recording that it is one, and moves it; `/replay` says so of its own. */
export function ServedReplay() {
  const [path] = useLocation();
  if (!isServedReplay() || findRoute(path)?.name === 'replay') return null;
  return (
    <Suspense>
      <ServedMark />
    </Suspense>
  );
}
