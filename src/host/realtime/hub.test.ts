import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/open-test-database.ts';
import type { OpenDatabase } from '../store/database.ts';
import type { StreamFrame } from './frame.ts';
import { Hub } from './hub.ts';

const stream = 'server/a/list';

let open: OpenDatabase;

beforeAll(async () => {
  open = await openTestDatabase();
});
afterAll(() => open.close());

function sink() {
  const heard: number[] = [];
  return { heard, deliver: ({ seq }: StreamFrame) => void heard.push(seq) };
}

it('who stays on a stream hears on when another leaves it, and the last one ends it', async () => {
  const failed: unknown[] = [];
  const hub = new Hub({
    db: open.db,
    onFrame: () => undefined,
    onReadError: (error) => failed.push(error),
  });
  const [leaves, stays] = [sink(), sink()];
  for (const each of [leaves, stays])
    (await hub.follow(each, [{ stream, cursor: undefined }])).begin();
  const tell = (seq: number) =>
    hub.hear([
      { stream, seq, rest: { at: 1, event: 'server:destroy', data: '{"server_id":"a"}' } },
    ]);
  tell(1);
  hub.unfollow(leaves, [stream]);
  tell(2);
  hub.unfollow(leaves, [stream, 'server/b/list']);
  tell(3);
  expect([leaves.heard, stays.heard, hub.size]).toEqual([[1], [1, 2, 3], 1]);
  hub.unfollow(stays, [stream]);
  expect([hub.size, failed]).toEqual([0, []]);
  hub.stop();
});
