/**
 * Two hosts' schedules over a real PostgreSQL, by a clock that the test puts on: each thing is done once, at its
 * second, whatever the zones' clocks do and whichever host is killed. The long form goes through a whole year as well, and
 * leaves out most looks of what is looked at every few seconds while nothing happens.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, type OpenDatabase } from '../../src/host/store/database.ts';
import { SERVER_ACTION } from '../../src/protocol/enumerations.ts';
import type { RowOf } from '../../src/protocol/resources/registry.ts';
import { createMigratedDatabase, type TestDatabase } from '../support/database.ts';
import { storeServer } from '../support/stored-server.ts';
import { expectedDues } from './expected.ts';
import { PLAYERS, SAID, Trial, type Strike } from './trial.ts';
import { Check, START_OFF, type Told } from './year-check.ts';
import {
  afterStart,
  asked,
  fateOf,
  idOf,
  nightly,
  ONCE,
  onceAt,
  others,
  POSTPONED,
  saidAt,
  serverOf,
  STARTS,
  startBefore,
  startsOf,
  wantedOf,
  whisper,
  WHISPERS,
  whispersOf,
  ZONES,
  type Span,
  type Wanted,
} from './year-plan.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Both changes of each zone's clock, and a leap day. */
const DAYS = [
  '2028-02-28',
  '2028-03-11',
  '2028-03-25',
  '2028-04-01',
  '2028-09-30',
  '2028-10-28',
  '2028-11-04',
];
const SHORT = DAYS.map((day): Span => {
  const from = Date.parse(`${day}T12:00Z`);
  return { from, to: from + DAY };
});
const YEAR: Span = { from: Date.UTC(2028, 0, 1), to: Date.UTC(2029, 0, 1) };
const isLong = process.env['MUSTER_LONG'] !== undefined;

let database: TestDatabase;
let open: OpenDatabase;
beforeAll(async () => {
  database = await createMigratedDatabase();
  open = openDatabase({ connection: database.connection, onIdleError: () => undefined });
});
afterAll(async () => {
  await open.close();
  await database.drop();
});

function messageOf(server: number): RowOf<'messages'> {
  return {
    id: idOf(server * 16 + 8),
    server_id: serverOf(server),
    enabled: true,
    mode: 'public',
    text: SAID,
    interval: 86_400,
    offset: saidAt(server),
    changed: 0,
  };
}

async function put(resource: 'jobs' | 'messages', server: number, row: { readonly id: string }) {
  await open.db
    .insertInto('resource_rows')
    .values({
      resource,
      server_id: serverOf(server),
      id: row.id,
      order_key: JSON.stringify(row.id),
      data: JSON.stringify(row),
      removed_at: null,
    })
    .execute();
}

async function putPlan(server: number, plan: Partial<RowOf<'plans'>> & { readonly due: number }) {
  const { SERVER_RESTART } = SERVER_ACTION;
  await open.db
    .insertInto('schedule_plans')
    .values({
      id: idOf(server * 1_000_000 + Math.floor(plan.due / DAY)),
      server_id: serverOf(server),
      job_id: nightly(server).id,
      name: '',
      action: SERVER_RESTART,
      at: null,
      lock_before: null,
      kick_before: null,
      by_id: idOf(9),
      changed: 0,
      ...plan,
      warnings: '[]',
    })
    .execute();
}

async function prepare(span: Span, { whispers }: Shape): Promise<void> {
  const { db } = open;
  for (const table of [
    'event_log',
    'schedule_steps',
    'schedule_plans',
    'schedule_states',
    'resource_rows',
  ] as const) {
    await db.deleteFrom(table).execute();
  }
  await db.deleteFrom('servers').execute();
  await db.deleteFrom('hosts').execute();
  for (const [number, timezone] of ZONES.entries()) {
    const id = serverOf(number);
    await storeServer(db, id);
    await db.updateTable('servers').set({ timezone }).where('id', '=', id).execute();
    await db
      .insertInto('schedule_states')
      .values({ server_id: id, looked_until: span.from, started_at: null })
      .execute();
    for (const job of [nightly(number), ...others(number)]) await put('jobs', number, job);
    await put('messages', number, messageOf(number));
    const dues = expectedDues(timezone, nightly(number), span.from, span.to + DAY);
    for (const [index, due] of dues.entries()) {
      const fate = fateOf(number, index);
      if (fate !== null) {
        await putPlan(number, { due, at: fate === 'skipped' ? null : due + POSTPONED });
      }
    }
  }
  await put('jobs', STARTS, afterStart);
  if (whispers) await put('messages', WHISPERS, whisper);
  const once = onceAt(span);
  await putPlan(ONCE, { id: asked.id, job_id: null, due: once, at: once, lock_before: 5 });
}

