import { useOne } from '../data/use-view.ts';

const RIGHTS = ['servers', 'muster_id'] as const;

/** What the account may do on servers, as a text: what is told of people is asked again where that is another. */
export function useRights(): string {
  const servers = useOne({ view: 'account' }, RIGHTS).row?.servers;
  return servers === undefined ? '' : JSON.stringify(servers);
}
