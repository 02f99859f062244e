import type { ResourceView } from '../../domain/queries.ts';
import { LIST_MAX, type Owner } from '../../protocol/resources/resource.ts';
import type { ResourceName } from '../../protocol/resources/registry.ts';
import { useOne, useRows, useView } from './use-view.ts';

/** What of the link says which streams the host refuses. */
const REFUSED = ['refused'] as const;

/** Whose rows are asked for: a server's, by its id; a team's or an organization's; a ban list's; a bucket's; null: the account's own. */
export type Whose =
  | string
  | { readonly group_id: string }
  | { readonly banlist_id: string }
  | { readonly bucket_id: string }
  | null;

interface Asked {
  /** Contained in what is searched. */
  readonly text?: string;
  /** What plain fields have to be. */
  readonly where?: Readonly<Record<string, string>>;
  /** How many are shown at most. */
  readonly size?: number;
}

/**
 * The rows of a resource of a server, a group, a ban list or a bucket or, with null, of what the account has for itself. `told`: whether the
 * host has told them; else `NoLines` says why not.
 */
export function useResource<R extends ResourceName>(
  resource: R,
  whose: Whose,
  { text = '', where = {}, size = LIST_MAX }: Asked = {},
): {
  readonly told: boolean;
  readonly rows: readonly ResourceView<R>[];
  readonly total: number;
} {
  const window = { from: 0, to: size };
  const owner = ownerOfRows(whose);
  const { server_id } = owner;
  const view = useRows({ view: 'rows', resource, ...owner, text, where, window });
  const streams = useView({ view: 'streams', server_id }).ids;
  const refused = useOne({ view: 'link' }, REFUSED).row?.refused ?? [];
  const isIt = (stream: string) => isStreamOf(stream, whose, resource);
  const told = view.ready && streams.some(isIt) && !refused.some(isIt);
  return { told, rows: view.rows as unknown as readonly ResourceView<R>[], total: view.total };
}

function ownerOfRows(whose: Whose): Owner {
  if (typeof whose === 'string') return { server_id: whose };
  return { server_id: null, ...whose };
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
