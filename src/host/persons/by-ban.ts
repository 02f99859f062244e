/**
 * Who is found by a ban: whoever may read a list finds the people of its bans by what the bans say of them, and by nothing
 * that any server knows. A ban that says of nobody whom it keeps out leads to nobody: who that is is for those to know who
 * see a server where they were.
 */
import { sql, type RawBuilder } from 'kysely';
import { soughtIn } from '../../domain/resources/kept-text.ts';
import type { Sought } from '../../domain/persons/sought.ts';
import { fold, holds, isShort, soughtGrams } from '../../domain/resources/keys.ts';
import { EXACT_MAX } from '../../protocol/persons/search-calls.ts';
import { grantedBanLists } from '../access/grants.ts';
import { personsOf } from '../identity/persons.ts';
import { identitiesOf } from '../players/identities.ts';
import type { Trx } from '../store/database.ts';
import { isNamedSql, nameKeySql } from '../store/paged/asked.ts';
import type { Found } from './described.ts';

interface BanOf {
  readonly person_id: string;
  readonly name: string;
}

/** The people of bans that have one of these identifiers; addresses find nobody. */
export async function findByBans(
  trx: Trx,
  accountId: string,
  identifiers: Sought['identifiers'],
): Promise<readonly Found[]> {
  if (identifiers.length === 0) return [];
  const lists = await readable(trx, accountId);
  const found: Found[] = [];
  for (const { kind, value } of identifiers) {
    if (kind === 'ip') continue;
    const of = kind === 'steam_id' ? { steamId: value } : kind === 'guid' ? { guid: value } : null;
    const known = identitiesOf({
      steamId: null,
      guid: null,
      bohemiaId: kind === 'bohemia_id' ? value : null,
      ...of,
    });
    const said = sql`(b.data->>${kind} = ${value} ${orGuid(kind, known)})`;
    const rows = await bansOf(
      trx,
      lists,
      sql`
        ${said} and b.key_person_id in (
          select coalesce(q.id, i.muster_id)::text from player_identities i
          join unnest(
            ${known.map((one) => one.kind)}::text[], ${known.map((one) => one.value)}::text[]
          ) as a(kind, value) using (kind, value)
          left join persons p on p.id = i.muster_id left join persons q on q.person = p.person
        )
      `,
    );
    found.push(...(await each(trx, rows, kind, () => value)));
  }
  return found;
}

/** A SteamID64 is found by its GUID, too, where a ban has no more. */
function orGuid(
  kind: string,
  known: readonly { readonly kind: string; readonly value: string }[],
): RawBuilder<unknown> {
  const guid = known.find((one) => one.kind === 'battleye')?.value;
  return kind === 'steam_id' && guid !== undefined ? sql`or b.data->>'guid' = ${guid}` : sql``;
}

/** The people of bans in whose names a text is. */
export async function findByBanName(
  trx: Trx,
  accountId: string,
  text: string,
): Promise<readonly Found[]> {
  const looked = soughtIn('bans', text.trim());
  const [sought] = looked;
  if (sought === undefined) return [];
  const lists = await readable(trx, accountId);
  const any = looked.map((one) => {
    const isNamed = isShort(one) ? beginsInName(one) : isNamedSql('bans', one);
    // What is looked for may stand in a reason, too, which finds nobody.
    return sql`(b.grams @> ${soughtGrams(one)}::text[] and ${isNamed})`;
  });
  const rows = await bansOf(trx, lists, sql`(${sql.join(any, sql` or `)})`);
  // Where a word begins, the database may not know of every letter.
  const named = rows.filter(({ name }) => !isShort(sought) || holds(fold(name), sought));
  return each(trx, named, 'name', ({ name }) => name);
}

/** The people of bans whose names have this key. */
export async function findByWholeBanName(
  trx: Trx,
  accountId: string,
  key: string,
): Promise<readonly Found[]> {
  if (key === '') return [];
  const lists = await readable(trx, accountId);
  const rows = await bansOf(trx, lists, sql`${nameKeySql('bans')} = ${key}`);
  return each(trx, rows, 'name', ({ name }) => name);
}

/** Whether a word of a name begins so. */
function beginsInName(short: string): RawBuilder<unknown> {
  const literal = short.replace(/[^\p{Letter}\p{Number}]/gu, String.raw`\$&`);
  return sql`b.key_name ~ ${`(^|[^[:alnum:]])${literal}`}`;
}

/** The lists whose bans an account reads. */
async function readable(trx: Trx, accountId: string): Promise<readonly string[]> {
  const held = await grantedBanLists(trx, accountId);
  return [...held].flatMap(([id, own]) => (own.includes('banlist.list') ? [id] : []));
}

async function bansOf(
  trx: Trx,
  lists: readonly string[],
  where: RawBuilder<unknown>,
): Promise<readonly BanOf[]> {
  if (lists.length === 0) return [];
  const { rows } = await sql<BanOf>`
    select person_id, name from (
      select distinct on (b.key_person_id) b.key_person_id as person_id, b.data->>'name' as name,
        b.key_created_at as at, b.id
      from paged_bans b
      where b.owner_id = any(${lists}::bpchar[]) and b.key_person_id <> '' and ${where}
      order by b.key_person_id, b.key_created_at desc, b.id
    ) as r
    order by at desc, id limit ${EXACT_MAX}
  `.execute(trx);
  return rows;
}

async function each(
  trx: Trx,
  rows: readonly BanOf[],
  by: Found['by'],
  value: (row: BanOf) => string,
): Promise<readonly Found[]> {
  const who = await personsOf(
    trx,
    rows.map(({ person_id }) => person_id),
  );
  return rows.map((row) => ({
    person: who(row.person_id),
    by,
    value: value(row),
    called: row.name,
  }));
}
