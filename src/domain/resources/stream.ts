import type { PagedName, ResourceName } from '../../protocol/resources/registry.ts';
import { resourceStream } from '../../protocol/streams.ts';
import type { Rows } from '../state.ts';

/** The stream of a resource; null where it is the account's own and nobody is signed in. */
export function streamOfRows(
  rows: Rows,
  resource: ResourceName | PagedName,
  ownerId: string | null,
): string | null {
  const owner = ownerId ?? rows.account.get('me')?.muster_id;
  return owner === undefined ? null : resourceStream(resource, owner);
}
