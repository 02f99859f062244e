import type { ReactNode } from 'react';
import { Overlay } from '../palette/overlay.tsx';
import { ConnectionBanner } from './connection-state.tsx';
import { MemoryOnlyBanner } from './memory-only.tsx';

/** What stands around a page that has a window to itself: no bars, but the palette and the keys. */
export function Bare({ children }: { readonly children: ReactNode }) {
  return (
    <main className="bare" id="content" tabIndex={-1}>
      <ConnectionBanner bare />
      <MemoryOnlyBanner />
      {children}
      <Overlay />
    </main>
  );
}
