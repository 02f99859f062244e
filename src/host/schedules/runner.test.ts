import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createMigratedDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { storeServer } from '../../../tests/support/stored-server.ts';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import type { FeedEntry } from '../../protocol/feed/fields.ts';
import type { CommandResult, GameCommand } from '../connectors/contract.ts';
import { createLogger } from '../logger.ts';
import { publish } from '../realtime/log.ts';
import { openDatabase, type OpenDatabase } from '../store/database.ts';
import { newId } from '../store/ids.ts';
import { secretsOf } from '../store/secrets/secrets.ts';
import type { ScheduledServer } from './run.ts';
import { ScheduleRunner } from './runner.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOST = 'a'.repeat(24);
/** 05:00 on a Monday, UTC. */
const FIVE = Date.UTC(2028, 0, 3, 5);
const DONE: CommandResult = { ok: true, answer: '' };

let database: TestDatabase;
let open: OpenDatabase;
beforeAll(async () => {
  database = await createMigratedDatabase();
  open = openDatabase({ connection: database.connection, onIdleError: () => undefined });
  const host = { id: HOST, alive_until: Number.MAX_SAFE_INTEGER, log_root: null };
  await open.db.insertInto('hosts').values(host).execute();
});
afterAll(async () => {
  await open.close();
  await database.drop();
});

let now = 0;
let server = '';
let asked: { readonly command: GameCommand; readonly at: number }[] = [];
const players = new Map<string, { id: string; name: string; joined_at: number }>();
let answer: (command: GameCommand) => Promise<CommandResult>;
let settled = Promise.resolve();
let environment = {};
let connected = true;
let runner: ScheduleRunner;

beforeEach(async () => {
  now = FIVE - 10 * MINUTE;
  server = newId(now);
  asked = [];
  settled = Promise.resolve();
  environment = { uptime: null, uptime_source: null, uptime_gap: null, observed_at: 0 };
  players.clear();
  connected = true;
  answer = () => Promise.resolve(DONE);
  const { db } = open;
  await storeServer(db, server);
  await db
    .updateTable('servers')
    .set({ lease_host: HOST, lease_epoch: 1, timezone: 'UTC' })
    .where('id', '=', server)
    .execute();
  await db
    .insertInto('schedule_states')
    .values({ server_id: server, looked_until: now, started_at: null })
    .execute();
  runner = runnerOf();
});

function runnerOf(): ScheduleRunner {
  const held = new Map([[server, scheduled()]]);
  return new ScheduleRunner({
    db: open.db,
    publish,
    secrets: secretsOf(Buffer.alloc(32, 7)),
    clock: () => now,
    log: createLogger('silent', { write: () => undefined }),
    stopping: new AbortController().signal,
    hostId: HOST,
    lateSeconds: 120,
    servers: () => held,
  });
}

function scheduled(): ScheduledServer {
  const part = {
    id: server,
    epoch: 1,
    row: {
      population: { players: 1, slots: 60 },
      get state() {
        return { state: connected ? 'CONNECTED' : 'CONNECTING' };
      },
      get environment() {
        return { map: null, ...environment };
      },
      configuration: { identifier: 'x' },
    },
    rows: { players },
    run: (command: GameCommand) => {
      asked.push({ command, at: now });
      return answer(command);
    },
    playerKey: (id: string) => (players.has(id) ? id : null),
    settled: () => settled,
    planRestart: () => undefined,
  };
  return part as unknown as ScheduledServer;
}

async function keep(resource: 'jobs' | 'messages', values: object): Promise<void> {
  const id = newId(now);
  const data = JSON.stringify({ id, server_id: server, enabled: true, changed: 0, ...values });
  await open.db
    .insertInto('resource_rows')
    .values({
      resource,
      server_id: server,
      id,
      order_key: JSON.stringify(id),
      data,
      removed_at: null,
    })
    .execute();
}

const restartAtFive = (part: object) =>
  keep('jobs', {
    name: 'Nightly',
    days: [0],
    time: { kind: 'absolute', minutes: 300 },
    action: SERVER_ACTION.SERVER_RESTART,
    parameter: null,
    warnings: [],
    lock_before: null,
    kick_before: null,
    ...part,
  });

