/** Hosts that keep the file of queue priority of game servers as their buckets are, on real servers of FTP and SFTP. */
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { keysOfBanned } from '../../src/domain/bans/keys.ts';
import { GAME } from '../../src/protocol/enumerations.ts';
import type { RowOf } from '../../src/protocol/resources/registry.ts';
import type { ServerPermission } from '../../src/protocol/permissions.ts';
import { eraseEntries } from '../../src/host/players/erase-entries.ts';
import { grant, serverResource } from '../../src/host/access/grants.ts';
import { addressRule } from '../../src/host/connectors/address-rule.ts';
import { systemPorts } from '../../src/host/connectors/udp.ts';
import { wakeAt } from '../../src/host/queue-sync/due.ts';
import { QueueSyncs } from '../../src/host/queue-sync/syncs.ts';
import { endSync, takeSync } from '../../src/host/queue-sync/take.ts';
import { newId, newToken } from '../../src/host/store/ids.ts';
import { databaseNow } from '../../src/host/store/now.ts';
import { codeOf, createTestAccount, createTestServer } from '../support/accounts.ts';
import { bySteam } from '../support/kept-doors.ts';
import { createMigratedDatabase } from '../support/database.ts';
import { startLiveHost, type LiveHost } from '../support/live-host.ts';
import { startFtpServer } from '../support/remote/ftp-server.ts';
import { FOLDER, PASSWORD, USER, type Machine } from '../support/remote/machine.ts';
import { startSftpServer } from '../support/remote/sftp-server.ts';

const [ADA, BOB, CY] = ['76561190000000001', '76561190000000002', '76561190000000003'] as const;
const DAN = '76561190000000004';
const FILE = 'priority.txt';
const WAIT = { timeout: 20_000, interval: 20 };
/** How it stands once the file is as it should be, and nobody writes it. */
const WHOLE = { busy: false, synced_at: expect.any(Number), problem: null };

let hosts: readonly [LiveHost, LiveHost];
let owner: Awaited<ReturnType<typeof createTestAccount>>;
const machines: Machine[] = [];

beforeAll(async () => {
  const first = await startLiveHost();
  hosts = [first, await startLiveHost(first)];
  owner = await createTestAccount(first.app, first.deps);
});
afterEach(async () => {
  for (const machine of machines.splice(0)) await machine.stop();
});
afterAll(async () => {
  await hosts[1].stop();
  await hosts[0].stop();
});

async function post(path: string, body: object, by = owner) {
  const answer = await by.browser.post(`/app/v1/${path}`, { ...body });
  return answer.statusCode === 200 ? 'done' : codeOf(answer);
}
const add = (bucket: string, entries: readonly object[], by = owner) => {
  const fresh = entries.map((entry) => ({ entry_id: newId(Date.now()), ...entry }));
  return post(`bucket/${bucket}/entries/add`, { entries: fresh }, by);
};

interface Kept {
  readonly id: string;
  readonly bucket: string;
  readonly files: Machine['files'];
  readonly port: number;
}

const targetOf = (port: number, of: object = {}) => ({
  protocol: 'sftp',
  host: '127.0.0.1',
  port,
  username: USER,
  folder: FOLDER,
  ...of,
});

/** A server with a bucket of queue priority, and a machine that its file goes to. */
async function kept(
  starting: Promise<Machine> = startFtpServer(),
  { protocol = 'ftp', host = hosts[0], by = owner } = {},
): Promise<Kept> {
  const machine = await starting;
  machines.push(machine);
  const { files, port } = machine;
  const bucket = newId(Date.now());
  const id = await createTestServer(host.deps, by.id, { host: `${bucket}.example.org` });
  const own = { kind: 'account', id: by.id };
  const made = { bucket_id: bucket, type: 'QUEUE_PRIORITY', identifier: 'First', owner: own };
  await post('buckets/create', made, by);
  await add(bucket, [bySteam(ADA)], by);
  await post(`bucket/${bucket}/servers`, { server_id: id }, by);
  const set = { ...targetOf(port, { protocol }), password: PASSWORD };
  expect(await post(`server/${id}/queue-sync`, set, by)).toBe('done');
  return { id, bucket, files, port };
}

async function rowOf<R extends 'queueSync' | 'queueSyncTarget'>(
  id: string,
  path: string,
): Promise<RowOf<R> | undefined> {
  const answer = await owner.browser.get(`/app/v1/server/${id}/${path}`);
  return answer.json<{ rows: RowOf<R>[] }>().rows[0];
}
const keysOf = (steam_id: string) =>
  keysOfBanned({ people: [], identities: [{ kind: 'steam', value: steam_id }], addresses: [] });
const state = (id: string) => rowOf<'queueSync'>(id, 'queue-sync');
const target = (id: string) => rowOf<'queueSyncTarget'>(id, 'queue-sync-target');
const cause = async (id: string) => (await state(id))?.cause;

