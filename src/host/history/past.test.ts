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
import { fold } from '../../domain/fold.ts';
import type { RecordedEvent } from '../../domain/known.ts';
import { createRows } from '../../domain/state.ts';
import { entriesOf } from '../../domain/feed/entries.ts';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import type { FeedEntry } from '../../protocol/feed/fields.ts';
import { pastJump as jumpCall, serverPast as call } from '../../protocol/history/past-calls.ts';
import { RECORDED_EVENTS } from '../../protocol/recordings/events.ts';
import { serverStream, type ServerStream } from '../../protocol/streams.ts';
import { grant, revoke, serverResource } from '../access/grants.ts';
import { runBatch } from '../reactors/batch.ts';
import { mayFollow } from '../realtime/access.ts';
import { tellUpload } from '../game-logs/tell-upload.ts';
import { SERVER_PERMISSION, type ServerPermission } from '../../protocol/permissions.ts';
import { appendFacts, publish } from '../realtime/log.ts';
import { recordPopulation } from '../servers/population-history.ts';
import type { Database } from '../store/database.ts';
import { pastJump } from './past-jump.ts';
import { serverPast } from './past.ts';
import { historyReactor } from './reactor.ts';
import { seqAt } from './seq-at.ts';
import { STORAGE_RULE } from '../../../tests/support/storage-rule.ts';
import { uploadedLog } from '../../../tests/support/uploaded-log.ts';

const hex = (digit: string) => digit.repeat(24);
const server = hex('e');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const SEEN = [
  'server.view',
  'server.view.feed',
  'server.view.console',
  'server.view.personal',
] as const;

let test: TestDeps;
let db: Database;
let app: FastifyInstance;
let browser: TestBrowser;
let me: string;
let now: number;
/** 21:00 of the day before, say. */
let then: number;

beforeAll(async () => {
  test = await createTestDeps();
  ({ db } = test.deps);
  app = await createTestApp(test.deps, { serverPast, pastJump });
  const account = await createTestAccount(app, test.deps);
  ({ browser, id: me } = account);
  await storeServer(db, server, me);
  await grant(db, me, serverResource(server), SEEN, null, 0);
});
beforeEach(async () => {
  await sql`
    truncate feed_texts, reactor_cursors, streams, event_log, event_personal, play_sessions,
      statistic_stays, statistic_gaps, population_samples cascade
  `.execute(db);
  now = test.deps.clock();
  then = Math.floor((now - 22 * HOUR) / 60_000) * 60_000;
});
afterAll(async () => {
  await app.close();
  await test.close();
});

async function stay(id: string, name: string, joined_at: number, left_at: number | null) {
  await sql`
    insert into play_sessions (id, server_id, muster_id, name, joined_at, joined_before, verified,
      lobby, ip, left_at)
    values (${hex(id)}, ${server}, ${hex('a')}, ${name}, ${joined_at}, false, true, false,
      '10.0.0.1', ${left_at})
  `.execute(db);
}

/** `told`: when, if that was later. */
async function tell(at: number, entry: FeedEntry, told = at): Promise<void> {
  const data = { server_id: server, at, entry };
  const stream = serverStream(server, 'feed');
  await appendFacts(db, [{ stream, event: 'server:feed', at: told, data }]);
  await runBatch(db, historyReactor, [stream], 250);
}

const chat = (text: string): FeedEntry => ({
  kind: 'chat',
  player: { id: null, muster_id: hex('a'), name: 'Ada' },
  channel: 'Global',
  text,
});
const kick: FeedEntry = {
  kind: 'kick',
  player: { id: null, muster_id: hex('a'), name: 'Ada' },
  by: 'admin-kick',
  reason: '',
};

async function read(at: number) {
  const response = await browser.get(`/app/v1/server/${server}/past?at=${at}`);
  expect(response.statusCode).toBe(200);
  return call.answer.parse(response.json());
}

/** The rows of a moment, as a replay of what the host told has them. */
async function rowsAt(asked: number, at = asked) {
  const { events } = await read(asked);
  const rows = createRows();
  const told = events
    .filter((event) => event.at <= at)
    .map(({ stream, ...event }) =>
      stream === undefined ? event : { ...event, stream: stream.name, seq: stream.seq },
    ) as RecordedEvent[];
  for (const { source, event, data } of told) {
    expect(RECORDED_EVENTS.get(`${source}/${event}`)?.safeParse(data).error).toBeUndefined();
  }
  fold(rows, told);
  return rows;
}

const names = async (asked: number, at = asked) =>
  [...(await rowsAt(asked, at)).players.values()].map(({ name }) => name).toSorted();
