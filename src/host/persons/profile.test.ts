import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestAccount } from '../../../tests/support/accounts.ts';
import type { TestBrowser } from '../../../tests/support/host.ts';
import { CALLS } from '../../protocol/calls.ts';
import { ACCOUNT_STATUS } from '../../protocol/enumerations.ts';
import { problem } from '../../protocol/problem.ts';
import { joinPersons } from '../players/joins.ts';
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
async function known(browser: TestBrowser, id: string) {
  const found = await profile(browser, id);
  if (typeof found === 'string') throw new Error(found);
  return found;
}

describe('a profile', () => {
  it('has everything of each server that one may see, and nothing of others', async () => {
    const open = await people.stayed({ who: ADA, on: HERE, name: 'Ada', from: 100, until: null });
    await people.stayed({ who: ADA, on: HERE, name: 'Ada the First', from: 10 });
    await people.stayed({
      who: ADA,
      on: THERE,
      name: 'Secret',
      from: 50,
      ip: '1.2.3.4',
      steam_id: STEAM,
    });
    const all = await known(admins.manager, ADA);
    expect(all.servers.map(({ server_id }) => server_id)).toEqual([HERE, THERE]);
    const [first, second] = all.servers;
    expect(first?.here).toEqual({
      id: open,
      joined_at: 100,
      joined_before: false,
      state: 'online',
    });
    expect(first?.names.map(({ name }) => name)).toEqual(['Ada', 'Ada the First']);
    expect(first?.first_seen).toEqual({ at: 10, before: false });
    expect(second?.identities).toEqual([{ kind: 'steam_id', value: STEAM, last: 60 }]);
    const seen = await known(admins.viewer, ADA);
    expect(seen.servers.map(({ server_id }) => server_id)).toEqual([HERE]);
    expect(JSON.stringify(seen)).not.toMatch(/Secret|1\.2\.3\.4|7656/);
    expect(seen.servers[0]).toMatchObject({ counted: null, identities: null });
  });

  it('says unauthorized of whom the game has not confirmed', async () => {
    await people.stayed({
      who: ADA,
      on: HERE,
      name: 'Ada',
      from: 100,
      until: null,
      verified: false,
    });
    expect((await known(admins.viewer, ADA)).servers[0]?.here?.state).toBe('unauthorized');
  });

  it('says of somebody whose server went silent when it was heard last, and not that they are on', async () => {
    await people.stayed({ who: ADA, on: HERE, name: 'Ada', from: 100, until: null });
    const heard = (unheard_since: number | null) =>
      people.test.deps.db
        .updateTable('servers')
        .set({ unheard_since })
        .where('id', '=', HERE)
        .execute();
    await heard(150);
    const [on] = (await known(admins.viewer, ADA)).servers;
    await heard(null);
    expect(on).toMatchObject({ here: null, last_seen: 150 });
    expect((await known(admins.viewer, ADA)).servers[0]?.here).not.toBeNull();
  });

  it('is not there by a server that is restricted', async () => {
    await people.stayed({ who: ADA, on: HERE, name: 'Ada', from: 1 });
    const restrict = (restricted: boolean) =>
      people.test.deps.db
        .updateTable('servers')
        .set({ restricted })
        .where('id', '=', HERE)
        .execute();
    await restrict(true);
    const found = await profile(admins.manager, ADA);
    await restrict(false);
    expect(found).toBe('not-found');
    expect((await known(admins.manager, ADA)).servers).toHaveLength(1);
  });

  it('of whom one may not see is as that of nobody', async () => {
    await people.stayed({ who: ADA, on: THERE, name: 'Ada', from: 1 });
    const answers = await Promise.all([
      admins.stranger.get(`/app/v1/persons/${ADA}`),
      admins.viewer.get(`/app/v1/persons/${ADA}`),
      admins.viewer.get(`/app/v1/persons/${UNSEEN}`),
    ]);
    const [first, ...others] = answers.map((answer) => [answer.statusCode, answer.body]);
    for (const other of others) expect(other).toEqual(first);
    expect(first?.[0]).toBe(404);
    for (const call of ['sessions', 'traces', 'alternates']) {
      const answer = await admins.viewer.get(`/app/v1/persons/${ADA}/${call}`);
      expect(problem.parse(answer.json()).code).toBe('not-found');
    }
  });

  it('is one of all joined ids, but only from ids that may be seen', async () => {
    const { db } = people.test.deps;
    await people.stayed({ who: ADA, on: HERE, name: 'Ada', from: 1 });
    await people.stayed({ who: BOB, on: THERE, name: 'Bob', from: 2 });
    await db
      .transaction()
      .execute((trx) => joinPersons(trx, { one: ADA, other: BOB, kind: 'hand' }, 3));
    const joined = await known(admins.manager, BOB);
    expect(joined.muster_id).toBe(ADA);
    expect(joined.ids).toEqual([ADA, BOB]);
    expect(joined.servers).toHaveLength(2);
    expect((await known(admins.viewer, ADA)).ids).toEqual([ADA]);
    expect(await profile(admins.viewer, BOB)).toBe('not-found');
  });

  it('of an account is for itself, and for whoever knows its id', async () => {
    const { id, browser } = await createTestAccount(people.app, people.test.deps);
    expect((await known(browser, id)).account).not.toBeNull();
    expect((await known(admins.stranger, id)).account?.titles).toEqual([]);
  });
});

