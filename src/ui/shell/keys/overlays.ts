/** What lies over the page, whichever frame stands around it, and what the page itself offers there. */
import { signal } from '@preact/signals-react';
import type { PageDeeds } from './page-deeds.ts';

export const paletteOpen = signal(false);

/** What is typed into the palette, also before it is there. `entered`: Enter came before the answer to it. */
interface Typed {
  readonly text: string;
  readonly entered: { readonly elsewhere: boolean } | null;
}
export const NOTHING_TYPED: Typed = { text: '', entered: null };
export const paletteTyped = signal(NOTHING_TYPED);

export function closePalette(): void {
  paletteOpen.value = false;
  paletteTyped.value = NOTHING_TYPED;
}
export const helpOpen = signal(false);
/** null: the page has nothing of its own. */
export const pageDeeds = signal<PageDeeds | null>(null);
