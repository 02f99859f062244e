/** Who or what is to be banned may be so already: the bans in force that say so, for whoever may read them. */
import { sql } from 'kysely';
import { covers, endsOf, keysOfAddress, parsePattern } from '../../domain/bans/address.ts';
import { keysOfBanned, personKey, type Identity } from '../../domain/bans/keys.ts';
import { battleyeGuid } from '../../domain/players/battleye-guid.ts';
import type { Handler } from '../calls/handler.ts';
import { banListResource } from '../access/grants.ts';
import { findPerson } from '../players/seen-person.ts';
import { atOneMoment, type Trx } from '../store/database.ts';
import { personsFound } from './known.ts';
import { bansFound, keysSeen, seesPersonal } from './read.ts';
import { identitiesOf } from './who.ts';

/** So many bans of one address are looked at. */
const LOOKED_AT = 1_000;

const NONE = { steam_id: null, guid: null, bohemia_id: null };

/** `GET bans/naming`. */
export const bansNaming: Handler<'bansNaming'> = ({ query }, { db, account, now }) =>
  atOneMoment(db, async (trx) => {
    const { steam_id = null, guid = null, bohemia_id = null, address } = query;
    const typed = identitiesOf({ steam_id, guid, bohemia_id });
    const follows =
      steam_id === null ? [] : identitiesOf({ ...NONE, guid: battleyeGuid(steam_id) });
    const identities = [...typed, ...follows];
    const people = await personsSeen(trx, account.id, identities);
    const known = {
      ids: people.flatMap(({ ids }) => ids),
      keys: [
        ...keysOfBanned({ people: [], identities, addresses: [] }),
        ...people.flatMap(({ keys }) => keys),
      ],
      bans: [
        ...(await shownWith(trx, identities)),
        ...(address === undefined ? [] : await keepingOut(trx, account.id, address)),
      ],
    };
    const { found } = await bansFound(trx, account.id, known, now);
    return { bans: found.flatMap(({ in_force, ...one }) => (in_force ? [one] : [])) };
  });

/** Who was seen with these, as far as the account could find them: by what bans are about them. */
async function personsSeen(trx: Trx, accountId: string, identities: readonly Identity[]) {
  if (identities.length === 0) return [];
  const found = await personsFound(trx, accountId, identities);
  const people: { readonly ids: readonly string[]; readonly keys: readonly string[] }[] = [];
  for (const id of new Set(identities.map(found))) {
    const person = id === null ? null : await findPerson(trx, accountId, id);
    if (person === null) continue;
    people.push({ ids: person.ids, keys: await keysSeen(trx, person) });
  }
  return people;
}

/** Bans of a person whose row shows one of these to whoever reads it, whom else the account could not find by it. */
async function shownWith(trx: Trx, identities: readonly Identity[]): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select b.id from unnest(
      ${identities.map(({ kind }) => kind)}::text[], ${identities.map(({ value }) => value)}::text[]
    ) as a (kind, value)
    join player_identities i on i.kind = a.kind and i.value = a.value
    join ban_keys k on k.key = ${personKey('')} || i.muster_id
    join paged_bans b on b.id = k.ban_id
    where a.value in (b.data->>'steam_id', b.data->>'guid', b.data->>'bohemia_id')
  `.execute(trx);
  return rows.map(({ id }) => id);
}

/** Bans that keep out all of an address, of those whose addresses the account may see. */
async function keepingOut(trx: Trx, accountId: string, typed: string): Promise<readonly string[]> {
  const pattern = parsePattern(typed);
  if (typeof pattern === 'string') return [];
  const [first, last] = endsOf(pattern).map(keysOfAddress);
  const { rows } = await sql<{ id: string; list: string; own: boolean; addresses: string[] }>`
    select b.id, b.owner_id as list, b.key_issuer_id = ${accountId} as own, a.addresses
    from paged_bans b join ban_addresses a on a.ban_id = b.id
    where b.id in (select ban_id from ban_keys where key = any(${first}::text[]))
      and b.id in (select ban_id from ban_keys where key = any(${last}::text[]))
      and b.key_status = 'active'
      and exists (
        select from rights r where r.subject = ${accountId} and r.permission = 'banlist.list'
          and r.resource = ${banListResource('')} || b.owner_id
      )
    order by b.key_created_at desc, b.id limit ${LOOKED_AT}
  `.execute(trx);
  const seen = new Map<string, boolean>();
  for (const { list } of rows.filter(({ own }) => !own)) {
    if (!seen.has(list)) seen.set(list, await seesPersonal(trx, list, accountId));
  }
  return rows.flatMap(({ id, list, own, addresses }) => {
    const isCovered = addresses.some((one) => {
      const ban = parsePattern(one);
      return typeof ban !== 'string' && covers(ban, pattern);
    });
    return isCovered && (own || seen.get(list) === true) ? [id] : [];
  });
}
