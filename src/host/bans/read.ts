/** A ban as somebody reads it, and the bans of a person. */
import { sql } from 'kysely';
import { inForce } from '../../domain/bans/applies.ts';
import { keysOfPerson } from '../../domain/bans/keys.ts';
import { mayEdit, mayRemove, neededToAdd } from '../../domain/bans/rules.ts';
import type { BanRow } from '../../domain/bans/row.ts';
import { BAN_STATUS } from '../../protocol/enumerations.ts';
import { BAN_LIMIT } from '../../protocol/bans/limits.ts';
import { PAGED } from '../../protocol/resources/registry.ts';
import { PAGED_ROW } from '../../protocol/resources/schemas.ts';
import { banListResource } from '../access/grants.ts';
import { noSuch } from '../calls/host-error.ts';
import type { Handler } from '../calls/handler.ts';
import { showPersons } from '../identity/show-persons.ts';
import { findPerson, seenPerson } from '../players/seen-person.ts';
import { atOneMoment, type Trx } from '../store/database.ts';
import { evidenceOfBan } from './evidence.ts';
import { identitiesSeen } from './known.ts';
import { heldOn } from './list.ts';
import { addressesOf, findsAnybody, readBan } from './store.ts';

/** `GET banlist/:id/bans/:ban`. */
export const banRead: Handler<'banRead'> = ({ params }, { db, account }) =>
  atOneMoment(db, async (trx) => {
    const { banlist_id, ban_id } = params;
    const stored = await readBan(trx, banlist_id, ban_id);
    if (stored === null) throw noSuch('ban');
    const held = await heldOn(trx, banlist_id, account.id);
    const personal =
      stored.issuer_id === account.id || (await seesPersonal(trx, banlist_id, account.id));
    const [ban = stored] = await shown(trx, [stored]);
    const { person_id } = ban;
    return {
      ban,
      profile: person_id !== null && (await findPerson(trx, account.id, person_id)) !== null,
      addresses: personal ? [...(await addressesOf(trx, ban_id))] : null,
      evidence: await evidenceOfBan(trx, ban_id),
      may: {
        edit: mayEdit(held, stored, stored.until, account.id),
        remove: mayRemove(held, stored, account.id),
        enforce: held.includes(neededToAdd(stored.until)) && (await findsAnybody(trx, ban_id)),
      },
    };
  });

/** `GET banlist/:id/counts`. */
export const banCounts: Handler<'banCounts'> = async ({ params }, { db }) => {
  const { rows } = await sql<{ status: string; count: number }>`
    select key_status as status, count(*)::int as count from paged_bans
    where owner_id = ${params.banlist_id} group by key_status
  `.execute(db);
  const counted = new Map(rows.map(({ status, count }) => [status.toUpperCase(), count]));
  const counts = BAN_STATUS.map((status) => [status, counted.get(status) ?? 0] as const);
  return Object.fromEntries(counts) as Record<(typeof BAN_STATUS)[number], number>;
};

/**
 * Whether an account may see addresses of players on a server that obeys the list and is of those whose list it is:
 * whoever may change the list could put a server of their own under it.
 */
export async function seesPersonal(trx: Trx, listId: string, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from ban_lists l left join groups lg on lg.id = l.owner
    join ban_list_servers o on o.banlist_id = l.id
    join servers s on s.id = o.server_id left join groups sg on sg.id = s.owner
    join rights r on r.resource = 'server/' || s.id
    where l.id = ${listId} and r.subject = ${accountId} and r.permission = 'server.view.personal'
      and not s.restricted
      and (sg.organization_id = l.owner or coalesce(sg.owner, s.owner) = coalesce(lg.owner, l.owner))
    limit 1
  `.execute(trx);
  return rows.length > 0;
}

/**
 * `GET players/:id/bans`: by any id of theirs, any identity that the account sees, and those that say themselves whom they are
 * about. Addresses are not theirs alone.
 */
export const personBans: Handler<'personBans'> = ({ params }, { db, account, now }) =>
  atOneMoment(db, async (trx) => {
    const person = await seenPerson(trx, account.id, params.muster_id);
    const identities = await identitiesSeen(trx, person);
    const keys = keysOfPerson({ ids: person.ids, identities, addresses: [] });
    const { rows } = await sql<{ data: unknown; banlist: string; total: number }>`
      select b.data, l.identifier as banlist, (count(*) over ())::int as total
      from paged_bans b join ban_lists l on l.id = b.owner_id
      where (
          b.id in (select ban_id from ban_keys where key = any(${keys}::text[]))
          or b.key_person_id = any(${person.ids}::text[])
        )
        and exists (
          select from rights r where r.subject = ${account.id} and r.permission = 'banlist.list'
            and r.resource = ${banListResource('')} || l.id
        )
      order by (b.key_status = 'active'
        and coalesce((b.data->>'until')::bigint > ${now}::bigint, true)) desc,
        b.key_created_at desc, b.id
      limit ${BAN_LIMIT.ofPerson}
    `.execute(trx);
    const read = rows.map(({ data }) => PAGED_ROW.bans.parse(data));
    const bans = await shown(trx, read);
    return {
      bans: bans.map((ban, at) => ({
        ban,
        banlist: rows[at]?.banlist ?? '',
        in_force: inForce(ban, now),
      })),
      more: (rows[0]?.total ?? 0) - rows.length,
    };
  });

async function shown(trx: Trx, bans: readonly BanRow[]): Promise<readonly BanRow[]> {
  return (await showPersons(trx, PAGED.bans, bans)).map(({ row }) => row);
}