describe('stays', () => {
  const sessions = async (browser: TestBrowser, query = '') => {
    const answer = await browser.get(`/app/v1/persons/${ADA}/sessions${query}`);
    return CALLS.personSessions.answer.parse(answer.json());
  };

  it('come in pages, newest first, each once', async () => {
    for (let at = 0; at < 7; at++) {
      await people.stayed({ who: ADA, on: at % 2 === 0 ? HERE : THERE, name: 'Ada', from: 5 });
    }
    const all = (await sessions(admins.manager)).sessions.map(({ id }) => id);
    const pages: string[] = [];
    for (let next: string | null = ''; next !== null;) {
      const answer = await sessions(
        admins.manager,
        `?limit=2${next === '' ? '' : `&after=${next}`}`,
      );
      pages.push(...answer.sessions.map(({ id }) => id));
      next = answer.next;
    }
    expect(pages).toEqual(all);
    expect(pages).toHaveLength(7);
    expect((await sessions(admins.reader)).sessions).toHaveLength(4);
    expect((await sessions(admins.manager, `?server=${THERE}`)).sessions).toHaveLength(3);
  });

  it('are not for whoever may only see the server', async () => {
    await people.stayed({ who: ADA, on: HERE, name: 'Ada', from: 5 });
    expect((await sessions(admins.viewer)).sessions).toEqual([]);
  });
});

describe('traces', () => {
  it('are for whoever may see addresses, of those servers alone', async () => {
    await people.stayed({ who: ADA, on: HERE, name: 'Ada', from: 1, ip: '1.1.1.1' });
    await people.stayed({ who: ADA, on: HERE, name: 'Ada', from: 20, ip: '1.1.1.1' });
    await people.stayed({ who: ADA, on: HERE, name: 'Ada', from: 40, ip: '2001:db8::1' });
    await people.stayed({ who: ADA, on: THERE, name: 'Other', from: 30, ip: '2.2.2.2' });
    const answer = await admins.personal.get(`/app/v1/persons/${ADA}/traces`);
    const { traces } = CALLS.personTraces.answer.parse(answer.json());
    expect(traces).toEqual([
      { kind: 'ipv6', value: '2001:db8::1', server_id: HERE, uses: 1, first: 40, last: 50 },
      { kind: 'name', value: 'Ada', server_id: HERE, uses: 3, first: 1, last: 50 },
      { kind: 'ipv4', value: '1.1.1.1', server_id: HERE, uses: 2, first: 1, last: 30 },
    ]);
    for (const one of [admins.viewer, admins.reader]) {
      const refused = await one.get(`/app/v1/persons/${ADA}/traces`);
      expect(problem.parse(refused.json()).code).toBe('permission-denied');
    }
  });
});

