import type { AuditAction } from '../../domain/audit/actions.ts';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestAccount } from '../../../tests/support/accounts.ts';
import { createTestApp, createTestDeps, type TestDeps } from '../../../tests/support/host.ts';
import { storeServer } from '../../../tests/support/stored-server.ts';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import { auditRow } from '../../domain/audit/row.ts';
import { dayStarts } from '../../domain/statistics/days.ts';
import { settleStay, type KeptStay } from '../../domain/statistics/stay.ts';
import {
  chartMarks as marksCall,
  playerDays as daysCall,
} from '../../protocol/statistics/calls.ts';
import { grant, serverResource } from '../access/grants.ts';
import { change } from '../change/change.ts';
import type { Database } from '../store/database.ts';
import { addPagedRows } from '../store/paged/rows.ts';
import { chartMarks } from './chart-marks.ts';
import { countPlayers, playerDays } from './player-days.ts';
import { statisticsReactor } from './reactor.ts';

const server = 'e'.repeat(24);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let test: TestDeps;
let db: Database;
let app: FastifyInstance;
let account: Awaited<ReturnType<typeof createTestAccount>>;

beforeAll(async () => {
  test = await createTestDeps();
  ({ db } = test.deps);
  app = await createTestApp(test.deps, { playerDays, chartMarks });
  account = await createTestAccount(app, test.deps);
  await storeServer(db, server);
  const allowed = ['server.view', 'server.view.feed'] as const;
  await grant(db, account.id, serverResource(server), allowed, null, 0);
});
beforeEach(async () => {
  await sql`
    truncate statistic_stays, statistic_gaps, reactor_cursors, reactor_missed, persons, paged_audit
  `.execute(db);
  await sql`update servers set unheard_since = null, timezone = 'Europe/Berlin'`.execute(db);
});
afterAll(async () => {
  await app.close();
  await test.close();
});

interface Stay extends Omit<KeptStay, 'unheard_from' | 'unheard_since'> {
  readonly muster_id: string | null;
}

const id = (number: number) => number.toString(16).padStart(24, '0');
const stayed = (player: number | null, joined_at: number, left_at: number | null): Stay => ({
  muster_id: player === null ? null : id(player),
  joined_at,
  left_at,
  found_at: null,
  kicked_by: null,
  lost: false,
});

async function keep(stays: readonly Stay[]): Promise<void> {
  const rows = stays.map((stay, index) => ({
    ...stay,
    id: id(index + 1_000),
    server_id: server,
    told_at: stay.joined_at,
  }));
  await sql`
    insert into statistic_stays
      (id, server_id, muster_id, joined_at, left_at, found_at, kicked_by, lost, told_at)
    select id, server_id, muster_id, joined_at, left_at, found_at, kicked_by, lost, told_at
    from json_populate_recordset(null::statistic_stays, ${JSON.stringify(rows)}::json)
  `.execute(db);
}

const count = (starts: readonly number[], now: number) =>
  db.transaction().execute((trx) => countPlayers(trx, server, starts, now));
const NOON = Date.UTC(2026, 5, 17, 12);
const starts = dayStarts('UTC', NOON, 4);

it('counts each player once a day, on every day that they were there', async () => {
  await keep([
    stayed(1, NOON - 2 * DAY, NOON - 2 * DAY + HOUR),
    stayed(1, NOON - 2 * DAY + 2 * HOUR, NOON - 2 * DAY + 3 * HOUR),
    stayed(2, NOON - 2 * DAY, NOON - DAY),
    stayed(3, NOON - 9 * DAY, NOON - 3 * DAY),
    stayed(null, NOON - 2 * DAY, NOON - DAY),
    stayed(4, NOON - HOUR, null),
  ]);
  expect(await count(starts, NOON)).toEqual([1, 2, 1, 1]);
});

it('counts who is one person as one', async () => {
  await keep([
    stayed(1, NOON - 2 * HOUR, NOON - HOUR),
    stayed(2, NOON - HOUR, null),
    stayed(3, NOON - DAY, NOON - DAY + 1),
  ]);
  await db
    .insertInto('persons')
    .values({ id: id(1), person: id(2) })
    .execute();
  expect(await count(starts, NOON)).toEqual([0, 0, 1, 1]);
});

