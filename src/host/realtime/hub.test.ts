import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/open-test-database.ts';
import type { OpenDatabase } from '../store/database.ts';
import { sql } from 'kysely';
import type { StreamFrame } from './frame.ts';
import { appendFacts } from './log.ts';
import { Hub } from './hub.ts';
import { databaseLog, type StreamLog } from './stream-log.ts';

const stream = 'server/a/list';

let open: OpenDatabase;

beforeAll(async () => {
  open = await openTestDatabase();
});
afterAll(() => open.close());

function sink() {
  const heard: (number | string)[] = [];
  return {
    heard,
    deliver: ({ seq }: StreamFrame) => void heard.push(seq),
    restarted: (streams: readonly string[]) => void heard.push(...streams),
  };
}

function hubOf(failed: unknown[] = [], log: StreamLog = databaseLog(open.db)): Hub {
  return new Hub({
    log,
    onFrame: () => undefined,
    onReadError: (error) => failed.push(error),
  });
}

function tell(hub: Hub, seq: number): void {
  const rest = { at: 1, event: 'server:destroy', data: '{"server_id":"a"}' };
  hub.hear([{ stream, seq, rest }]);
}

it('who stays on a stream hears on when another leaves it, and the last one ends it', async () => {
  const failed: unknown[] = [];
  const hub = hubOf(failed);
  const [leaves, stays] = [sink(), sink()];
  for (const each of [leaves, stays])
    (await hub.follow(each, [{ stream, cursor: undefined }])).begin();
  tell(hub, 1);
  hub.unfollow(leaves, [stream]);
  tell(hub, 2);
  hub.unfollow(leaves, [stream, 'server/b/list']);
  tell(hub, 3);
  expect([leaves.heard, stays.heard, hub.size]).toEqual([[1], [1, 2, 3], 1]);
  hub.unfollow(stays, [stream]);
  expect([hub.size, failed]).toEqual([0, []]);
  hub.stop();
});

it('who misses what the log has no more is told to look again, and hears on from there', async () => {
  const hub = hubOf();
  const follower = sink();
  (await hub.follow(follower, [{ stream, cursor: undefined }])).begin();
  tell(hub, 1);
  tell(hub, 5);
  await expect.poll(() => follower.heard).toEqual([1, stream]);
  tell(hub, 5);
  tell(hub, 6);
  expect(follower.heard).toEqual([1, stream, 6]);
  expect(hub.lastOf(follower, stream)).toBe(6);
  hub.stop();
});

const write = (of: string, count: number) => {
  const data = { server_id: 'a' };
  const fact = { stream: of, event: 'server:destroy', data, at: 1 } as const;
  return appendFacts(open.db, Array(count).fill(fact));
};
const prune = (of: string, upTo: number) =>
  sql`delete from event_log where stream = ${of} and seq <= ${upTo}`.execute(open.db);

it.each([
  ['all of it', 'server/c/list', 3],
  ['the first of it', 'server/d/list', 2],
])(
  'who missed what was pruned before the host listened again is told so: %s',
  async (_, missed, pruned) => {
    const hub = hubOf();
    const follower = sink();
    (await hub.follow(follower, [{ stream: missed, cursor: undefined }])).begin();
    await write(missed, 3);
    await prune(missed, pruned);
    hub.listeningAgain();
    await expect.poll(() => follower.heard).toEqual([missed]);
    expect(hub.lastOf(follower, missed)).toBe(3);
    hub.stop();
  },
);

it('what is told while a hub that listens again reads what it missed is read too', async () => {
  const missed = 'server/e/list';
  const log = databaseLog(open.db);
  let late: (() => Promise<unknown>) | undefined = () => write(missed, 1);
  const hub: Hub = hubOf([], {
    ...log,
    read: async (ranges) => {
      const events = await log.read(ranges);
      const tellLate = late;
      late = undefined;
      await tellLate?.();
      if (tellLate !== undefined) hub.hear([{ stream: missed, seq: 2, rest: undefined }]);
      return events;
    },
  });
  const follower = sink();
  (await hub.follow(follower, [{ stream: missed, cursor: undefined }])).begin();
  await write(missed, 1);
  hub.listeningAgain();
  await expect.poll(() => follower.heard).toEqual([1, 2]);
  hub.stop();
});

it('a stream that restarts before a follower has begun restarts for it too, in its turn', async () => {
  const hub = hubOf();
  const follower = sink();
  const following = await hub.follow(follower, [{ stream, cursor: undefined }]);
  tell(hub, 1);
  hub.restart(new Map([[stream, 7]]));
  tell(hub, 8);
  expect(follower.heard).toEqual([]);
  following.begin();
  expect(follower.heard).toEqual([1, stream, 8]);
  hub.stop();
});
