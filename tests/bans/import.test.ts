/** Bans of a file: what they become, who may bring them, and that nobody is banned twice. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { bodyLimitOf } from '../../src/host/http/body-limit.ts';
import { newId } from '../../src/host/store/ids.ts';
import { CALLS } from '../../src/protocol/calls.ts';
import { GAME } from '../../src/protocol/enumerations.ts';
import { BAN_LIMIT } from '../../src/protocol/bans/limits.ts';
import { startSimServer } from '../../src/sim/server.ts';
import { fullestOf } from '../support/fullest.ts';
import { createTestAccount } from '../support/accounts.ts';
import { addServer, RCON_PASSWORD } from '../support/added-server.ts';
import { startLiveHost, type LiveHost } from '../support/live-host.ts';

type Account = Awaited<ReturnType<typeof createTestAccount>>;

const BOB = '76561190000000001';
const GUID = '50355e6d24e59ad9e7c4f3b24036f816';
const YEAR = 365 * 24 * 3_600_000;
let host: LiveHost;
let owner: Account;
let list: string;

beforeAll(async () => {
  host = await startLiveHost();
  owner = await createTestAccount(host.app, host.deps, ['host.server.create']);
});
afterAll(() => host.stop());
beforeEach(async () => {
  list = newId(Date.now());
  await owner.browser.post('/app/v1/banlists/create', {
    banlist_id: list,
    identifier: 'Old bans',
    owner: { kind: 'account', id: owner.id },
  });
});

const steam = (value: string, of: object = {}) => ({
  banned: { kind: 'steam', value },
  reason: 'Cheating',
  until: null,
  ...of,
});
const address = (value: string) => ({ ...steam(BOB), banned: { kind: 'address', value } });

async function bring(bans: readonly object[], by: Account = owner) {
  const answer = await by.browser.post(`/app/v1/banlist/${list}/bans/import`, { bans });
  return { status: answer.statusCode, ...answer.json<Record<string, unknown>>() };
}

async function kept() {
  const { rows } = await sql<{ data: Readonly<Record<string, unknown>> }>`
    select data from paged_bans where owner_id = ${list}
  `.execute(host.deps.db);
  return rows.map(({ data }) => data);
}

it('each becomes a ban of its kind, by whoever brought it', async () => {
  const until = Date.now() + YEAR;
  const brought = await bring([
    { ...steam(BOB, { until, description: 'Seen twice' }), name: 'Bob' },
    { ...steam(BOB), banned: { kind: 'battleye', value: GUID } },
    address('203.0.113.0/24'),
  ]);
  expect(brought).toMatchObject({ status: 200, added: 3, known: 0 });
  const rows = await kept();
  expect(rows).toHaveLength(3);
  const of = { status: 'ACTIVE', origin: 'IMPORTED', issuer_id: owner.id, reason: 'Cheating' };
  for (const row of rows) expect(row).toMatchObject(of);
  expect(rows).toContainEqual(
    expect.objectContaining({ name: 'Bob', steam_id: BOB, until, description: 'Seen twice' }),
  );
  expect(rows).toContainEqual(expect.objectContaining({ guid: GUID, steam_id: null }));
  expect(rows).toContainEqual(expect.objectContaining({ kind: 'address', address: '203.0.*.*' }));
});

it('whoever is on the list in force is left out, and who is named twice is banned once', async () => {
  const bans = [steam(BOB), steam(BOB, { reason: 'Again' }), address('203.0.113.7')];
  expect(await bring(bans)).toMatchObject({ added: 2, known: 1 });
  expect(await bring(bans)).toMatchObject({ added: 0, known: 3 });
  const [first] = (await kept()).filter((row) => row['steam_id'] === BOB);
  const path = `/app/v1/banlist/${list}/bans/${String(first?.['id'])}/status`;
  expect((await owner.browser.post(path, { status: 'REVOKED' })).statusCode).toBe(200);
  expect(await bring(bans)).toMatchObject({ added: 1, known: 2 });
});

it('whoever is banned for longer by the file is banned for longer', async () => {
  const hour = steam(BOB, { until: Date.now() + 3_600_000 });
  expect(await bring([hour])).toMatchObject({ added: 1, known: 0 });
  expect(await bring([hour, steam(BOB)])).toMatchObject({ added: 1, known: 1 });
  expect((await kept()).filter((row) => row['until'] === null)).toHaveLength(1);
  expect(await bring([hour])).toMatchObject({ added: 0, known: 1 });
});

it.each([
  [
    'a ban of over two years that ends',
    { ...steam(BOB), until: Date.now() + 3 * YEAR },
    'ban-too-long',
  ],
  ['half of all addresses', address('0.0.0.0/1'), 'address-too-wide'],
  ['no address', address('1.2.3'), 'address-invalid'],
])('%s is refused, and nothing of the request is taken', async (_, ban, code) => {
  expect(await bring([steam('76561190000000003'), ban])).toMatchObject({ status: 422, code });
  expect(await kept()).toEqual([]);
});

it('it needs what each of them would need alone', async () => {
  const helper = await createTestAccount(host.app, host.deps, []);
  await host.deps.db
    .insertInto('grants')
    .values(
      (['banlist.view', 'banlist.add-temporary'] as const).map((permission) => ({
        subject: helper.id,
        resource: `banlist/${list}`,
        permission,
        since: Date.now(),
      })),
    )
    .execute();
  const temporary = steam(BOB, { until: Date.now() + YEAR });
  expect(await bring([temporary, steam('76561190000000003')], helper)).toMatchObject({
    code: 'permission-denied',
    needs: ['banlist.add-permanent'],
  });
  expect(await kept()).toEqual([]);
  expect(await bring([temporary], helper)).toMatchObject({ status: 200, added: 1 });
});

it('a list has room for so many and no more, and a request has, too', async () => {
  await host.deps.db
    .updateTable('ban_lists')
    .set({ entries: BAN_LIMIT.bans - 1 })
    .where('id', '=', list)
    .execute();
  const two = [steam(BOB), steam('76561190000000003')];
  expect(await bring(two)).toMatchObject({ status: 403, code: 'limit-reached' });
  expect(await bring(two.slice(0, 1))).toMatchObject({ status: 200, added: 1 });
  const many = Array.from({ length: BAN_LIMIT.atOnce + 1 }, () => steam(BOB));
  expect(await bring(many)).toMatchObject({ status: 400 });
});

it('a whole part is taken, each ban of which is as long as it may be', async () => {
  const longest = fullestOf(CALLS.banImport.body.shape.bans.element) as object;
  const bans = Array.from({ length: BAN_LIMIT.atOnce }, (_, at) => ({
    ...longest,
    banned: { kind: 'bohemia', value: String(at).padStart(64, '0') },
    until: Date.now() + YEAR,
  }));
  expect(JSON.stringify(bans).length).toBeGreaterThan(1_000_000);
  expect(await bring(bans)).toMatchObject({ status: 200, added: BAN_LIMIT.atOnce, known: 0 });
  expect(await kept()).toHaveLength(BAN_LIMIT.atOnce);
});

it('a request that has more bytes than any part is refused, and says how many it may have', async () => {
  const bytes = bodyLimitOf(CALLS.banImport);
  const answer = await bring([steam(BOB, { description: 'a'.repeat(bytes) })]);
  expect(answer).toMatchObject({ status: 413, code: 'request-too-large' });
  expect(answer).toHaveProperty('detail', expect.stringContaining(`at most ${bytes}`));
  expect(await kept()).toEqual([]);
});

it('whoever is on a server of the list leaves it', async () => {
  const sim = await startSimServer({ game: 'DAYZ', password: RCON_PASSWORD, slots: 60 });
  const id = await addServer(owner.browser, sim, 'Chernarus', GAME.DAYZ);
  await owner.browser.post(`/app/v1/banlist/${list}/servers`, { server_id: id, primary: false });
  sim.join({ name: 'Bob', steamId: BOB });
  sim.join({ name: 'Ada', steamId: '76561190000000002' });
  const players = () => host.live.supervisor.runtimes.get(id)?.rows.players.values() ?? [];
  const known = () => [...players()].filter(({ muster_id }) => muster_id !== null).length;
  await expect.poll(known, { timeout: 20_000 }).toBe(2);
  // BattlEye tells no SteamID: it is found by the GUID that follows from it.
  await bring([steam(BOB)]);
  await expect
    .poll(() => sim.roster().map(({ name }) => name), { timeout: 10_000 })
    .toEqual(['Ada']);
  await sim.stop();
});
