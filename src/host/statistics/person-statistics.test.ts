/** What people did, added up over servers: the feed told it, and the recorded logs of real servers. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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
import { Zone } from '../../domain/zone.ts';
import { CALLS } from '../../protocol/calls.ts';
import type { FeedEntry } from '../../protocol/feed/fields.ts';
import { serverStream } from '../../protocol/streams.ts';
import { grant, serverResource } from '../access/grants.ts';
import { LogReader, logKindOf } from '../connectors/logs/log-reader.ts';
import { feedEntryOf, People } from '../game-logs/feed-entry.ts';
import { identityKey } from '../players/identities.ts';
import { joinPersons, undoJoin } from '../players/joins.ts';
import { runBatch } from '../reactors/batch.ts';
import type { Fact } from '../realtime/contract.ts';
import { appendFacts } from '../realtime/log.ts';
import type { Database } from '../store/database.ts';
import { sessionCalls } from '../session/calls.ts';
import { personStatistics } from './person-statistics.ts';
import { statisticsReactor } from './reactor.ts';
import { allStatisticsReset, gameStatisticsReset, playerStatisticsReset } from './reset.ts';

const hex = (digit: string) => digit.repeat(24);
const [here, there, hidden] = [hex('e'), hex('f'), hex('9')] as const;
const [ada, bob, cyd] = [hex('a'), hex('b'), hex('c')] as const;
const RESETS = [
  'server.stats.reset-player',
  'server.stats.reset-game',
  'server.stats.reset-all',
] as const;

let test: TestDeps;
let db: Database;
let app: FastifyInstance;
let browser: TestBrowser;

beforeAll(async () => {
  test = await createTestDeps();
  ({ db } = test.deps);
  app = await createTestApp(test.deps, {
    ...sessionCalls,
    personStatistics,
    playerStatisticsReset,
    gameStatisticsReset,
    allStatisticsReset,
  });
  const account = await createTestAccount(app, test.deps);
  ({ browser } = account);
  for (const id of [here, there, hidden]) await storeServer(db, id);
  const open = ['server.view', 'server.view.feed', ...RESETS] as const;
  await grant(db, account.id, serverResource(here), open, null, 0);
  await grant(
    db,
    account.id,
    serverResource(there),
    ['server.view', 'server.view.filtered'],
    null,
    0,
  );
});
beforeEach(async () => {
  await sql`
    truncate statistic_stays, statistic_gaps, statistic_totals, statistic_weapons, statistic_zones,
      reactor_cursors, reactor_missed, streams, event_log, event_personal, players, play_sessions,
      person_joins, persons cascade
  `.execute(db);
});
afterAll(async () => {
  await app.close();
  await test.close();
});

async function been(musterId: string, ...servers: readonly string[]): Promise<void> {
  await sql`insert into players values (${musterId}, 'x', 1, 2)`.execute(db);
  for (const server of servers) {
    const id = `${musterId.slice(0, 12)}${server.slice(0, 12)}`;
    await sql`
      insert into play_sessions (id, server_id, muster_id, name, joined_at, joined_before, verified, lobby)
      values (${id}, ${server}, ${musterId}, 'x', 1, false, true, false)
    `.execute(db);
  }
}

const fed = (server: string, entry: FeedEntry, at = 1_000): Fact => ({
  stream: serverStream(server, 'feed'),
  event: 'server:feed',
  at,
  data: { server_id: server, at, entry },
});

async function tell(...facts: readonly Fact[]): Promise<void> {
  if (facts.length > 0) await appendFacts(db, facts);
  let more: readonly string[] = [here, there, hidden].map((id) => serverStream(id, 'feed'));
  while (more.length > 0) ({ more } = await runBatch(db, statisticsReactor, more, 1_000));
}

async function statisticsOf(id: string, server?: string) {
  const query = server === undefined ? '' : `?server=${server}`;
  const answer = await browser.get(`/app/v1/persons/${id}/statistics${query}`);
  return CALLS.personStatistics.answer.parse(answer.json());
}

const who = (muster_id: string | null) => ({ id: null, muster_id, name: 'x' });
const by = (
  player: string | null,
  {
    cause = '',
    weapon = null,
    distance = null,
  }: Partial<Extract<FeedEntry, { kind: 'hit' }>['by']>,
) => ({ player: player === null ? null : who(player), cause, weapon, distance });
const death = (victim: string, harm: ReturnType<typeof by> | null): FeedEntry => ({
  kind: 'death',
  player: who(victim),
  by: harm,
});
const hit = (victim: string, harm: ReturnType<typeof by>, zone: string | null): FeedEntry => ({
  kind: 'hit',
  player: who(victim),
  by: harm,
  zone,
  damage: 1,
});

it('adds up kills, causes of death, weapons and zones over the servers whose feed one may read', async () => {
  await been(ada, here, there, hidden);
  const rifle = { weapon: 'Mosin', distance: 300 };
  await tell(
    fed(here, death(bob, by(ada, rifle))),
    fed(there, death(cyd, by(ada, { weapon: 'Mosin', distance: 410.5 }))),
    fed(hidden, death(cyd, by(ada, { weapon: 'Mosin', distance: 900 }))),
    fed(here, hit(bob, by(ada, { weapon: 'Mosin', distance: 500 }), 'Head')),
    fed(here, hit(ada, by(null, { cause: 'Зараженный' }), 'LeftArm')),
    fed(here, hit(ada, by(bob, {}), null)),
    fed(here, death(ada, by(null, { cause: 'Infected' }))),
    fed(here, death(ada, by(null, { cause: 'ZmbM_SoldierNormal' }))),
    fed(here, death(ada, by(null, { cause: 'fall' }))),
    fed(here, death(ada, by(null, { cause: 'suicide' }))),
    fed(here, death(ada, by(ada, { weapon: 'Mosin', distance: 0 }))),
    fed(here, death(ada, null)),
  );
  expect(await statisticsOf(ada)).toMatchObject({
    since: 1_000,
    kills: 2,
    deaths: 6,
    suicides: 2,
    infected_deaths: 2,
    environment_deaths: 1,
    hits_given: 1,
    hits_taken: 2,
    weapons: [{ weapon: 'Mosin', kills: 2, hits: 1, longest_kill: 410.5, longest_hit: 500 }],
    zones: [
      { zone: 'Head', given: 1, taken: 0 },
      { zone: 'LeftArm', given: 0, taken: 1 },
    ],
  });
  expect(await statisticsOf(ada, there)).toMatchObject({ kills: 1, deaths: 0, zones: [] });
  expect(await statisticsOf(ada, hidden)).toMatchObject({ kills: 0, weapons: [], since: null });
});

it('says what the servers can tell: a log tells hits, Rust deaths alone, a game without a log nothing', async () => {
  await been(ada, here);
  const told = async (game: number, folder: string | null) => {
    await sql`update servers set game = ${game}, log_folder = ${folder} where id = ${here}`.execute(
      db,
    );
    return (await statisticsOf(ada)).told;
  };
  expect(await told(4, null)).toEqual(['deaths']);
  expect(await told(3, '/logs')).toEqual([]);
  expect(await told(1, '/logs')).toEqual(['deaths', 'hits']);
  expect(await told(1, null)).toEqual([]);
});

it('forgets what one player did, what all did in the game, or all, and the audit says who did so', async () => {
  await been(ada, here, there);
  await been(bob, here);
  const fight = [here, there].flatMap((server) => [
    fed(server, death(bob, by(ada, { weapon: 'Mosin' }))),
    fed(server, hit(ada, by(bob, { weapon: 'Axe' }), 'Head')),
  ]);
  await tell(...fight);
  await sql`update statistic_totals set playtime = 60000, stays = 1`.execute(db);
  const reset = async (path: string) => {
    const answer = await browser.post(`/app/v1/server/${path}`, {});
    expect(answer.json()).toEqual({ status: true });
  };
  await reset(`${here}/players/${ada}/statistics/reset`);
  const nothing = { kills: 0, hits_taken: 0, weapons: [], zones: [] };
  expect(await statisticsOf(ada, here)).toMatchObject(nothing);
  expect(await statisticsOf(ada, there)).toMatchObject({ kills: 1, hits_taken: 1 });
  expect(await statisticsOf(bob)).toMatchObject({ deaths: 1, hits_given: 1 });
  await reset(`${here}/statistics/reset-game`);
  expect(await statisticsOf(bob)).toMatchObject({ deaths: 0, hits_given: 0, weapons: [] });
  const spent = () =>
    sql<{ playtime: number }>`
      select coalesce(sum(playtime), 0)::int as playtime from statistic_totals
      where server_id = ${here}
    `.execute(db);
  expect((await spent()).rows).toEqual([{ playtime: 120_000 }]);
  await reset(`${here}/statistics/reset-all`);
  expect((await spent()).rows).toEqual([{ playtime: 0 }]);
  const { rows: audited } = await sql<{ action: string }>`
    select data->>'action' as action from paged_audit where server_id = ${here} order by id
  `.execute(db);
  expect(audited.map(({ action }) => action).filter((one) => one.startsWith('statistics'))).toEqual(
    ['statistics.reset-player', 'statistics.reset-game', 'statistics.reset-all'],
  );
  const refused = await browser.post(`/app/v1/server/${there}/statistics/reset-all`, {});
  expect(refused.statusCode).toBe(403);
  expect(await statisticsOf(ada, there)).toMatchObject({ kills: 1 });
});

type Counts = ReturnType<typeof counted>;

/** What entries of the feed come to for whoever has one of these ids: the plain way. */
function counted(entries: readonly FeedEntry[], ids: readonly (string | null)[]) {
  const is = (player: { muster_id: string | null } | null) =>
    player !== null && player.muster_id !== null && ids.includes(player.muster_id);
  const deaths = entries.flatMap((one) => (one.kind === 'death' ? [one] : []));
  const hits = entries.flatMap((one) => (one.kind === 'hit' ? [one] : []));
  const self = (one: { player: { muster_id: string | null }; by: { player: unknown } | null }) =>
    (one.by?.player as { muster_id: string | null } | null)?.muster_id === one.player.muster_id;
  const others = hits.filter((one) => !self(one));
  const kills = deaths.filter((one) => is(one.by?.player ?? null) && !self(one));
  return {
    kills: kills.length,
    deaths: deaths.filter(({ player }) => is(player)).length,
    hits_given: others.filter((one) => is(one.by.player)).length,
    hits_taken: others.filter(({ player }) => is(player)).length,
    longest: Math.max(-1, ...kills.map((one) => one.by?.distance ?? -1)),
    zones: others.filter(({ player, zone }) => is(player) && zone !== null).length,
  };
}

