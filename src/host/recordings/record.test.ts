import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { giveCluster } from '../../../tests/support/database.ts';
import type { RecordedEvent } from '../../domain/known.ts';
import { appendFacts } from '../realtime/log.ts';
import { openDatabase, type OpenDatabase } from '../store/database.ts';
import { startPostgres, type EmbeddedPostgres } from '../store/embedded/postgres.ts';
import { recordLive, type Outages } from './record.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const settings = { fsync: 'off', synchronous_commit: 'off' };
const patience = { timeout: 20_000, interval: 20 };
const server = 'a'.repeat(24);

let root: string;
let postgres: EmbeddedPostgres;
let database: OpenDatabase;

const open = () =>
  openDatabase({ connection: postgres.connection, max: 2, onIdleError: () => undefined });

async function start(folder: string): Promise<void> {
  postgres = await startPostgres({ dataDir: join(root, folder), log: quiet, settings });
}

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'muster-record-'));
  await mkdir(join(root, 'first'));
  await giveCluster(join(root, 'first'));
  await start('first');
  database = open();
});

afterEach(async () => {
  await database.close();
  await postgres.stop();
  await rm(root, { recursive: true, force: true });
});

/** What a host says in the meantime, by a connection of its own. */
async function say(from: number, to: number): Promise<void> {
  const host = open();
  const lines = Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}`);
  await appendFacts(
    host.db,
    lines.map((text) => ({
      stream: `server/${server}/console`,
      event: 'server:feed' as const,
      at: 1_000,
      data: {
        server_id: server,
        at: 1_000,
        entry: { kind: 'console' as const, direction: 'in' as const, text, actor: null },
      },
    })),
  );
  await host.close();
}

/** Records until `stop`; what it heard of, in its order. `begun`: what is said from then on is new to it. */
function record(reach: Outages['reach'], tell: (event: RecordedEvent) => void = () => undefined) {
  const heard: string[] = [];
  const told: string[] = [];
  let stop: () => void = () => undefined;
  const stopped = new Promise<void>((resolve) => (stop = resolve));
  let began: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (began = resolve));
  const request = {
    db: database.db,
    servers: [server],
    tell: (event: RecordedEvent) => {
      began();
      tell(event);
      if (event.event !== 'server:feed') return;
      told.push((event.data as { entry: { text: string } }).entry.text);
    },
    leaveOut: () => undefined,
  };
  const outages: Outages = {
    began: () => void heard.push('away'),
    ended: () => void heard.push('there'),
    reach,
  };
  return { heard, told, stop, begun, recorded: recordLive(request, { stopped, outages }) };
}

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`);

it('nothing is lost or doubled while the database stops and starts elsewhere, and that is said once', async () => {
  let tries = 0;
  const { heard, told, stop, begun, recorded } = record(async () => {
    tries++;
    database.moveTo(postgres.connection);
  });
  await begun;
  await say(1, 5);
  await expect.poll(() => told, patience).toEqual(lines(5));
  await say(6, 8);
  await postgres.stop();
  await expect.poll(() => tries, patience).toBeGreaterThan(3);
  expect(heard).toEqual(['away']);
  await rename(join(root, 'first'), join(root, 'second'));
  await start('second');
  await say(9, 10);
  await expect.poll(() => told, patience).toEqual(lines(10));
  expect(heard).toEqual(['away', 'there']);
  await postgres.stop();
  await expect.poll(() => heard, patience).toEqual(['away', 'there', 'away']);
  await start('second');
  await say(11, 12);
  await expect.poll(() => told, patience).toEqual(lines(12));
  stop();
  expect(await recorded).toBe('complete');
  expect(told).toEqual(lines(12));
  expect(heard).toEqual(['away', 'there', 'away', 'there']);
});

it('what was told before it was stopped is in it, however much that is', async () => {
  const { told, stop, begun, recorded } = record(async () => expect.unreachable());
  await begun;
  await say(1, 4_500);
  stop();
  expect(await recorded).toBe('complete');
  expect(told).toEqual(lines(4_500));
});

it('stopped while the database is away it is cut off, and says so', async () => {
  let tries = 0;
  const { heard, told, stop, begun, recorded } = record(async () => void tries++);
  await begun;
  await say(1, 5);
  await expect.poll(() => told, patience).toEqual(lines(5));
  await postgres.stop();
  await expect.poll(() => tries, patience).toBeGreaterThan(0);
  stop();
  expect(await recorded).toBe('cut-off');
  expect(told).toEqual(lines(5));
  expect(heard).toEqual(['away']);
});

it('where the system does not let it look for the database, it looks again', async () => {
  const kept = ['EACCES', 'EIO', 'ENOENT'];
  const { heard, told, stop, begun, recorded } = record(async () => {
    const code = kept.shift();
    if (code !== undefined) throw Object.assign(new Error(`${code}: kept from us`), { code });
    database.moveTo(postgres.connection);
  });
  await begun;
  await postgres.stop();
  await expect.poll(() => kept, patience).toEqual([]);
  await start('first');
  await say(1, 3);
  await expect.poll(() => told, patience).toEqual(lines(3));
  stop();
  expect(await recorded).toBe('complete');
  expect(heard).toEqual(['away', 'there']);
});

it('what is no outage ends it: a database that answers otherwise, and what is wrong here', async () => {
  const never = async () => expect.unreachable();
  const broken = record(never, ({ event }) => {
    if (event === 'server:feed') throw new TypeError('wrong here');
  });
  const said = broken.begun.then(() => say(1, 1));
  const [ended] = await Promise.allSettled([broken.recorded, said]);
  expect(ended).toMatchObject({ reason: new TypeError('wrong here') });
  const { begun, recorded } = record(never);
  const renamed = begun.then(() =>
    database.pool.query('alter table streams rename to other_streams'),
  );
  const [other] = await Promise.allSettled([recorded, renamed]);
  expect(String('reason' in other && other.reason)).toContain('relation "streams" does not exist');
});
