import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestAccount } from '../../../tests/support/accounts.ts';
import {
  createTestApp,
  createTestDeps,
  type TestBrowser,
  type TestDeps,
} from '../../../tests/support/host.ts';
import { storeServer } from '../../../tests/support/stored-server.ts';
import { auditRow } from '../../domain/audit/row.ts';
import { fold, holds } from '../../domain/resources/keys.ts';
import type { FeedEntry } from '../../protocol/feed/fields.ts';
import { historyPage as call } from '../../protocol/history/calls.ts';
import { HISTORY_KIND } from '../../protocol/history/kinds.ts';
import { serverStream } from '../../protocol/streams.ts';
import { grant, revoke, serverResource } from '../access/grants.ts';
import { joinPersons } from '../players/joins.ts';
import { runBatch } from '../reactors/batch.ts';
import { appendFacts } from '../realtime/log.ts';
import { pruneLog } from '../realtime/prune.ts';
import { addPagedRows } from '../store/paged/rows.ts';
import type { Database } from '../store/database.ts';
import { giveKinds, pruneHistory } from './keep.ts';
import { historyReactor } from './reactor.ts';
import { historyPage } from './search.ts';

const hex = (digit: string) => digit.repeat(24);
const [east, west, north] = [hex('e'), hex('f'), hex('d')] as const;
const [ada, bob] = [hex('a'), hex('b')] as const;
const SEEN = ['server.view.feed', 'server.view.console', 'server.view.audit'] as const;

let test: TestDeps;
let db: Database;
let app: FastifyInstance;
let browser: TestBrowser;
let me: string;

beforeAll(async () => {
  test = await createTestDeps();
  ({ db } = test.deps);
  app = await createTestApp(test.deps, { historyPage });
  const account = await createTestAccount(app, test.deps);
  ({ browser, id: me } = account);
  for (const id of [east, west, north]) await storeServer(db, id);
  for (const id of [east, west]) await grant(db, me, serverResource(id), SEEN, null, 0);
});
beforeEach(clear);
afterAll(async () => {
  await app.close();
  await test.close();
});

async function clear(): Promise<void> {
  await sql`
    truncate feed_texts, paged_audit, reactor_cursors, streams, event_log, event_personal, players,
      person_joins, persons cascade
  `.execute(db);
}

type Told = Parameters<typeof appendFacts>[1][number];
type Entry = Extract<Told, { event: 'server:feed' }>['data']['entry'];

const player = (name: string, muster_id: string) => ({ id: null, muster_id, name });
const chat = (text: string, name = 'Ada', muster_id = ada): FeedEntry => ({
  kind: 'chat',
  player: player(name, muster_id),
  channel: 'Global',
  text,
});
const kick = (name: string, muster_id: string): FeedEntry => {
  return { kind: 'kick', player: player(name, muster_id), by: 'admin-kick', reason: 'enough' };
};
const line = (direction: 'in' | 'out', text: string): Entry => {
  return { kind: 'console', direction, text, actor: { muster_id: bob, display_name: 'Bob' } };
};

/** Tells entries of one server, a second apart from `from` on. */
async function tell(entries: readonly Entry[], server = east, from = 1_000): Promise<void> {
  const facts = entries.map((entry, index): Told => {
    const at = from + 1_000 * index;
    const stream = serverStream(server, entry.kind === 'console' ? 'console' : 'feed');
    return { stream, event: 'server:feed', at, data: { server_id: server, at, entry } };
  });
  await appendFacts(db, facts);
  let more: readonly string[] = (['feed', 'console'] as const).map((of) =>
    serverStream(server, of),
  );
  while (more.length > 0) ({ more } = await runBatch(db, historyReactor, more, 250));
}

async function audit(server: string, at: number, action = 'note.add', id = at): Promise<void> {
  const of = { id: id.toString(16).padStart(24, '0'), server_id: server, at, action };
  const row = auditRow({ ...of, detail: { player: ada } }, { id: bob, name: 'Bob' });
  await db.transaction().execute((trx) => addPagedRows(trx, 'audit', [row]));
}

async function search(asked: Readonly<Record<string, string | number>>) {
  const query = Object.entries(asked).map(([name, value]) => [name, String(value)]);
  const response = await browser.get(`/app/v1/history?${new URLSearchParams(query).toString()}`);
  return response.statusCode === 200
    ? call.answer.parse(response.json())
    : (response.json() as { readonly code: string });
}