const said = async (asked: number, at = asked) =>
  entriesOf(await rowsAt(asked, at), 'feed', server).map((row) =>
    'entry' in row && row.entry.kind === 'chat' ? row.entry.text : '',
  );

describe('who was on', () => {
  it('is everybody whose stay the moment is in, and changes with the moment', async () => {
    await stay('1', 'Long', then - 5 * HOUR, then + 5 * HOUR);
    await stay('2', 'Left', then - HOUR, then - 60_000);
    await stay('3', 'Came', then + 60_000, then + 120_000);
    await stay('4', 'Here', then - HOUR, null);
    expect(await names(then)).toEqual(['Here', 'Long']);
    expect(await names(then, then - 61_000)).toEqual(['Here', 'Left', 'Long']);
    expect(await names(then, then + 61_000)).toEqual(['Came', 'Here', 'Long']);
    expect(await names(then, then + 121_000)).toEqual(['Here', 'Long']);
  });

  it('is also who has been there for days', async () => {
    await stay('1', 'Days', then - 3 * DAY, then + HOUR);
    await stay('2', 'Still', then - 2 * DAY, null);
    await stay('3', 'Gone', then - 3 * DAY, then - DAY);
    await stay('4', 'Today', then - HOUR, then + HOUR);
    expect(await names(then)).toEqual(['Days', 'Still', 'Today']);
  });

  it('is known for as long as sessions are kept, and not half of it after that', async () => {
    const old = now - 80 * DAY;
    await stay('1', 'Old', old - HOUR, old + HOUR);
    await stay('2', 'Older', now - 100 * DAY - HOUR, now - 100 * DAY + HOUR);
    expect(await names(old)).toEqual(['Old']);
    expect(await names(now - 100 * DAY)).toEqual([]);
    const { kept } = await read(old);
    expect(kept.sessions).toBe(test.deps.clock() - 90 * DAY);
  });

  it('says of whom nobody knows when they left, since the server was not heard', async () => {
    await stay('1', 'Ada', then - HOUR, then + 5 * 60_000);
    await stay('2', 'Bob', then - HOUR, then + HOUR);
    const found = then + 5 * 60_000;
    await sql`
      insert into statistic_gaps values (${server}, ${then - 10 * 60_000}, ${found});
    `.execute(db);
    await sql`
      insert into statistic_stays (id, server_id, muster_id, joined_at, left_at, found_at, told_at)
      values (${hex('1')}, ${server}, ${hex('a')}, ${then - HOUR}, ${found}, ${found}, ${then - HOUR})
    `.execute(db);
    const { unsure } = await read(then);
    expect(unsure).toEqual([{ id: hex('1'), name: 'Ada', from: then - 10 * 60_000, to: found }]);
    expect(await names(then)).toEqual(['Ada', 'Bob']);
  });
});

