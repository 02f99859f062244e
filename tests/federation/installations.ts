/** Installations with a database, a key and an address of their own over HTTPS; the way to each can break. */
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { CALLS } from '../../src/protocol/calls.ts';
import type { HttpSettings } from '../../src/host/calls/deps.ts';
import { addBans } from '../../src/host/bans/store.ts';
import { HANDLERS } from '../../src/host/features.ts';
import { ListPulls } from '../../src/host/federation/pulls.ts';
import { identify } from '../../src/host/players/identify.ts';
import { identitiesOf, identityKey } from '../../src/host/players/identities.ts';
import { publish } from '../../src/host/realtime/log.ts';
import type { Database } from '../../src/host/store/database.ts';
import { newId } from '../../src/host/store/ids.ts';
import { createTestAccount, createTestServer } from '../support/accounts.ts';
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts';
import { featureDepsOf } from '../support/features.ts';
import { importedBan } from '../support/imported-ban.ts';
import { createTestApp, createTestDeps, type TestDeps } from '../support/host.ts';
import { startHttpsFront } from './https-front.ts';

type Account = Awaited<ReturnType<typeof createTestAccount>>;
type Deps = ReturnType<typeof featureDepsOf>;

/** Time, for several installations. */
export class Time {
  now = Date.UTC(2026, 0, 15, 12);

  pass(milliseconds: number): void {
    this.now += milliseconds;
  }
}

/** Time as it is, where hosts of their own processes live by it, too. */
export const REAL_TIME: Pick<Time, 'now'> = {
  get now() {
    return Date.now();
  },
};

/** Whom a ban is about by a SteamID64. */
export const bySteam = (steam_id: string) => ({ kind: 'identity', steam_id, name: 'Bob' });

/** One installation: its calls, and its reading of lists by hand. */
export class Installation {
  readonly time: Pick<Time, 'now'>;
  readonly test: TestDeps;
  readonly deps: Deps;
  readonly app: FastifyInstance;
  readonly owner: Account;
  /** Between it and whoever asks it. */
  readonly way: FaultProxy;
  readonly origin: string;
  #pulls: ListPulls;
  readonly #end: () => Promise<void>;

  private constructor(
    time: Pick<Time, 'now'>,
    made: Pick<Installation, 'test' | 'deps' | 'app' | 'owner' | 'way' | 'origin'>,
    end: () => Promise<void>,
  ) {
    this.time = time;
    ({
      test: this.test,
      deps: this.deps,
      app: this.app,
      owner: this.owner,
      way: this.way,
      origin: this.origin,
    } = made);
    this.#pulls = new ListPulls(this.deps);
    this.#end = end;
  }

  static async start(
    time: Pick<Time, 'now'>,
    settings: Partial<HttpSettings> = {},
  ): Promise<Installation> {
    let port = 0;
    const front = await startHttpsFront(() => port);
    const way = await startFaultProxy(() => front.port);
    const origin = `https://localhost:${way.port}`;
    const test = await createTestDeps({ apiOrigin: origin, ...settings });
    const basic = { ...test.deps, publish, clock: () => time.now };
    const deps = featureDepsOf({ deps: basic, connection: test.connection });
    const app = await createTestApp(deps, HANDLERS);
    await app.listen({ host: '127.0.0.1', port: 0 });
    ({ port } = app.server.address() as AddressInfo);
    const owner = await createTestAccount(app, deps);
    return new Installation(time, { test, deps, app, owner, way, origin }, async () => {
      await app.close();
      await way.stop();
      await front.stop();
      await test.close();
    });
  }

  async post<T extends object>(path: string, body: object = {}): Promise<T> {
    const answer = await this.owner.browser.post(`/app/v1/${path}`, { ...body });
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json<T>();
  }

  /** A list that others may follow. */
  async newList(identifier: string): Promise<string> {
    const banlist_id = newId(this.time.now);
    const owner = { kind: 'account', id: this.owner.id };
    await this.post('banlists/create', { banlist_id, identifier, owner });
    await this.post(`banlist/${banlist_id}`, { allow_followers: true });
    return banlist_id;
  }

