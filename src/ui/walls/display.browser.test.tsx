import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { accountRow, FakeConnection, refusal, wallTakenAway } from '../data/doubles.ts';
import { draw } from '../doubles.tsx';
import { startTexts } from '../text/i18n.ts';
import { DisplayPage } from './display-page.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => {
  leave?.();
  vi.useRealTimers();
});

/** A television that is paired, whose connection is live. */
function television(connection = new FakeConnection()): FakeConnection {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  connection.put('account', [accountRow()]).put('link', [live]);
  leave = draw(<DisplayPage />, connection, '/display');
  return connection;
}
const live = {
  id: 'link',
  connection: { kind: 'live', since: 0, latency: 1 },
  fresh_at: null,
} as const;

/** Waits until the question was asked so often and failed, which is when a timer runs. */
async function failed(connection: FakeConnection, times: number): Promise<void> {
  await expect.poll(() => connection.inputs('displaySession')).toHaveLength(times);
  await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(0);
}

it('asks for its wall again by itself, five seconds after the host did not answer', async () => {
  const connection = television();
  await failed(connection, 1);
  await vi.advanceTimersByTimeAsync(4_900);
  expect(connection.inputs('displaySession')).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(100);
  await failed(connection, 2);
  connection.answer('displaySession', wallTakenAway);
  await vi.advanceTimersByTimeAsync(5_000);
  await expect.element(page.getByText(/Hall/)).toBeVisible();
  // And then no more.
  const asked = connection.inputs('displaySession').length;
  await vi.advanceTimersByTimeAsync(300_000);
  expect(connection.inputs('displaySession')).toHaveLength(asked);
});

it('asks again once a minute where the host refuses its wall, and as soon as the host is back', async () => {
  const connection = television(
    new FakeConnection().answer('displaySession', () => refusal('rate-limited')),
  );
  await failed(connection, 1);
  await vi.advanceTimersByTimeAsync(59_900);
  expect(connection.inputs('displaySession')).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(100);
  await failed(connection, 2);
  const lost = { kind: 'lost', since: 0, attempt: 0, retry_at: 0 } as const;
  connection.put('link', [{ ...live, connection: lost }]);
  await vi.advanceTimersByTimeAsync(300_000);
  expect(connection.inputs('displaySession')).toHaveLength(2);
  connection.answer('displaySession', wallTakenAway);
  connection.put('link', [live]);
  await expect.element(page.getByText(/Hall/)).toBeVisible();
});
