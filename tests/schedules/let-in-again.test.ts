/**
 * Nobody stays locked out: two hosts over a real PostgreSQL, each killed now and then, and servers that cannot be reached
 * for minutes or hours. Whatever became of a restart, the game is open soon after it could be asked.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, type OpenDatabase } from '../../src/host/store/database.ts';
import { SERVER_ACTION } from '../../src/protocol/enumerations.ts';
import { createMigratedDatabase, type TestDatabase } from '../support/database.ts';
import { storeServer } from '../support/stored-server.ts';
import { Trial } from './trial.ts';
import { idOf } from './year-plan.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const FROM = Date.UTC(2028, 4, 1);
const TO = FROM + 4 * HOUR;
/** Each restarts every half an hour, and is locked before it. */
const EVERY = 30;
const LOCK_BEFORE = 5;
const SERVERS = [1, 2].map((number) => idOf(2_000 + number));
/** A game that is reached for so long can be asked: an unlock that a host died over is asked for again. */
const SOON = 3 * MINUTE;

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

async function prepare(): Promise<void> {
  const { db } = open;
  for (const table of [
    'event_log',
    'schedule_steps',
    'schedule_states',
    'resource_rows',
  ] as const) {
    await db.deleteFrom(table).execute();
  }
  await db.deleteFrom('servers').execute();
  await db.deleteFrom('hosts').execute();
  for (const [index, server] of SERVERS.entries()) {
    await storeServer(db, server);
    await db
      .insertInto('schedule_states')
      .values({ server_id: server, looked_until: FROM, started_at: null })
      .execute();
    for (let minutes = EVERY; minutes < (TO - FROM) / MINUTE; minutes += EVERY) {
      const job = {
        id: idOf(index * 10_000 + minutes),
        server_id: server,
        enabled: true,
        name: `restart ${minutes}`,
        days: [0, 1, 2, 3, 4, 5, 6],
        time: { kind: 'absolute', minutes },
        action: SERVER_ACTION.SERVER_RESTART,
        parameter: null,
        warnings: [],
        lock_before: LOCK_BEFORE,
        kick_before: null,
        changed: 0,
      };
      await db
        .insertInto('resource_rows')
        .values({
          resource: 'jobs',
          server_id: server,
          id: job.id,
          order_key: JSON.stringify(job.id),
          data: JSON.stringify(job),
          removed_at: null,
        })
        .execute();
    }
  }
}

/** Whether a server is reached: about a third of the time it is not, for a minute or for twenty. */
function connections(seed: number): (server: string, now: number) => boolean {
  return (server, now) => {
    const at = (length: number) => Math.floor((now - FROM) / length);
    const chance = (of: number) => {
      const mixed = Math.imul(
        (of + 1) * 7_919 + seed * 104_729 + SERVERS.indexOf(server),
        2_654_435_761,
      );
      return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
    };
    if (now >= TO) return true;
    return chance(at(MINUTE)) > 0.15 && chance(at(20 * MINUTE) + 50_000) > 0.25;
  };
}

it.each([1, 2])(
  'a server that was locked for a restart is open again soon after it is reached: seed %i',
  async (seed) => {
    await prepare();
    const isConnected = connections(seed);
    const trial = new Trial(open.db, {
      from: FROM,
      to: TO + HOUR,
      seed,
      strikes: [{ at: FROM + 59 * MINUTE, lasts: 10 * MINUTE }],
      doomed: SERVERS[0] ?? '',
      startOf: () => null,
      isConnected,
    });
    await trial.run();
    let waited = 0;
    for (const server of SERVERS) {
      const asked = trial.asked.filter((one) => one.server === server);
      for (const [index, { command, at }] of asked.entries()) {
        if (!command.startsWith('SERVER_LOCK')) continue;
        const opened = asked
          .slice(index + 1)
          .find((next) => /^SERVER_(?:RESTART|UNLOCK)/.test(next.command));
        // Locks come on their minute, or later where a host was away.
        const due = FROM + Math.ceil((at - FROM) / (EVERY * MINUTE)) * EVERY * MINUTE;
        const reached = firstReached(trial, server, due, isConnected);
        if (reached > due) waited += 1;
        expect(opened?.at ?? Number.POSITIVE_INFINITY, `${server} locked at ${at}`).toBeLessThan(
          reached + SOON,
        );
      }
    }
    expect(waited).toBeGreaterThan(0);
    const outcomes = await toldOutcomes();
    expect(outcomes).toContain('action failed');
    expect(outcomes).toContain('unlock done');
  },
  60_000,
);

/** When a server was first both run by a host and reached, from a moment on, for as long as an unlock may take. */
function firstReached(
  trial: Trial,
  server: string,
  from: number,
  isConnected: (server: string, now: number) => boolean,
): number {
  for (let moment = from; moment < TO + HOUR; moment += 5 * SECOND) {
    const span = Array.from({ length: SOON / (5 * SECOND) }, (_, n) => moment + n * 5 * SECOND);
    if (span.every((at) => isConnected(server, at) && trial.isRunAt(server, at))) return moment;
  }
  return Number.POSITIVE_INFINITY;
}

async function toldOutcomes(): Promise<ReadonlySet<string>> {
  const rows = await open.db
    .selectFrom('event_log')
    .select('data')
    .where('event', '=', 'server:feed')
    .execute();
  return new Set(
    rows
      .map(({ data }) => (data as { entry: { step: string; outcome: string } }).entry)
      .map(({ step, outcome }) => `${step} ${outcome}`),
  );
}
