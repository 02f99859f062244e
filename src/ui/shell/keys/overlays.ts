/** What lies over the page, whichever frame stands around it. */
import { signal } from '@preact/signals-react';

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