async function found(asked: Readonly<Record<string, string | number>>) {
  const answer = await search(asked);
  if (!('entries' in answer)) throw new TypeError(answer.code);
  return answer;
}

/** What was found, shortly: of what, and when. */
const moments = async (asked: Readonly<Record<string, string | number>>) =>
  (await found(asked)).entries.map(({ of, at }) => `${of} ${at / 1_000}`);

it('has an index of the words of each kind', async () => {
  const { rows } = await sql<{ made: string }>`
    select indexdef as made from pg_indexes where tablename = 'feed_texts'
  `.execute(db);
  for (const kind of HISTORY_KIND.filter((one) => one !== 'audit')) {
    const words = `gin (grams, (ARRAY[server_id])) WITH (fastupdate=off) WHERE (kind = '${kind}'`;
    expect(rows.map(({ made }) => made)).toContainEqual(expect.stringContaining(words));
  }
});

it('calls each server what its people call it', async () => {
  await tell([chat('hello')]);
  await tell([chat('hello')], west);
  await db.updateTable('servers').set({ name: 'Черногория' }).where('id', '=', west).execute();
  const { servers } = await found({});
  expect(servers.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(
    [
      { id: east, identifier: 'x' },
      { id: west, identifier: 'x', name: 'Черногория' },
    ].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  );
});

describe('what is found', () => {
  it('is every kind on every server that one may see, newest first', async () => {
    await tell([chat('hello'), kick('Zoë', bob), line('in', 'noise'), line('out', '#lock')]);
    await tell([chat('from the west')], west, 2_500);
    await tell([chat('from the north')], north, 2_600);
    await audit(west, 4_500);
    expect(await moments({})).toEqual(['audit 4.5', 'console 4', 'feed 2.5', 'feed 2', 'feed 1']);
    expect((await found({ kinds: 'chat' })).entries[1]).toEqual({
      of: 'feed',
      server_id: east,
      seq: 1,
      at: 1_000,
      entry: chat('hello'),
    });
  });

  it('says of a command whom it meant, as the audit says of who sent it', async () => {
    await tell([line('out', 'kick 3 Griefing'), line('out', 'say -1 hi'), line('out', 'kick 4 x')]);
    const aimed = async (at: number, text: string, name: string, by = bob, server = east) => {
      const of = { id: (at * 10).toString(16).padStart(24, '0'), server_id: server, at };
      const entry = { ...of, action: 'actions.server-kick', detail: { muster_id: ada } };
      const told = { text, target: { id: ada, name } };
      const row = auditRow(entry, { id: by, name: 'Bob' }, told);
      await db.transaction().execute((trx) => addPagedRows(trx, 'audit', [row]));
    };
    await aimed(1_200, 'Griefing', 'Ada');
    // Of somebody else, on another server, and much later.
    await aimed(1_300, 'Griefing', 'Eve', ada);
    await aimed(1_400, 'Griefing', 'Zoë', bob, west);
    await aimed(90_000, 'Griefing', 'Kim');
    const { entries } = await found({ kinds: 'command' });
    const whom = entries.map((one) => (one.of === 'console' ? (one.whom?.name ?? null) : null));
    expect(whom).toEqual([null, null, 'Ada']);
  });

  it('says nobody of a command that is another than what the audit tells of', async () => {
    await tell([line('out', '#lock'), line('out', 'say -1 hi'), line('out', 'kick 3')]);
    const aimed = async (
      at: number,
      action: string,
      text: string,
      outcome: string,
      name: string,
    ) => {
      const of = { id: (at * 10).toString(16).padStart(24, '0'), server_id: east, at };
      const entry = { ...of, action: action as 'actions.raw', detail: { muster_id: ada, outcome } };
      const row = auditRow(entry, { id: bob, name: 'Bob' }, { text, target: { id: ada, name } });
      await db.transaction().execute((trx) => addPagedRows(trx, 'audit', [row]));
    };
    await aimed(3_100, 'actions.server-kick', '', 'done', 'Ada');
    await aimed(2_100, 'actions.message-private', 'hi', 'done', 'Eve');
    await aimed(1_100, 'actions.raw', '#lock', 'failed', 'Zoë');
    const { entries } = await found({ kinds: 'command' });
    const whom = entries.map((one) => (one.of === 'console' ? (one.whom?.name ?? null) : null));
    expect(whom).toEqual(['Ada', null, null]);
  });

  it('says nobody where two could be meant', async () => {
    await tell([line('out', 'kick 3 x'), line('out', 'kick 4 x')]);
    for (const [index, id] of [ada, bob].entries()) {
      const at = 1_100 + index * 1_000;
      const of = { id: (at * 10).toString(16).padStart(24, '0'), server_id: east, at };
      const entry = { ...of, action: 'actions.server-kick', detail: { muster_id: id } };
      const told = { text: 'x', target: { id, name: id } };
      const row = auditRow(entry, { id: bob, name: 'Bob' }, told);
      await db.transaction().execute((trx) => addPagedRows(trx, 'audit', [row]));
    }
    const { entries } = await found({ kinds: 'command' });
    expect(entries.map((one) => 'whom' in one)).toEqual([false, false]);
  });

  it('is narrowed down by servers, kinds and span', async () => {
    await tell([chat('one'), kick('Zoë', bob), chat('two'), line('out', '#lock')]);
    await tell([chat('three')], west, 1_500);
    expect(await moments({ servers: west })).toEqual(['feed 1.5']);
    expect(await moments({ servers: `${east},${west}`, kinds: 'chat,command' })).toEqual([
      'console 4',
      'feed 3',
      'feed 1.5',
      'feed 1',
    ]);
    expect(await moments({ from: 1_500, until: 3_000 })).toEqual(['feed 3', 'feed 2', 'feed 1.5']);
  });

  it('holds each word, in any order, whatever the case and the accents', async () => {
    await tell([chat('Hello THERE'), chat('nothing', 'Zoë', bob), chat('hello again')]);
    expect(await moments({ text: 'there hello' })).toEqual(['feed 1']);
    expect(await moments({ text: 'ada hello' })).toEqual(['feed 3', 'feed 1']);
    expect(await moments({ text: 'zoe' })).toEqual(['feed 2']);
    expect(await moments({ text: 'ag' })).toEqual(['feed 3']);
    expect(await moments({ text: 'gain ello' })).toEqual(['feed 3']);
    expect(await moments({ text: 'wolves' })).toEqual([]);
  });

  it('is what a person did or what was done to them, under every id they had', async () => {
    await sql`
      insert into players values (${ada}, 'Ada', 1, 2), (${bob}, 'Bob', 1, 2)
    `.execute(db);
    await tell([chat('as Bob', 'Bob', bob), chat('as Ada')]);
    await audit(east, 9_000);
    await db
      .transaction()
      .execute((trx) => joinPersons(trx, { one: ada, other: bob, kind: 'game' }, 1));
    await tell([chat('as Bob again', 'Bob', bob)], east, 5_000);
    for (const id of [ada, bob]) {
      expect(await moments({ player: id })).toEqual(['audit 9', 'feed 5', 'feed 2', 'feed 1']);
    }
    expect(await moments({ player: ada, text: 'again' })).toEqual(['feed 5']);
  });

  it('has no hits, which are many, and each entry once, however many people it names', async () => {
    const by = { player: player('Bob', bob), cause: '', weapon: 'axe', distance: null };
    const hurt = { player: player('Ada', ada), by };
    await tell([
      { kind: 'hit', ...hurt, zone: null, damage: null },
      { kind: 'death', ...hurt },
    ]);
    expect(await moments({})).toEqual(['feed 2']);
    expect(await moments({ player: bob })).toEqual(['feed 2']);
  });

  it('is an entry that names nobody, too', async () => {
    const state = { state: 'CONNECTED', offline: false, error: null } as const;
    await tell([{ kind: 'state', ...state }]);
    expect(await moments({ kinds: 'state' })).toEqual(['feed 1']);
  });
});

describe('pages', () => {
  it('follow each other without a hole or a repeat, whatever is of one moment', async () => {
    const many = (name: string) => Array.from({ length: 7 }, (_, n) => chat(`${name} ${n}`));
    await tell(many('east'), east, 1_000);
    await tell(many('west'), west, 1_000);
    for (let at = 1_000; at <= 7_000; at += 1_000) await audit(east, at, 'note.add', at / 1_000);
    for (const limit of [1, 2, 3, 5, 20, 21, 30]) {
      const keys: string[] = [];
      let after: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof found>> = await found(
          after === null ? { limit } : { limit, after },
        );
        keys.push(...page.entries.map(({ of, server_id, seq }) => `${of} ${server_id} ${seq}`));
        after = page.next;
      } while (after !== null);
      expect(keys).toHaveLength(21);
      expect(new Set(keys).size).toBe(21);
    }
  });
});

