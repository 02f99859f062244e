import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codeOf, createTestAccount, createTestServer } from '../../../tests/support/accounts.ts';
import { createFeaturesApp } from '../../../tests/support/features.ts';
import { createTestDeps, type TestBrowser, type TestDeps } from '../../../tests/support/host.ts';
import { untilLocked } from '../../../tests/support/until-locked.ts';
import { GRACE_MS } from '../../domain/files/storage.ts';
import { FILES_MOST, type StoragePolicy } from '../../protocol/files/limits.ts';
import type { ServerPermission } from '../../protocol/permissions.ts';
import { RESOURCE_CALLS } from '../../protocol/resources/calls.ts';
import { CALLS } from '../../protocol/calls.ts';
import { grant, serverResource } from '../access/grants.ts';
import type { StorageRule } from '../access/plan.ts';
import { change } from '../change/change.ts';
import { waitingMails } from '../mail/outbox.ts';
import { holdAllStorage } from './hold-storage.ts';
import { keepFile, type KeptFile } from './keep.ts';
import { pack } from './parts.ts';

const MIB = 1_048_576;

let test: TestDeps;
let app: FastifyInstance;
let owner: { readonly id: string; readonly browser: TestBrowser };
let server: string;
let port = 2_000;

beforeAll(async () => {
  test = await createTestDeps({ storageMib: 3 });
  app = await createFeaturesApp(test);
});
afterAll(async () => {
  await app.close();
  await test.close();
});
beforeEach(async () => {
  owner = await createTestAccount(app, test.deps);
  server = await addServer();
});

function addServer(account = owner.id): Promise<string> {
  port += 10;
  return createTestServer(test.deps, account, {
    identifier: `Server ${port}`,
    game_port: port,
    rcon_port: port + 1,
  });
}

const settings = (storageMib: number) => ({ ...test.deps.settings, storageMib });

/** Uploads so many bytes that nobody has seen, a moment after what was uploaded before. */
async function keep(
  bytes: Uint8Array,
  to = server,
  name = 'x.ADM',
  rule: StorageRule = test.deps.settings,
): Promise<KeptFile> {
  const { deps } = test;
  test.advance(1);
  const file = await pack(bytes);
  return change({ ...deps, now: deps.clock() }, (made) =>
    keepFile(made, rule, {
      ...file,
      serverId: to,
      kind: 'game-log',
      name,
      actor: owner.id,
      by: null,
    }),
  );
}

async function files(of = server, browser = owner.browser) {
  const answer = await browser.get(`/app/v1/server/${of}/files`);
  return RESOURCE_CALLS.filesPage.answer.parse(answer.json()).rows;
}

async function storage() {
  const answer = await owner.browser.get('/app/v1/@me/storage');
  return RESOURCE_CALLS.storagePage.answer.parse(answer.json()).rows[0]!;
}

const choose = (policy: StoragePolicy) =>
  owner.browser.post('/app/v1/@me/storage-policy', { policy });

async function audited(of = server): Promise<readonly string[]> {
  const rows = await test.deps.db
    .selectFrom('audit')
    .select('action')
    .where('resource', '=', serverResource(of))
    .where('action', 'like', 'files.%')
    .orderBy('id')
    .execute();
  return rows.map(({ action }) => action);
}

/** Somebody who has these permissions on the server. */
async function somebody(...permissions: readonly ServerPermission[]): Promise<TestBrowser> {
  const { deps } = test;
  const { id, browser } = await createTestAccount(app, deps);
  const held = ['server.view', ...permissions] as const;
  await grant(deps.db, id, serverResource(server), held, null, deps.clock());
  return browser;
}

const download = (id: string, browser: TestBrowser, encoding = 'identity') =>
  browser.get(`/app/v1/server/${server}/files/${id}/download`, { 'accept-encoding': encoding });

