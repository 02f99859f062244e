import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestAccount } from '../../../tests/support/accounts.ts';
import {
  createTestApp,
  createTestDeps,
  type TestBrowser,
  type TestDeps,
} from '../../../tests/support/host.ts';
import { FakeSteam } from '../../../tests/support/steam-api.ts';
import { storeServer } from '../../../tests/support/stored-server.ts';
import { CALLS } from '../../protocol/calls.ts';
import { grant, serverResource } from '../access/grants.ts';
import { eraseSteam } from '../players/erase-texts.ts';
import { tracesOf } from '../persons/traces.ts';
import { atOneMoment, type Database } from '../store/database.ts';
import type { SteamApi } from './api.ts';
import { lookUpSteam, pruneSteam } from './look-up.ts';
import { personSteam } from './person-steam.ts';

const hex = (digit: string) => digit.repeat(24);
const [open, closed] = [hex('e'), hex('f')];
const [ada, bob] = [hex('a'), hex('b')];
const idOf = (n: number) => `7656119${String(n).padStart(10, '0')}`;
const DAY = 86_400_000;

let test: TestDeps;
let db: Database;
let app: FastifyInstance;
let browser: TestBrowser;
let steam: FakeSteam;
let api: SteamApi;

beforeAll(async () => {
  test = await createTestDeps({ steamKey: 'A1b2'.repeat(8) });
  ({ db } = test.deps);
  app = await createTestApp(test.deps, { personSteam });
  const account = await createTestAccount(app, test.deps);
  ({ browser } = account);
  for (const id of [open, closed]) await storeServer(db, id);
  const personal = ['server.view', 'server.view.personal'] as const;
  await grant(db, account.id, serverResource(open), personal, null, 0);
  await grant(db, account.id, serverResource(closed), ['server.view'], null, 0);
});
beforeEach(async () => {
  await sql`truncate players, play_sessions, steam_accounts cascade`.execute(db);
  await sql`update steam_trouble set kind = null, since = null, tries = 0, retry_at = 0`.execute(
    db,
  );
  steam = new FakeSteam();
  api = { base: await steam.start(), key: steam.key };
});
afterEach(() => steam.stop());
afterAll(async () => {
  await app.close();
  await test.close();
});

let stays = 0;

async function on(musterId: string, steamId: string, server = open): Promise<void> {
  stays += 1;
  await sql`insert into players values (${musterId}, 'x', 1, 2) on conflict do nothing`.execute(db);
  await sql`
    insert into play_sessions
      (id, server_id, muster_id, name, joined_at, joined_before, verified, lobby, steam_id)
    values (${stays.toString(16).padStart(24, '0')}, ${server}, ${musterId}, 'x', ${stays}, false,
      true, false, ${steamId})
  `.execute(db);
}

const look = () => lookUpSteam(test.deps, api);

async function told(musterId: string) {
  const answer = await browser.get(`/app/v1/persons/${musterId}/steam`);
  return CALLS.personSteam.answer.parse(answer.json());
}

