import type { Query } from '../../domain/queries.ts';

/** Who looks at a tab: its window has the focus, is merely on the screen, or nobody sees it. */
export interface Attention {
  readonly visible: boolean;
  readonly focused: boolean;
}

/** What else the machine draws. */
export interface MachineLoad {
  /** Windows on the screen without the focus. */
  readonly windows: number;
  /** Milliseconds after which the window with the focus answers. */
  readonly late: number;
}

const FOCUSED_MS = 16;
/** A window beside the one that is worked in; two of them are still told often. */
const VISIBLE_MS = 50;
/** Windows without the focus share this: each of them has to be drawn, by the same few cores. */
const SHARED_MS = 20;
const HIDDEN_MS = 1_000;
/** An answer that takes so long has the windows without the focus told half as often. */
const LATE_MS = 25;
/** A sum changes with nearly every event, and nobody reads it sixty times a second. */
const SUM_MS = 250;

/** A tab that was just hidden, or looks at something new, is told for so long as if it were on its way back. */
export const LINGER_MS = 5_000;

/** Milliseconds between two patches, at least. `late`: milliseconds after which this tab answers. */
export function paceOf({ visible, focused }: Attention, late: number, load: MachineLoad): number {
  if (!visible) return HIDDEN_MS;
  if (focused) return FOCUSED_MS;
  const share = Math.max(VISIBLE_MS, load.windows * SHARED_MS);
  return Math.min(HIDDEN_MS, Math.round(share * (1 + Math.max(late, load.late) / LATE_MS)));
}

/** Milliseconds between two patches of this view, at least, however often its tab is told of others. */
export function paceOfView({ view }: Query): number {
  return view === 'totals' || view === 'groups' ? SUM_MS : 0;
}

/** Who is signed in: a hidden tab has to hear that, and it is told seldom. */
export function staysAwake({ view }: Query): boolean {
  return view === 'account';
}
