import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { TestGroups, type Person } from '../../../tests/support/groups.ts';
import { codeOf, createTestServer } from '../../../tests/support/accounts.ts';
import { BACKTEST_STAYS } from '../../protocol/bans/backtest.ts';
import { CALLS } from '../../protocol/calls.ts';
import type { ServerPermission } from '../../protocol/permissions.ts';
import { grant, serverResource } from '../access/grants.ts';
import { NO_IDENTIFIERS } from '../players/play-session.ts';

const DAY = 86_400_000;
const [STEAM, OTHER] = ['76561190000000001', '76561190000000002'];

let folder: string;
let groups: TestGroups;
let ada: Person;
let server: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-backtest-'));
  const vpnData = join(folder, 'list.txt');
  await writeFile(vpnData, '192.0.2.0/24\n');
  const kept = { playSessionDays: 12, feedDays: 7 };
  groups = await TestGroups.open({ vpnData, steamKey: 'a'.repeat(32), ...kept });
});
afterAll(async () => {
  await groups.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  ada = await groups.person();
  server = await createTestServer(groups.test.deps, ada.id);
});

const db = () => groups.test.deps.db;
const now = () => groups.test.deps.clock();
const asks = (body: Record<string, unknown>, by = ada) =>
  by.browser.post(`/app/v1/server/${server}/modules/backtest`, body);
async function backtest(body: Record<string, unknown>) {
  return CALLS.modulesBacktest.answer.parse((await asks(body)).json());
}

interface Was {
  readonly daysAgo?: number;
  readonly ip?: string | null;
  readonly steam_id?: string | null;
  readonly muster_id?: string | null;
}
/** Somebody was on the server; answers their stay. */
async function was(name: string, of: Was = {}): Promise<string> {
  const id = groups.fresh();
  const { daysAgo = 1, ...who } = of;
  const stay = { id, server_id: server, name, joined_at: now() - daysAgo * DAY };
  const seen = { joined_before: false, verified: true, lobby: false, left_at: now() };
  await db()
    .insertInto('play_sessions')
    .values({ ...NO_IDENTIFIERS, muster_id: groups.fresh(), ...stay, ...seen, ...who })
    .execute();
  return id;
}

const GERMANY = { active: false, countries: ['DE'], invert: false };
const CHILE = '200.27.2.2';
const VPN = { active: false, protect_whitelist: false };
const STEAM_OFF = { kick_private: false, kick_vac: false, vac_grace_days: 0, min_age_days: 0 };

it('names whom countries would have kept out, once, and counts those of whom none is known', async () => {
  const bob = groups.fresh();
  await was('Bob', { ip: CHILE, muster_id: bob });
  await was('Bob of old', { ip: CHILE, muster_id: bob, daysAgo: 3 });
  const nobody = await was('Cy', { ip: CHILE, muster_id: null, daysAgo: 2 });
  await was('Dee', { ip: null });
  const { people, ...rest } = await backtest({ geoblocking: { ...GERMANY, invert: true } });
  expect(rest).toMatchObject({
    stays: 4,
    days: 12,
    unknown: 1,
    next: null,
    back_to: now() - 3 * DAY,
  });
  expect(people).toEqual([
    { id: bob, name: 'Bob', joined_at: now() - DAY, rule: 'geoblocking' },
    { id: nobody, name: 'Cy', joined_at: now() - 2 * DAY, rule: 'geoblocking' },
  ]);
  expect(await backtest({ geoblocking: GERMANY })).toMatchObject({ people: [], unknown: 1 });
  expect((await backtest({ geoblocking: GERMANY, days: 5 })).days).toBe(5);
});

it('asks nothing of ban lists, which have no say in it', async () => {
  await was('Bob', { ip: CHILE });
  await sql`alter table ban_list_servers rename to elsewhere`.execute(db());
  try {
    expect((await backtest({ geoblocking: { ...GERMANY, invert: true } })).people).toHaveLength(1);
  } finally {
    await sql`alter table elsewhere rename to ban_list_servers`.execute(db());
  }
});

it('names whom the list of VPNs would have kept out, as if the server asked nothing else', async () => {
  await was('Bob', { ip: '192.0.2.7' });
  await was('Cy', { ip: '198.51.100.7' });
  const found = await backtest({ vpn: VPN });
  expect(found).toMatchObject({ unknown: 0, people: [{ name: 'Bob', rule: 'vpn' }] });
});