  async ban(list: string, who: object, of: object = {}): Promise<string> {
    const ban_id = newId(this.time.now);
    const body = { ban_id, who, reason: 'Griefing', minutes: null, ...of };
    await this.post(`banlist/${list}/bans/create`, body);
    return ban_id;
  }

  fill(list: string, bans: number, first = 0): Promise<void> {
    return fill(this.deps.db, list, bans, first);
  }

  /** A server of the account obeys a list; answers its id. */
  async obeys(list: string): Promise<string> {
    const host = `${newId(this.time.now)}.example.org`;
    const server_id = await createTestServer(this.deps, this.owner.id, { host });
    await this.post(`banlist/${list}/servers`, { server_id, primary: false });
    return server_id;
  }

  /** Somebody was on a server from an address, a moment ago; answers their id. */
  async seen(
    server: string,
    { steamId, ip, name }: { readonly steamId: string; readonly ip: string; readonly name: string },
  ): Promise<string> {
    const { db } = this.deps;
    const { now } = this.time;
    const identities = identitiesOf({ steamId, guid: null, bohemiaId: null });
    const known = await identify(db, [{ identities, name }], now);
    const id = known.get(identityKey(identities[0]!)) ?? '';
    await sql`
      insert into play_sessions (id, server_id, muster_id, name, joined_at, left_at, joined_before,
        verified, lobby, steam_id, ip, port)
      values (${newId(now)}, ${server}, ${id}, ${name}, ${now}, ${now}, false, true, false,
        ${steamId}, ${ip}, 1)
    `.execute(db);
    return id;
  }

  /** A link by which another installation follows a list. */
  async share(list: string, addresses = false): Promise<string> {
    const share_id = newId(this.time.now);
    const told = await this.post(`banlist/${list}/shares`, { share_id, addresses });
    return CALLS.banListShare.answer.parse(told).link;
  }

  async follow(list: string, link: string, addresses = false): Promise<string> {
    const remote_id = newId(this.time.now);
    await this.post(`banlist/${list}/remotes`, { remote_id, link, addresses });
    return remote_id;
  }

  /** Reads a list of another installation now, if it is due. */
  async pull(remote_id: string): Promise<void> {
    await this.#pulls.look({ remote_id });
    await this.#pulls.idle();
  }

  /** The host dies in the middle of what it reads, and another one starts once its lease has ended. */
  async restart(): Promise<void> {
    const dead = this.#pulls;
    this.#pulls = new ListPulls(this.deps);
    await dead.stop();
    await sql`update remote_lists set lease_until = 0`.execute(this.deps.db);
  }

  async remotes(list: string) {
    const answer = await this.owner.browser.get(`/app/v1/banlist/${list}/ban-list-remotes`);
    return CALLS.banListRemotesPage.answer.parse(answer.json()).rows;
  }

  /** By what each ban in force of a followed list finds somebody. */
  async keysOf(remote: string): Promise<readonly (readonly string[])[]> {
    const { rows } = await sql<{ keys: string[] }>`
      select array_agg(k.key order by k.key) as keys
      from paged_bans b join ban_keys k on k.ban_id = b.id
      where b.owner_id = ${remote} and b.key_status = 'active' group by b.id order by 1
    `.execute(this.deps.db);
    return rows.map(({ keys }) => keys);
  }

  async shares(list: string) {
    const answer = await this.owner.browser.get(`/app/v1/banlist/${list}/ban-list-shares`);
    return CALLS.banListSharesPage.answer.parse(answer.json()).rows;
  }

  stop(): Promise<void> {
    return this.#end();
  }
}

/** As many bans as are added at once. */
const BATCH = 500;

const steamOf = (n: number) => String(76_561_190_000_000_000n + BigInt(n));

/** Bans of one person each, as an import makes them: as many as are wanted, from a number of a person on. */
export async function fill(db: Database, list: string, bans: number, first = 0): Promise<void> {
  for (let from = 0; from < bans; from += BATCH) {
    const part = Array.from({ length: Math.min(BATCH, bans - from) }, (_, at) =>
      importedBan(list, steamOf(first + from + at), `Reason ${(from + at) % 7}`),
    );
    await db.transaction().execute((trx) => addBans(trx, list, part));
  }
}
