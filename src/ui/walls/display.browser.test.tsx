import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../app/doubles.tsx';
import { clock, holdClock } from '../data/clock.ts';
import { accountRow, FakeConnection, refusal, wallTakenAway } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { DisplayPage } from './display-page.tsx';

import '../style/base.css';
import '../shell/frame/frame.css';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => {
  leave?.();
  holdClock(null);
  Reflect.deleteProperty(navigator, 'wakeLock');
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

const signedOut = {
  ...live,
  connection: { kind: 'signed-out', reason: 'expired' },
} as const;
const CODE = { code: 'ABCD2345', secret: 's', expires_at: Date.now() + 600_000 };

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

it('tries after each code whether it may come back, and shows another one where it may not', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const connection = new FakeConnection()
    .put('link', [signedOut])
    .answer('pairingStart', () => ({ ok: true, value: CODE }))
    .answer('pairingClaim', () => ({ ok: true, value: { state: 'waiting' } }))
    .answer('displaySession', wallTakenAway);
  let tried = 0;
  connection.commands.reconnect = async () => {
    tried += 1;
    // Nobody is signed in any more, so nobody knows that a session ended.
    connection.put('link', [{ ...live, connection: { kind: 'signed-out', reason: 'none' } }]);
  };
  leave = draw(<DisplayPage />, connection, '/display');
  await expect.element(page.getByText('ABCD 2345')).toBeVisible();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([tried, connection.inputs('pairingStart').length]).toEqual([0, 1]);
  connection.answer('pairingClaim', () => refusal('pairing-expired'));
  await vi.advanceTimersByTimeAsync(2_500);
  expect(tried).toBe(1);
  await vi.advanceTimersByTimeAsync(2_500);
  expect([tried, connection.inputs('pairingStart').length]).toEqual([1, 2]);
  await expect.element(page.getByText(/This display was revoked/)).toBeVisible();
  // The account that paired it is let in again.
  connection.commands.reconnect = async () => {
    connection.put('account', [accountRow()]).put('link', [live]);
  };
  await vi.advanceTimersByTimeAsync(2_500);
  await expect.element(page.getByText(/Hall/)).toBeVisible();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(connection.inputs('pairingStart')).toHaveLength(2);
});

it('keeps the screen awake and drifts also while it connects, is paired, or has no wall', async () => {
  let [asked, released] = [0, 0];
  const release = async () => void (released += 1);
  const request = async () => {
    asked += 1;
    return Object.assign(new EventTarget(), { release });
  };
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } });
  const connection = new FakeConnection()
    .answer('pairingStart', () => ({ ok: true, value: CODE }))
    .answer('displaySession', wallTakenAway);
  leave = draw(<DisplayPage />, connection, '/display');
  const screens = [
    { text: 'Connecting…', shown: () => connection },
    { text: 'ABCD 2345', shown: () => connection.put('link', [signedOut]) },
    { text: /Hall/, shown: () => connection.put('account', [accountRow()]).put('link', [live]) },
  ];
  const minute = clock.peek();
  for (const { text, shown } of screens) {
    shown();
    await expect.element(page.getByText(text)).toBeVisible();
    const drifting = () => document.querySelector<HTMLElement>('.wall-drifting')?.style.translate;
    await expect.poll(drifting).toMatch(/px/);
    const places = new Set<number>();
    for (let passed = 0; passed < 40; passed++) {
      holdClock(minute + passed * 60_000);
      const rect = document.querySelector('main')?.getBoundingClientRect() ?? new DOMRect();
      places.add(rect.left);
      expect(rect.left).toBeGreaterThanOrEqual(0);
      expect(rect.right).toBeLessThanOrEqual(innerWidth);
      const { scrollHeight, scrollWidth } = document.documentElement;
      expect([scrollWidth, scrollHeight]).toEqual([innerWidth, innerHeight]);
    }
    expect(places.size).toBe(9);
  }
  expect([asked, released]).toEqual([1, 0]);
  leave();
  await expect.poll(() => released).toBe(1);
});