function join(count: number): void {
  for (let n = 0; n < count; n += 1) {
    const id = newId(now);
    players.set(id, { id, name: `P${n}`, joined_at: FIVE - 30 * MINUTE });
  }
}

const times = (action: GameCommand['action']) =>
  asked.filter(({ command }) => command.action === action).map(({ at }) => at - FIVE);

async function told(): Promise<readonly string[]> {
  const rows = await open.db
    .selectFrom('event_log')
    .select('data')
    .where('stream', '=', `server/${server}/feed`)
    .orderBy('seq')
    .execute();
  return rows
    .map(({ data }) => (data as { entry: FeedEntry }).entry)
    .map((entry) => (entry.kind === 'schedule' ? `${entry.step} ${entry.outcome}` : entry.kind));
}

/** The clock is there, and what is due then has begun. */
async function at(moment: number): Promise<void> {
  now = moment;
  await runner.turn();
}

const WHISPER = { mode: 'private', text: 'Hi', interval: 30, offset: 0 };

it('a server that hangs on its messages restarts in time', async () => {
  await restartAtFive({});
  await keep('messages', WHISPER);
  join(100);
  let end = (_: CommandResult) => {};
  const hanging = new Promise<CommandResult>((resolve) => {
    end = resolve;
  });
  answer = ({ action }) => (action === 'MESSAGE_PRIVATE' ? hanging : Promise.resolve(DONE));
  await at(FIVE - 30 * SECOND);
  await at(FIVE);
  await expect.poll(told).toEqual(['action done']);
  expect(times('SERVER_RESTART')).toEqual([0]);
  end(DONE);
  await runner.idle();
});

it('what could not be said in time is left out', async () => {
  await keep('messages', WHISPER);
  join(100);
  answer = () => {
    now += 4 * SECOND;
    return Promise.resolve(DONE);
  };
  await at(FIVE - 30 * SECOND);
  await runner.idle();
  expect(times('MESSAGE_PRIVATE')).toEqual([-30_000, -26_000, -22_000]);
  await at(FIVE);
  await runner.idle();
  expect(times('MESSAGE_PRIVATE').slice(3)).toEqual([0, 4_000, 8_000]);
});

it('what waited too long for what comes before it is not done, and told as missed', async () => {
  await restartAtFive({ warnings: [{ minutes: 1, text: 'Soon' }], lock_before: 1 });
  answer = () => {
    now += 121 * SECOND;
    return Promise.resolve({ ok: false, kind: 'no-answer', detail: '' });
  };
  await at(FIVE - MINUTE);
  await runner.idle();
  expect(times('SERVER_LOCK')).toEqual([]);
  expect(await told()).toEqual(['warning no-answer', 'lock missed']);
});

it('nobody stays locked out before a restart whose turn came too late', async () => {
  await restartAtFive({ warnings: [{ minutes: 1, text: 'Soon' }], lock_before: 2 });
  await at(FIVE - 2 * MINUTE);
  await runner.idle();
  let end = (_: CommandResult) => {};
  const hanging = new Promise<CommandResult>((resolve) => {
    end = resolve;
  });
  answer = ({ action }) => (action === 'MESSAGE_PUBLIC' ? hanging : Promise.resolve(DONE));
  await at(FIVE - MINUTE);
  await at(FIVE);
  now = FIVE + 200 * SECOND;
  end(DONE);
  await runner.idle();
  runner = runnerOf();
  await at(now);
  await runner.idle();
  expect(times('SERVER_RESTART')).toEqual([]);
  expect(times('SERVER_UNLOCK')).toHaveLength(1);
  expect(await told()).toEqual(['lock done', 'warning done', 'action missed', 'unlock done']);
});

it('who was locked out before a restart that failed is let in once the server is connected', async () => {
  await restartAtFive({ lock_before: 2 });
  await at(FIVE - 2 * MINUTE);
  await runner.idle();
  connected = false;
  answer = () => Promise.resolve({ ok: false, kind: 'not-connected', detail: '' });
  await at(FIVE);
  await runner.idle();
  await at(FIVE + 30 * MINUTE);
  await runner.idle();
  expect(times('SERVER_UNLOCK')).toEqual([]);
  connected = true;
  answer = () => Promise.resolve(DONE);
  await at(FIVE + 30 * MINUTE + 5 * SECOND);
  await runner.idle();
  await at(FIVE + 60 * MINUTE);
  await runner.idle();
  expect(times('SERVER_UNLOCK')).toEqual([30 * 60 * SECOND + 5 * SECOND]);
  expect(await told()).toEqual(['lock done', 'action failed', 'unlock done']);
});

