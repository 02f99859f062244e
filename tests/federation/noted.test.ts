/** A list is noted in parts for whoever begins to follow it, with the pages that are asked for, and numbered as it is read. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readLink } from '../../src/domain/federation/link.ts';
import { merge, UNREAD, type Reading } from '../../src/domain/federation/merge.ts';
import type { Asker } from '../../src/host/federation/asker.ts';
import { number, pruneChanges, pull } from '../../src/host/federation/changes.ts';
import { join } from '../../src/host/federation/share.ts';
import type { Trx } from '../../src/host/store/database.ts';
import { FEDERATION_LIMIT } from '../../src/protocol/federation/limits.ts';
import { pullAnswer, type SharedBan } from '../../src/protocol/federation/wire.ts';
import { Random } from '../../src/sim/random.ts';
import { sumOf } from './host-pair.ts';
import { Installation, Time } from './installations.ts';

const PAGE = FEDERATION_LIMIT.page;

const time = new Time();
let there: Installation;
let here: Installation;
let theirs: string;

beforeAll(async () => {
  there = await Installation.start(time);
  here = await Installation.start(time);
});
afterAll(async () => {
  await here.stop();
  await there.stop();
});
beforeEach(async () => {
  theirs = await there.newList('Theirs');
});

/** An installation that follows a list and does nothing else: what it has is what it was told. */
class Reader {
  readonly bans = new Map<string, { readonly reason: string; readonly pass: number }>();
  pages = 0;
  readonly #asker: Asker;
  readonly #share: string;
  #reading: Reading = UNREAD;

  private constructor(asker: Asker, share: string) {
    this.#asker = asker;
    this.#share = share;
  }

  static async follow(list: string, name: string): Promise<Reader> {
    const { share_id, code } = readLink(await there.share(list));
    const asker = { key: name.padEnd(43, '_'), now: time.now };
    await join(there.deps, asker, { share_id, code, addresses: false, origin: null });
    return new Reader(asker, share_id);
  }

