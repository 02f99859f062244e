import type { ReactNode } from 'react';
import type { Tone } from './notice.tsx';

export type StatusTone = Tone | 'unknown';

/** A state by shape, colour and word. */
export function Status({
  tone,
  children,
}: {
  readonly tone: StatusTone;
  readonly children: ReactNode;
}) {
  return (
    <span className="status" data-tone={tone}>
      {children}
    </span>
  );
}
