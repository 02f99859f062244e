import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestAccount } from '../../../tests/support/accounts.ts';
import { createFeaturesApp } from '../../../tests/support/features.ts';
import { createTestDeps, type TestBrowser, type TestDeps } from '../../../tests/support/host.ts';
import { storeServer } from '../../../tests/support/stored-server.ts';
import { CALLS } from '../../protocol/calls.ts';
import { problem } from '../../protocol/problem.ts';
import type { ServerPermission } from '../../protocol/permissions.ts';
import { grant, serverResource } from '../access/grants.ts';
import { erasePerson } from '../players/erase.ts';
import { battleyeGuid } from '../players/identities.ts';
import { joinPersons } from '../players/joins.ts';
import { fillNames, pruneNames } from '../players/names.ts';
import { NO_IDENTIFIERS } from '../players/play-session.ts';

const hex = (digit: string) => digit.repeat(24);
const [here, there] = [hex('e'), hex('f')];
const [ada, bob, cleo, unseen] = [hex('a'), hex('b'), hex('c'), hex('d')];
const steam = '76561198000000001';

let test: TestDeps;
let app: FastifyInstance;
/** May do everything on both servers; see one of them alone; read its stays; see its addresses; see nothing. */
let manager: TestBrowser;
let viewer: TestBrowser;
let reader: TestBrowser;
let personal: TestBrowser;
let stranger: TestBrowser;

beforeAll(async () => {
  test = await createTestDeps();
  app = await createFeaturesApp(test);
  await storeServer(test.deps.db, here);
  await storeServer(test.deps.db, there);
  const all: ServerPermission[] = ['server.view', 'server.view.feed', 'server.view.personal'];
  manager = await somebody({ [here]: all, [there]: all });
  viewer = await somebody({ [here]: ['server.view'] });
  reader = await somebody({ [here]: ['server.view', 'server.view.feed'] });
  personal = await somebody({ [here]: ['server.view', 'server.view.personal'] });
  stranger = await somebody({});
});
afterAll(async () => {
  await app.close();
  await test.close();
});
beforeEach(async () => {
  const { db } = test.deps;
  for (const table of ['play_sessions', 'player_names', 'person_joins', 'persons'] as const) {
    await db.deleteFrom(table).execute();
  }
  await db.deleteFrom('players').execute();
});

async function somebody(
  holds: Readonly<Record<string, readonly ServerPermission[]>>,
): Promise<TestBrowser> {
  const { id, browser } = await createTestAccount(app, test.deps);
  for (const [server, permissions] of Object.entries(holds)) {
    await grant(test.deps.db, id, serverResource(server), [...permissions], null, 0);
  }
  return browser;
}

let stays = 0;
interface Stay {
  readonly who: string;
  readonly on: string;
  readonly name: string;
  readonly from: number;
  readonly until?: number | null;
  readonly ip?: string;
  readonly steam_id?: string;
  readonly guid?: string;
  readonly verified?: boolean;
}

async function stayed({ who, on, name, from, until = from + 10, verified = true, ...more }: Stay) {
  const { db } = test.deps;
  const id = (++stays).toString(16).padStart(24, '0');
  const seen = { muster_id: who, name, first_seen: from, last_seen: from };
  await db.insertInto('players').values(seen).onConflict((c) => c.doNothing()).execute();
  for (const [kind, value] of [
    ['steam', more.steam_id],
    ['battleye', more.guid ?? (more.steam_id === undefined ? undefined : battleyeGuid(more.steam_id))],
  ] as const) {
    if (value === undefined) continue;
    const identity = { kind, value, muster_id: who };
    await db.insertInto('player_identities').values(identity).onConflict((c) => c.doNothing()).execute();
  }
  await db
    .insertInto('play_sessions')
    .values({
      id,
      server_id: on,
      muster_id: who,
      name,
      joined_at: from,
      joined_before: false,
      verified,
      lobby: false,
      ...NO_IDENTIFIERS,
      ...more,
      left_at: until,
    })
    .execute();
  return id;
}

/** As a host does that starts where names were not kept yet. */
async function fill() {
  await test.deps.db.deleteFrom('player_names_fill').execute();
  await test.deps.db.insertInto('player_names_fill').values({ after: '' }).execute();
  await fillNames(test.deps.db);
}

async function profile(browser: TestBrowser, id: string) {
  const answer = await browser.get(`/app/v1/persons/${id}`);
  if (answer.statusCode !== 200) return problem.parse(answer.json()).code;
  return CALLS.personProfile.answer.parse(answer.json());
}
async function known(browser: TestBrowser, id: string) {
  const found = await profile(browser, id);
  if (typeof found === 'string') throw new Error(found);
  return found;
}
async function page(browser: TestBrowser, query: Readonly<Record<string, string>>) {
  const answer = await browser.get(`/app/v1/search?${new URLSearchParams(query)}`);
  return CALLS.playerSearch.answer.parse(answer.json());
}
async function found(browser: TestBrowser, text: string) {
  return (await page(browser, { text })).people.map(({ muster_id }) => muster_id);
}