  /** Reads a page; answers whether there is more. */
  async page(): Promise<boolean> {
    const { epoch, cursor: after, base } = this.#reading;
    const body = { share_id: this.#share, epoch, after, base, digest: false };
    const answer = pullAnswer.parse(await pull(there.deps, this.#asker, body));
    // A follower takes a page that says nothing and that there is more for no answer at all.
    if (answer.more && answer.changes.length === 0) throw new Error('There is more of nothing.');
    const told = answer.changes.map((one) => ({
      ...one,
      ban: (one.ban ?? null) as SharedBan | null,
    }));
    const merged = merge(this.#reading, this.#reading, { ...answer, changes: told });
    if (merged === null) throw new Error('The page was not taken.');
    this.#reading = merged.reading;
    this.pages += 1;
    const { pass } = merged.reading;
    for (const { id, ban } of merged.put) this.bans.set(id, { reason: ban.reason, pass });
    for (const id of merged.gone) this.bans.delete(id);
    if (merged.sweeps) {
      for (const [id, ban] of this.bans) if (ban.pass < pass) this.bans.delete(id);
    }
    return answer.more;
  }

  async all(): Promise<void> {
    while (await this.page());
  }

  get has(): readonly string[] {
    return [...this.bans].map(([id, { reason }]) => `${id} ${reason}`).toSorted();
  }
}

async function inForce(list: string): Promise<readonly string[]> {
  const { rows } = await sql<{ ban: string }>`
    select concat(id, ' ', data->>'reason') as ban from paged_bans
    where owner_id = ${list} and key_status = 'active'
  `.execute(there.deps.db);
  return rows.map(({ ban }) => ban).toSorted();
}

async function noted(list: string): Promise<number> {
  const { rows } = await sql<{ noted: number }>`
    select count(*)::int as noted from ban_changes where banlist_id = ${list}
  `.execute(there.deps.db);
  return rows[0]?.noted ?? 0;
}

/** Bans of a list that hold no more, as they are where a list keeps them. */
async function endAll(list: string): Promise<void> {
  await sql`
    update paged_bans set key_status = 'inactive', data = (data::jsonb || '{"status":"INACTIVE"}')::json
    where owner_id = ${list}
  `.execute(there.deps.db);
}

it('nothing of a list is noted when somebody begins to follow it, and with each page some of it', async () => {
  await there.fill(theirs, 5 * PAGE);
  const reader = await Reader.follow(theirs, 'ada');
  expect(await noted(theirs)).toBe(0);
  await reader.page();
  expect(await noted(theirs)).toBe(2 * PAGE);
  await reader.all();
  expect([reader.pages, reader.has]).toEqual([5, await inForce(theirs)]);
});

it('whatever happens to bans while a list is noted, whoever reads it has them all in the end', async () => {
  const random = new Random(20_261_128);
  const bans: string[] = [];
  const changeOne = async () => {
    const id = bans.length === 0 ? undefined : random.pick(bans);
    const does = random.int(0, 9);
    if (id === undefined || does < 3) {
      const steam_id = `765611980${String(random.int(0, 99_999_999)).padStart(8, '0')}`;
      bans.push(await there.ban(theirs, { kind: 'identity', steam_id }));
      return;
    }
    const path = `/app/v1/banlist/${theirs}/bans/${id}`;
    const { browser } = there.owner;
    if (does < 5) await browser.post(`${path}/status`, { status: 'REVOKED' });
    else if (does < 7) await browser.post(`${path}/status`, { status: 'ACTIVE', minutes: null });
    else if (does < 9) await browser.post(path, { reason: `Reason ${random.int(0, 999)}` });
    else await sql`delete from paged_bans where id = ${id}`.execute(there.deps.db);
  };
  await there.fill(theirs, 2 * PAGE);
  await endAll(theirs);
  await there.fill(theirs, 7 * PAGE, 2 * PAGE);
  const { rows } = await sql<{ id: string }>`
    select id from paged_bans where owner_id = ${theirs}
  `.execute(there.deps.db);
  bans.push(...rows.map(({ id }) => id));
  const first = await Reader.follow(theirs, 'ada');
  const readers = [first];
  for (let pages = 0; pages < 30; pages += 1) {
    for (let changes = random.int(0, 6); changes > 0; changes -= 1) await changeOne();
    if (pages === 4) readers.push(await Reader.follow(theirs, 'ben'));
    await random.pick(readers).page();
  }
  for (const reader of readers) {
    await reader.all();
    expect(reader.has).toEqual(await inForce(theirs));
  }
});

it('a list that was forgotten since is noted again for whoever follows it next', async () => {
  await there.fill(theirs, 3 * PAGE);
  const first = await Reader.follow(theirs, 'ada');
  await first.page();
  const [share] = await there.shares(theirs);
  await there.post(`banlist/${theirs}/shares/${share?.id}/remove`);
  const { db } = there.deps;
  await pruneChanges(db, time.now);
  expect(await noted(theirs)).toBe(0);
  const next = await Reader.follow(theirs, 'ben');
  await next.all();
  expect(next.has).toEqual(await inForce(theirs));
});

it('of a list whose bans are over nobody is told anything', async () => {
  await there.fill(theirs, 5 * PAGE);
  await endAll(theirs);
  await there.fill(theirs, 1, 5 * PAGE);
  const reader = await Reader.follow(theirs, 'ada');
  await reader.all();
  expect([reader.pages, reader.has, await noted(theirs)]).toEqual([1, await inForce(theirs), 1]);
});

it('what is due is found without a look at what has its number, by a plan from whatever time', async () => {
  const { db } = there.deps;
  await Reader.follow(theirs, 'ada');
  await sql`alter table ban_changes set (autovacuum_enabled = off)`.execute(db);
  await sql`
    insert into ban_changes (banlist_id, ban_id)
    select ${theirs}, lpad(to_hex(n), 24, '0') from generate_series(1, 20000) n
  `.execute(db);
  const seen = async (trx: Trx) => {
    const { rows } = await sql<{ seen: number }>`
      select (seq_tup_read + idx_tup_fetch)::int as seen from pg_stat_xact_user_tables
      where relname = 'ban_changes'
    `.execute(trx);
    return rows[0]?.seen ?? 0;
  };
  const read = () =>
    db.transaction().execute(async (trx) => {
      // What was read before is counted with it while nobody has been told of that.
      const before = await seen(trx);
      const numbered = await number(trx, theirs, PAGE, time.now);
      return [numbered, (await seen(trx)) - before] as const;
    });
  // As many as are numbered are found, and found once more to be written.
  for (const due of [20_000, 10]) {
    await sql`analyze ban_changes`.execute(db);
    await sql`
      update ban_changes set number = 1 where banlist_id = ${theirs} and ban_id in (
        select ban_id from ban_changes where banlist_id = ${theirs} and number is null
        order by ban_id desc offset ${due}
      )
    `.execute(db);
    const [numbered, looked] = await read();
    expect(numbered).toBe(Math.min(due, PAGE));
    expect(looked).toBeLessThanOrEqual(3 * PAGE);
  }
  await sql`alter table ban_changes reset (autovacuum_enabled)`.execute(db);
});

it('says how far the first copy is, and goes on where it was when the other side died', async () => {
  await there.fill(theirs, 3 * PAGE);
  const own = await here.newList('Own');
  const remote = await here.follow(own, await there.share(theirs));
  const { db } = there.deps;
  // The third request of it, the first of which was to join, ends with nothing done.
  await sql`
    create function die() returns trigger language plpgsql as $$ begin
      if (select count(*) from ban_changes where banlist_id = new.banlist_id and number is not null) > ${sql.lit(PAGE + 1)}
      then raise 'dead'; end if;
      return null;
    end $$
  `.execute(db);
  await sql`
    create trigger die after update on ban_changes for each row execute function die()
  `.execute(db);
  await here.pull(remote);
  const copied = { bans: PAGE, total: 3 * PAGE, checked_at: null };
  expect(await here.remotes(own)).toMatchObject([{ state: 'failing', cause: 'busy', ...copied }]);
  await sql`update remote_lists set cause = null where id = ${remote}`.execute(here.deps.db);
  expect(await here.remotes(own)).toMatchObject([{ state: 'starting', ...copied }]);
  await sql`drop trigger die on ban_changes`.execute(db);
  await here.post(`banlist/${own}/remotes/${remote}/now`);
  await here.pull(remote);
  expect(await here.remotes(own)).toMatchObject([
    { state: 'current', bans: 3 * PAGE, total: null },
  ]);
  expect(await sumOf(here.deps.db, remote)).toEqual(await sumOf(db, theirs));
});
