/** Whom or what entries mean that are to be added, and which of that a bucket has already. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { freshOf, type Known, type Wanted } from '../../domain/bans/fresh.ts';
import { identityKey, keysOfBanned, personKey } from '../../domain/bans/keys.ts';
import type { BucketEntryRow } from '../../domain/buckets/row.ts';
import { needsComment } from '../../domain/buckets/rules.ts';
import type { newBucketEntry } from '../../protocol/buckets/calls.ts';
import { isFilterBucket } from '../../protocol/buckets/limits.ts';
import { PAGED_ROW } from '../../protocol/resources/schemas.ts';
import {
  identitiesOf,
  NOBODY,
  ofIdentity,
  ofPerson,
  personsNamed,
  type Found,
} from '../bans/who.ts';
import { personsOf } from '../identity/persons.ts';
import type { Trx } from '../store/database.ts';
import type { Bucket } from './bucket.ts';

const MINUTE = 60_000;

/** An entry that somebody adds. */
export type Asked = z.output<typeof newBucketEntry>;

/** What it means: whom the row is about, what it finds them by, and what would find them instead. */
interface Meant extends Wanted {
  readonly entry: Asked;
  readonly about: Omit<Found['about'], 'kind' | 'address'>;
  readonly instead: readonly (readonly string[])[];
}

/** Whom each of them means, as far as the account sees who that is. */
export async function meantBy(
  trx: Trx,
  accountId: string,
  entries: readonly Asked[],
  now: number,
): Promise<readonly Meant[]> {
  const named = entries.flatMap(({ what }) => (what.kind === 'identity' ? [what] : []));
  const persons = await personsNamed(trx, accountId, named);
  const meant: Meant[] = [];
  for (const entry of entries) {
    const { what } = entry;
    const until = endOf(entry.minutes, now);
    if (what.kind === 'filter') {
      const { address: _, ...about } = NOBODY;
      meant.push({ entry, about, keys: [], instead: [], until });
      continue;
    }
    const { about: found, banned } =
      what.kind === 'identity'
        ? ofIdentity(what, persons)
        : await ofPerson(trx, { muster_id: what.muster_id, addresses: false }, accountId);
    const { kind: _kind, address: _address, ...about } = found;
    const led = banned.identities.map(persons).filter((id) => id !== null);
    const instead =
      what.kind === 'person'
        ? identitiesOf(about).map((one) => [identityKey(one)])
        : led.length === banned.identities.length
          ? [led.map(personKey)]
          : [];
    meant.push({ entry, about, keys: keysOfBanned(banned), instead, until });
  }
  return meant;
}

/** When something is over that lasts so long from now; null: never. */
export function endOf(minutes: number | null, now: number): number | null {
  return minutes === null ? null : now + minutes * MINUTE;
}

/** What a row says of a filter; of people nothing. */
export function filterOf(what: Asked['what']) {
  if (what.kind !== 'filter') {
    return { term: null, term_kind: null, action: null, message: null, minutes: null };
  }
  const { term, term_kind, action, message, ban_minutes } = what;
  return { term, term_kind, action, message, minutes: action === 'ban' ? ban_minutes : null };
}

/**
 * What was not sent before, and is not in the bucket already, for as long. Of one person there may be many notes: of them one is
 * known where it says the same.
 */
export async function withoutKnown(
  trx: Trx,
  { id, type }: Bucket,
  meant: readonly Meant[],
): Promise<readonly Meant[]> {
  const { rows: sent } = await sql<{ id: string }>`
    select id from paged_bucket_entries
    where id = any(${meant.map(({ entry }) => entry.entry_id)}::text[])
  `.execute(trx);
  const known = new Set(sent.map((row) => row.id));
  const unsent = meant.filter(({ entry }) => {
    const isFirst = !known.has(entry.entry_id);
    known.add(entry.entry_id);
    return isFirst;
  });
  if (isFilterBucket(type)) return unfiltered(trx, id, unsent);
  const { wanted, present } = await compared(trx, id, unsent);
  const fresh = needsComment(type) ? unsaid(wanted, present) : freshOf(wanted, present);
  return fresh.map((one) => one.meant);
}

