/** What giving somebody rights comes to on each of many servers, before anything is done. */
import type { GivingRefused } from '../../protocol/invitations/limits.ts';
import type { ServerPermission } from '../../protocol/permissions.ts';
import { PERSONNEL } from '../../protocol/personnel/resource.ts';
import { grantedServers, serverResource } from '../access/grants.ts';
import type { Database } from '../store/database.ts';

type Held = ReadonlyMap<string, readonly ServerPermission[]>;

/** What is known of the servers. */
export interface Known {
  /** What whoever gives may do there, nothing where it is restricted; what the others hold, empty for a link. */
  readonly own: Held;
  readonly theirs: Held;
  /** Those that are there, and stay. */
  readonly kept: ReadonlySet<string>;
  /** Those where nobody more can be let in. */
  readonly full: ReadonlySet<string>;
}

/** `give`: they have something there, and get more at once. */
export type Screened = 'give' | 'invited' | 'unchanged' | GivingRefused;

/** Decides it for one server. */
export function screen(
  known: Known,
  serverId: string,
  permissions: readonly ServerPermission[],
): Screened {
  const own = known.own.get(serverId);
  const theirs = known.theirs.get(serverId) ?? [];
  if (own === undefined || !known.kept.has(serverId)) return 'not-found';
  if (own.length === 0) return 'server-restricted';
  if (!own.includes('server.personnel')) return 'permission-denied';
  const more = permissions.filter((permission) => !theirs.includes(permission));
  if (more.length === 0) return 'unchanged';
  if (more.some((permission) => !own.includes(permission))) return 'permission-denied';
  if (theirs.length > 0) return 'give';
  return known.full.has(serverId) ? 'limit-reached' : 'invited';
}

/** Reads what is known of these servers, however many, in a few questions. */
export async function readKnown(
  db: Database,
  own: Held,
  subject: string | null,
  serverIds: readonly string[],
): Promise<Known> {
  const kept = await db
    .selectFrom('servers')
    .select('id')
    .where('id', 'in', serverIds)
    .where('deleting', 'is', null)
    .execute();
  const full = await db
    .selectFrom('grants')
    .select('resource')
    .where('resource', 'in', serverIds.map(serverResource))
    .groupBy('resource')
    .having(({ fn }) => fn.count('subject').distinct(), '>=', PERSONNEL.most)
    .execute();
  const isFull = new Set(full.map(({ resource }) => resource));
  return {
    own,
    theirs: subject === null ? new Map() : await grantedServers(db, subject),
    kept: new Set(kept.map(({ id }) => id)),
    full: new Set(serverIds.filter((id) => isFull.has(serverResource(id)))),
  };
}
