import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestAccount } from '../../../tests/support/accounts.ts';
import {
  createTestApp,
  createTestDeps,
  type TestBrowser,
  type TestDeps,
} from '../../../tests/support/host.ts';
import { storeServer } from '../../../tests/support/stored-server.ts';
import { fold, holds } from '../../domain/resources/keys.ts';
import { feedSearch as call } from '../../protocol/feed/calls.ts';
import type { FeedEntry } from '../../protocol/feed/fields.ts';
import { serverStream } from '../../protocol/streams.ts';
import { grant, serverResource } from '../access/grants.ts';
import { mergePlayers } from '../players/merge.ts';
import { runBatch } from '../reactors/batch.ts';
import { appendFacts } from '../realtime/log.ts';
import { pruneLog } from '../realtime/prune.ts';
import type { Database } from '../store/database.ts';
import { feedSearch, pruneFeedTexts } from './search.ts';
import { feedSearchReactor } from './search-reactor.ts';

const hex = (digit: string) => digit.repeat(24);
const server = hex('e');
const stream = serverStream(server, 'feed');
const [ada, bob] = [hex('a'), hex('b')] as const;

let test: TestDeps;
let db: Database;
let app: FastifyInstance;
let browser: TestBrowser;

beforeAll(async () => {
  test = await createTestDeps();
  ({ db } = test.deps);
  app = await createTestApp(test.deps, { feedSearch });
  const account = await createTestAccount(app, test.deps);
  ({ browser } = account);
  await storeServer(db, server);
  await grant(db, account.id, serverResource(server), ['server.view.feed'], null, 0);
});
beforeEach(clear);
afterAll(async () => {
  await app.close();
  await test.close();
});

async function clear(): Promise<void> {
  await sql`
    truncate feed_texts, reactor_cursors, streams, event_log, event_personal, players, player_aliases cascade
  `.execute(db);
}

const chat = (text: string, name = 'Ada', muster_id = ada): FeedEntry => ({
  kind: 'chat',
  player: { id: null, muster_id, name },
  channel: 'Global',
  text,
});

async function tell(...entries: FeedEntry[]): Promise<void> {
  const facts = entries.map((entry, index) => {
    const at = 1_000 * (index + 1);
    return { stream, event: 'server:feed' as const, at, data: { server_id: server, at, entry } };
  });
  await appendFacts(db, facts);
  let more: readonly string[] = [stream];
  while (more.length > 0) ({ more } = await runBatch(db, feedSearchReactor, more, 250));
}

async function search(text: string, before?: number, limit = 100) {
  const query = new URLSearchParams({ text, limit: String(limit) });
  if (before !== undefined) query.set('before', String(before));
  const answer = await browser.get(`/app/v1/server/${server}/feed/search?${query.toString()}`);
  return call.answer.parse(answer.json());
}

const positions = async (text: string, before?: number, limit?: number) =>
  (await search(text, before, limit)).entries.map(({ seq }) => seq);

it('finds who said what, whatever the case and the accents, and says since when', async () => {
  const hit = {
    kind: 'hit',
    player: { id: null, muster_id: bob, name: 'Zoë' },
    by: { player: null, cause: 'Wolf', weapon: null, distance: null },
    zone: null,
    damage: null,
  } as const;
  await tell(chat('Hello THERE'), chat('nothing', 'Zoë', bob), hit, chat('hello again'));
  expect(await positions('hello')).toEqual([1, 4]);
  expect(await positions('zoe')).toEqual([2]);
  expect(await positions('ello th')).toEqual([1]);
  expect(await positions('ag')).toEqual([4]);
  expect(await positions('wolves')).toEqual([]);
  const { since, entries } = await search('there');
  expect(since).toBe(1_000);
  expect(entries).toEqual([{ seq: 1, at: 1_000, entry: chat('Hello THERE') }]);
});

it('keeps the beginning of a long text, and cuts no character in two', async () => {
  await tell(chat('😀'.repeat(1_500)), chat(`x${'😀'.repeat(1_500)}`));
  expect(await positions('😀😀😀')).toEqual([1, 2]);
});

it('goes back page by page', async () => {
  await tell(...Array.from({ length: 7 }, (_, index) => chat(`hello ${index}`)));
  expect(await search('hello', undefined, 3)).toMatchObject({ more: true });
  expect(await positions('hello', undefined, 3)).toEqual([5, 6, 7]);
  expect(await positions('hello', 5, 3)).toEqual([2, 3, 4]);
  expect(await search('hello', 2, 3)).toMatchObject({ more: false, entries: [{ seq: 1 }] });
});

it('finds texts of a player who became another, told before and after', async () => {
  await sql`
    insert into players values (${ada}, 'Ada', 1, 2), (${bob}, 'Bob', 1, 2)
  `.execute(db);
  await tell(chat('hello', 'Bob', bob));
  await db.transaction().execute((trx) => mergePlayers(trx, [{ from: bob, into: ada }], 1));
  await tell(chat('hello', 'Bob', bob));
  const rows = db.selectFrom('feed_texts').select('subject').orderBy('seq').execute();
  expect((await rows).map(({ subject }) => subject)).toEqual([bob, ada]);
  expect(await positions('hello')).toEqual([1, 2]);
});

it('forgets with the feed', async () => {
  await tell(chat('hello'), chat('hello'), chat('hello'));
  await pruneLog(db, 2_500, 1_500);
  await pruneFeedTexts(db, 1_500);
  expect(await search('hello')).toMatchObject({
    since: 2_000,
    entries: [{ seq: 2 }, { seq: 3 }],
  });
});

it('finds exactly the entries that hold what is looked for', async () => {
  const word = fc.constantFrom('ab', 'abc', 'Bca', 'c a', 'ä', '%_', "x'", '😀');
  const text = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(''));
  const sought = text.filter((one) => Array.from(fold(one)).length >= 2);
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 8 }), sought, async (said, what) => {
      await clear();
      await tell(...said.map((one) => chat(one, 'n')));
      const found = said.flatMap((one, index) =>
        holds(['n', fold(one)].join('\n'), fold(what)) ? [index + 1] : [],
      );
      expect(await positions(what)).toEqual(found);
    }),
    { numRuns: 40 },
  );
}, 60_000);