describe('what Steam says of whoever is on', () => {
  it('is kept with its moment: name, age, bans and when the last one was', async () => {
    await on(ada, idOf(1));
    steam.players.set(idOf(1), {
      persona: '‮evil 💀',
      public: true,
      createdSeconds: 1_500_000_000,
      vac: 1,
      game: 2,
      days: 40,
    });
    const at = test.deps.clock();
    await look();
    expect(await told(ada)).toEqual({
      on: true,
      trouble: null,
      accounts: [
        {
          steam_id: idOf(1),
          told: {
            state: 'public',
            at,
            persona: '‮evil 💀',
            created_at: 1_500_000_000_000,
            vac_bans: 1,
            game_bans: 2,
            community_banned: false,
            days_since_ban: 40,
          },
        },
      ],
    });
  });

  it('says of a private account no age, and of one that is gone nothing', async () => {
    await on(ada, idOf(1));
    await on(bob, idOf(2));
    steam.players.set(idOf(1), { persona: 'Ada', public: false });
    await look();
    const [one] = (await told(ada)).accounts;
    expect(one?.told).toMatchObject({ state: 'private', created_at: null, days_since_ban: null });
    const [other] = (await told(bob)).accounts;
    expect(other?.told).toMatchObject({ state: 'deleted', persona: null });
  });

  it('is asked for a hundred at a time, once, and again after a day of those who are on', async () => {
    for (let n = 0; n < 130; n += 1) await on(ada, idOf(n));
    await look();
    expect(steam.asked.map(({ ids }) => ids.length)).toEqual([100, 100, 30, 30]);
    expect(new Set(steam.asked.flatMap(({ ids }) => ids)).size).toBe(130);
    await look();
    expect(steam.asked).toHaveLength(4);
    await sql`update play_sessions set left_at = 5 where steam_id <> ${idOf(7)}`.execute(db);
    test.advance(DAY + 1);
    await look();
    expect(steam.asked.slice(4).map(({ ids }) => ids)).toEqual([[idOf(7)], [idOf(7)]]);
  });

  it('is asked for once where two hosts look at one moment', async () => {
    for (let n = 0; n < 50; n += 1) await on(ada, idOf(n));
    await Promise.all([look(), look()]);
    expect(steam.asked.flatMap(({ ids }) => ids)).toHaveLength(100);
  });

  it.each([
    ['maintenance', 503, '<html>Down for maintenance</html>'],
    ['maintenance', 200, '<html>not JSON</html>'],
    ['maintenance', 200, '{"response":{"players":"none"}}'],
    ['maintenance', 200, `"${'x'.repeat(600_000)}"`],
    ['rate-limited', 429, ''],
    ['refused', 403, '<html>Forbidden</html>'],
  ] as const)('stands as it was while Steam does not answer: %s %i', async (kind, status, body) => {
    await on(ada, idOf(1));
    steam.players.set(idOf(1), { persona: 'Ada', public: true, createdSeconds: 1 });
    await look();
    const at = test.deps.clock();
    test.advance(DAY + 1);
    steam.trouble = { status, body };
    const since = test.deps.clock();
    await look();
    const requests = steam.asked.length;
    await look();
    expect(steam.asked).toHaveLength(requests);
    expect(await told(ada)).toMatchObject({
      trouble: { kind, since },
      accounts: [{ told: { persona: 'Ada', at } }],
    });
    steam.trouble = null;
    test.advance(70_000);
    await look();
    expect(await told(ada)).toMatchObject({ trouble: null });
  });

  it('is not known while nobody answered, and an address without anybody is maintenance', async () => {
    await on(ada, idOf(1));
    expect((await told(ada)).accounts).toEqual([{ steam_id: idOf(1), told: null }]);
    await lookUpSteam(test.deps, { ...api, base: 'http://127.0.0.1:9' });
    expect(await told(ada)).toMatchObject({
      trouble: { kind: 'maintenance' },
      accounts: [{ told: null }],
    });
  });

  it('keeps what an account was called, with its times, for whoever may see its SteamID', async () => {
    await on(ada, idOf(1));
    await on(ada, idOf(2), closed);
    steam.players.set(idOf(2), { persona: 'Of another server', public: true });
    const called = async (persona: string) => {
      steam.players.set(idOf(1), { persona, public: true });
      await look();
      const at = test.deps.clock();
      test.advance(DAY + 1);
      return at;
    };
    const [first, second] = [await called('Ada'), await called('Ada 2')];
    const third = await called('Ada');
    const traces = (servers: readonly string[]) =>
      atOneMoment(db, (trx) =>
        tracesOf(trx, [ada], servers, { kinds: ['persona'], now: third, limit: 10 }),
      );
    const of = { kind: 'persona', server_id: null };
    expect(await traces([open])).toEqual([
      { ...of, value: 'Ada', uses: 1, first, last: third },
      { ...of, value: 'Ada 2', uses: 1, first: second, last: second },
    ]);
    expect((await traces([open, closed])).map(({ value }) => value)).toContain('Of another server');
    await pruneSteam(db, third);
    expect((await traces([open])).map(({ value }) => value)).toEqual(['Ada']);
    await eraseSteam(db, [idOf(1)]);
    expect(await traces([open])).toEqual([]);
  });

  it('tells of a server what an account was called while they were there, and of no other time', async () => {
    await on(ada, idOf(1));
    const called = async (persona: string) => {
      steam.players.set(idOf(1), { persona, public: true });
      await look();
      const at = test.deps.clock();
      test.advance(DAY + 1);
      return at;
    };
    const here = await called('Here');
    await sql`update play_sessions set left_at = ${here + 1}`.execute(db);
    await on(ada, idOf(1), closed);
    const later = await called('Here');
    await called('Elsewhere');
    const traces = (servers: readonly string[]) =>
      atOneMoment(db, (trx) =>
        tracesOf(trx, [ada], servers, { kinds: ['persona'], now: later + 2 * DAY, limit: 10 }),
      );
    const alone = { kind: 'persona', server_id: null, uses: 1, first: here };
    expect(await traces([open])).toEqual([{ ...alone, value: 'Here', last: here + 1 }]);
    expect((await traces([closed])).map(({ value }) => value)).toEqual(['Elsewhere', 'Here']);
  });

  it('is told by the SteamIDs that one may see alone', async () => {
    await on(ada, idOf(1));
    await on(ada, idOf(2), closed);
    await on(bob, idOf(3), closed);
    await look();
    expect((await told(ada)).accounts.map(({ steam_id }) => steam_id)).toEqual([idOf(1)]);
    const refused = await browser.get(`/app/v1/persons/${bob}/steam`);
    expect(refused.statusCode).toBe(403);
  });

  it('is forgotten with the person, also where Steam answers afterwards', async () => {
    await on(ada, idOf(1));
    steam.players.set(idOf(1), { persona: 'Ada', public: true });
    await look();
    await eraseSteam(db, [idOf(1)]);
    await sql`update play_sessions set steam_id = null`.execute(db);
    await look();
    const { rows } = await sql`select from steam_accounts`.execute(db);
    expect(rows).toEqual([]);
  });

  it('is forgotten of whoever has not been on for as long as stays are kept', async () => {
    await on(ada, idOf(1));
    await on(bob, idOf(2));
    await look();
    await sql`update play_sessions set left_at = 5 where steam_id = ${idOf(1)}`.execute(db);
    await pruneSteam(db, test.deps.clock() + 2 * DAY);
    const { rows } = await sql<{ steam_id: string }>`
      select steam_id from steam_accounts
    `.execute(db);
    expect(rows).toEqual([{ steam_id: idOf(2) }]);
  });
});
