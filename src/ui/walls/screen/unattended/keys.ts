import type { RewindEvent } from '../../../../domain/walls/rewind.ts';
import type { RotationEvent } from '../../../../domain/walls/rotation.ts';

/** One touch of a key goes so far back or forth. */
export const REWIND_STEP_MS = 10_000;
/** And one of these keys so far. */
export const REWIND_HOUR_MS = 3_600_000;

export type WallKey =
  | { readonly kind: 'turn'; readonly event: RotationEvent }
  | { readonly kind: 'rewind'; readonly event: RewindEvent };

/**
 * What a key means on a wall. Arrows turn pages, with Shift they look back and forth in time, Page Up and Page
 * Down by an hour, Escape is live again; the letter pins, where single keys are not switched off.
 */
export function wallKey(
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
  past: boolean,
  letters: boolean,
): WallKey | null {
  const rewind = (ms: number): WallKey => ({ kind: 'rewind', event: { kind: 'step', ms } });
  if (key === 'Escape') return past ? { kind: 'rewind', event: { kind: 'live' } } : null;
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const forth = key === 'ArrowRight';
    if (past || shiftKey) return rewind(forth ? REWIND_STEP_MS : -REWIND_STEP_MS);
    return { kind: 'turn', event: { kind: forth ? 'next' : 'previous' } };
  }
  if (key === 'PageUp') return rewind(-REWIND_HOUR_MS);
  if (key === 'PageDown' && past) return rewind(REWIND_HOUR_MS);
  if (letters && key.toLowerCase() === 'p') return { kind: 'turn', event: { kind: 'pin' } };
  return null;
}
