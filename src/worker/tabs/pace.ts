/** Who looks at a tab: its window has the focus, is merely on the screen, or nobody sees it. */
export interface Attention {
  readonly visible: boolean;
  readonly focused: boolean;
}

const FOCUSED_MS = 16;
/** A window beside the one that is worked in; two of them are still told often. */
const VISIBLE_MS = 50;
/** Windows without the focus share this: each of them has to be drawn, by the same few cores. */
const SHARED_MS = 20;
const HIDDEN_MS = 1_000;

/** A tab that was just hidden, or looks at something new, is told for so long as if it were on its way back. */
export const LINGER_MS = 5_000;

/** Milliseconds between two patches, at least. `beside`: windows on the screen without the focus. */
export function paceOf({ visible, focused }: Attention, beside: number): number {
  if (!visible) return HIDDEN_MS;
  if (focused) return FOCUSED_MS;
  return Math.min(HIDDEN_MS, Math.max(VISIBLE_MS, beside * SHARED_MS));
}