describe('who may see it', () => {
  it('is each kind for those who read it where it happens', async () => {
    await tell([chat('hello'), line('out', '#lock')]);
    await audit(east, 3_000);
    const resource = serverResource(east);
    for (const [permission, left] of [
      ['server.view.audit', ['console 2', 'feed 1']],
      ['server.view.console', ['feed 1']],
    ] as const) {
      await db.transaction().execute((trx) => revoke(trx, me, resource, [permission]));
      expect(await moments({ servers: east })).toEqual(left);
    }
    expect(await search({ servers: east, kinds: 'audit' })).toMatchObject({
      code: 'permission-denied',
    });
    await grant(db, me, resource, SEEN, null, 0);
  });

  it('nobody finds anything of a server that is not theirs, also by naming it', async () => {
    await tell([chat('secret')], north);
    expect(await moments({ text: 'secret' })).toEqual([]);
    expect(await search({ servers: north })).toMatchObject({ code: 'permission-denied' });
    expect(await moments({ servers: `${east},${north}` })).toEqual([]);
  });
});

describe('what is kept', () => {
  it('goes with the feed, and commands before it', async () => {
    await tell([chat('a'), line('out', 'x'), chat('b'), line('out', 'y'), chat('c')]);
    await pruneLog(db, 3_500, 1_500);
    await pruneHistory(db, 1_500, 3_500);
    expect(await moments({})).toEqual(['feed 5', 'console 4', 'feed 3']);
    expect((await found({})).kept).toEqual({ feed_days: 30, command_days: 7 });
  });

  it('gives what an older host wrote its kind, and drops what the log has forgotten', async () => {
    await tell([chat('a'), kick('Zoë', bob)]);
    await sql`update feed_texts set kind = null`.execute(db);
    await sql`delete from event_log where seq = 1`.execute(db);
    expect(await moments({})).toEqual([]);
    await giveKinds(db);
    expect(await moments({ kinds: 'kick' })).toEqual(['feed 2']);
    expect(await db.selectFrom('feed_texts').select('kind').execute()).toEqual([{ kind: 'kick' }]);
  });

  it('keeps the beginning of a long text, and cuts no character in two', async () => {
    await tell([chat('😀'.repeat(1_500)), chat(`x${'😀'.repeat(1_500)}`)]);
    expect(await moments({ text: '😀😀😀' })).toEqual(['feed 2', 'feed 1']);
  });
});

