import type { ReadonlySignal } from '@preact/signals-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { pixelShiftAt } from '../../../../domain/walls/pixel-shift.ts';

/** Stands some pixels from its place, elsewhere each minute, against burn-in. */
export function Drifting({
  now: clock,
  children,
}: {
  readonly now: ReadonlySignal<number>;
  readonly children: ReactNode;
}) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(
    () =>
      clock.subscribe((now) => {
        const { x, y } = pixelShiftAt(now);
        const place = `${x}px ${y}px`;
        // Written only when it changes: a write each second would keep the compositor busy for weeks.
        if (element.current !== null && element.current.style.translate !== place) {
          element.current.style.translate = place;
        }
      }),
    [clock],
  );
  return (
    <div className="wall-drifting" ref={element}>
      {children}
    </div>
  );
}
