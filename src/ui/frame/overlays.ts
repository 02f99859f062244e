/** What lies over the page, whichever frame stands around it, and what the page itself offers there. */
import { signal } from '@preact/signals-react';
import type { PageDeeds } from './page-deeds.ts';

export const paletteOpen = signal(false);
export const helpOpen = signal(false);
/** null: the page has nothing of its own. */
export const pageDeeds = signal<PageDeeds | null>(null);