/** Filters that the bucket does not have already, for as long, with all that they do. */
async function unfiltered(
  trx: Trx,
  id: string,
  filters: readonly Meant[],
): Promise<readonly Meant[]> {
  const { rows } = await sql<{ data: unknown }>`
    select data from paged_bucket_entries where owner_id = ${id}
  `.execute(trx);
  type Does = Pick<BucketEntryRow, 'term' | 'term_kind' | 'action' | 'message' | 'minutes'>;
  const keyOf = ({ term, term_kind, action, message, minutes }: Does) =>
    JSON.stringify([term, term_kind, action, message, minutes]);
  const present = rows.map(({ data }) => {
    const row = PAGED_ROW.bucketEntries.parse(data);
    return { key: keyOf(row), until: row.until };
  });
  const wanted = filters.map((meant) => ({
    meant,
    keys: [keyOf(filterOf(meant.entry.what))],
    until: meant.until,
  }));
  return freshOf(wanted, present).map(({ meant }) => meant);
}

interface Compared extends Wanted {
  readonly meant: Meant;
  readonly instead: readonly (readonly string[])[];
}

interface Present extends Known {
  readonly comment: string;
}

type Held = Pick<
  BucketEntryRow,
  'person_id' | 'steam_id' | 'guid' | 'bohemia_id' | 'until' | 'comment'
> & { readonly keys: readonly string[] };

/**
 * Those who are meant beside whom the bucket has, by what each finds, by what its row shows, and by whom it is about, who is
 * who they are now: whoever is in it by their id is not added by a SteamID64 of theirs, nor the other way round. Nothing is
 * compared that neither a row shows nor the account sees, or `known` would tell whose a SteamID64 is.
 */
async function compared(
  trx: Trx,
  id: string,
  meant: readonly Meant[],
): Promise<{ readonly wanted: readonly Compared[]; readonly present: readonly Present[] }> {
  const keys = meant.flatMap((one) => [...one.keys, ...one.instead.flat()]);
  const { rows } = await sql<Held>`
    with asked as (
      select split_part(key, ' ', 1) as kind, split_part(key, ' ', 2) as value
      from unnest(${keys}::text[]) key
    ), named as (
      select value::bpchar as id from asked where kind = 'person'
      union
      select i.muster_id from asked a
      join player_identities i on i.kind = a.kind and i.value = a.value
    ), people as (
      select id from named
      union select p.person from named n join persons p on p.id = n.id
      union
      select o.id from named n
      left join persons p on p.id = n.id join persons o on o.person = coalesce(p.person, n.id)
    ), found as (
      select entry_id as id from bucket_keys where bucket_id = ${id} and key = any(${keys}::text[])
      union
      select e.id from people p
      join paged_bucket_entries e on e.owner_id = ${id} and e.key_person_id = p.id::text collate "C"
    )
    select e.data->>'person_id' as person_id, e.data->>'steam_id' as steam_id,
      e.data->>'guid' as guid, e.data->>'bohemia_id' as bohemia_id,
      (e.data->>'until')::bigint as until, e.data->>'comment' as comment,
      array(select key from bucket_keys k where k.entry_id = e.id) as keys
    from found f join paged_bucket_entries e on e.id = f.id
  `.execute(trx);
  const about = [...meant.map((one) => one.about), ...rows];
  const person = await personsOf(
    trx,
    about.map(({ person_id }) => person_id),
  );
  const now = (key: string) => {
    const [kind, of = ''] = key.split(' ', 2);
    return kind === 'person' ? personKey(person(of)) : key;
  };
  const wanted = meant.map((one) => ({
    meant: one,
    keys: one.keys.map(now),
    instead: one.instead,
    until: one.until,
  }));
  const present = rows.flatMap(({ until, comment, ...row }) => {
    const shown = [
      ...row.keys.map(now),
      ...identitiesOf(row).map(identityKey),
      ...(row.person_id === null ? [] : [personKey(person(row.person_id))]),
    ];
    return shown.map((key) => ({ key, until, comment }));
  });
  return { wanted, present };
}

/** Notes that the bucket does not have about the same person in the same words. */
function unsaid(notes: readonly Compared[], present: readonly Present[]): readonly Compared[] {
  const said = new Set(present.map(({ key, comment }) => `${key} ${comment}`));
  return notes.filter(({ keys, instead, meant }) => {
    const own = [...keys, ...instead.flat()].map((key) => `${key} ${meant.entry.comment}`);
    const isNew = own.every((key) => !said.has(key));
    for (const key of own) said.add(key);
    return isNew;
  });
}