async function audited(id: string): Promise<readonly string[]> {
  const rows = await hosts[0].deps.db
    .selectFrom('audit')
    .select('action')
    .where('resource', '=', serverResource(id))
    .where('action', 'like', 'queue-sync.%')
    .orderBy('at')
    .orderBy('id')
    .execute();
  return rows.map(({ action }) => action);
}

it('the file follows the buckets: who is added, ends and is erased, and which are used', async () => {
  const { id, bucket, files } = await kept();
  files.put(FILE, CY);
  const people = () => files.text(FILE)?.split(';').toSorted();
  await expect.poll(people, WAIT).toEqual([ADA, CY]);
  await add(bucket, [bySteam(BOB), { ...bySteam(DAN), minutes: 1 }]);
  await expect.poll(people, WAIT).toEqual([ADA, BOB, CY, DAN]);
  const { db, secrets, publish } = hosts[0].deps;
  await sql`
    update paged_bucket_entries
    set data = jsonb_set(data::jsonb, '{until}', to_jsonb(${Date.now() + 2_000}::bigint))::json
    where owner_id = ${bucket} and data->>'steam_id' = ${DAN}
  `.execute(db);
  await post(`server/${id}/queue-sync/now`, {});
  await expect.poll(people, WAIT).toEqual([ADA, BOB, CY]);
  await eraseEntries({ db, secrets, publish, now: Date.now() }, newId(0), [], keysOf(BOB));
  await expect.poll(people, WAIT).toEqual([ADA, CY]);
  await expect.poll(() => state(id), WAIT).toMatchObject({ people: 1, foreign: 1 });
  await post(`bucket/${bucket}/servers/${id}/remove`, {});
  await expect.poll(people, WAIT).toEqual([CY]);
  await expect.poll(() => state(id), WAIT).toMatchObject({ problem: 'bucket-setup-required' });
  expect(await audited(id)).toEqual(['queue-sync.set', 'queue-sync.failed']);
});

it('a first sync is pending, then said with its people; the place is told without its password', async () => {
  const { id, bucket, files, port } = await kept(startSftpServer(), { protocol: 'sftp' });
  expect(await state(id)).toMatchObject({ synced_at: null, problem: null });
  await add(bucket, [{ what: { kind: 'identity', guid: 'a'.repeat(32) }, minutes: null }]);
  await expect
    .poll(() => state(id), WAIT)
    .toMatchObject({ people: 1, left: 1, foreign: 0, busy: false, synced_at: expect.any(Number) });
  const told = await target(id);
  expect(told).toMatchObject({ ...targetOf(port), secret: true, secret_kind: 'password' });
  expect(told?.trusted_key).toMatch(/^SHA256:/);
  expect(files.text(FILE)).toBe(ADA);
  expect(JSON.stringify(told)).not.toContain(PASSWORD);
});

it('each failure is said, audited once, and over once it works', async () => {
  const { id, files, port } = await kept();
  await expect.poll(() => files.text(FILE), WAIT).toBe(ADA);
  const now = () => post(`server/${id}/queue-sync/now`, {});
  await post(`server/${id}/queue-sync`, { ...targetOf(port, { protocol: 'ftp', folder: '/no' }) });
  await expect.poll(() => state(id), WAIT).toMatchObject({ problem: 'no-root-found' });
  const { tried_at } = (await state(id)) ?? {};
  await now();
  await expect.poll(async () => (await state(id))?.tried_at, WAIT).not.toBe(tried_at);
  await post(`server/${id}/queue-sync`, { ...targetOf(port, { protocol: 'ftp' }), password: 'no' });
  await expect.poll(() => state(id), WAIT).toMatchObject({ problem: 'invalid-credentials' });
  const tries = files.logins.length;
  await post(`server/${id}/queue-sync`, {
    ...targetOf(port, { protocol: 'ftp' }),
    password: PASSWORD,
  });
  await expect.poll(async () => (await state(id))?.synced_at, WAIT).not.toBe(null);
  expect(files.logins.slice(tries)).toEqual([true]);
  const failures = ['queue-sync.set', 'queue-sync.failed', 'queue-sync.set', 'queue-sync.failed'];
  expect(await audited(id)).toEqual(['queue-sync.set', ...failures, 'queue-sync.set']);
});

it('a wrong password is not sent again because a bucket changed', async () => {
  const { id, bucket, files, port } = await kept();
  await post(`server/${id}/queue-sync`, { ...targetOf(port, { protocol: 'ftp' }), password: 'no' });
  await expect.poll(() => cause(id), WAIT).toBe('credentials');
  const { length } = files.logins;
  await add(bucket, [bySteam(BOB)]);
  const other = await kept();
  await expect.poll(() => other.files.text(FILE), WAIT).toBe(ADA);
  await add(other.bucket, [bySteam(BOB)]);
  await expect.poll(() => other.files.text(FILE), WAIT).toBe(`${ADA};${BOB}`);
  expect(files.logins.length).toBe(length);
});