async function toldUntil(to: number): Promise<Told[]> {
  const rows = await open.db
    .selectFrom('event_log')
    .select('data')
    .where('event', '=', 'server:feed')
    .execute();
  return rows
    .map(({ data }) => data as { server_id: string; entry: Omit<Told, 'server'> })
    .map(({ server_id, entry }) => ({ ...entry, server: server_id }))
    .filter(({ due }) => due <= to);
}

/** Once a month: behind a lock, over a kick, over a lock, and right behind a message. */
function strikesOf(span: Span, wanted: readonly Wanted[]): readonly Strike[] {
  const over = (server: number, before: number, lasts: number): Strike[] =>
    wanted
      .filter(({ job, kind }) => job === nightly(server).id && kind === 'action')
      .filter((_, index) => index % 31 === 0)
      .map(({ of }) => ({ at: of - before, lasts }));
  const said = Math.ceil(span.from / DAY) * DAY - DAY + saidAt(3) * SECOND;
  return [
    ...over(0, 90 * SECOND, 30 * MINUTE),
    ...over(1, 70 * SECOND, 80 * SECOND),
    ...over(4, 130 * SECOND, 20 * SECOND),
    { at: Math.max(said, span.from) + 2 * SECOND, lasts: 3 * SECOND },
  ];
}

/** What a trial has beside jobs, and whether each look is had. */
interface Shape {
  readonly whispers: boolean;
  readonly sparse: boolean;
}

/** When something is said to everybody. */
function saidOn(number: number, span: Span): readonly number[] {
  const dues = [];
  const first = Math.floor(span.from / DAY) * DAY + saidAt(number) * SECOND;
  for (let due = first; due <= span.to; due += DAY) if (due > span.from) dues.push(due);
  return dues;
}

async function tried(span: Span, shape: Shape): Promise<readonly [Trial, Check]> {
  await prepare(span, shape);
  const wanted = wantedOf(span);
  const moments = [
    ...wanted.flatMap(({ at, job }) =>
      job === afterStart.id ? [at - START_OFF, at, at + START_OFF] : [at],
    ),
    ...startsOf(span),
    ...(shape.whispers ? whispersOf(span) : []),
    ...ZONES.flatMap((_, number) => saidOn(number, span)),
  ].toSorted((a, b) => a - b);
  const trial = new Trial(open.db, {
    from: span.from,
    to: span.to + 10 * MINUTE,
    seed: span.from / DAY,
    strikes: strikesOf(span, wanted),
    doomed: serverOf(ONCE),
    startOf: (server, now) => (server === serverOf(STARTS) ? startBefore(span, now) : null),
    ...(shape.sparse ? { moments } : {}),
  });
  await trial.run();
  const check = new Check(trial, await toldUntil(span.to));
  const outcomes = new Map(wanted.map((step) => [step, check.step(step)]));
  for (const [step, outcome] of outcomes) {
    if (step.kind !== 'action' || outcome === 'done') continue;
    const lock = [...outcomes].find(
      ([one]) => one.kind === 'lock' && one.job === step.job && one.of === step.of,
    );
    if (lock !== undefined && ['done', 'no-answer'].includes(lock[1])) check.unlock(step);
  }
  for (const [number] of ZONES.entries()) {
    for (const due of saidOn(number, span)) check.saying(serverOf(number), due);
  }
  for (const due of shape.whispers ? whispersOf(span) : []) {
    for (const name of PLAYERS) check.saying(serverOf(WHISPERS), due, `MESSAGE_PRIVATE ${name}`);
  }
  check.end(span.to);
  return [trial, check];
}

it.each(SHORT)(
  'each is done once, at its second, or told: $from',
  async (span) => {
    const [trial, { counts, faults }] = await tried(span, { whispers: false, sparse: false });
    expect(faults).toEqual([]);
    expect(counts['done']).toBeGreaterThan(10);
    expect(counts['missed']).toBeGreaterThan(0);
    expect(counts['no-answer']).toBeGreaterThan(0);
    expect(counts['unlock']).toBeGreaterThan(0);
    expect(counts['said']).toBeGreaterThan(0);
    expect(trial.kills).toBeGreaterThanOrEqual(4);
  },
  180_000,
);

it('so is what is said to each player, also where looks are left out in which nothing happens', async () => {
  const [span = YEAR] = SHORT;
  const [, { counts, faults }] = await tried(span, { whispers: true, sparse: true });
  expect(faults).toEqual([]);
  expect(counts['done']).toBeGreaterThan(10);
  expect(counts['whispered']).toBeGreaterThan(5);
}, 180_000);

it.runIf(isLong)(
  'likewise through a year',
  async () => {
    const [trial, { counts, faults }] = await tried(YEAR, { whispers: true, sparse: true });
    expect(faults).toEqual([]);
    expect(trial.kills).toBeGreaterThan(50);
    expect(counts['missed']).toBeGreaterThan(0);
    expect(counts['whispered']).toBeGreaterThan(3_000);
    process.stdout.write(`${JSON.stringify({ ...counts, kills: trial.kills })}\n`);
  },
  3_600_000,
);