it('knows of each stay the last moment that the rule of stays knows', async () => {
  const moment = fc.integer({ min: -6 * 24, max: 0 }).map((hours) => NOON + hours * HOUR);
  const stay = fc
    .record({
      player: fc.integer({ min: 1, max: 5 }),
      joined_at: moment,
      left_at: fc.option(moment),
      found_at: fc.option(moment),
      lost: fc.boolean(),
    })
    .map(({ player, joined_at, left_at, found_at, lost }) => ({
      ...stayed(player, joined_at, left_at),
      found_at,
      lost,
    }));
  await fc.assert(
    fc.asyncProperty(
      fc.array(stay, { maxLength: 12 }),
      fc.option(moment),
      fc.array(fc.tuple(moment, moment), { maxLength: 2 }),
      async (stays, unheard_since, gaps) => {
        await sql`truncate statistic_stays, statistic_gaps`.execute(db);
        await sql`update servers set unheard_since = ${unheard_since}`.execute(db);
        await keep(stays);
        const unheard = gaps.map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }));
        for (const { from, to } of unheard) {
          await sql`
            insert into statistic_gaps values (${server}, ${from}, ${to}) on conflict do nothing
          `.execute(db);
        }
        const there = starts.map((start, day) => {
          const end = starts[day + 1] ?? Infinity;
          const present = stays.filter((one) => {
            const found = one.found_at;
            const within = unheard
              .filter(({ from, to }) => found !== null && found >= from && found <= to + 60_000)
              .map(({ from }) => from);
            const unheard_from = within.length === 0 ? null : Math.min(...within);
            const { ended, until } = settleStay({ ...one, unheard_from, unheard_since });
            const last = ended === 'here' ? NOON : (until ?? one.joined_at);
            return one.joined_at < end && last >= start;
          });
          return new Set(present.map(({ muster_id }) => muster_id)).size;
        });
        expect(await count(starts, NOON)).toEqual(there);
      },
    ),
    { numRuns: 60 },
  );
});

it('answers days by the clock of the server, from the one since when it is counted', async () => {
  const since = test.deps.clock() - 5 * DAY;
  const before = await account.browser.get(`/app/v1/server/${server}/player-days`);
  expect(before.json()).toMatchObject({ since: null, days: [] });
  await db
    .insertInto('reactor_cursors')
    .values({
      reactor: statisticsReactor.name,
      stream: `server/${server}/list`,
      position: 0,
      since,
    })
    .execute();
  const answer = await account.browser.get(`/app/v1/server/${server}/player-days`);
  const { days, timezone } = daysCall.answer.parse(answer.json());
  expect(timezone).toBe('Europe/Berlin');
  expect(days).toHaveLength(6);
  const hour = new Intl.DateTimeFormat('de', { timeZone: timezone, timeStyle: 'short' });
  expect(new Set(days.map(({ at }) => hour.format(at)))).toEqual(new Set(['00:00']));
});