it('nor because one changed while it was refused; what else failed is tried again at once', async () => {
  const { id, bucket, files } = await kept();
  const { deps } = hosts[0];
  const failed = async (as: 'dropped' | 'credentials', added: string) => {
    await expect.poll(() => state(id), WAIT).toMatchObject(WHOLE);
    await sql`update queue_syncs set due_at = 0 where server_id = ${id}`.execute(deps.db);
    const taken = await takeSync(deps, id, newToken());
    expect(taken).not.toBe(null);
    await add(bucket, [bySteam(added)]);
    if (taken !== null) await endSync(deps, taken, { cause: as, shown: null, file: null });
  };
  await failed('dropped', BOB);
  await expect.poll(() => files.text(FILE), WAIT).toBe(`${ADA};${BOB}`);
  await failed('credentials', CY);
  const { tried_at = null, next_at = null } = (await state(id)) ?? {};
  expect((next_at ?? 0) - (tried_at ?? 0)).toBe(86_400_000);
});

it('a key file without a key in it is refused', async () => {
  const { id, port } = await kept();
  const sized = (text: string) => [Buffer.of(0, 0, 0, text.length), Buffer.from(text)];
  const none = [...sized('none'), ...sized('none'), ...sized(''), Buffer.of(0, 0, 0, 0)];
  const body = Buffer.concat([Buffer.from('openssh-key-v1\0'), ...none]).toString('base64');
  const private_key = `-----BEGIN OPENSSH PRIVATE KEY-----\n${body}\n-----END OPENSSH PRIVATE KEY-----`;
  const set = { ...targetOf(port), private_key };
  expect(await post(`server/${id}/queue-sync`, set)).toBe('private-key-unusable');
});

it('a game that reads no such file is refused', async () => {
  const rust = { host: 'rust.example.org', game: GAME.RUST };
  const id = await createTestServer(hosts[0].deps, owner.id, rust);
  const set = { ...targetOf(22), password: PASSWORD };
  expect(await post(`server/${id}/queue-sync`, set)).toBe('no-queue-file');
});

it('another key is refused until somebody trusts it', async () => {
  const { id, bucket, files, port } = await kept(startSftpServer(), { protocol: 'sftp' });
  await expect.poll(() => files.text(FILE), WAIT).toBe(ADA);
  await machines.pop()?.stop();
  const other = await startSftpServer({ port });
  machines.push(other);
  await add(bucket, [bySteam(BOB)]);
  await expect
    .poll(() => state(id), WAIT)
    .toMatchObject({ cause: 'key-changed', problem: 'connection-denied' });
  expect(other.files.logins).toEqual([]);
  const shown = (await target(id))?.shown_key;
  const strange = `SHA256:${'a'.repeat(43)}`;
  expect(await post(`server/${id}/queue-sync/trust`, { key: strange })).toBe('row-changed');
  expect(await post(`server/${id}/queue-sync/trust`, { key: shown })).toBe('done');
  await expect.poll(() => other.files.text(FILE), WAIT).toBe(`${ADA};${BOB}`);
  expect(await target(id)).toMatchObject({ trusted_key: shown, shown_key: null });
});

it('the stored password goes to no other machine, user or protocol', async () => {
  const { id, port } = await kept();
  const stored = targetOf(port, { protocol: 'ftp' });
  const moves = [
    { port: port + 1 },
    { username: 'other' },
    { host: 'localhost' },
    { protocol: 'ftps' },
  ];
  for (const moved of moves) {
    expect(await post(`server/${id}/queue-sync`, { ...stored, ...moved })).toBe('password-needed');
  }
});

it('an address that the operator does not allow is not asked', async () => {
  const host = await startLiveHost(undefined, false, { privateAddresses: false });
  try {
    const by = await createTestAccount(host.app, host.deps);
    const { id, files } = await kept(startFtpServer(), { protocol: 'ftp', host, by });
    await expect.poll(() => causeAt(host, id), WAIT).toBe('address-not-allowed');
    expect(files.connections).toBe(0);
  } finally {
    await host.stop();
  }
});

it('two hosts never write at once, and what changes while one writes is written after it', async () => {
  const { bucket, files } = await kept();
  const people = Array.from({ length: 12 }, (_, n) => String(76_561_190_000_000_100n + BigInt(n)));
  for (const person of people) {
    await add(bucket, [bySteam(person)]);
    await new Promise(setImmediate);
  }
  await expect.poll(() => files.text(FILE), WAIT).toBe([ADA, ...people].join(';'));
  expect(files.mostAtOnce).toBe(1);
});

