/** Whom a ban is about, as somebody asks for it. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { maskedAddress, parsePattern } from '../../domain/bans/address.ts';
import type { Banned, Identity } from '../../domain/bans/keys.ts';
import type { BanRow } from '../../domain/bans/row.ts';
import { BAN_LIMIT } from '../../protocol/bans/limits.ts';
import type { banWho } from '../../protocol/bans/calls.ts';
import { HostError } from '../calls/host-error.ts';
import {
  findPerson,
  readsPersonal,
  serversWhere,
  type SeenPerson,
} from '../players/seen-person.ts';
import type { Trx } from '../store/database.ts';
import { identitiesSeen, personsFound } from './known.ts';

/** What a row says of whom it is about. */
export type About = Pick<
  BanRow,
  'kind' | 'person_id' | 'name' | 'steam_id' | 'guid' | 'bohemia_id' | 'address'
>;

/** Somebody who is to be banned. */
export interface Found {
  readonly about: About;
  readonly banned: Banned;
}

/** Nobody whom anybody has seen. */
export const NOBODY = {
  person_id: null,
  name: '',
  steam_id: null,
  guid: null,
  bohemia_id: null,
  address: null,
} as const;

/** Whom `who` means, for an account that asks for it. */
export async function find(
  trx: Trx,
  who: z.output<typeof banWho>,
  accountId: string,
): Promise<Found> {
  if (who.kind === 'address') return ofAddress(who.address);
  if (who.kind === 'person') return ofPerson(trx, who, accountId);
  return ofIdentity(who, await personsNamed(trx, accountId, [who]));
}

/** Whoever comes from an address; throws where that is none. */
export function ofAddress(address: string): Found {
  const read = parsePattern(address);
  if (typeof read === 'string') {
    const text = 'That is no address, or it would keep out too many.';
    throw new HostError(read, text, { fields: { address: read } });
  }
  return {
    about: { ...NOBODY, kind: 'address', address: maskedAddress(address) },
    banned: { people: [], identities: [], addresses: [address] },
  };
}

/** What somebody is known by, as it was typed. */
export type Named = Omit<Extract<z.output<typeof banWho>, { kind: 'identity' }>, 'kind'>;

/** Whoever a game knows by what was typed; `person` says who was seen with it. */
export function ofIdentity(given: Named, person: (identity: Identity) => string | null): Found {
  const named = columnsOf(given);
  const identities = identitiesOf(named);
  if (identities.length === 0) {
    throw new HostError('identity-needed', 'Say by what a game knows them.', {
      fields: { steam_id: 'identity-needed' },
    });
  }
  const person_id = identities.map(person).find((id) => id !== null) ?? null;
  return {
    about: { ...NOBODY, ...named, kind: 'person', person_id, name: given.name ?? '' },
    banned: { people: [], identities, addresses: [] },
  };
}

/** Who was seen with any of these, for an account that asks for it. */
export function personsNamed(
  trx: Trx,
  accountId: string,
  given: readonly Named[],
): Promise<(identity: Identity) => string | null> {
  const identities = given.flatMap((one) => identitiesOf(columnsOf(one)));
  return personsFound(trx, accountId, identities);
}

function columnsOf({ steam_id: steamId, guid: battleye, bohemia_id: bohemia }: Named) {
  return { steam_id: steamId ?? null, guid: battleye ?? null, bohemia_id: bohemia ?? null };
}

/**
 * A person is banned by the id that they were last seen under: who that is is asked when somebody joins, so that a join of
 * two players holds for bans, too, and an undone one leaves the ban with whom it was about. What games know them by stands
 * in the row for those who read it: as far as whoever bans them sees it.
 */
export async function ofPerson(
  trx: Trx,
  { muster_id, addresses: byAddress }: { readonly muster_id: string; readonly addresses: boolean },
  accountId: string,
): Promise<Found> {
  const person = await findPerson(trx, accountId, muster_id);
  const stay = person === null ? null : await newestStay(trx, person);
  if (person === null || stay === null) {
    throw new HostError('person-unknown', 'Nobody whom you see has this id.', {
      fields: { muster_id: 'person-unknown' },
    });
  }
  const { muster_id: person_id, name } = stay;
  const known = await identitiesSeen(trx, person);
  const valueOf = (kind: Identity['kind']) => known.find((one) => one.kind === kind)?.value ?? null;
  const addresses = byAddress ? await addressesSeen(trx, person) : [];
  const [newest] = addresses;
  return {
    about: {
      kind: newest === undefined ? 'person' : 'hybrid',
      person_id,
      name,
      steam_id: valueOf('steam'),
      guid: valueOf('battleye'),
      bohemia_id: valueOf('bohemia'),
      address: newest === undefined ? null : maskedAddress(newest),
    },
    banned: { people: [person_id], identities: [], addresses },
  };
}

/** As whom somebody was seen last where the account sees it; null: it has never seen them. */
async function newestStay(
  trx: Trx,
  { ids, servers }: SeenPerson,
): Promise<{ readonly muster_id: string; readonly name: string } | null> {
  const { rows } = await sql<{ muster_id: string; name: string }>`
    select muster_id, name from play_sessions
    where muster_id = any(${ids}::bpchar[]) and server_id = any(${[...servers.keys()]}::bpchar[])
    order by joined_at desc limit 1
  `.execute(trx);
  return rows[0] ?? null;
}

async function addressesSeen(trx: Trx, { ids, servers }: SeenPerson): Promise<readonly string[]> {
  const { rows } = await sql<{ ip: string }>`
    select ip from play_sessions
    where muster_id = any(${ids}::bpchar[]) and ip is not null
      and server_id = any(${serversWhere(servers, readsPersonal)}::bpchar[])
    group by ip order by max(joined_at) desc limit ${BAN_LIMIT.addresses}
  `.execute(trx);
  return rows.map(({ ip }) => ip).filter((ip) => typeof parsePattern(ip) !== 'string');
}

/** What somebody is known by, of the fields of a row or of a stay. */
export function identitiesOf({
  steam_id,
  guid,
  bohemia_id,
}: Pick<BanRow, 'steam_id' | 'guid' | 'bohemia_id'>): readonly Identity[] {
  const named = [
    { kind: 'steam', value: steam_id },
    { kind: 'battleye', value: guid },
    { kind: 'bohemia', value: bohemia_id },
  ] as const;
  return named.flatMap(({ kind, value }) => (value === null ? [] : [{ kind, value }]));
}