async function counts(id: string): Promise<Counts> {
  const { kills, deaths, hits_given, hits_taken, weapons, zones } = await statisticsOf(id);
  return {
    kills,
    deaths,
    hits_given,
    hits_taken,
    longest: Math.max(-1, ...weapons.map((one) => one.longest_kill ?? -1)),
    zones: zones.reduce((sum, { taken }) => sum + taken, 0),
  };
}

it('comes to what the feed told, also while two are one person, and of each again afterwards', async () => {
  const player = fc.constantFrom(ada, bob, cyd);
  const harm = fc
    .tuple(fc.option(player), fc.constantFrom('Axe', null), fc.option(fc.nat({ max: 99 })))
    .map(([one, weapon, distance]) => by(one, { weapon, distance }));
  const entry = fc.oneof(
    fc.tuple(player, fc.option(harm)).map(([one, what]) => death(one, what)),
    fc
      .tuple(player, harm, fc.constantFrom('Head', 'Torso', null))
      .map(([one, what, zone]) => hit(one, what, zone)),
  );
  await been(ada, here, there);
  await been(bob, here, there);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(here, there), entry), { maxLength: 20 }),
      async (fight) => {
        await sql`
          truncate statistic_totals, statistic_weapons, statistic_zones, reactor_cursors, streams,
            event_log, event_personal, person_joins, persons
        `.execute(db);
        await tell(...fight.map(([server, one]) => fed(server, one)));
        const entries = fight.map(([, one]) => one);
        const alone = [counted(entries, [ada]), counted(entries, [bob])];
        expect([await counts(ada), await counts(bob)]).toEqual(alone);
        await db
          .transaction()
          .execute((trx) => joinPersons(trx, { one: ada, other: bob, kind: 'hand' }, 5_000));
        const [one, other] = alone as [Counts, Counts];
        const both = Object.fromEntries(
          (Object.keys(one) as (keyof Counts)[]).map((name) => [
            name,
            name === 'longest' ? Math.max(one[name], other[name]) : one[name] + other[name],
          ]),
        );
        expect(await counts(bob)).toEqual(both);
        await db.transaction().execute(async (trx) => {
          const { id } = await trx
            .selectFrom('person_joins')
            .select('id')
            .executeTakeFirstOrThrow();
          await undoJoin(trx, id, 14_000, null);
        });
        expect([await counts(ada), await counts(bob)]).toEqual(alone);
      },
    ),
    { numRuns: 20 },
  );
}, 120_000);

