import { lazy, Suspense } from 'react';
import { useLocation } from 'wouter';
import { isServedReplay } from '../data/served-replay.ts';
import { ROUTES } from '../routes.ts';

const ServedMark = lazy(async () => ({ default: (await import('./served-mark.tsx')).ServedMark }));

/** Says on every page of a played recording that it is one, and moves it; `/replay` says so of its own. */
export function ServedReplay() {
  const [path] = useLocation();
  if (!isServedReplay() || path.startsWith(ROUTES.replay)) return null;
  return (
    <Suspense>
      <ServedMark />
    </Suspense>
  );
}