describe('a profile', () => {
  it('has everything of each server that one may see, and nothing of others', async () => {
    const open = await stayed({ who: ada, on: here, name: 'Ada', from: 100, until: null });
    await stayed({ who: ada, on: here, name: 'Ada the First', from: 10 });
    await stayed({ who: ada, on: there, name: 'Secret', from: 50, ip: '1.2.3.4', steam_id: steam });
    const all = await known(manager, ada);
    expect(all.servers.map(({ server_id }) => server_id)).toEqual([here, there]);
    const [first, second] = all.servers;
    expect(first?.here).toEqual({ id: open, joined_at: 100, joined_before: false, state: 'online' });
    expect(first?.names.map(({ name }) => name)).toEqual(['Ada', 'Ada the First']);
    expect(first?.first_seen).toEqual({ at: 10, before: false });
    expect(second?.identities).toEqual([{ kind: 'steam_id', value: steam, last: 60 }]);
    const seen = await known(viewer, ada);
    expect(seen.servers.map(({ server_id }) => server_id)).toEqual([here]);
    expect(JSON.stringify(seen)).not.toMatch(/Secret|1\.2\.3\.4|7656/);
    expect(seen.servers[0]).toMatchObject({ counted: null, identities: null });
  });

  it('says unauthorized of whom the game has not confirmed', async () => {
    await stayed({ who: ada, on: here, name: 'Ada', from: 100, until: null, verified: false });
    expect((await known(viewer, ada)).servers[0]?.here?.state).toBe('unauthorized');
  });

  it('of whom one may not see is as that of nobody', async () => {
    await stayed({ who: ada, on: there, name: 'Ada', from: 1 });
    const answers = await Promise.all([
      stranger.get(`/app/v1/persons/${ada}`),
      viewer.get(`/app/v1/persons/${ada}`),
      viewer.get(`/app/v1/persons/${unseen}`),
    ]);
    const [first, ...others] = answers.map((answer) => [answer.statusCode, answer.body]);
    for (const other of others) expect(other).toEqual(first);
    expect(first?.[0]).toBe(404);
    for (const call of ['sessions', 'traces', 'alternates']) {
      const answer = await viewer.get(`/app/v1/persons/${ada}/${call}`);
      expect(problem.parse(answer.json()).code).toBe('not-found');
    }
  });

  it('is one of all joined ids, but only from ids that may be seen', async () => {
    const { db } = test.deps;
    await stayed({ who: ada, on: here, name: 'Ada', from: 1 });
    await stayed({ who: bob, on: there, name: 'Bob', from: 2 });
    await db.transaction().execute((trx) =>
      joinPersons(trx, { one: ada, other: bob, kind: 'hand' }, 3),
    );
    const joined = await known(manager, bob);
    expect(joined.muster_id).toBe(ada);
    expect(joined.ids).toEqual([ada, bob]);
    expect(joined.servers).toHaveLength(2);
    expect((await known(viewer, ada)).ids).toEqual([ada]);
    expect(await profile(viewer, bob)).toBe('not-found');
  });

  it('of an account is for itself, and for whoever knows its id', async () => {
    const { id, browser } = await createTestAccount(app, test.deps);
    expect((await known(browser, id)).account).not.toBeNull();
    expect((await known(stranger, id)).account?.titles).toEqual([]);
  });
});

describe('stays', () => {
  const sessions = async (browser: TestBrowser, query = '') => {
    const answer = await browser.get(`/app/v1/persons/${ada}/sessions${query}`);
    return CALLS.personSessions.answer.parse(answer.json());
  };

  it('come in pages, newest first, each once', async () => {
    for (let at = 0; at < 7; at++) {
      await stayed({ who: ada, on: at % 2 === 0 ? here : there, name: 'Ada', from: 5 });
    }
    const all = (await sessions(manager)).sessions.map(({ id }) => id);
    const pages: string[] = [];
    for (let next: string | null = ''; next !== null;) {
      const answer = await sessions(manager, `?limit=2${next === '' ? '' : `&after=${next}`}`);
      pages.push(...answer.sessions.map(({ id }) => id));
      next = answer.next;
    }
    expect(pages).toEqual(all);
    expect(pages).toHaveLength(7);
    expect((await sessions(reader)).sessions).toHaveLength(4);
    expect((await sessions(manager, `?server=${there}`)).sessions).toHaveLength(3);
  });

  it('are not for whoever may only see the server', async () => {
    await stayed({ who: ada, on: here, name: 'Ada', from: 5 });
    expect((await sessions(viewer)).sessions).toEqual([]);
  });
});