describe('a file that is kept', () => {
  it('comes back byte by byte, unpacked or as it is kept, under its name', async () => {
    const bytes = randomBytes(700_000);
    const { file_id } = await keep(bytes, server, 'Ädas ‘log’ (1).ADM');
    const plain = await download(file_id, owner.browser);
    expect(plain.headers).toMatchObject({
      'content-length': '700000',
      'content-disposition': `attachment; filename*=UTF-8''%C3%84das%20%E2%80%98log%E2%80%99%20%281%29.ADM`,
      'content-type': 'application/octet-stream',
    });
    expect(plain.rawPayload.equals(bytes)).toBe(true);
    const packed = await download(file_id, owner.browser, 'br, gzip');
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(packed.rawPayload).equals(bytes)).toBe(true);
    expect(await audited()).toEqual(['files.download', 'files.download']);
  });

  it('is listed with who uploaded it, and counts with its own size', async () => {
    const { file_id } = await keep(Buffer.alloc(MIB, 'a'));
    expect(await files()).toMatchObject([
      { id: file_id, kind: 'game-log', name: 'x.ADM', bytes: MIB, uploaded_by: owner.id },
    ]);
    expect(await storage()).toMatchObject({
      used: MIB,
      policy: 'refuse',
      goes_at: null,
      servers: [{ server_id: server, files: 1, bytes: MIB }],
      oldest: [{ id: file_id }],
      largest: [{ id: file_id }],
    });
  });

  it('is kept once for each server, under its first name', async () => {
    const first = await keep(Buffer.from('the same'));
    const again = await keep(Buffer.from('the same'), server, 'y.ADM');
    expect(again).toEqual({ file_id: first.file_id, kept_before: true, deleted: 0 });
    const other = await addServer();
    expect(await keep(Buffer.from('the same'), other)).toMatchObject({ kept_before: false });
    expect((await files()).map(({ name }) => name)).toEqual(['x.ADM']);
  });

  it('goes by hand, with its bytes and a word in the audit', async () => {
    const { file_id } = await keep(Buffer.from('gone soon'));
    const path = `/app/v1/server/${server}/files/${file_id}/delete`;
    expect((await owner.browser.post(path, {})).statusCode).toBe(200);
    expect(await files()).toEqual([]);
    expect(await audited()).toEqual(['files.delete']);
    const parts = await test.deps.db
      .selectFrom('stored_parts')
      .select('number')
      .where('file_id', '=', file_id)
      .execute();
    expect(parts).toEqual([]);
    expect((await download(file_id, owner.browser)).statusCode).toBe(404);
    expect((await owner.browser.post(path, {})).statusCode).toBe(404);
  });

  it('is none of another server', async () => {
    const { file_id } = await keep(Buffer.from('mine'));
    const other = await addServer();
    const path = `/app/v1/server/${other}/files/${file_id}`;
    expect((await owner.browser.get(`${path}/download`)).statusCode).toBe(404);
    expect((await owner.browser.post(`${path}/delete`, {})).statusCode).toBe(404);
    expect(await files()).toHaveLength(1);
  });
});

describe('whoever', () => {
  const LOG = 'server.view.server-log';

  it('may see logs lists the files, and reads none without the permission for addresses', async () => {
    const { file_id } = await keep(Buffer.from('addresses'));
    const lists = await somebody(LOG);
    expect(await files(server, lists)).toHaveLength(1);
    expect(codeOf(await download(file_id, lists))).toBe('permission-denied');
    const personal = await somebody('server.view.personal');
    const refused = await download(file_id, personal);
    expect(refused.json()).toMatchObject({ code: 'permission-denied', needs: [LOG] });
    expect((await download(file_id, await somebody(LOG, 'server.view.personal'))).body).toBe(
      'addresses',
    );
  });

  it('may not change settings deletes nothing', async () => {
    const { file_id } = await keep(Buffer.from('stays'));
    const path = `/app/v1/server/${server}/files/${file_id}/delete`;
    const reader = await somebody(LOG, 'server.view.personal');
    expect(codeOf(await reader.post(path, {}))).toBe('permission-denied');
    expect(await files()).toHaveLength(1);
  });

  it('uploads is told the names of files on servers where they may list them, of others how many', async () => {
    await choose('delete-oldest');
    const hidden = await addServer();
    await keep(randomBytes(MIB), hidden);
    const { file_id } = await keep(randomBytes(MIB));
    const browser = await somebody('server.modify.settings', LOG);
    const answer = await browser.get(`/app/v1/server/${server}/file-room?bytes=${3 * MIB}`);
    expect(CALLS.fileRoom.answer.parse(answer.json())).toMatchObject({
      quota: 3 * MIB,
      used: 2 * MIB,
      policy: 'delete-oldest',
      fits: true,
      goes: [{ id: file_id, name: 'x.ADM' }],
      others: 1,
    });
  });
});