describe('what was said', () => {
  it('is the feed up to the moment, with what came before and after', async () => {
    await tell(then - 2 * HOUR, chat('long before'));
    await tell(then - 60_000, chat('before'));
    await tell(then + 60_000, chat('after'));
    await tell(then + HOUR, chat('long after'));
    expect(await said(then)).toEqual(['long before', 'before']);
    expect(await said(then, then + 60_000)).toEqual(['long before', 'before', 'after']);
    expect(await said(then, now)).toEqual(['long before', 'before', 'after']);
  });

  it('stands at its own time where a log told it later, and not when it was uploaded', async () => {
    await tell(then - 60_000, chat('in time'));
    await tell(then - 30_000, chat('a moment late'), then + 20_000);
    for (const [ago, text] of [
      [3 * HOUR, 'late, long before'],
      [120_000, 'late, before'],
      [-90_000, 'late, after'],
    ] as const) {
      await tell(then - ago, chat(text), then + 10 * HOUR);
    }
    const before = ['late, long before', 'late, before', 'in time', 'a moment late'];
    expect(await said(then)).toEqual(before);
    expect(await said(then, then + 20_000)).toEqual(before);
    expect(await said(then, then + HOUR)).toEqual([...before, 'late, after']);
    // When it was told, it is long ago.
    expect(await said(then + 10 * HOUR, then + 10 * HOUR)).toEqual([...before, 'late, after']);
    const rows = await rowsAt(then, then + HOUR);
    const last = entriesOf(rows, 'feed', server).at(-1);
    expect(last?.at).toBe(then + 90_000);
  });

  it('is by the clock of the server where a log is uploaded', async () => {
    const zone = 'America/New_York';
    const clock = (at: number) =>
      new Date(at).toLocaleTimeString('en-GB', { timeZone: zone, hour12: false });
    const day = new Date(then).toLocaleDateString('sv-SE', { timeZone: zone });
    const line = `${clock(then)} | Chat("Ada"(id=${'A'.repeat(43)}=)): by the game's clock`;
    const text = `AdminLog started on ${day} at 00:00:00\n${line}\n`;
    const log = await uploadedLog({ name: 'x.ADM', text, modified_at: then }, zone, now);
    const uploader = { serverId: server, actor: me, by: null, now, rule: STORAGE_RULE };
    await tellUpload({ db, secrets: test.deps.secrets, publish }, uploader, log);
    expect(await said(then - 1_000)).toEqual([]);
    expect(await said(then + 1_000)).toEqual(["by the game's clock"]);
    expect(await said(now)).toEqual(["by the game's clock"]);
  });

  it('is the newest lines before, whatever was uploaded in between', async () => {
    for (let n = 0; n < 3; n += 1) await tell(then - 60_000 + n, chat(`in time ${n}`));
    const data = (n: number) => ({ server_id: server, at: then - 2 * DAY + n, entry: chat('old') });
    const facts = Array.from({ length: 300 }, (_, n) => {
      const stream = serverStream(server, 'feed');
      return { stream, event: 'server:feed', at: then - 30_000, data: data(n) } as const;
    });
    await appendFacts(db, facts);
    const texts = await said(then + 10 * 60_000);
    expect(texts).toHaveLength(200 + 3);
    expect(texts.slice(-3)).toEqual(['in time 0', 'in time 1', 'in time 2']);
  });

  it('is for those alone who may read the feed, and addresses for those who see them', async () => {
    await stay('1', 'Ada', then - HOUR, null);
    await tell(then - 60_000, chat('secret'));
    expect((await rowsAt(then)).identities.get(hex('1'))?.ip).toBe('10.0.0.1');
    await db.transaction().execute((trx) => revoke(trx, me, serverResource(server), SEEN.slice(1)));
    const rows = await rowsAt(then);
    expect(rows.streams.get(serverStream(server, 'feed'))).toBeUndefined();
    expect(rows.identities.size).toBe(0);
    expect(JSON.stringify(await read(then))).not.toMatch(/secret|10\.0\.0\.1/);
    expect(await names(then)).toEqual(['Ada']);
    expect((await read(then)).kept).toMatchObject({ feed: null, console: null });
    const jump = `/app/v1/server/${server}/past/jump?at=${then}&to=kick&direction=next`;
    expect((await browser.get(jump)).statusCode).toBe(403);
    await grant(db, me, serverResource(server), SEEN, null, 0);
  });
});

it('shows, for each permission alone, what the live screens show', async () => {
  const resource = serverResource(server);
  const allow = (permissions: readonly ServerPermission[]) =>
    db.transaction().execute(async (trx) => {
      await revoke(trx, me, resource, SERVER_PERMISSION);
      await grant(trx, me, resource, permissions, null, 0);
    });
  await stay('1', 'Ada', then - HOUR, then + 60_000);
  const line = { kind: 'console', direction: 'in', text: 'a line', actor: null } as const;
  for (const at of [then - 60_000, then + 60_000]) {
    await tell(at, chat('said'));
    const data = { server_id: server, at, entry: line };
    const stream = serverStream(server, 'console');
    await appendFacts(db, [{ stream, event: 'server:feed', at, data }]);
  }
  const jump = `/app/v1/server/${server}/past/jump?at=${then}&to=kick&direction=next`;
  for (const one of SERVER_PERMISSION) {
    await allow(['server.view', one]);
    const granted = new Map([[server, ['server.view', one] as const]]);
    const may = (audience: ServerStream) => mayFollow(me, granted, serverStream(server, audience));
    const { events, kept } = await read(then);
    const streams = new Set(events.flatMap(({ stream }) => stream?.name ?? []));
    const lines = ['feed', 'feed-filtered', 'console', 'console-filtered'] as const;
    const live = (['list', ...lines] as const).filter(may);
    expect([one, streams]).toEqual([one, new Set(live.map((of) => serverStream(server, of)))]);
    const lists = events.filter(({ source }) => source === 'rest').map(({ event }) => event);
    const shown = [
      ...(['feed', 'console'] as const).filter((one) => may(one) || may(`${one}-filtered`)),
      ...(may('feed-personal') ? ['personal'] : []),
    ];
    expect([one, new Set(lists)]).toEqual([one, new Set(['servers', 'population', ...shown])]);
    expect([one, kept.feed !== null, kept.console !== null]).toEqual([
      one,
      may('feed') || may('feed-filtered'),
      may('console') || may('console-filtered'),
    ]);
    expect([one, (await browser.get(jump)).statusCode]).toEqual([one, may('feed') ? 200 : 403]);
  }
  await allow(SEEN);
});