describe('traces', () => {
  it('are for whoever may see addresses, of those servers alone', async () => {
    await stayed({ who: ada, on: here, name: 'Ada', from: 1, ip: '1.1.1.1' });
    await stayed({ who: ada, on: here, name: 'Ada', from: 20, ip: '1.1.1.1' });
    await stayed({ who: ada, on: there, name: 'Other', from: 30, ip: '2.2.2.2' });
    const answer = await personal.get(`/app/v1/persons/${ada}/traces`);
    const { traces } = CALLS.personTraces.answer.parse(answer.json());
    expect(traces).toEqual([
      { kind: 'ip', value: '1.1.1.1', server_id: here, uses: 2, first: 1, last: 30 },
      { kind: 'name', value: 'Ada', server_id: here, uses: 2, first: 1, last: 30 },
    ]);
    for (const one of [viewer, reader]) {
      const refused = await one.get(`/app/v1/persons/${ada}/traces`);
      expect(problem.parse(refused.json()).code).toBe('permission-denied');
    }
  });
});

describe('alternates', () => {
  const alternates = async (browser: TestBrowser) => {
    const answer = await browser.get(`/app/v1/persons/${ada}/alternates`);
    return CALLS.personAlternates.answer.parse(answer.json());
  };

  it('by address are for whoever may see addresses', async () => {
    await stayed({ who: ada, on: here, name: 'Ada', from: 1, ip: '1.1.1.1' });
    await stayed({ who: bob, on: here, name: 'Bob', from: 100, ip: '1.1.1.1' });
    await stayed({ who: cleo, on: there, name: 'Cleo', from: 200, ip: '1.1.1.1' });
    const all = await alternates(manager);
    expect(all.alternates.map(({ muster_id }) => muster_id).toSorted()).toEqual([bob, cleo]);
    expect(all.alternates[0]?.evidence[0]).toEqual({ kind: 'same-address', weight: 45, count: 1 });
    expect(await alternates(reader)).toEqual({ alternates: [], addresses: false });
    expect(await alternates(viewer)).toEqual({ alternates: [], addresses: false });
  });

  it('by name need no address', async () => {
    const day = 86_400_000;
    for (let at = 0; at < 5; at++) {
      await stayed({ who: ada, on: here, name: 'Griefking', from: at * day });
      await stayed({ who: bob, on: here, name: 'Gr1efKing', from: at * day + 1_000 });
    }
    await fill();
    const { alternates: found } = await alternates(reader);
    expect(found.map(({ muster_id, score }) => [muster_id, score])).toEqual([[bob, 35]]);
  });
});