describe('beyond the quota', () => {
  it('an upload is refused, and nothing goes, unless the owner says otherwise', async () => {
    await keep(randomBytes(2 * MIB));
    await expect(keep(randomBytes(2 * MIB))).rejects.toMatchObject({
      kind: 'storage-quota-reached',
      fields: { text: 'storage-quota-reached' },
    });
    expect(await files()).toHaveLength(1);
    expect(await audited()).toEqual([]);
  });

  it('the oldest go, over all servers of the owner, as few as will do', async () => {
    await choose('delete-oldest');
    const other = await addServer();
    await keep(randomBytes(MIB), other);
    const second = await keep(randomBytes(MIB));
    const third = await keep(randomBytes(MIB));
    expect(await keep(randomBytes(MIB))).toMatchObject({ kept_before: false, deleted: 1 });
    expect(await files(other)).toEqual([]);
    expect(await audited(other)).toEqual(['files.delete-by-policy']);
    expect((await files()).map(({ id }) => id)).toEqual(
      expect.arrayContaining([second.file_id, third.file_id]),
    );
    expect((await storage()).used).toBe(3 * MIB);
  });

  it('what is larger than all of it is refused, and nothing goes for it', async () => {
    await choose('delete-oldest');
    await keep(randomBytes(MIB));
    await expect(keep(randomBytes(3 * MIB + 1))).rejects.toMatchObject({
      kind: 'storage-quota-reached',
    });
    expect(await files()).toHaveLength(1);
  });

  it('a server that has all the files it can have gives its oldest, and says so before', async () => {
    await choose('delete-oldest');
    const older = await addServer();
    await keep(randomBytes(8), older);
    const oldest = await keep(randomBytes(8));
    await sql`
      insert into stored_files (id, server_id, kind, name, bytes, sha256, packed, at, uploaded_by)
      select lpad(n::text, 24, '0'), ${server}, 'game-log', 'x', 1, lpad(n::text, 64, '0'), 0,
        ${test.deps.clock()}::bigint + n, ${owner.id}
      from generate_series(1, ${FILES_MOST - 1}::int) n
    `.execute(test.deps.db);
    const answer = await owner.browser.get(`/app/v1/server/${server}/file-room?bytes=8`);
    expect(CALLS.fileRoom.answer.parse(answer.json())).toMatchObject({
      goes: [{ id: oldest.file_id }],
      others: 0,
    });
    expect(await keep(randomBytes(8))).toMatchObject({ deleted: 1 });
    const { rows } = await sql`select from stored_files where server_id = ${server}`.execute(
      test.deps.db,
    );
    expect(rows).toHaveLength(FILES_MOST);
    await choose('refuse');
    await expect(keep(randomBytes(8))).rejects.toMatchObject({ kind: 'limit-reached' });
  });

  it('of two uploads at once that fit only alone, one is kept', async () => {
    const other = await addServer();
    const { db } = test.deps;
    let uploads: Promise<readonly PromiseSettledResult<KeptFile>[]> = Promise.resolve([]);
    await db.transaction().execute(async (trx) => {
      // Whoever would keep a file waits, having looked for room.
      await sql`lock table stored_files in share mode`.execute(trx);
      uploads = Promise.allSettled([keep(randomBytes(2 * MIB)), keep(randomBytes(2 * MIB), other)]);
      await untilLocked(db, 2);
    });
    const results = await uploads;
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect((await storage()).used).toBe(2 * MIB);
  });

  it('the same file uploaded twice at once is kept once', async () => {
    const bytes = randomBytes(MIB);
    const both = await Promise.all([keep(bytes), keep(bytes)]);
    expect(both.map(({ kept_before }) => kept_before).toSorted()).toEqual([false, true]);
    expect(both[0]?.file_id).toBe(both[1]?.file_id);
  });
});

