/** Whom modules would have kept out of the past is whom the decision keeps out, asked of each stay of then. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestServer } from '../../../tests/support/accounts.ts';
import { TestGroups, type Person } from '../../../tests/support/groups.ts';
import { knownBy } from '../../../tests/support/named-by.ts';
import { decide } from '../../domain/doors/decide.ts';
import type { SteamFacts, Visitor } from '../../domain/doors/rule.ts';
import { CALLS } from '../../protocol/calls.ts';
import { modules, type Modules } from '../../protocol/modules/fields.ts';
import { MODULES_UNSET } from '../../protocol/modules/limits.ts';
import { NO_IDENTIFIERS } from '../players/play-session.ts';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const VPN = '192.0.2.7';
/** Where people come from, and what the data says of it. */
const COUNTRY = { '200.27.2.2': 'CL', '8.8.8.8': 'US', [VPN]: null } as const;
type Address = keyof typeof COUNTRY;

const PEOPLE = [0, 1, 2, 3] as const;
const steamOf = (who: number) => `7656119000000030${who}`;

let folder: string;
let groups: TestGroups;
let ada: Person;
let server: string;
let bucket: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-backtest-'));
  const vpnData = join(folder, 'list.txt');
  await writeFile(vpnData, '192.0.2.0/24\n');
  groups = await TestGroups.open({ vpnData, steamKey: 'a'.repeat(32) });
});
afterAll(async () => {
  await groups.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  ada = await groups.person();
  server = await createTestServer(groups.test.deps, ada.id);
  bucket = groups.fresh();
  const owner = { kind: 'account', id: ada.id };
  const made = { bucket_id: bucket, type: 'WHITELIST', identifier: 'Regulars', owner };
  const answer = await groups.does(ada, 'buckets/create', made);
  if (answer !== 'done') throw new Error(answer);
});

const db = () => groups.test.deps.db;
const now = () => groups.test.deps.clock();

const stay = fc.record({
  who: fc.constantFrom(...PEOPLE),
  /** The game has said who they are. */
  known: fc.nat(5).map((n) => n > 0),
  ip: fc.option(fc.constantFrom(...(Object.keys(COUNTRY) as Address[])), { freq: 5 }),
  daysAgo: fc.integer({ min: 1, max: 8 }),
});
const says = fc.record({
  state: fc.constantFrom('public', 'private', 'deleted'),
  /** Days ago. */
  created: fc.option(fc.constantFrom(4, 14, 900)),
  vac_bans: fc.constantFrom(0, 1),
  days_since_ban: fc.option(fc.constantFrom(0, 3, 40)),
  /** How long ago Steam said it, in days. */
  old: fc.constantFrom(0, 5),
} as const);
const past = fc.record({
  stays: fc.array(stay, { minLength: 3, maxLength: 10, size: 'max' }),
  steam: fc.tuple(...PEOPLE.map(() => fc.option(says))),
  /** Who is on the whitelist, and whether the server uses it. */
  whitelisted: fc.subarray([...PEOPLE]),
  used: fc.nat(3).map((n) => n > 0),
});
const tried = fc.record(
  {
    geoblocking: fc.record({
      active: fc.boolean(),
      countries: fc.constantFrom(['CL'], ['US', 'CL']),
      invert: fc.boolean(),
    }),
    vpn: fc.record({ active: fc.boolean(), protect_whitelist: fc.boolean() }),
    steam: fc.record({
      kick_private: fc.boolean(),
      kick_vac: fc.boolean(),
      vac_grace_days: fc.constantFrom(0, 10),
      min_age_days: fc.constantFrom(0, 10),
    }),
  },
  { requiredKeys: [] },
);
type Past = typeof past extends fc.Arbitrary<infer P> ? P : never;
type Tried = typeof tried extends fc.Arbitrary<infer T> ? T : never;

/** As if the server asked for these alone. */
function alone({ geoblocking, vpn, steam }: Tried): Modules {
  const none = geoblocking === undefined && vpn === undefined && steam === undefined;
  return modules.parse({
    ...MODULES_UNSET,
    ...(geoblocking && { geoblocking: { ...geoblocking, active: true } }),
    ...(vpn && { vpn: { ...vpn, active: true } }),
    ...(steam && { steam }),
    ...(none && { whitelist: { active: true, paused: false } }),
  });
}

