import type { Decision } from '../../src/domain/doors/decide.ts';
import { askDecisions, UNREAD } from '../../src/host/doors/ask.ts';
import type { Present } from '../../src/host/doors/asked.ts';
import type { Database } from '../../src/host/store/database.ts';
import { modules } from '../../src/protocol/modules/fields.ts';
import { MODULES_UNSET } from '../../src/protocol/modules/limits.ts';

/** What becomes of somebody on a server that asks for nothing but its ban lists. */
export async function askedOfBans(
  db: Database,
  serverId: string,
  of: Partial<Present>,
  now: number,
): Promise<Decision | undefined> {
  const nobody = { muster_id: null, steam_id: null, guid: null, bohemia_id: null, ip: null };
  const present = { ...nobody, ...of };
  const asked = { ...UNREAD, present, id: '', joinedAt: 0 };
  const door = { modules: modules.parse(MODULES_UNSET), canWarn: false, slots: null };
  const [decision] = await askDecisions(db, serverId, [asked], door, now);
  return decision;
}
