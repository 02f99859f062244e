import { REDUCER_VERSION, SCHEMA_HASH } from '../../domain/version.ts';
import { PROTOCOL_VERSION } from '../../protocol/version.ts';
import type { World } from '../contract.ts';

/** An account's databases, and a paired screen's: each world deletes its own alone. */
export const PREFIX = { account: 'muster-account-', display: 'muster-display-' } as const;
/** Of what is stored, and how: another one is another database. */
const LAYOUT = 4;

/**
 * The database of one account or display. Its name carries the versions of wire, reducers and rows: a projection of
 * another version is fetched again, never migrated.
 */
export function databaseName(id: string, world: World = 'account'): string {
  return `${PREFIX[world]}${id}-p${PROTOCOL_VERSION}r${REDUCER_VERSION}l${LAYOUT}-${SCHEMA_HASH}`;
}

/** The database that says whose rows are to be shown at the next start. */
export function registryName(world: World): string {
  return world === 'account' ? 'muster-registry' : 'muster-registry-display';
}
