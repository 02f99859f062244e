import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestAccount } from '../../../tests/support/accounts.ts';
import type { TestBrowser } from '../../../tests/support/host.ts';
import { CALLS } from '../../protocol/calls.ts';
import { problem } from '../../protocol/problem.ts';
import { erasePerson } from '../players/erase.ts';
import { battleyeGuid } from '../../domain/players/battleye-guid.ts';
import { pruneNames } from '../players/names.ts';
import {
  ADA,
  BOB,
  CLEO,
  HERE,
  SeenPeople,
  STEAM,
  THERE,
  UNSEEN,
} from '../../../tests/support/seen-people.ts';

let people: SeenPeople;
let admins: Awaited<ReturnType<SeenPeople['admins']>>;

beforeAll(async () => {
  people = await SeenPeople.open();
  admins = await people.admins();
});
afterAll(() => people.close());
beforeEach(() => people.forget());

async function profile(browser: TestBrowser, id: string) {
  const answer = await browser.get(`/app/v1/persons/${id}`);
  if (answer.statusCode !== 200) return problem.parse(answer.json()).code;
  return CALLS.personProfile.answer.parse(answer.json());
}
async function page(browser: TestBrowser, query: Readonly<Record<string, string>>) {
  const answer = await browser.get(`/app/v1/search?${new URLSearchParams(query)}`);
  return CALLS.playerSearch.answer.parse(answer.json());
}
async function found(browser: TestBrowser, text: string) {
  return (await page(browser, { text })).people.map(({ muster_id }) => muster_id);
}

