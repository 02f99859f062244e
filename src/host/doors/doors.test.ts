import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDeps, type TestDeps } from '../../../tests/support/host.ts';
import { knownBy } from '../../../tests/support/named-by.ts';
import { storeServer } from '../../../tests/support/stored-server.ts';
import { keysOfBanned } from '../../domain/bans/keys.ts';
import { PING_READINGS } from '../../domain/doors/ping.ts';
import { modules, type Modules } from '../../protocol/modules/fields.ts';
import { GAME } from '../../protocol/enumerations.ts';
import { MODULES_UNSET } from '../../protocol/modules/limits.ts';
import type { BucketEntryRow } from '../../domain/buckets/row.ts';
import { addEntries } from '../buckets/store.ts';
import { writeModules } from '../modules/store.ts';
import type { OpenSession } from '../players/play-session.ts';
import type { ServerRuntime } from '../servers/server-runtime.ts';
import { newId } from '../store/ids.ts';
import { replacePagedRow } from '../store/paged/rows.ts';
import type { Countries } from './countries.ts';
import { Doors } from './doors.ts';
import { VpnLists } from './vpn-lists.ts';

let test: TestDeps;
let server: string;
let doors: Doors;
let runtime: ServerRuntime;
/** What was sent to the game, and how it answers. */
let sent: string[];
let answer: () => Promise<{ ok: true; answer: string } | { ok: false; kind: 'no-answer' }>;

const WAIT = { timeout: 10_000, interval: 10 };
const stayOf = (name: string, digit: string) =>
  ({
    id: digit.repeat(24),
    muster_id: digit.repeat(24),
    name,
    steam_id: `7656119000000000${digit === 'a' ? 1 : 2}`,
    guid: null,
    bohemia_id: null,
    ip: '8.8.8.8',
  }) as OpenSession;
const [bob, cy] = [stayOf('Bob', 'a'), stayOf('Cy', 'b')];
const stays = [bob, cy];

beforeAll(async () => {
  test = await createTestDeps();
});
afterAll(() => test.close());
beforeEach(async () => {
  server = newId(test.deps.clock());
  await storeServer(test.deps.db, server);
  sent = [];
  answer = async () => ({ ok: true, answer: '' });
  runtime = {
    id: server,
    row: { configuration: { game: GAME.DAYZ } },
    stays,
    playerOf: (asked: string) => stays.find(({ id }) => id === asked) ?? null,
    playerKey: (asked: string) => stays.find(({ id }) => id === asked)?.name ?? null,
    run: ({ action, playerKey }: { action: string; playerKey: string }) => {
      sent.push(`${action} ${playerKey}`);
      return answer();
    },
  } as unknown as ServerRuntime;
  doors = new Doors({
    ...test.deps,
    stopping: new AbortController().signal,
    runtimes: () => new Map([[server, runtime]]),
    countries: { of: async () => 'US' } as unknown as Countries,
    vpnLists: new VpnLists({ list: undefined, systems: undefined }, test.deps),
  });
  slow = () => doors.heardPings(runtime, new Map([[bob.id, 900]]));
  return () => doors.stop();
});
/** Bob's ping is read, and is over the limit. */
let slow: () => Promise<void>;

async function set(of: Partial<Modules>): Promise<void> {
  const whole = modules.parse({ ...MODULES_UNSET, ...of });
  await test.deps.db
    .transaction()
    .execute((trx) => writeModules(trx, server, whole, test.deps.clock()));
  doors.changed(server, 'modules');
}

/** A chat filter that the server uses, which kicks. */
const storeFilter = (bucket_id: string, term: string) =>
  storeEntry(bucket_id, 'CHAT_FILTER', {
    term,
    term_kind: 'text',
    action: 'kick',
    message: 'Mind your words.',
  });

/** The entry of a bucket that the server uses. */
async function storeEntry(
  bucket_id: string,
  type: 'CHAT_FILTER' | 'WHITELIST',
  of: Partial<BucketEntryRow>,
): Promise<BucketEntryRow> {
  const now = test.deps.clock();
  const row: BucketEntryRow = {
    id: newId(now),
    server_id: null,
    bucket_id,
    person_id: null,
    name: '',
    steam_id: null,
    guid: null,
    bohemia_id: null,
    term: null,
    term_kind: null,
    action: null,
    message: null,
    minutes: null,
    comment: '',
    created_at: now,
    until: null,
    issuer_id: null,
    issuer_name: '',
    changed_at: now,
    ...of,
  };
  const identities = row.steam_id === null ? [] : knownBy(row.steam_id);
  const keys = keysOfBanned({ people: [], identities, addresses: [] });
  const bucket = { id: bucket_id, owner: 'c'.repeat(24), owner_kind: 'account' as const };
  await test.deps.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('buckets')
      .values({ ...bucket, type, identifier: 'Of a test', created_at: now })
      .execute();
    await trx
      .insertInto('bucket_servers')
      .values({ bucket_id, server_id: server, since: now })
      .execute();
    await addEntries(trx, bucket_id, [{ row, keys }]);
  });
  return row;
}