describe('a search', () => {
  it('finds by the name as people type it, whole names first, then who was seen last', async () => {
    await stayed({ who: ada, on: here, name: '[TAG] GriefKing', from: 300 });
    await stayed({ who: bob, on: here, name: 'Gr1éfKing', from: 1 });
    await stayed({ who: cleo, on: here, name: 'griefking2', from: 200 });
    await fill();
    expect(await found(viewer, 'griefking')).toEqual([bob, ada, cleo]);
    expect(await found(viewer, 'gri3f')).toEqual([ada, cleo, bob]);
    expect(await found(viewer, 'gг')).toEqual([]);
    expect(await found(viewer, 'king tag')).toEqual([ada]);
    expect(await found(viewer, 'nobody')).toEqual([]);
  });

  it('finds who was seen on a server that one may see, by the names of there alone', async () => {
    await stayed({ who: ada, on: there, name: 'Elsewhere', from: 1 });
    await stayed({ who: ada, on: here, name: 'Here', from: 2 });
    await fill();
    expect(await found(viewer, 'elsewhere')).toEqual([]);
    expect(await found(viewer, 'here')).toEqual([ada]);
    expect(await found(manager, 'elsewhere')).toEqual([ada]);
    expect(await found(stranger, 'here')).toEqual([]);
    expect((await page(viewer, { text: 'here' })).people[0]?.servers).toBe(1);
  });

  it('pages through everybody once, who has many names too', async () => {
    const people = Array.from({ length: 23 }, (_, at) => at.toString(16).padStart(24, '0'));
    for (const [at, who] of people.entries()) {
      await stayed({ who, on: here, name: `Crowd ${at}`, from: at });
      await stayed({ who, on: there, name: `Crowd of ${at}`, from: 100 - at });
    }
    await fill();
    const told: string[] = [];
    for (let next: string | null = ''; next !== null;) {
      const answer = await page(manager, {
        text: 'crowd',
        limit: '5',
        ...(next === '' ? {} : { after: next }),
      });
      told.push(...answer.people.map(({ muster_id }) => muster_id));
      next = answer.next;
    }
    expect(told).toHaveLength(23);
    expect(told.toSorted()).toEqual(people.toSorted());
  });

  it('finds by identifiers and addresses where one may see these', async () => {
    await stayed({ who: ada, on: here, name: 'Ada', from: 1, steam_id: steam, ip: '10.20.30.40' });
    await stayed({ who: bob, on: there, name: 'Bob', from: 1, guid: 'ab'.repeat(16) });
    for (const text of [steam, battleyeGuid(steam), '10.20.30.40', '10.20.30.']) {
      expect(await found(personal, text)).toEqual([ada]);
      expect(await found(reader, text)).toEqual([]);
      expect(await found(stranger, text)).toEqual([]);
    }
    expect(await found(personal, 'ab'.repeat(16))).toEqual([]);
    expect(await found(manager, 'AB'.repeat(16))).toEqual([bob]);
  });

  it('finds by the id, and an account by its display name', async () => {
    await stayed({ who: ada, on: there, name: 'Ada', from: 1 });
    expect(await found(manager, ada)).toEqual([ada]);
    expect(await found(viewer, ada)).toEqual([]);
    const { id } = await createTestAccount(app, test.deps);
    const { display_name: name } = await test.deps.db
      .selectFrom('accounts')
      .select('display_name')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(await found(stranger, name.toUpperCase())).toContain(id);
    expect(await found(stranger, id)).toEqual([id]);
  });

  it('of the top bar says that nobody is found, and what is too little', async () => {
    await stayed({ who: ada, on: here, name: 'Ada', from: 1 });
    await fill();
    const ask = async (identifier: string) => {
      const answer = await viewer.post('/app/v1/global-query', { identifier });
      return CALLS.globalQuery.answer.parse(answer.json());
    };
    expect(await ask('ada')).toEqual({
      status: true,
      results: [{ user: { muster_id: ada, avatar: null, display_name: 'Ada' }, identifier: 'Ada' }],
    });
    expect(await ask('a')).toEqual({ status: false, results: [] });
    expect(await ask('somebody else')).toEqual({ status: false, results: [] });
  });

  it('resolves what means one person, and nothing else', async () => {
    await stayed({ who: ada, on: here, name: 'Ada', from: 1, steam_id: steam });
    await stayed({ who: bob, on: here, name: 'Twin', from: 1 });
    await stayed({ who: cleo, on: here, name: 'Twin', from: 2 });
    await fill();
    const resolve = async (browser: TestBrowser, identifier: string) => {
      const query = new URLSearchParams({ identifier });
      const answer = await browser.get(`/app/v1/user-resolve?${query}`);
      if (answer.statusCode !== 200) return problem.parse(answer.json()).code;
      return CALLS.userResolve.answer.parse(answer.json()).muster_id;
    };
    expect(await resolve(viewer, 'ADA')).toBe(ada);
    expect(await resolve(personal, steam)).toBe(ada);
    expect(await resolve(viewer, steam)).toBe('not-found');
    expect(await resolve(viewer, 'Twin')).toBe('not-found');
    expect(await resolve(viewer, 'Ad')).toBe('not-found');
  });

  it('finds nobody who was erased, nor an alternate of them', async () => {
    await stayed({ who: ada, on: here, name: 'Ada', from: 1, ip: '1.1.1.1', steam_id: steam });
    await stayed({ who: bob, on: here, name: 'Bob', from: 1, ip: '1.1.1.1' });
    await fill();
    await erasePerson({ ...test.deps, now: 0, session: null } as never, ada, () => undefined);
    for (const text of ['ada', steam, ada]) expect(await found(manager, text)).toEqual([]);
    expect(await profile(manager, ada)).toBe('not-found');
    const answer = await manager.get(`/app/v1/persons/${bob}/alternates`);
    expect(CALLS.personAlternates.answer.parse(answer.json()).alternates).toEqual([]);
    expect(await test.deps.db.selectFrom('player_names').select('muster_id').execute()).toEqual([
      { muster_id: bob },
    ]);
  });

  it('finds no name whose stays are forgotten', async () => {
    await stayed({ who: ada, on: here, name: 'Old', from: 1 });
    await stayed({ who: ada, on: here, name: 'New', from: 2 });
    await fill();
    await test.deps.db.deleteFrom('play_sessions').where('name', '=', 'Old').execute();
    await pruneNames(test.deps.db, 100);
    expect(await found(viewer, 'old')).toEqual([]);
    expect(await found(viewer, 'new')).toEqual([ada]);
  });
});