describe('figures', () => {
  const population = (players: number, at: number) => ({
    players,
    slots: 60,
    queue: null,
    source: 'live' as const,
    observed_at: at,
  });
  const counts = async (at: number, shown = at) =>
    (await rowsAt(at, shown)).servers.get(server)?.population.players;

  it('are those that the log told, to the second', async () => {
    for (const [players, at] of [
      [10, then - 2 * HOUR],
      [20, then - 30_000],
      [30, then + 30_000],
    ] as const) {
      const of = { population: population(players, at) };
      const data = { server_id: server, type: 'population' as const, server: of };
      const stream = serverStream(server, 'list');
      await appendFacts(db, [{ stream, event: 'server:update', at, data }]);
    }
    expect(await counts(then, then - 31_000)).toBe(10);
    expect(await counts(then)).toBe(20);
    expect(await counts(then, then + 31_000)).toBe(30);
  });

  it('are those of samples where the log has forgotten, and the state is the feed’s', async () => {
    const old = Math.floor((now - 20 * DAY) / HOUR) * HOUR;
    const sample = { serverId: server, players: 12, slots: 60, queue: 0 };
    await recordPopulation(db, old, [sample]);
    await tell(old - DAY, { kind: 'state', state: 'ERROR', offline: true, error: null });
    expect(await counts(old + 60_000)).toBe(12);
    const rows = await rowsAt(old + 60_000);
    expect(rows.servers.get(server)?.state).toMatchObject({ state: 'ERROR', offline: true });
    expect(rows.history.get(`${server}:24h`)?.points).toHaveLength(1);
  });

  it('are unknown where nothing tells them, but that somebody was on', async () => {
    const state = async () => (await rowsAt(then)).servers.get(server)?.state.state;
    expect(await counts(then)).toBeNull();
    expect(await state()).toBe('DISCONNECTED');
    await stay('1', 'Ada', then - HOUR, then + HOUR);
    expect(await state()).toBe('CONNECTED');
  });
});

it('leads to the next kick and the last restart, and says where there is none', async () => {
  const restart: FeedEntry = {
    kind: 'action',
    actor: { muster_id: hex('b'), display_name: 'Bob' },
    action: SERVER_ACTION.SERVER_RESTART,
    player: null,
    text: null,
    outcome: 'done',
  };
  const scheduled: FeedEntry = {
    kind: 'schedule',
    job_id: null,
    name: 'Daily',
    step: 'action',
    action: SERVER_ACTION.SERVER_RESTART,
    text: null,
    due: then - 2_000,
    outcome: 'done',
    why: null,
    missed: null,
  };
  await tell(then - HOUR, kick);
  await tell(then - 2_000, scheduled);
  await tell(then - 1_000, restart);
  await tell(then - 900, { ...restart, outcome: 'failed' });
  await tell(then - 800, { ...scheduled, step: 'warning', text: 'Restart soon' });
  await tell(then - 700, { ...scheduled, outcome: 'missed', missed: 1 });
  await tell(then, { ...restart, action: SERVER_ACTION.SERVER_LOCK });
  await tell(then + HOUR, kick);
  await tell(then + 2 * HOUR, { kind: 'state', state: 'DISCONNECTED', offline: true, error: null });
  const jump = async (to: string, direction: string, at = then) => {
    const search = new URLSearchParams({ at: String(at), to, direction }).toString();
    const response = await browser.get(`/app/v1/server/${server}/past/jump?${search}`);
    return jumpCall.answer.parse(response.json()).at;
  };
  expect(await jump('kick', 'next')).toBe(then + HOUR);
  expect(await jump('kick', 'previous')).toBe(then - HOUR);
  expect(await jump('restart', 'previous')).toBe(then - 1_000);
  expect(await jump('restart', 'previous', then - 1_000)).toBe(then - 2_000);
  expect(await jump('restart', 'next')).toBe(then + 2 * HOUR);
  expect(await jump('kick', 'next', then + HOUR)).toBeNull();
});

it('finds the position of a moment also where the log has holes', async () => {
  for (let n = 1; n <= 40; n += 1) await tell(n * 1_000, chat(String(n)));
  await sql`delete from event_log where seq <= 7 or seq between 20 and 29`.execute(db);
  const stream = serverStream(server, 'feed');
  const at = (moment: number) => db.transaction().execute((trx) => seqAt(trx, stream, moment));
  const found = await Promise.all([7_500, 8_000, 19_999, 25_000, 30_000, 99_000].map(at));
  expect(found).toEqual([0, 8, 19, 19, 30, 40]);
  expect(await db.transaction().execute((trx) => seqAt(trx, 'none', 5))).toBe(0);
});
