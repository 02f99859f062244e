/** Bans that named nobody when they were made, and are about to go: nothing says any more afterwards whom they were about. */
import { sql, type RawBuilder } from 'kysely';
import type { BanRow } from '../../domain/bans/row.ts';
import { resourceStream } from '../../protocol/streams.ts';
import { headsOf, nameInAudits, nameInLog, nameLater, type ReadTo } from '../audit/name-later.ts';
import { whoseAre } from '../players/whose.ts';
import type { Database, Trx } from '../store/database.ts';

/** So many bans that go are known at once: each time the log is read, which may be long. */
const PART = 50_000;
/** Of so many at once it is looked up what audits say. */
const BATCH = 500;

/** Bans of a list of which it was found out ahead whom they are about. */
export interface NamedAhead {
  /** By the ban: who that is. */
  readonly things: ReadonlyMap<string, string>;
  /** How far the log was read for that. */
  readonly read: ReadTo;
  /** The last ban that was looked at; null: all of them were. */
  readonly last: string | null;
}

const NOBODY: NamedAhead = { things: new Map(), read: new Map(), last: null };

/**
 * Finds out of bans of a list that are about to go whom they are about, and says so in audits and the log, as the log is read
 * once for many bans and not for each few that go together. May run again. `tells`: whether the list's own stream is to say it.
 */
export async function nameAhead(
  db: Database,
  listId: string,
  which: RawBuilder<unknown>,
  tells: boolean,
  most = PART,
): Promise<NamedAhead> {
  const things = await db.transaction().execute((trx) => whoAre(trx, which, most));
  if (things.size === 0) return NOBODY;
  const streams = new Set(tells ? [resourceStream('bans', listId)] : []);
  const all = [...things];
  for (let at = 0; at < all.length; at += BATCH) {
    const some = new Map(all.slice(at, at + BATCH));
    const told = await db.transaction().execute((trx) => nameInAudits(trx, some));
    for (const stream of told) streams.add(stream);
  }
  const read = await db.transaction().execute(async (trx) => {
    const heads = await headsOf(trx, [...streams]);
    await nameInLog(trx, { things, streams: [...streams] });
    return heads;
  });
  return { things, read, last: all.length < most ? null : (all.at(-1)?.[0] ?? null) };
}

/**
 * The same bans, about whoever was seen by what they name; so is from now on what audits and the log say of them: of those that
 * were `ahead` only what was told since.
 */
export async function namedAtLast(
  trx: Trx,
  listId: string,
  bans: readonly BanRow[],
  ahead: NamedAhead = NOBODY,
): Promise<readonly BanRow[]> {
  const nameless = bans.filter(({ person_id }) => person_id === null).map(({ id }) => id);
  const stream = resourceStream('bans', listId);
  const known = new Map(
    nameless.flatMap((id) => {
      const person = ahead.things.get(id);
      return person === undefined ? [] : [[id, person] as const];
    }),
  );
  if (known.size > 0) {
    const told = await nameInAudits(trx, known);
    const streams = [...new Set([stream, ...ahead.read.keys(), ...told])];
    await nameInLog(trx, { things: known, streams, read: ahead.read });
  }
  const others = nameless.filter((id) => !known.has(id));
  const late = await whoAre(trx, sql`id = any(${others}::text[])`);
  await nameLater(trx, { things: late, stream });
  return bans.map((ban) => ({
    ...ban,
    person_id: ban.person_id ?? known.get(ban.id) ?? late.get(ban.id) ?? null,
  }));
}

/** The same for all bans of a list that is being deleted, with what the list itself told. May run again. */
export async function nameAll(db: Database, listId: string): Promise<void> {
  for (let after: string | null = ''; after !== null;) {
    const which = sql`owner_id = ${listId} and id > ${after}`;
    ({ last: after } = await nameAhead(db, listId, which, false));
  }
}

/** Of these bans, those that name nobody themselves, and somebody who was seen: by the ban, their id. */
function whoAre(
  trx: Trx,
  which: RawBuilder<unknown>,
  most: number | null = null,
): Promise<ReadonlyMap<string, string>> {
  return whoseAre(
    trx,
    sql`
      select ban_id as id, key from ban_keys where ban_id in (
        select id from paged_bans where ${which} and data->>'person_id' is null
      )
    `,
    most,
  );
}
