import type { ReactNode } from 'react';
import type { Tone } from './notice.tsx';

/** A state by shape, colour and word. */
export function Status({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return (
    <span className="status" data-tone={tone}>
      {children}
    </span>
  );
}
