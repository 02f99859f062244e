/** What lies over the page, whichever frame stands around it. */
import { signal } from '@preact/signals-react';

export const paletteOpen = signal(false);
export const helpOpen = signal(false);