it('finds exactly the entries that hold all words', async () => {
  const word = fc.constantFrom('ab', 'abc', 'Bca', 'c', 'ä', '%_', "x'", '😀', 'hello');
  const text = fc.array(word, { minLength: 1, maxLength: 4 });
  const said = text.map((words) => words.join(' '));
  // One or two characters are looked for as the beginning of a word.
  const sought = text.map((words) => words.filter((one) => one !== '%_' && one !== '😀').join(' '));
  const searched = sought.filter((what) => what !== '');
  await fc.assert(
    fc.asyncProperty(
      fc.array(said, { minLength: 1, maxLength: 8 }),
      searched,
      async (all, what) => {
        await clear();
        await tell(all.map((one) => chat(one, 'n')));
        const words = fold(what).split(' ');
        const expected = all.flatMap((one, index) =>
          words.every((each) => holds(`n\n${fold(one)}`, each)) ? [`feed ${index + 1}`] : [],
        );
        expect(await moments({ text: what })).toEqual(expected.toReversed());
      },
    ),
    { numRuns: 40 },
  );
}, 60_000);

it('reads an index of one server or of all, with the same answer', async () => {
  const servers = Array.from({ length: 20 }, (_, n) => n.toString(16).padStart(24, '5'));
  for (const id of servers) {
    await storeServer(db, id);
    await grant(db, me, serverResource(id), SEEN, null, 0);
    await tell([chat('hello'), kick('Zoë', bob)], id);
  }
  const few = await moments({ servers: servers.join(','), kinds: 'chat,kick' });
  expect(few).toHaveLength(40);
  expect(await moments({ kinds: HISTORY_KIND.join(',') })).toEqual(few);
  const said = await moments({ servers: servers.join(','), kinds: 'chat', text: 'hello' });
  expect(said).toHaveLength(20);
  expect(await moments({ text: 'hello' })).toEqual(said);
});
