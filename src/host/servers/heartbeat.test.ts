import pino from 'pino';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { openTestDatabase } from '../../../tests/support/open-test-database.ts';
import type { OpenDatabase } from '../store/database.ts';
import { Heartbeat } from './heartbeat.ts';
import { LEASE } from './leases.ts';

let open: OpenDatabase;

beforeAll(async () => {
  open = await openTestDatabase();
});
afterEach(() => vi.useRealTimers());
afterAll(() => open.close());

it('a host judges the others once it has said without a break for long enough that it lives', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const heart = new Heartbeat(open.db, 'a'.repeat(24), pino({ level: 'silent' }));
  const beatAfter = async (ms: number) => {
    vi.advanceTimersByTime(ms);
    await heart.beat();
    return heart.judges();
  };
  expect(heart.judges()).toBe(false);
  expect(await beatAfter(100_000)).toBe(false);
  expect(await beatAfter(LEASE.lasts - 1)).toBe(false);
  expect(await beatAfter(1)).toBe(true);
  // It has not reached the database itself.
  vi.advanceTimersByTime(LEASE.lasts);
  expect(heart.judges()).toBe(false);
  expect(await beatAfter(0)).toBe(false);
  expect(await beatAfter(LEASE.lasts - 1)).toBe(false);
  expect(await beatAfter(1)).toBe(true);
});
