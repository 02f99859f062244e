import type { Reach } from '../shell/keys/reach.ts';

/** Where the palette and the keys lead from a recording: to the pages that it is shown on. */
export function replayedReach(reach: Reach): Reach {
  const replayed = (page: { readonly replayed?: true }) => page.replayed === true;
  return {
    ...reach,
    from: 'replay',
    pages: reach.pages.filter(replayed),
    serverPages: reach.serverPages.filter(replayed),
    links: reach.links.filter(replayed),
  };
}

/** All of the portal: nothing is shown yet that one would lose. */
export function chooserReach(reach: Reach): Reach {
  return { ...reach, from: 'chooser' };
}