/** Writes down what was; answers the stays, newest first. */
async function happened({ stays, steam, whitelisted, used }: Past, muster: readonly string[]) {
  for (const table of ['play_sessions', 'steam_accounts', 'bucket_servers'] as const) {
    await db().deleteFrom(table).execute();
  }
  for (const [who, said] of steam.entries()) {
    if (said === null) continue;
    const { created, old, ...facts } = said;
    await db()
      .insertInto('steam_accounts')
      .values({
        ...facts,
        steam_id: steamOf(who),
        created_at: created === null ? null : now() - created * DAY,
        fetched_at: now() - old * DAY,
        due_at: now(),
      })
      .execute();
  }
  const entries = whitelisted.map((who) => {
    const what = { kind: 'identity', steam_id: steamOf(who), name: `P${who}` };
    return { entry_id: groups.fresh(), what };
  });
  if (entries.length > 0) {
    expect(await groups.does(ada, `bucket/${bucket}/entries/add`, { entries })).toBe('done');
  }
  if (used) {
    const row = { bucket_id: bucket, server_id: server, since: now() };
    await db().insertInto('bucket_servers').values(row).execute();
  }
  const was = stays.map(({ who, known, ip, daysAgo }, at) => ({
    who,
    row: {
      ...NO_IDENTIFIERS,
      id: groups.fresh(),
      server_id: server,
      name: `P${who}`,
      muster_id: known ? muster[who]! : null,
      steam_id: known ? steamOf(who) : null,
      ip,
      // No two of one moment.
      joined_at: now() - daysAgo * DAY - at * MINUTE,
      joined_before: false,
      verified: true,
      lobby: false,
      left_at: now(),
    },
  }));
  for (const { row } of was) await db().insertInto('play_sessions').values(row).execute();
  return {
    was: was.toSorted((a, b) => b.row.joined_at - a.row.joined_at),
    done: () =>
      groups.does(ada, `bucket/${bucket}/entries/remove`, {
        ids: entries.map(({ entry_id }) => entry_id),
      }),
  };
}

/** What Steam says of somebody who came at a moment; what was private before then may be public. */
function factsOf(said: Past['steam'][number], at: number): SteamFacts | null {
  if (said === null) return null;
  const { state, created, vac_bans, days_since_ban, old } = said;
  const told = now() - old * DAY;
  return {
    state: state === 'private' && told < at ? 'public' : state,
    created_at: created === null ? null : now() - created * DAY,
    vac_bans,
    days_since_ban,
    at: told,
  };
}

it('on any past, by any settings of any of them', async () => {
  const found = new Set<string>();
  const muster = PEOPLE.map(() => groups.fresh());
  await fc.assert(
    fc.asyncProperty(past, tried, async (of, asks) => {
      groups.test.advance(MINUTE);
      const { was, done } = await happened(of, muster);
      const door = {
        lists: [],
        modules: alone(asks),
        whitelists: Number(of.used),
        canWarn: false,
      };
      const kept = new Map<string, object>();
      for (const { who, row } of was) {
        const { id, name, muster_id, joined_at, ip } = row;
        const known = muster_id !== null;
        const visitor: Visitor = {
          person: { ids: [], identities: known ? knownBy(steamOf(who)) : [], addresses: [] },
          known,
          whitelisted: known && of.used && of.whitelisted.includes(who as never),
          named: [],
          said: [],
          country: ip === null ? null : COUNTRY[ip],
          network: ip === VPN ? '192.0.2.0/24' : null,
          steam: known ? factsOf(of.steam[who] ?? null, joined_at) : null,
          pings: [],
          warnedOfPing: null,
          place: null,
        };
        const decision = decide(visitor, door, joined_at);
        const player = muster_id ?? id;
        if (decision.verdict === 'let-in' || kept.has(player)) continue;
        const { rule } = decision.because;
        kept.set(player, { id: player, name, joined_at, rule });
        found.add(rule);
      }
      const path = `/app/v1/server/${server}/modules/backtest`;
      const answer = (await ada.browser.post(path, { ...asks })).json();
      const { people, stays } = CALLS.modulesBacktest.answer.parse(answer);
      expect(people).toEqual([...kept.values()]);
      expect(stays).toBe(was.length);
      if (of.whitelisted.length > 0) expect(await done()).toBe('done');
    }),
    { numRuns: 25 },
  );
  expect(found.size).toBeGreaterThan(1);
}, 60_000);
