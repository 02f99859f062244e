import { forgetDrafts } from '../parts/kept-draft.ts';
import { forgetRecent } from '../shell/palette/recent.ts';
import { forgetWalls } from '../walls/screen/forget-walls.ts';

/** Takes away what this browser keeps of the account that signs out. */
export function forgetAccount(): void {
  forgetRecent();
  forgetWalls('account');
  forgetDrafts();
}