it('a game that does not let people in is asked until it does, and it is told once that it did not', async () => {
  await restartAtFive({ lock_before: 2 });
  await at(FIVE - 2 * MINUTE);
  await runner.idle();
  answer = () => Promise.resolve({ ok: false, kind: 'no-answer', detail: '' });
  for (let moment = FIVE; moment <= FIVE + MINUTE; moment += 5 * SECOND) {
    await at(moment);
    await runner.idle();
  }
  answer = () => Promise.resolve(DONE);
  await at(FIVE + 2 * MINUTE);
  await runner.idle();
  await at(FIVE + 3 * MINUTE);
  await runner.idle();
  expect(times('SERVER_UNLOCK')).toEqual([5, 20, 35, 50, 120].map((second) => second * SECOND));
  expect(await told()).toEqual([
    'lock done',
    'action no-answer',
    'unlock no-answer',
    'unlock done',
  ]);
});

it('everybody who is there is kicked once, also where they come back at once', async () => {
  await restartAtFive({ kick_before: 1 });
  join(3);
  answer = (command) => {
    if (command.action === 'SERVER_KICK') {
      players.delete(command.playerKey);
      if (asked.length < 20) join(1);
    }
    return Promise.resolve(DONE);
  };
  await at(FIVE - MINUTE);
  await runner.idle();
  expect(times('SERVER_KICK')).toHaveLength(3);
  expect(await told()).toEqual(['kick done']);
});

it('a server that is slow to kick restarts at its second', async () => {
  await restartAtFive({ kick_before: 1 });
  join(60);
  answer = () => {
    now += 15 * SECOND;
    return Promise.resolve(DONE);
  };
  await at(FIVE - MINUTE);
  await runner.idle();
  expect(times('SERVER_KICK')).toHaveLength(4);
  await at(now);
  await runner.idle();
  expect(times('SERVER_RESTART')).toEqual([0]);
  expect(await told()).toEqual(['kick failed', 'action done']);
});

it('a step waits until a server that was taken over is connected', async () => {
  await restartAtFive({});
  let connect = () => {};
  settled = new Promise<void>((resolve) => {
    connect = resolve;
  });
  await at(FIVE);
  expect(asked).toEqual([]);
  connect();
  await runner.idle();
  expect(await told()).toEqual(['action done']);
});

const FROM_START = { time: { kind: 'uptime', minutes: 60 }, days: [0, 1, 2, 3, 4, 5, 6] };
const running = { uptime: 3_600, uptime_source: 'start', uptime_gap: null, observed_at: FIVE };

it('a job that counts from the start runs so long after it', async () => {
  await restartAtFive(FROM_START);
  environment = running;
  await at(FIVE);
  await runner.idle();
  expect(times('SERVER_RESTART')).toEqual([0]);
});

it.each([
  ['it may have started again in a gap', { uptime_gap: { from: FIVE - 3, to: FIVE - 2 } }],
  ['it is only known since when it is connected', { uptime_source: 'connection' }],
])('a job that counts from the start does not run where %s', async (_, part) => {
  await restartAtFive(FROM_START);
  await open.db
    .updateTable('schedule_states')
    .set({ started_at: FIVE - 60 * MINUTE })
    .where('server_id', '=', server)
    .execute();
  environment = { ...running, ...part };
  await at(FIVE);
  await runner.idle();
  expect(asked).toEqual([]);
  const kept = await open.db
    .selectFrom('schedule_states')
    .select('started_at')
    .where('server_id', '=', server)
    .executeTakeFirstOrThrow();
  expect(kept.started_at).toBeNull();
});

it('nobody is kicked any more when the restart is due as well', async () => {
  await restartAtFive({ kick_before: 1 });
  join(3);
  await at(FIVE + SECOND);
  await runner.idle();
  expect(times('SERVER_KICK')).toEqual([]);
  expect(times('SERVER_RESTART')).toEqual([SECOND]);
  expect(await told()).toEqual(['kick missed', 'action done']);
});
