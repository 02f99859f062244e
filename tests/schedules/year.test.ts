/**
 * Two hosts' schedules over a real PostgreSQL, by a clock that the test puts on: each thing is done once, at its
 * second, whatever the zones' clocks do and whichever host is killed. The long form goes through a whole year.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLogger } from '../../src/host/logger.ts';
import { publish } from '../../src/host/realtime/log.ts';
import { ScheduleRunner } from '../../src/host/schedules/runner.ts';
import type { ScheduledServer } from '../../src/host/schedules/run.ts';
import { openDatabase, type OpenDatabase } from '../../src/host/store/database.ts';
import { secretsOf } from '../../src/host/store/secrets/secrets.ts';
import { SERVER_ACTION } from '../../src/protocol/enumerations.ts';
import type { RowOf } from '../../src/protocol/resources/registry.ts';
import { createMigratedDatabase, type TestDatabase } from '../support/database.ts';
import { storeServer } from '../support/stored-server.ts';
import { expectedSteps, grouped, type ExpectedStep } from './expected.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 1_440 * MINUTE;
const LATE_SECONDS = 120;
const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'America/St_Johns',
];

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
const YEAR = { from: Date.UTC(2028, 0, 1), to: Date.UTC(2029, 0, 1) };
const SHORT = DAYS.map((day) => Date.parse(`${day}T12:00Z`)).map((from) => ({
  from,
  to: from + DAY,
}));
/** How likely a host is killed after each look; both, an eighth of it. */
const KILLED = 0.1;
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

/** The same numbers for the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const hex = (text: string) => Buffer.from(text).toString('hex').padEnd(24, '0').slice(0, 24);
const idOf = (number: number) => number.toString(16).padStart(24, '0');

function jobsOf(server: number): readonly RowOf<'jobs'>[] {
  const of = (part: object, n: number) => {
    const job = {
      id: idOf(server * 16 + n),
      server_id: idOf(1_000 + server),
      enabled: true,
      name: `job ${n}`,
      parameter: null,
      warnings: [],
      lock_before: null,
      kick_before: null,
      changed: 0,
      ...part,
    };
    return job as unknown as RowOf<'jobs'>;
  };
  const at = (hours: number, minutes: number) =>
    ({ kind: 'absolute', minutes: hours * 60 + minutes }) as const;
  return [
    // In the hour that most zones skip in spring and have twice in autumn, and Lord Howe half of.
    of(
      {
        days: [0, 1, 2, 3, 4, 5, 6],
        time: at(2, 15),
        action: SERVER_ACTION.SERVER_RESTART,
        warnings: [
          { minutes: 30, text: 'in {minutes} min' },
          { minutes: 5, text: 'soon' },
        ],
        lock_before: 2,
      },
      1,
    ),
    of({ days: [5, 6], time: at(1, 45), action: SERVER_ACTION.SERVER_UNLOCK }, 2),
    of(
      {
        days: [1, 6],
        time: at(23, 59),
        action: SERVER_ACTION.MESSAGE_PUBLIC,
        parameter: 'Good night',
      },
      3,
    ),
  ];
}

interface Done {
  readonly server: string;
  readonly command: string;
  readonly at: number;
}

/** What is killed, and when: before it has asked the game, or after, before it could say so. */
class Killed extends Error {}

class Trial {
  readonly #random: () => number;
  readonly done: Done[] = [];
  /** Of both hosts, from when on nobody was there until when. */
  readonly outages: { from: number; to: number }[] = [];
  kills = 0;
  now: number;
  #hosts: { id: string; runner: ScheduleRunner; held: Map<string, ScheduledServer> }[] = [];
  /** Those that are killed while they run something. */
  readonly #dying = new Set<string>();
  #number = 0;
  #epoch = 1;

  constructor(from: number, seed: number) {
    this.now = from;
    this.#random = seeded(seed);
  }

  async run(to: number): Promise<void> {
    await this.#begin();
    await this.#begin();
    await this.#share();
    while (this.now < to) {
      const wakes = [];
      for (const host of this.#hosts) {
        wakes.push(await host.runner.turn());
        await host.runner.idle();
      }
      // Whoever has taken a server over looks at it at once.
      const next = (await this.#perhapsKill()) ? this.now : Math.min(to, ...wakes);
      this.now = Math.max(this.now + 1, next);
    }
  }

  async #begin(): Promise<void> {
    const id = hex(`host${(this.#number += 1)}`);
    await open.db
      .insertInto('hosts')
      .values({ id, alive_until: Number.MAX_SAFE_INTEGER, log_root: null })
      .execute();
    const held = new Map<string, ScheduledServer>();
    const runner = new ScheduleRunner({
      db: open.db,
      publish,
      secrets: secretsOf(Buffer.alloc(32, 7)),
      clock: () => this.now,
      log: createLogger('silent', { write: () => undefined }),
      stopping: new AbortController().signal,
      hostId: id,
      lateSeconds: LATE_SECONDS,
      servers: () => held,
    });
    this.#hosts.push({ id, runner, held });
  }