it('marks what was done and by whom, and when nobody heard the server', async () => {
  const now = test.deps.clock();
  const audit = (
    at: number,
    action: AuditAction,
    detail: Record<string, unknown>,
    actor: string | null = account.id,
  ) =>
    change({ ...test.deps, now: at }, async (made) =>
      made.audit({ actor, resource: serverResource(server), action, detail }),
    );
  await audit(now - 25 * HOUR, 'actions.server-lock', { outcome: 'done' });
  await audit(now - 3 * HOUR, 'actions.server-kick', { outcome: 'done' });
  await audit(now - 2 * HOUR, 'actions.server-kick', { outcome: 'failed' });
  await audit(now - 2 * HOUR, 'servers.edit', {});
  await audit(now - 170 * 60_000, 'actions.raw', { outcome: 'done', command: 'players' });
  await audit(now - 165 * 60_000, 'actions.raw', { outcome: 'done', command: '#shutdown' });
  await audit(now - 160 * 60_000, 'actions.raw', { outcome: 'failed', command: '#lock' });
  const ran = (at: number, detail: Record<string, unknown>) =>
    audit(at, 'schedules.run', { outcome: 'done', due: at, ...detail }, null);
  await ran(now - 110 * 60_000, { step: 'warning' });
  await ran(now - 105 * 60_000, { step: 'lock' });
  await ran(now - 100 * 60_000, { step: 'action', action: SERVER_ACTION.SERVER_RESTART });
  await ran(now - 95 * 60_000, {
    step: 'action',
    action: SERVER_ACTION.SERVER_RESTART,
    outcome: 'failed',
  });
  await ran(now - 90 * 60_000, { step: 'action', action: SERVER_ACTION.MESSAGE_PUBLIC });
  await audit(now - HOUR, 'actions.server-restart', { outcome: 'no-answer' }, null);
  await sql`
    insert into statistic_gaps values
      (${server}, ${now - HOUR + 1}, ${now - HOUR + 60_000}), (${server}, 1, 2)
  `.execute(db);
  const answer = await account.browser.get(`/app/v1/server/${server}/chart-marks`);
  expect(marksCall.answer.parse(answer.json())).toEqual({
    span: '24h',
    more: false,
    marks: [
      {
        at: now - 3 * HOUR,
        kind: 'kick',
        by: { muster_id: account.id, name: expect.any(String) },
        until: null,
      },
      {
        at: now - 165 * 60_000,
        kind: 'restart',
        by: { muster_id: account.id, name: expect.any(String) },
        until: null,
      },
      { at: now - 105 * 60_000, kind: 'lock', by: null, until: null },
      { at: now - 100 * 60_000, kind: 'restart', by: null, until: null },
      { at: now - HOUR, kind: 'restart', by: null, until: null },
      { at: now - HOUR + 1, kind: 'unheard', by: null, until: now - HOUR + 60_000 },
    ],
  });
});

it('marks bans, however they came, and a whitelist that was paused, but no message', async () => {
  const now = test.deps.clock();
  const audit = (minutes: number, action: AuditAction, detail: Record<string, unknown> = {}) =>
    change({ ...test.deps, now: now - minutes * 60_000 }, async (made) =>
      made.audit({
        actor: action.startsWith('actions.') ? account.id : null,
        resource: serverResource(server),
        action,
        detail: { outcome: 'done', ...detail },
      }),
    );
  await audit(90, 'actions.raw', { command: 'ban' });
  await audit(80, 'actions.raw', { command: 'addBan' });
  await audit(75, 'actions.raw', { command: 'say' });
  await audit(70, 'actions.message-public');
  await audit(60, 'actions.whitelist-pause');
  await audit(50, 'actions.whitelist-resume');
  await audit(40, 'modules.kick');
  await audit(35, 'modules.warn');
  await audit(30, 'modules.ban');
  await audit(20, 'bans.enforce');
  await audit(10, 'bans.enforce', { outcome: 'failed' });
  const answer = await account.browser.get(`/app/v1/server/${server}/chart-marks?span=6h`);
  const { marks } = marksCall.answer.parse(answer.json());
  expect(marks.map(({ at, kind, by }) => [(now - at) / 60_000, kind, by !== null])).toEqual([
    [90, 'ban', true],
    [80, 'ban', true],
    [60, 'whitelist-pause', true],
    [50, 'whitelist-resume', true],
    [40, 'kick', false],
    [30, 'ban', false],
    [20, 'ban', false],
  ]);
});

it('keeps a restart beside a thousand who were turned away at the door', async () => {
  const now = test.deps.clock();
  const row = (at: number, action: AuditAction, number: number) =>
    auditRow({ id: id(number), server_id: server, at, action, detail: {} }, null);
  const turned = Array.from({ length: 1_000 }, (_, place) =>
    row(now - 20 * HOUR + place * 60_000, 'bans.enforce', place + 10),
  );
  const rows = [row(now - 23 * HOUR, 'actions.server-restart', 1), ...turned];
  await db.transaction().execute((trx) => addPagedRows(trx, 'audit', rows));
  const answer = await account.browser.get(`/app/v1/server/${server}/chart-marks`);
  const { marks, more } = marksCall.answer.parse(answer.json());
  expect(marks[0]).toMatchObject({ kind: 'restart', at: now - 23 * HOUR });
  expect(marks.length).toBeLessThan(100);
  expect(more).toBe(false);
});