describe('a quota that became smaller', () => {
  const hold = (mebibytes: number) =>
    holdAllStorage({ ...test.deps, settings: settings(mebibytes) });

  it('takes nothing by itself while the policy is to refuse', async () => {
    await keep(randomBytes(2 * MIB));
    await hold(1);
    test.advance(GRACE_MS);
    await hold(1);
    expect(await storage()).toMatchObject({ used: 2 * MIB, goes_at: null });
  });

  it('says when the oldest go, and takes them then, once', async () => {
    await choose('delete-oldest');
    const old = await keep(randomBytes(MIB));
    await keep(randomBytes(MIB));
    await hold(1);
    const goes_at = test.deps.clock() + GRACE_MS;
    expect(await storage()).toMatchObject({ used: 2 * MIB, goes_at });
    test.advance(GRACE_MS - 1);
    await hold(1);
    expect(await storage()).toMatchObject({ used: 2 * MIB, goes_at });
    test.advance(1);
    await hold(1);
    expect(await storage()).toMatchObject({ used: MIB, goes_at: null });
    expect((await files()).map(({ id }) => id)).not.toContain(old.file_id);
    expect(await audited()).toEqual(['files.delete-by-policy']);
  });

  it('is told to its owner by mail, once, when its grace began, at an address that is verified', async () => {
    const { deps } = test;
    const mails = () => waitingMails(deps.db, deps.secrets, deps.clock());
    await choose('delete-oldest');
    await keep(randomBytes(2 * MIB));
    await hold(1);
    expect(await mails()).toEqual([]);
    await sql`update accounts set email_verified_at = 1 where id = ${owner.id}`.execute(deps.db);
    await hold(1);
    await hold(1);
    const [mail] = await mails();
    const day = new Date(deps.clock() + GRACE_MS).toISOString().slice(0, 16).replace('T', ' ');
    expect(mail?.text).toContain(`The oldest are deleted on ${day} UTC.`);
    expect(await mails()).toHaveLength(1);
    await hold(2);
    test.advance(1_000);
    await hold(1);
    expect(await mails()).toHaveLength(2);
  });

  it('takes nothing for an upload while its grace lasts, and says so before', async () => {
    await choose('delete-oldest');
    await keep(randomBytes(2 * MIB));
    await keep(randomBytes(MIB));
    const uploads = (mebibytes: number) => keep(randomBytes(1), server, 'x', settings(mebibytes));
    await expect(uploads(2)).rejects.toMatchObject({ kind: 'storage-quota-reached' });
    await hold(2);
    await expect(uploads(2)).rejects.toMatchObject({ kind: 'storage-quota-reached' });
    test.advance(GRACE_MS);
    expect(await uploads(2)).toMatchObject({ deleted: 1 });
  });

  it('is forgotten with what was beyond it', async () => {
    await choose('delete-oldest');
    await keep(randomBytes(2 * MIB));
    await hold(1);
    await test.deps.db.deleteFrom('stored_files').execute();
    await hold(1);
    expect((await storage()).goes_at).toBeNull();
  });

  it('takes nothing where there is room again, or the owner says to keep them', async () => {
    await choose('delete-oldest');
    await keep(randomBytes(2 * MIB));
    await hold(1);
    await hold(2);
    expect((await storage()).goes_at).toBeNull();
    await hold(1);
    await choose('refuse');
    test.advance(GRACE_MS);
    await hold(1);
    expect(await storage()).toMatchObject({ used: 2 * MIB, goes_at: null });
  });
});

it('the policy is the owner’s, and its change stands in the audit of the account', async () => {
  await choose('delete-oldest');
  await choose('delete-oldest');
  const rows = await test.deps.db
    .selectFrom('audit')
    .select(['action', 'detail'])
    .where('resource', '=', `account/${owner.id}`)
    .where('action', '=', 'storage.policy')
    .execute();
  expect(rows).toHaveLength(1);
  expect(JSON.parse(rows[0]!.detail)).toMatchObject({ policy: 'delete-oldest' });
});
