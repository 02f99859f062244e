/**
 * The first copy of a large list, while the hosts of both installations are killed in the middle of it: the one that notes and
 * tells the list, and the one that asks. Here 6,000 bans; `npm run test:long -- federation/both-killed` has half a million.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PULL_LIST } from '../../src/host/federation/due.ts';
import { enqueue } from '../../src/host/jobs/enqueue.ts';
import { openDatabase, type OpenDatabase } from '../../src/host/store/database.ts';
import { newId } from '../../src/host/store/ids.ts';
import { CALLS } from '../../src/protocol/calls.ts';
import { founder } from '../support/accounts.ts';
import { createMigratedDatabase, type TestDatabase } from '../support/database.ts';
import { startHost, type RunningHost } from '../support/running-host.ts';
import { WebPerson } from '../support/web-person.ts';
import { until } from '../two-hosts/host-pair.ts';
import { sumOf } from './host-pair.ts';
import { LOCALHOST, startHttpsFront, type HttpsFront } from './https-front.ts';
import { fill } from './installations.ts';

const LONG = process.env.MUSTER_LONG !== undefined;
const BANS = LONG ? 500_000 : 6_000;
const KILLS = LONG ? 20 : 4;
const PATIENCE = LONG ? 3_600_000 : 180_000;

/** An installation with a process and a database of its own, reached over HTTPS. */
class Alone {
  readonly host: RunningHost;
  readonly database: TestDatabase;
  readonly open: OpenDatabase;
  readonly front: HttpsFront;
  readonly #owner: WebPerson;

  private constructor(made: Pick<Alone, 'host' | 'database' | 'open' | 'front'>) {
    ({ host: this.host, database: this.database, open: this.open, front: this.front } = made);
    this.#owner = new WebPerson(this.host.origin);
  }

  static async start(trusted: string): Promise<Alone> {
    const database = await createMigratedDatabase();
    let port = 0;
    const front = await startHttpsFront(() => port);
    const host = await startHost({
      DATABASE_URL: database.connectionString,
      MUSTER_API_ORIGIN: `https://localhost:${front.port}`,
      NODE_EXTRA_CA_CERTS: trusted,
    });
    ({ port } = host);
    const open = openDatabase({ connection: database.connection, onIdleError: () => undefined });
    const alone = new Alone({ host, database, open, front });
    await alone.post('auth/found', founder);
    return alone;
  }

  get db() {
    return this.open.db;
  }

  async post(path: string, sent: object): Promise<unknown> {
    const { status, body } = await this.#owner.post(`/app/v1/${path}`, sent);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body;
  }

  async newList(identifier: string): Promise<string> {
    const banlist_id = newId(Date.now());
    const { id } = await this.db.selectFrom('accounts').select('id').executeTakeFirstOrThrow();
    await this.post('banlists/create', { banlist_id, identifier, owner: { kind: 'account', id } });
    await this.post(`banlist/${banlist_id}`, { allow_followers: true });
    return banlist_id;
  }

  async stop(): Promise<void> {
    await this.host.stop();
    await this.front.stop();
    await this.open.close();
    await this.database.drop();
  }
}

let folder: string;
let there: Alone;
let here: Alone;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-ca-'));
  const trusted = join(folder, 'ca.pem');
  await writeFile(trusted, LOCALHOST.cert);
  [there, here] = await Promise.all([Alone.start(trusted), Alone.start(trusted)]);
}, 120_000);
afterAll(async () => {
  await here.stop();
  await there.stop();
  await rm(folder, { recursive: true });
});

/** Whoever writes that a list is so far, in a table of its installation, waits there until the test has raised its gate. */
class Gate {
  readonly #at: Alone;
  #held = 0;

  private constructor(at: Alone) {
    this.#at = at;
  }

  static async set(at: Alone, table: string, column: string, first: number): Promise<Gate> {
    const sent = sql`
      create table gates (at bigint not null);
      insert into gates values (${sql.lit(first)});
      create sequence held;
      create function hold() returns trigger language plpgsql as $$ begin
        if exists (select from gates where at <= new.${sql.ref(column)}) then
          perform nextval('held');
          while exists (select from gates where at <= new.${sql.ref(column)}) loop
            perform pg_sleep(0.01);
          end loop;
        end if;
        return null;
      end $$;
      create trigger hold after update of ${sql.ref(column)} on ${sql.table(table)}
        for each row execute function hold()
    `;
    await sent.execute(at.db);
    return new Gate(at);
  }

  /** Whether somebody waits there who did not before. */
  async holds(): Promise<boolean> {
    const { rows } = await sql<{ held: number }>`
      select case when is_called then last_value else 0 end::int as held from held
    `.execute(this.#at.db);
    return (rows[0]?.held ?? 0) > this.#held;
  }

  /** The host dies there, and another one goes on, as far as the next gate. */
  async kill(next: number): Promise<void> {
    await this.#at.host.kill();
    await sql`update gates set at = ${next}::bigint`.execute(this.#at.db);
    await this.#at.host.start();
    const { rows } = await sql<{ held: number }>`select last_value::int as held from held`.execute(
      this.#at.db,
    );
    this.#held = rows[0]?.held ?? 0;
  }
}

it(
  'the first copy is whole, however often either of the hosts dies while it is made',
  async () => {
    const theirs = await there.newList('Theirs');
    await fill(there.db, theirs, BANS);
    const own = await here.newList('Own');
    const share = { share_id: newId(Date.now()), addresses: false };
    const shared = await there.post(`banlist/${theirs}/shares`, share);
    const { link } = CALLS.banListShare.answer.parse(shared);
    const remote_id = newId(Date.now());

    /** What waits for its time is due now; `dead`: its host has given up what it read. */
    const hurry = async (dead = false) => {
      const { rows } = await sql`
        update remote_lists set due_at = 0, lease_until = 0
        where id = ${remote_id} and due_at > 0 and (${dead} or (cause is not null and lease_until = 0))
        returning id
      `.execute(here.db);
      if (rows.length === 0) return;
      const key = `test ${newId(Date.now())}`;
      const job = { kind: PULL_LIST, key, payload: { remote_id }, runAt: Date.now() };
      await enqueue(here.db, job);
    };
    const isWhole = async () => {
      const { checked_at } = await here.db
        .selectFrom('remote_lists')
        .select('checked_at')
        .where('id', '=', remote_id)
        .executeTakeFirstOrThrow();
      return checked_at !== null;
    };
    const far = (kill: number) =>
      kill > KILLS ? 2 * BANS : Math.floor((BANS * kill) / (KILLS + 1));
    const gates = [
      await Gate.set(there, 'ban_change_heads', 'head', far(1)),
      await Gate.set(here, 'remote_lists', 'cursor', far(2)),
    ];
    const began = performance.now();
    await here.post(`banlist/${own}/remotes`, { remote_id, link, addresses: false });
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const gate = gates[(kill - 1) % 2];
      await until(async () => {
        await hurry();
        return gate?.holds() ?? false;
      }, PATIENCE);
      expect(await isWhole()).toBe(false);
      await gate?.kill(far(kill + 2));
      if (kill % 2 === 0) await hurry(true);
    }
    await until(async () => {
      await hurry();
      return isWhole();
    }, PATIENCE);
    const took = ((performance.now() - began) / 1_000).toFixed(0);
    if (LONG) process.stdout.write(`${BANS} bans in ${took} s, with ${KILLS} kills\n`);
    expect(await sumOf(here.db, remote_id)).toEqual(await sumOf(there.db, theirs));
  },
  PATIENCE,
);
