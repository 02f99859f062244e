import { signal, type ReadonlySignal } from '@preact/signals-react';
import { useCallback, useSyncExternalStore } from 'react';
import { useSignalValue } from './use-signal.ts';

const now = signal(Date.now());
let running = false;
let held = false;

/** One clock for all 'three minutes ago': it ticks once a second while the page is seen. */
export function startClock(): void {
  if (running) return;
  running = true;
  const tick = () => {
    if (document.visibilityState === 'visible' && !held) now.value = Date.now();
  };
  setInterval(tick, 1_000);
  document.addEventListener('visibilitychange', tick);
}

/** Stops the clock at a moment; null lets it run again. */
export function holdClock(at: number | null): void {
  held = at !== null;
  now.value = at ?? Date.now();
}

/** The moment of now, also while the clock stands at another. */
export function present(): number {
  return Date.now();
}

/** Whether the clock stands at a moment of a recording. */
export function clockIsHeld(): boolean {
  return held;
}

/** The moment, for decisions that are not drawn. */
export const clock: ReadonlySignal<number> = now;

/** The moment, to the second; the component renders each second. Keep it in leaves. */
export function useNow(): number {
  return useSignalValue(now);
}

/** The moment to the minute, for what need not render each second. */
export function useMinute(): number {
  return Number(useTextOfNow((moment) => String(moment - (moment % 60_000))));
}

/** A text of the moment: the component renders again only when the text is another. */
export function useTextOfNow(textAt: (now: number) => string): string {
  const subscribe = useCallback((changed: () => void) => now.subscribe(changed), []);
  return useSyncExternalStore(subscribe, () => textAt(now.peek()));
}