it('a host that stops while a machine hangs leaves the file to the next one', async () => {
  const database = await createMigratedDatabase();
  const host = await startLiveHost({ database });
  const by = await createTestAccount(host.app, host.deps);
  const { files } = await kept(hanging(), { protocol: 'ftp', host, by });
  await expect.poll(() => files.logins, WAIT).toEqual([true]);
  await host.stop();
  files.fault = null;
  const next = await startLiveHost({ database });
  await expect.poll(() => files.text(FILE), WAIT).toBe(ADA);
  await next.stop();
  await database.drop();
});

it('a host that dies while it writes: another takes the file up when its time is over', async () => {
  const { id, files } = await kept();
  await expect.poll(() => state(id), WAIT).toMatchObject(WHOLE);
  const { db } = hosts[0].deps;
  const leave = (rest: number, due: number) =>
    sql`
    update queue_syncs set leased_by = 'gone', lease_until = ${databaseNow} + ${rest}::bigint, due_at = ${due}
    where server_id = ${id}
  `.execute(db);
  await leave(3_600_000, Date.now() + 3_600_000);
  expect(await state(id)).toMatchObject({ busy: true });
  await leave(0, Date.now() + 3_600_000);
  expect(await state(id)).toMatchObject({ busy: false });
  files.put(FILE, BOB);
  // By the clock of the host that is woken now the time is over, and by the database's it is not.
  await leave(1_000, 0);
  await db
    .transaction()
    .execute((trx) => wakeAt(trx, { server_id: id, asked: -1, due_at: Date.now() }));
  await expect.poll(() => files.text(FILE), WAIT).toBe(`${BOB};${ADA}`);
});

it('a host that stops begins no other file, and waits for no name', async () => {
  const { id, files } = await kept();
  await expect.poll(() => state(id), WAIT).toMatchObject(WHOLE);
  const { deps } = hosts[0];
  let asked = 0;
  const resolve = () => {
    asked += 1;
    return new Promise<never>(() => undefined);
  };
  const ports = { ...systemPorts, resolve };
  const syncs = new QueueSyncs({ ...deps, ports, addressRule: addressRule(deps.settings) });
  const begin = async () => {
    await sql`update queue_syncs set due_at = 0 where server_id = ${id}`.execute(deps.db);
    await syncs.look({ server_id: id });
  };
  files.put(FILE, BOB);
  await begin();
  await expect.poll(() => asked, WAIT).toBe(1);
  await syncs.stop();
  await expect.poll(() => files.text(FILE), WAIT).toBe(`${BOB};${ADA}`);
  await expect.poll(() => state(id), WAIT).toMatchObject(WHOLE);
  await begin();
  await syncs.stop();
  expect(asked).toBe(1);
});

async function hanging(): Promise<Machine> {
  const machine = await startFtpServer();
  machine.files.fault = 'hangs';
  return machine;
}

async function causeAt({ deps }: LiveHost, id: string) {
  const row = await deps.db
    .selectFrom('queue_syncs')
    .select('cause')
    .where('server_id', '=', id)
    .executeTakeFirst();
  return row?.cause;
}

it('what is secret is nowhere: not in the database, the log, the audit or what is told', async () => {
  const { id, files } = await kept();
  await expect.poll(() => files.text(FILE), WAIT).toBe(ADA);
  const { db } = hosts[0].deps;
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
  `.execute(db);
  for (const { name } of tables) {
    const { rows } = await sql<{ found: number }>`
      select count(*)::int as found from ${sql.table(name)} t where t::text like ${`%${PASSWORD}%`}
        or t::text like ${`%${Buffer.from(PASSWORD).toString('hex')}%`}
    `.execute(db);
    expect([name, rows[0]?.found]).toEqual([name, 0]);
  }
  expect(hosts.flatMap(({ logged }) => logged).join('')).not.toContain(PASSWORD);
  await sql`delete from servers where id = ${id}`.execute(db);
  const left = await db
    .selectFrom('queue_syncs')
    .select('host')
    .where('server_id', '=', id)
    .execute();
  expect(left).toEqual([]);
});

it('who may only look sees how it stands, and not where it goes', async () => {
  const { id } = await kept();
  const { app, deps } = hosts[0];
  const helper = await createTestAccount(app, deps);
  const held: ServerPermission[] = ['server.view', 'server.queue-priority.add'];
  await grant(deps.db, helper.id, serverResource(id), held, null, 0);
  const read = async (path: string) =>
    (await helper.browser.get(`/app/v1/server/${id}/${path}`)).statusCode;
  expect([await read('queue-sync'), await read('queue-sync-target')]).toEqual([200, 403]);
  expect(await post(`server/${id}/queue-sync/now`, {}, helper)).toBe('permission-denied');
});
