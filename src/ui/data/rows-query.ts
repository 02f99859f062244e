/** What is asked of the rows of a resource: of a page once it is there, and at the start of the portal before that. */
import type { Query } from '../../domain/queries.ts';
import type { ResourceName } from '../../protocol/resources/registry.ts';
import { LIST_MAX, type Owner } from '../../protocol/resources/resource.ts';

/** Whose rows are asked for: a server's, by its id; a team's or an organization's; a ban list's; a bucket's; null: the account's own. */
export type Whose =
  | string
  | { readonly group_id: string }
  | { readonly banlist_id: string }
  | { readonly bucket_id: string }
  | null;

export interface Asked {
  /** Contained in what is searched. */
  readonly text?: string;
  /** What plain fields have to be. */
  readonly where?: Readonly<Record<string, string>>;
  /** How many are shown at most. */
  readonly size?: number;
}

/** All that a resource has of somebody, or what of it is asked for. */
export function rowsQuery(
  resource: ResourceName,
  whose: Whose,
  { text = '', where = {}, size = LIST_MAX }: Asked = {},
): Extract<Query, { view: 'rows' }> {
  const window = { from: 0, to: size };
  return { view: 'rows', resource, ...ownerOfRows(whose), text, where, window };
}

function ownerOfRows(whose: Whose): Owner {
  if (typeof whose === 'string') return { server_id: whose };
  return { server_id: null, ...whose };
}
