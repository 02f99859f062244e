/** Bans somebody whom a filter found, on the server's primary list, in the name of nobody. */
import { sql } from 'kysely';
import type { BanRow } from '../../domain/bans/row.ts';
import { neededToAdd } from '../../domain/bans/rules.ts';
import type { FilterHit } from '../../domain/doors/rule.ts';
import { cut } from '../../domain/resources/keys.ts';
import { BAN_LIMIT } from '../../protocol/bans/limits.ts';
import { banListResource, permissionsOn } from '../access/grants.ts';
import { askDoors, lockBanList, tellBanList } from '../bans/list.ts';
import { addBans } from '../bans/store.ts';
import type { Change } from '../change/change.ts';
import { tellPagedNew } from '../change/told-paged.ts';
import { holdPersons } from '../identity/persons.ts';
import type { OpenSession } from '../players/play-session.ts';
import type { Trx } from '../store/database.ts';
import { newId } from '../store/ids.ts';

const MINUTE = 60_000;

/**
 * Answers the ban, or null where there can be none: somebody whom nobody knows cannot be banned, nor anybody where there is no list to ban on, nor by a
 * filter of somebody who could not ban on it by hand: a right on one server would reach every server of the list.
 */
export async function banByFilter(
  made: Change,
  serverId: string,
  { muster_id, name }: OpenSession,
  { id: filter, message, minutes, term }: FilterHit,
): Promise<Pick<BanRow, 'id' | 'banlist_id'> | null> {
  const { trx, now } = made;
  const primary = await trx
    .selectFrom('ban_list_servers')
    .select('banlist_id')
    .where('server_id', '=', serverId)
    .where('is_primary', '=', true)
    .executeTakeFirst();
  if (primary === undefined || muster_id === null) return null;
  const { banlist_id } = primary;
  const until = minutes === null ? null : now + minutes * MINUTE;
  if (!(await mayIssuerBan(trx, filter, { banlist_id, until }))) return null;
  await holdPersons(trx);
  const list = await lockBanList(trx, banlist_id);
  if (list.entries >= BAN_LIMIT.bans) return null;
  const row = {
    id: newId(now),
    server_id: null,
    banlist_id,
    kind: 'person' as const,
    person_id: muster_id,
    name,
    // Who they are is known here; whoever reads the list may not see it.
    steam_id: null,
    guid: null,
    bohemia_id: null,
    address: null,
    reason: reasonOf(message),
    description: `Filter: ${term}`,
    status: 'ACTIVE' as const,
    origin: 'AUTOMATED' as const,
    created_at: now,
    until,
    issuer_id: null,
    issuer_name: '',
    changed_at: now,
  };
  const banned = { people: [muster_id], identities: [], addresses: [] };
  await addBans(trx, banlist_id, [{ row, banned }]);
  await tellPagedNew(made, 'bans', [row]);
  made.audit({
    resource: banListResource(banlist_id),
    action: 'bans.add',
    detail: { ban: row.id, until: row.until, filter, server: serverId },
    told: { text: row.reason, target: { id: muster_id, name } },
  });
  await tellBanList(made, banlist_id);
  askDoors(made, [banlist_id]);
  return { id: row.id, banlist_id };
}

async function mayIssuerBan(
  trx: Trx,
  filter: string,
  { banlist_id, until }: { readonly banlist_id: string; readonly until: number | null },
): Promise<boolean> {
  const { rows } = await sql<{ issuer: string | null }>`
    select data->>'issuer_id' as issuer from paged_bucket_entries where id = ${filter}
  `.execute(trx);
  const issuer = rows[0]?.issuer ?? null;
  if (issuer === null) return false;
  const held = await permissionsOn(trx, issuer, banListResource(banlist_id));
  return held.has(neededToAdd(until));
}

/** What a ban tells is shorter than what a filter says. */
function reasonOf(message: string): string {
  const reason = cut(message, BAN_LIMIT.reason.most).trim();
  return reason.length < BAN_LIMIT.reason.least ? 'Filter' : reason;
}
