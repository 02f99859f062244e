import { afterEach, expect, it } from 'vitest';
import { draw } from '../app/doubles.tsx';
import { holdClock } from './clock.ts';
import { FakeConnection } from './doubles.ts';
import { hostTime, useHearHost } from './host-clock.ts';

const BEHIND_MS = 180_000;
const LATE_MS = 60_000;

let leave: (() => void) | undefined;
afterEach(() => {
  holdClock(null);
  leave?.();
});

/** Hears of a host whose clock is three minutes behind. */
function Hearer() {
  useHearHost();
  return <p>heard</p>;
}

function hear({ replaying = false } = {}) {
  const connection = new FakeConnection();
  connection.replaying = replaying;
  const fresh_at = Date.now() - BEHIND_MS;
  connection.put('link', [
    { id: 'link', connection: { kind: 'live', since: 0, latency: 9 }, fresh_at },
  ]);
  leave = draw(<Hearer />, connection, '/dashboard');
  return expect.poll(() => document.querySelector('p')?.textContent).toBe('heard');
}

it('a recording tells nothing of the host’s clock now', async () => {
  await hear({ replaying: true });
  const now = Date.now();
  expect(hostTime(now)).toBe(now);
});

it('follows the host’s clock, and leaves a moment alone at which the clock is held', async () => {
  await hear();
  const now = Date.now();
  await expect.poll(() => hostTime(now)).toBeLessThan(now - BEHIND_MS + LATE_MS);
  const moment = Date.UTC(2026, 0, 1);
  holdClock(moment);
  expect(hostTime(moment)).toBe(moment);
  expect(hostTime(now)).toBe(now);
  holdClock(null);
  expect(hostTime(now)).toBeLessThan(now - BEHIND_MS + LATE_MS);
});
