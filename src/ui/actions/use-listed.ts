import type { ServerFilter } from '../../domain/queries.ts';
import { useView } from '../data/use-view.ts';

const NONE = { from: 0, to: 0 } as const;

/** How many of the chosen servers a list shows that is filtered so: others may be chosen from before. */
export function useListed(chosen: ReadonlySet<string>, filter: ServerFilter): number {
  const { total } = useView({
    view: 'servers',
    filter: { ...filter, ids: [...chosen] },
    sort: 'identifier',
    direction: 'asc',
    window: NONE,
  });
  // None at all would be all.
  return chosen.size === 0 ? 0 : total;
}
