import { lazy, Suspense } from 'react';
import { isServedReplay } from '../data/served-replay.ts';

const ServedMark = lazy(async () => ({ default: (await import('./served-mark.tsx')).ServedMark }));

/** Says on every page of a played recording that it is one, and moves it. */
export function ServedReplay() {
  if (!isServedReplay()) return null;
  return (
    <Suspense>
      <ServedMark />
    </Suspense>
  );
}
