import type { ResourceView } from '../../domain/queries.ts';
import type { ResourceName } from '../../protocol/resources/registry.ts';
import { rowsQuery, type Asked, type Whose } from './rows-query.ts';
import { useOne, useRows, useView } from './use-view.ts';

/** What of the link says which streams the host refuses. */
const REFUSED = ['refused'] as const;

/**
 * The rows of a resource of a server, a group, a ban list or a bucket or, with null, of what the account has for itself. `told`: whether the
 * host has told them; else `NoLines` says why not.
 */
export function useResource<R extends ResourceName>(
  resource: R,
  whose: Whose,
  asked: Asked = {},
): {
  readonly told: boolean;
  readonly rows: readonly ResourceView<R>[];
  readonly total: number;
} {
  const query = rowsQuery(resource, whose, asked);
  const view = useRows(query);
  const streams = useView({ view: 'streams', server_id: query.server_id }).ids;
  const refused = useOne({ view: 'link' }, REFUSED).row?.refused ?? [];
  const isIt = (stream: string) => isStreamOf(stream, whose, resource);
  const told = view.ready && streams.some(isIt) && !refused.some(isIt);
  return { told, rows: view.rows as unknown as readonly ResourceView<R>[], total: view.total };
}

/** Whether a stream tells of this topic of a server, a group or a ban list or, with null, of this that the account has for itself. */
export function isStreamOf(stream: string, whose: Whose, topic: string): boolean {
  return stream.startsWith(placeOf(whose)) && stream.endsWith(`/${topic}`);
}

function placeOf(whose: Whose): string {
  if (whose === null) return 'account/';
  if (typeof whose === 'string') return `server/${whose}/`;
  if ('bucket_id' in whose) return `bucket/${whose.bucket_id}/`;
  return 'group_id' in whose ? `group/${whose.group_id}/` : `banlist/${whose.banlist_id}/`;
}