  /** Each server is run by the host that has the fewest. */
  async #share(): Promise<void> {
    const all = await open.db.selectFrom('servers').select(['id', 'lease_host']).execute();
    for (const { id, lease_host } of all) {
      if (this.#hosts.some((host) => host.id === lease_host)) continue;
      const [host] = this.#hosts.toSorted((a, b) => a.held.size - b.held.size);
      if (host === undefined) return;
      const epoch = (this.#epoch += 1);
      await open.db
        .updateTable('servers')
        .set({ lease_host: host.id, lease_epoch: epoch })
        .where('id', '=', id)
        .execute();
      host.held.set(id, this.#serverOf(id, epoch, host.id));
    }
  }

  #serverOf(id: string, epoch: number, host: string): ScheduledServer {
    const run: ScheduledServer['run'] = async (command) => {
      const chance = this.#random();
      if (chance < KILLED / 2) this.#dying.add(host);
      if (this.#dying.has(host) && chance < KILLED / 4) throw new Killed('before it has asked');
      this.done.push({ server: id, command: command.action, at: this.now });
      if (this.#dying.has(host)) throw new Killed('before it has heard');
      return { ok: true, answer: '' };
    };
    const population = { players: 1, slots: 2 };
    const environment = { map: null, uptime: null, observed_at: 0 };
    const row = { population, environment, configuration: { identifier: 'x' } };
    const rows = { players: new Map() };
    const quiet = { playerKey: () => null, planRestart: () => undefined };
    const part = { id, epoch, row, rows, run, settled: () => Promise.resolve(), ...quiet };
    return part as unknown as ScheduledServer;
  }

  /** Whoever was killed while it ran something is gone as well: its lease ends, and another host has what it had. */
  async #perhapsKill(): Promise<boolean> {
    const chance = this.#random();
    if (chance > KILLED && this.#dying.size === 0) return false;
    this.kills += 1;
    const both = chance < KILLED / 8;
    const isDying = ({ id }: { id: string }) =>
      both || (this.#dying.size === 0 ? id === this.#hosts[0]?.id : this.#dying.has(id));
    const dying = this.#hosts.filter(isDying);
    this.#dying.clear();
    this.#hosts = this.#hosts.filter((host) => !dying.includes(host));
    for (const { id } of dying) await open.db.deleteFrom('hosts').where('id', '=', id).execute();
    const gone = both ? 70 * MINUTE * this.#random() : 15 * SECOND * this.#random();
    const from = this.now;
    if (both) this.now += Math.floor(gone);
    // The other one goes on with its own in the meantime; what the dead one had waits.
    for (const until = this.now + (both ? 0 : Math.floor(gone)); this.now < until;) {
      let wake = until;
      for (const host of this.#hosts) {
        wake = Math.min(wake, await host.runner.turn());
        await host.runner.idle();
      }
      this.now = Math.max(this.now + 1, Math.min(until, wake));
    }
    this.outages.push({ from, to: this.now });
    for (let missing = dying.length; missing > 0; missing -= 1) await this.#begin();
    await this.#share();
    return true;
  }
}

interface Told {
  readonly job_id: string;
  readonly step: string;
  readonly due: number;
  readonly outcome: string;
  readonly missed: number | null;
}

async function toldOf(): Promise<readonly Told[]> {
  const rows = await open.db
    .selectFrom('event_log')
    .select(['data'])
    .where('event', '=', 'server:feed')
    .execute();
  return rows.map(({ data }) => {
    const read = (typeof data === 'string' ? JSON.parse(data) : data) as { entry: Told };
    return read.entry;
  });
}

const COMMAND = {
  [SERVER_ACTION.SERVER_RESTART]: 'SERVER_RESTART',
  [SERVER_ACTION.SERVER_UNLOCK]: 'SERVER_UNLOCK',
  [SERVER_ACTION.MESSAGE_PUBLIC]: 'MESSAGE_PUBLIC',
} as Readonly<Record<number, string>>;

async function prepare(from: number): Promise<void> {
  for (const table of [
    'event_log',
    'schedule_steps',
    'schedule_states',
    'resource_rows',
  ] as const) {
    await open.db.deleteFrom(table).execute();
  }
  await open.db.deleteFrom('servers').execute();
  await open.db.deleteFrom('hosts').execute();
  for (const [number, timezone] of ZONES.entries()) {
    const id = idOf(1_000 + number);
    await storeServer(open.db, id);
    await open.db.updateTable('servers').set({ timezone }).where('id', '=', id).execute();
    await open.db
      .insertInto('schedule_states')
      .values({ server_id: id, looked_until: from, started_at: null })
      .execute();
    for (const job of jobsOf(number)) {
      await open.db
        .insertInto('resource_rows')
        .values({
          resource: 'jobs',
          server_id: id,
          id: job.id,
          order_key: JSON.stringify(job.name),
          data: JSON.stringify(job),
          removed_at: null,
        })
        .execute();
    }
  }
}

/** Each step that is expected is told once, and done as it is told. Answers what came of them. */
async function check(trial: Trial, from: number, to: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const all = await toldOf();
  // A server that was locked for a restart that was missed is unlocked again, and no other.
  const unlocks = all.filter(({ step }) => step === 'unlock');
  for (const { job_id, due } of unlocks) {
    const missed = all.filter((one) => one.job_id === job_id && one.outcome === 'missed');
    expect(missed.some((one) => one.step === 'action' && one.due <= due)).toBe(true);
  }
  const steps = all.filter(({ step }) => step !== 'unlock');
  const told = grouped(steps, ({ job_id, step, due }) => `${job_id}/${step}/${due}`);
  const done = grouped(trial.done, ({ server, command, at }) => `${server}/${command}/${at}`);
  let matched = 0;
  // What was missed again and again is told once, by the last time.
  const counted = [...told.values()].flat().filter(({ missed }) => (missed ?? 0) > 1);
  const isCounted = ({ job, kind, at }: ExpectedStep) =>
    counted.some(
      ({ job_id, step, due }) =>
        job_id === job && step === kind && due > at && due - at < 70 * MINUTE,
    );
  for (const [number, zone] of ZONES.entries()) {
    const jobs = jobsOf(number);
    const keyOf = ({ job, kind, at }: ExpectedStep) => `${job}/${kind}/${at}`;
    for (const step of expectedSteps(zone, jobs, from, to)) {
      const entries = told.get(keyOf(step)) ?? [];
      const [entry] = entries;
      const ofMissed = told.get(`${step.job}/action/${step.of}`)?.[0]?.outcome === 'missed';
      if (entry === undefined && (ofMissed || isCounted(step))) continue;
      const when = `${zone} ${keyOf(step)} ${new Date(step.at).toISOString()}`;
      expect({ when, told: entries.length }).toEqual({ when, told: 1 });
      const outcome = entry?.outcome ?? '';
      counts[outcome] = (counts[outcome] ?? 0) + 1;
      matched += 1;
      const action = jobs.find(({ id }) => id === step.job)?.action ?? 0;
      const command =
        step.kind === 'action'
          ? COMMAND[action]
          : { warning: 'MESSAGE_PUBLIC', lock: 'SERVER_LOCK', kick: '' }[step.kind];
      const server = idOf(1_000 + number);
      const gone = trial.outages.filter((outage) => outage.from <= step.at && outage.to > step.at);
      const latest = Math.max(step.at, ...gone.map((outage) => outage.to));
      const times = trial.done.filter(
        (one) =>
          one.server === server &&
          one.command === command &&
          one.at >= step.at &&
          one.at <=
            Math.min(latest + (latest > step.at ? SECOND : 0), step.at + LATE_SECONDS * SECOND),
      ).length;
      const exact = done.get(`${server}/${command}/${step.at}`)?.length ?? 0;
      if (outcome === 'done') {
        expect({ when, exact: gone.length > 0 ? times >= 1 : exact }).toEqual({
          when,
          exact: gone.length > 0 ? true : 1,
        });
      }
      if (outcome === 'missed')
        expect({ when, times: gone.length > 0 }).toEqual({ when, times: true });
    }
  }
  expect(told.size).toBe(matched);
  // Nothing was asked of a game that is not told as done, or as not known.
  const asked = (counts['done'] ?? 0) + (counts['no-answer'] ?? 0) + unlocks.length;
  expect(trial.done.length).toBeGreaterThanOrEqual(counts['done'] ?? 0);
  expect(trial.done.length).toBeLessThanOrEqual(asked);
  return counts;
}

it.each(isLong ? [YEAR] : SHORT)(
  'each is done once, at its second, or told: $from',
  async ({ from, to }) => {
    await prepare(from);
    const trial = new Trial(from, from / DAY);
    await trial.run(to + 10 * MINUTE);
    const counts = await check(trial, from, to);
    expect(counts['done']).toBeGreaterThan(10);
    if (isLong) {
      expect(trial.kills).toBeGreaterThan(50);
      expect(counts['missed']).toBeGreaterThan(0);
      expect(counts['no-answer']).toBeGreaterThan(0);
      process.stdout.write(`${JSON.stringify({ ...counts, kills: trial.kills })}\n`);
    }
  },
  isLong ? 3_600_000 : 60_000,
);