describe('alternates', () => {
  const alternates = async (browser: TestBrowser) => {
    const answer = await browser.get(`/app/v1/persons/${ADA}/alternates`);
    return CALLS.personAlternates.answer.parse(answer.json());
  };

  it('by address are for whoever may see addresses', async () => {
    await people.stayed({ who: ADA, on: HERE, name: 'Ada', from: 1, ip: '1.1.1.1' });
    await people.stayed({ who: BOB, on: HERE, name: 'Bob', from: 100, ip: '1.1.1.1' });
    await people.stayed({ who: CLEO, on: THERE, name: 'Cleo', from: 200, ip: '1.1.1.1' });
    const all = await alternates(admins.manager);
    expect(all.alternates.map(({ muster_id }) => muster_id).toSorted()).toEqual([BOB, CLEO]);
    expect(all.alternates[0]?.evidence[0]).toEqual({ kind: 'same-address', weight: 45, count: 1 });
    // Without the feed they are compared, too, and nothing that has a time.
    const byAddress = await alternates(admins.personal);
    expect(byAddress).toMatchObject({ alternates: [{ muster_id: BOB }], addresses: true });
    expect(byAddress.alternates[0]?.evidence.map(({ kind }) => kind)).toEqual(['same-address']);
    expect(await alternates(admins.reader)).toEqual({ alternates: [], addresses: false });
    expect(await alternates(admins.viewer)).toEqual({ alternates: [], addresses: false });
  });

  it('by address are found, however many ids of somebody were joined', async () => {
    const { db } = people.test.deps;
    const more = ['1', '2', '3', '4'].map((digit) => digit.repeat(24));
    for (const [at, who] of [ADA, BOB, ...more].entries()) {
      const from = 1 + at * 3_600_000;
      await people.stayed({ who, on: HERE, name: `P${at}`, from, ip: '1.1.1.1' });
    }
    // So many people are a crowd, which says little.
    expect((await alternates(admins.manager)).alternates).toEqual([]);
    for (const other of more) {
      const join = { one: ADA, other, kind: 'hand' } as const;
      await db.transaction().execute((trx) => joinPersons(trx, join, 3));
    }
    const { alternates: found } = await alternates(admins.manager);
    expect(found.map(({ muster_id }) => muster_id)).toEqual([BOB]);
  });

  it('by name need no address', async () => {
    const day = 86_400_000;
    for (let at = 0; at < 5; at++) {
      await people.stayed({ who: ADA, on: HERE, name: 'Griefking', from: at * day });
      await people.stayed({ who: BOB, on: HERE, name: 'Gr1efKing', from: at * day + 1_000 });
    }
    await people.fill();
    const { alternates: found } = await alternates(admins.reader);
    expect(found.map(({ muster_id, score }) => [muster_id, score])).toEqual([[BOB, 35]]);
  });
});

it.each([
  [ACCOUNT_STATUS.VERIFIED, null],
  [ACCOUNT_STATUS.BANNED, 'banned'],
  [ACCOUNT_STATUS.TERMINATED, 'terminated'],
  [ACCOUNT_STATUS.DISABLED, 'disabled'],
])(
  'an account of status %i is told as %s to whoever has seen them, and to nobody else',
  async (status, notice) => {
    const { deps } = people.test;
    const { id } = await createTestAccount(people.app, deps);
    const stranger = await createTestAccount(people.app, deps);
    await people.stayed({ who: id, on: HERE, name: 'Eve', from: 1 });
    await deps.db.updateTable('accounts').set({ status }).where('id', '=', id).execute();
    expect((await known(admins.viewer, id)).account).toMatchObject({ notice });
    expect((await known(stranger.browser, id)).account).toMatchObject({ notice: null });
  },
);
