/** Two hosts on one database that follow lists of one other installation, each host in a process of its own. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { PULL_LIST } from '../../src/host/federation/due.ts';
import { enqueue } from '../../src/host/jobs/enqueue.ts';
import type { Database } from '../../src/host/store/database.ts';
import { newId } from '../../src/host/store/ids.ts';
import { startHostPair, type HostPair } from '../two-hosts/host-pair.ts';
import { LOCALHOST } from './https-front.ts';
import { Installation, REAL_TIME } from './installations.ts';

export class FollowingPair {
  readonly there: Installation;
  readonly pair: HostPair;
  readonly #folder: string;

  private constructor(there: Installation, pair: HostPair, folder: string) {
    this.there = there;
    this.pair = pair;
    this.#folder = folder;
  }

  static async start(): Promise<FollowingPair> {
    const there = await Installation.start(REAL_TIME);
    const folder = await mkdtemp(join(tmpdir(), 'muster-ca-'));
    const trusted = join(folder, 'ca.pem');
    await writeFile(trusted, LOCALHOST.cert);
    const pair = await startHostPair(undefined, { NODE_EXTRA_CA_CERTS: trusted });
    return new FollowingPair(there, pair, folder);
  }

  get db(): Database {
    return this.pair.open.db;
  }

  /** A list there with so many bans of one person each. */
  async newList(bans: number): Promise<string> {
    const list = await this.there.newList('Theirs');
    await this.there.fill(list, bans);
    return list;
  }

  /** A list here that follows it, by a host; answers the copy's id. */
  async follow(list: string, by: 0 | 1): Promise<string> {
    const banlist_id = newId(Date.now());
    const remote_id = newId(Date.now());
    const owner = { kind: 'account', id: this.pair.accountId };
    await this.#post(by, 'banlists/create', { banlist_id, identifier: 'Own', owner });
    const link = await this.there.share(list);
    const body = { remote_id, link, addresses: false };
    await this.#post(by, `banlist/${banlist_id}/remotes`, body);
    return remote_id;
  }

  async #post(by: 0 | 1, path: string, body: object): Promise<void> {
    const answer = await this.pair.post(this.pair.hosts[by], `/app/v1/${path}`, body);
    if (!answer.ok) throw new Error(await answer.text());
  }

  /** All hosts look at once whether the list is due, which it is by what its row says. */
  async wake(remote: string, times = 1): Promise<void> {
    await sql`update remote_lists set due_at = 0 where id = ${remote}`.execute(this.db);
    await this.#look(remote, times);
  }

  /** The same for as long as somebody reads it; answers whether somebody does. */
  async wakeBesides(remote: string): Promise<boolean> {
    const { rows } = await sql`
      update remote_lists set due_at = 0 where id = ${remote} and lease_until > 0 returning id
    `.execute(this.db);
    if (rows.length > 0) await this.#look(remote, 4);
    return rows.length > 0;
  }

  async #look(remote_id: string, times: number): Promise<void> {
    for (let at = 0; at < times; at += 1) {
      const key = `test ${newId(Date.now())}`;
      await enqueue(this.db, { kind: PULL_LIST, key, payload: { remote_id }, runAt: Date.now() });
    }
  }

  /** Jobs that are due and that nobody has done. */
  async waiting(): Promise<number> {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from jobs
      where kind = ${PULL_LIST} and done_at is null and run_at <= ${Date.now()}::bigint
    `.execute(this.db);
    return rows[0]?.waiting ?? 0;
  }

  /** The lease of a host that is dead has ended. */
  async endLease(remote: string): Promise<void> {
    await sql`update remote_lists set lease_until = 0 where id = ${remote}`.execute(this.db);
  }

  /** Whether all of it was read, and nobody reads it. */
  async isRead(remote: string): Promise<boolean> {
    const row = await this.db
      .selectFrom('remote_lists')
      .select(['checked_at', 'lease_until', 'cause'])
      .where('id', '=', remote)
      .executeTakeFirstOrThrow();
    return row.checked_at !== null && Number(row.lease_until) === 0 && row.cause === null;
  }

  /** Bans of the copy that are written. */
  async written(remote: string): Promise<number> {
    const { rows } = await sql<{ bans: number }>`
      select count(*)::int as bans from remote_bans where banlist_id = ${remote}
    `.execute(this.db);
    return rows[0]?.bans ?? 0;
  }

  /** How often the other installation was asked so far, over all lists. */
  async asked(): Promise<number> {
    const { rows } = await sql<{ asked: number }>`
      select count(*)::int as asked from signed_requests
    `.execute(this.there.deps.db);
    return rows[0]?.asked ?? 0;
  }

  async stop(): Promise<void> {
    await this.pair.stop();
    await this.there.stop();
    await rm(this.#folder, { recursive: true });
  }
}

/** What a list keeps out, in figures: bans, those who are in it twice, what it counts itself, and a sum over all of it. */
export async function sumOf(db: Database, list: string): Promise<object> {
  const { rows } = await sql<object>`
    select count(*)::int as bans,
      (count(*) - count(distinct b.data->>'steam_id'))::int as doubled,
      (select count(*)::int from ban_keys where banlist_id = ${list}) as keys,
      (select l.bans from ban_lists l where l.id = ${list}) as counted,
      md5(string_agg(concat(b.data->>'steam_id', b.data->>'reason', b.data->>'until'), ','
        order by b.data->>'steam_id')) as sum
    from paged_bans b where b.owner_id = ${list} and b.key_status = 'active'
  `.execute(db);
  return rows[0] ?? {};
}
