import { lazy, Suspense, useState } from 'react';
import { useOne } from '../../data/use-view.ts';

/** Most browsers keep it. */
const MemoryOnlyNotice = lazy(async () => ({
  default: (await import('./memory-only-notice.tsx')).MemoryOnlyNotice,
}));

const KEPT = ['memory_only'] as const;

/** Says over every page that nothing is kept on the disk, until it is again or somebody has read it. */
export function MemoryOnlyBanner() {
  const memoryOnly = useOne({ view: 'link' }, KEPT).row?.memory_only ?? null;
  const [read, setRead] = useState<string | null>(null);
  if (memoryOnly === null) return null;
  const { why, since } = memoryOnly;
  const key = `${why} ${since}`;
  if (read === key) return null;
  return (
    <Suspense fallback={null}>
      <MemoryOnlyNotice why={why} onHide={() => setRead(key)} />
    </Suspense>
  );
}