it('asks of the age that an account had when it came, by what Steam says today', async () => {
  const account = { state: 'public' as const, vac_bans: 0, fetched_at: now(), due_at: now() };
  await db()
    .insertInto('steam_accounts')
    .values({ ...account, steam_id: STEAM, created_at: now() - 25 * DAY })
    .execute();
  await was('Bob', { steam_id: STEAM, daysAgo: 5 });
  await was('Bob when he was new', { steam_id: STEAM, daysAgo: 20 });
  await was('Cy', { steam_id: OTHER });
  const found = await backtest({ steam: { ...STEAM_OFF, min_age_days: 14 } });
  expect(found).toMatchObject({
    stays: 3,
    unknown: 1,
    people: [{ name: 'Bob when he was new', rule: 'steam-age' }],
  });
  // A private account tells nobody how old it is, which says nothing where no age is asked for.
  await db()
    .insertInto('steam_accounts')
    .values({ ...account, state: 'private', steam_id: OTHER, created_at: null })
    .execute();
  const unknown = async (steam: object) =>
    (await backtest({ steam: { ...STEAM_OFF, ...steam } })).unknown;
  expect(await unknown({ min_age_days: 14 })).toBe(1);
  expect(await unknown({ kick_vac: true })).toBe(0);
});

it('knows everybody that a server without a whitelist asks for', async () => {
  await was('Bob', { steam_id: STEAM });
  await was('Dee', { muster_id: null });
  expect(await backtest({})).toMatchObject({ stays: 2, unknown: 0, people: [] });
});

it('asks the whitelists of today where no module is named', async () => {
  const bucket_id = groups.fresh();
  const owner = { kind: 'account', id: ada.id };
  const made = { bucket_id, type: 'WHITELIST', identifier: 'Regulars', owner };
  expect(await groups.does(ada, 'buckets/create', made)).toBe('done');
  const what = { kind: 'identity', steam_id: STEAM, name: 'Bob' };
  const entries = [{ entry_id: groups.fresh(), what }];
  expect(await groups.does(ada, `bucket/${bucket_id}/entries/add`, { entries })).toBe('done');
  const uses = { server_id: server };
  expect(await groups.does(ada, `bucket/${bucket_id}/servers`, uses)).toBe('done');
  await was('Bob', { steam_id: STEAM });
  await was('Cy', { steam_id: OTHER });
  await was('Dee', { muster_id: null });
  const found = await backtest({});
  expect(found).toMatchObject({ unknown: 1, people: [{ name: 'Cy', rule: 'whitelist' }] });
});

it('looks at all stays of the days that are asked for, some at a time', async () => {
  for (let n = 0; n < BACKTEST_STAYS; n++) await was('Eve', { ip: CHILE });
  await was('Bob', { ip: CHILE, daysAgo: 3 });
  const geoblocking = { ...GERMANY, countries: ['CL'] };
  const first = await backtest({ geoblocking });
  expect(first).toMatchObject({ stays: BACKTEST_STAYS, back_to: now() - DAY });
  const rest = await backtest({ geoblocking, after: first.next });
  expect(rest).toMatchObject({ stays: 1, people: [{ name: 'Bob' }], next: null });
  const day = await backtest({ geoblocking, days: 2, after: first.next });
  expect(day).toMatchObject({ stays: 0, back_to: null, next: null });
});

it('is for those who could set the module, and may see who was there and where they come from', async () => {
  const helper = await groups.person();
  expect(codeOf(await asks({ vpn: VPN }, helper))).toBe('not-found');
  const share = (who: Person, ...held: readonly ServerPermission[]) =>
    grant(db(), who.id, serverResource(server), held, null, 0);
  const reader = await groups.person();
  await share(reader, 'server.view', 'server.view.feed', 'server.view.personal');
  expect(codeOf(await asks({ vpn: VPN }, reader))).toBe('permission-denied');
  await share(helper, 'server.view', 'server.modify.configuration');
  const refused = (await asks({ vpn: VPN }, helper)).json();
  expect(refused).toMatchObject({ needs: ['server.view.feed', 'server.view.personal'] });
  await share(helper, 'server.view.filtered', 'server.view.personal');
  expect((await asks({ vpn: VPN }, helper)).statusCode).toBe(200);
});