const ping = (warn: boolean) => ({ active: true, max: 100, warn, protect_whitelist: false });
const geoblocking = { active: true, countries: ['US' as const], invert: false };

it('whoever is kept out while they are being warned is kicked when that is over', async () => {
  await set({ ping: ping(true) });
  let answers = (_: { ok: true; answer: '' }) => {};
  answer = () => new Promise((resolve) => (answers = resolve));
  for (let n = 0; n < PING_READINGS; n++) await slow();
  await expect.poll(() => sent, WAIT).toEqual(['MESSAGE_PRIVATE Bob']);
  answer = async () => ({ ok: true, answer: '' });
  await set({ ping: ping(true), geoblocking });
  // Both were looked at together.
  await expect.poll(() => sent, WAIT).toEqual(['MESSAGE_PRIVATE Bob', 'SERVER_KICK Cy']);
  answers({ ok: true, answer: '' });
  await expect.poll(() => sent, WAIT).toContain('SERVER_KICK Bob');
});

it('a warning that nobody answered for is given once, and counts', async () => {
  answer = async () => ({ ok: false, kind: 'no-answer' });
  await set({ ping: ping(true) });
  await expect.poll(async () => (await slow(), sent), WAIT).toContain('SERVER_KICK Bob');
  expect(sent.filter((one) => one === 'MESSAGE_PRIVATE Bob')).toHaveLength(1);
});

it('a kick that nobody answered for is sent again once in a while, however often their ping is read', async () => {
  answer = async () => ({ ok: false, kind: 'no-answer' });
  await set({ ping: ping(false) });
  for (let n = 0; n < PING_READINGS; n++) await slow();
  await expect.poll(() => sent, WAIT).toEqual(['SERVER_KICK Bob']);
  for (let n = 0; n < 20; n++) await slow();
  await doors.stop();
  expect(sent).toEqual(['SERVER_KICK Bob']);
});

it('whoever said what a filter found is let stay once the filter is another', async () => {
  answer = async () => ({ ok: false, kind: 'no-answer' });
  const bucket_id = newId(test.deps.clock());
  const filter = await storeFilter(bucket_id, 'ass');
  await doors.heardChat(runtime, [{ speaker: bob, text: 'first class' }]);
  await expect.poll(() => sent, WAIT).toEqual(['SERVER_KICK Bob']);
  await test.deps.db
    .transaction()
    .execute((trx) => replacePagedRow(trx, 'bucketEntries', { ...filter, term: ' ass ' }));
  doors.changed(server, 'bucket');
  await doors.stop();
  expect(sent).toEqual(['SERVER_KICK Bob']);
});

it('whoever plays by an entry of a whitelist leaves when its time is over, and nobody before', async () => {
  const until = test.deps.clock() + 200;
  await storeEntry(newId(1), 'WHITELIST', { steam_id: bob.steam_id, until });
  await storeEntry(newId(2), 'WHITELIST', { steam_id: cy.steam_id, until: until + 86_400_000 });
  let sentAt = 0;
  answer = async () => {
    sentAt = test.deps.clock();
    return { ok: true, answer: '' };
  };
  await set({ whitelist: { active: true, paused: false } });
  test.advance(200);
  await expect.poll(() => sent, WAIT).toEqual(['SERVER_KICK Bob']);
  expect(sentAt).toBe(until);
});

it('what Steam said is asked of nobody where there is no key for it', async () => {
  const now = test.deps.clock();
  const account = { steam_id: bob.steam_id ?? '', state: 'public' as const, vac_bans: 1 };
  await test.deps.db
    .insertInto('steam_accounts')
    .values({ ...account, days_since_ban: 1, fetched_at: now, due_at: now })
    .execute();
  const steam = { kick_private: false, kick_vac: true, vac_grace_days: 0, min_age_days: 0 };
  await set({ steam });
  await doors.stop();
  expect(sent).toEqual([]);
});