describe('a search', () => {
  it('finds by the name as people type it, whole names first, then who was seen last', async () => {
    await people.stayed({ who: ADA, on: HERE, name: '[TAG] GriefKing', from: 300 });
    await people.stayed({ who: BOB, on: HERE, name: 'Gr1éfKing', from: 1 });
    await people.stayed({ who: CLEO, on: HERE, name: 'griefking2', from: 200 });
    await people.fill();
    expect(await found(admins.viewer, 'griefking')).toEqual([BOB, ADA, CLEO]);
    expect(await found(admins.viewer, 'gri3f')).toEqual([ADA, CLEO, BOB]);
    expect(await found(admins.viewer, 'gг')).toEqual([]);
    expect(await found(admins.viewer, 'king tag')).toEqual([ADA]);
    expect(await found(admins.viewer, 'nobody')).toEqual([]);
  });

  it('finds who was seen on a server that one may see, by the names of there alone', async () => {
    await people.stayed({ who: ADA, on: THERE, name: 'Elsewhere', from: 1 });
    await people.stayed({ who: ADA, on: HERE, name: 'Here', from: 2 });
    await people.fill();
    expect(await found(admins.viewer, 'elsewhere')).toEqual([]);
    expect(await found(admins.viewer, 'here')).toEqual([ADA]);
    expect(await found(admins.manager, 'elsewhere')).toEqual([ADA]);
    expect(await found(admins.stranger, 'here')).toEqual([]);
    expect((await page(admins.viewer, { text: 'here' })).people[0]?.servers).toBe(1);
  });

  it('pages through everybody once, who has many names too', async () => {
    const crowd = Array.from({ length: 23 }, (_, at) => at.toString(16).padStart(24, '0'));
    for (const [at, who] of crowd.entries()) {
      await people.stayed({ who, on: HERE, name: `Crowd ${at}`, from: at });
      await people.stayed({ who, on: THERE, name: `Crowd of ${at}`, from: 100 - at });
    }
    await people.fill();
    const told: string[] = [];
    for (let next: string | null = ''; next !== null;) {
      const answer = await page(admins.manager, {
        text: 'crowd',
        limit: '5',
        ...(next === '' ? {} : { after: next }),
      });
      told.push(...answer.people.map(({ muster_id }) => muster_id));
      next = answer.next;
    }
    expect(told).toHaveLength(23);
    expect(told.toSorted()).toEqual(crowd.toSorted());
  });

  it('finds by identifiers and addresses where one may see these', async () => {
    await people.stayed({
      who: ADA,
      on: HERE,
      name: 'Ada',
      from: 1,
      steam_id: STEAM,
      ip: '10.20.30.40',
    });
    await people.stayed({ who: BOB, on: THERE, name: 'Bob', from: 1, guid: 'ab'.repeat(16) });
    for (const text of [STEAM, battleyeGuid(STEAM), '10.20.30.40', '10.20.30.', '10.20']) {
      expect(await found(admins.personal, text)).toEqual([ADA]);
      expect(await found(admins.reader, text)).toEqual([]);
      expect(await found(admins.stranger, text)).toEqual([]);
    }
    // A part of a number is no part of the address.
    for (const text of ['10.2', '10.20.30.4']) {
      expect(await found(admins.personal, text)).toEqual([]);
    }
    expect(await found(admins.personal, 'ab'.repeat(16))).toEqual([]);
    expect(await found(admins.manager, 'AB'.repeat(16))).toEqual([BOB]);
  });

  it('finds by the id, and an account by its display name', async () => {
    await people.stayed({ who: ADA, on: THERE, name: 'Ada', from: 1 });
    expect(await found(admins.manager, ADA)).toEqual([ADA]);
    expect(await found(admins.viewer, ADA)).toEqual([]);
    const { id } = await createTestAccount(people.app, people.test.deps);
    const { display_name: name } = await people.test.deps.db
      .selectFrom('accounts')
      .select('display_name')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(await found(admins.stranger, name.toUpperCase())).toContain(id);
    expect(await found(admins.stranger, id)).toEqual([id]);
  });

  it('of the top bar says that nobody is found', async () => {
    await people.stayed({ who: ADA, on: HERE, name: 'Ada', from: 1 });
    await people.fill();
    const ask = async (identifier: string) => {
      const answer = await admins.viewer.post('/app/v1/global-query', { identifier });
      return CALLS.globalQuery.answer.parse(answer.json());
    };
    expect(await ask('ada')).toEqual({
      status: true,
      results: [{ user: { muster_id: ADA, avatar: null, display_name: 'Ada' }, identifier: 'Ada' }],
    });
    expect(await ask('a')).toEqual({ status: false, results: [] });
    expect(await ask(' ')).toEqual({ status: false, results: [] });
    expect(await ask('somebody else')).toEqual({ status: false, results: [] });
  });

  it('of one character finds whole names alone, as they look', async () => {
    await people.stayed({ who: ADA, on: HERE, name: 'А', from: 1 });
    await people.stayed({ who: BOB, on: HERE, name: 'A b', from: 2 });
    await people.stayed({ who: CLEO, on: HERE, name: '王', from: 3 });
    await people.stayed({ who: UNSEEN, on: HERE, name: '王伟', from: 4 });
    await people.fill();
    expect(await found(admins.viewer, 'a')).toEqual([ADA]);
    expect(await found(admins.viewer, '4')).toEqual([ADA]);
    expect(await found(admins.viewer, 'b')).toEqual([]);
    expect(await found(admins.viewer, '王')).toEqual([CLEO]);
    const query = new URLSearchParams({ identifier: '王' });
    const answer = await admins.viewer.get(`/app/v1/user-resolve?${query}`);
    expect(CALLS.userResolve.answer.parse(answer.json()).muster_id).toBe(CLEO);
  });

  it('pages through whole names of one character, and ends', async () => {
    const crowd = Array.from({ length: 7 }, (_, at) => at.toString(16).padStart(24, '0'));
    for (const [at, who] of crowd.entries()) {
      await people.stayed({ who, on: HERE, name: 'x', from: at });
      await people.stayed({ who, on: THERE, name: 'X', from: 100 - at });
    }
    await people.stayed({ who: ADA, on: HERE, name: 'x y', from: 50 });
    await people.fill();
    const told: string[] = [];
    for (let next: string | null = ''; next !== null;) {
      const after = next === '' ? {} : { after: next };
      const answer = await page(admins.manager, { text: 'x', limit: '3', ...after });
      told.push(...answer.people.map(({ muster_id }) => muster_id));
      next = answer.next;
    }
    expect(told.toSorted()).toEqual(crowd.toSorted());
  });

  it('resolves what means one person, and nothing else', async () => {
    await people.stayed({ who: ADA, on: HERE, name: 'Ada', from: 1, steam_id: STEAM });
    await people.stayed({ who: BOB, on: HERE, name: 'Twin', from: 1 });
    await people.stayed({ who: CLEO, on: HERE, name: 'Twin', from: 2 });
    await people.fill();
    const resolve = async (browser: TestBrowser, identifier: string) => {
      const query = new URLSearchParams({ identifier });
      const answer = await browser.get(`/app/v1/user-resolve?${query}`);
      if (answer.statusCode !== 200) return problem.parse(answer.json()).code;
      return CALLS.userResolve.answer.parse(answer.json()).muster_id;
    };
    expect(await resolve(admins.viewer, 'ADA')).toBe(ADA);
    expect(await resolve(admins.personal, STEAM)).toBe(ADA);
    expect(await resolve(admins.viewer, STEAM)).toBe('not-found');
    expect(await resolve(admins.viewer, 'Twin')).toBe('not-found');
    expect(await resolve(admins.viewer, 'Ad')).toBe('not-found');
  });

  it('finds nobody who was erased, nor an alternate of them', async () => {
    await people.stayed({
      who: ADA,
      on: HERE,
      name: 'Ada',
      from: 1,
      ip: '1.1.1.1',
      steam_id: STEAM,
    });
    await people.stayed({ who: BOB, on: HERE, name: 'Bob', from: 1, ip: '1.1.1.1' });
    await people.fill();
    await erasePerson(
      { ...people.test.deps, now: 0, session: null } as never,
      ADA,
      () => undefined,
    );
    for (const text of ['ada', STEAM, ADA]) expect(await found(admins.manager, text)).toEqual([]);
    expect(await profile(admins.manager, ADA)).toBe('not-found');
    const answer = await admins.manager.get(`/app/v1/persons/${BOB}/alternates`);
    expect(CALLS.personAlternates.answer.parse(answer.json()).alternates).toEqual([]);
    expect(
      await people.test.deps.db.selectFrom('player_names').select('muster_id').execute(),
    ).toEqual([{ muster_id: BOB }]);
  });

  it('finds no name whose stays are forgotten', async () => {
    await people.stayed({ who: ADA, on: HERE, name: 'Old', from: 1 });
    await people.stayed({ who: ADA, on: HERE, name: 'New', from: 2 });
    await people.fill();
    await people.test.deps.db.deleteFrom('play_sessions').where('name', '=', 'Old').execute();
    await pruneNames(people.test.deps.db, 100);
    expect(await found(admins.viewer, 'old')).toEqual([]);
    expect(await found(admins.viewer, 'new')).toEqual([ADA]);
  });
});