const corpus = process.env['MUSTER_CORPUS'];

it.skipIf(corpus === undefined)(
  'counts what the recorded logs of DayZ servers tell',
  async () => {
    const folder = join(corpus ?? '', 'dayz_adm');
    const entries = readdirSync(folder).flatMap((file) => entriesOf(folder, file));
    await tell(...entries.map((entry) => fed(here, entry)));
    const people = [...new Set(entries.flatMap(namedIn))];
    for (const id of people) await been(id, here);
    const known = entries.filter(({ kind }) => kind === 'death' || kind === 'hit');
    expect(known.length).toBeGreaterThan(300);
    let zones = 0;
    for (const id of people) {
      const expected = counted(known, [id]);
      expect(await counts(id)).toEqual(expected);
      zones += expected.zones;
    }
    expect(zones).toBeGreaterThan(200);
  },
  120_000,
);

/** What a log tells the feed, of players that are known by their Bohemia ids. */
function entriesOf(folder: string, file: string): readonly FeedEntry[] {
  const lines = readFileSync(join(folder, file), 'utf8')
    .replace(/^\ufeff/, '')
    .split(/\r?\n/);
  const kind = logKindOf(file, lines.slice(0, 200)) ?? 'dayz-adm';
  const reader = new LogReader(kind, new Zone('UTC'));
  reader.date(lines, 0);
  const events = [...lines.flatMap((line) => reader.line(line)), ...reader.flush()];
  const ids = new Map<string, string>();
  for (const event of events) {
    for (const person of [
      event.person,
      'by' in event && typeof event.by === 'object' ? event.by?.person : null,
    ]) {
      const value = person?.bohemiaId ?? null;
      if (value === null) continue;
      const key = identityKey({ kind: 'bohemia', value });
      const id = Buffer.from(value).toString('hex').slice(0, 24).padEnd(24, '0');
      if (!ids.has(key)) ids.set(key, id);
    }
  }
  const people = new People([], ids);
  return events.flatMap((event) => feedEntryOf(event, people) ?? []);
}

function namedIn(entry: FeedEntry): readonly string[] {
  if (entry.kind !== 'death' && entry.kind !== 'hit') return [];
  return [entry.player, entry.by?.player ?? null].flatMap((one) => one?.muster_id ?? []);
}
