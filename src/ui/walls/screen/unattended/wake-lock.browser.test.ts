import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepAwake, type WakeState } from './wake-lock.ts';

/** A browser's lock, which it takes away when it likes. */
class Lock extends EventTarget {
  released = false;
  async release(): Promise<void> {
    if (this.released) return;
    this.released = true;
    this.dispatchEvent(new Event('release'));
  }
}

let locks: Lock[] = [];
let refuses = false;
let seen: DocumentVisibilityState = 'visible';
let told: WakeState[] = [];

function browserWith(wakeLock: unknown): void {
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: wakeLock });
}

/** The page is hidden, or seen again. */
function turn(state: DocumentVisibilityState): void {
  seen = state;
  document.dispatchEvent(new Event('visibilitychange'));
}

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);
const held = () => locks.filter(({ released }) => !released).length;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  locks = [];
  refuses = false;
  seen = 'visible';
  told = [];
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => seen });
  browserWith({
    request: async (kind: string) => {
      if (kind !== 'screen' || refuses)
        throw new DOMException('The battery is low.', 'NotAllowedError');
      const lock = new Lock();
      locks.push(lock);
      return lock;
    },
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'wakeLock');
  Reflect.deleteProperty(document, 'visibilityState');
});

it('holds one lock from the beginning, and lets go of it at the end', async () => {
  const stop = keepAwake((state) => told.push(state));
  await seconds(90);
  expect(told).toEqual(['held']);
  expect(locks).toHaveLength(1);
  stop();
  turn('visible');
  await seconds(90);
  expect(held()).toBe(0);
  expect(locks).toHaveLength(1);
  expect(told).toEqual(['held']);
});

it('asks again when the page is seen again, and not while it is hidden', async () => {
  const stop = keepAwake((state) => told.push(state));
  await seconds(0);
  turn('hidden');
  await locks[0]?.release();
  await seconds(90);
  expect(told).toEqual(['held', 'waiting']);
  expect(locks).toHaveLength(1);
  turn('visible');
  await seconds(0);
  expect(told).toEqual(['held', 'waiting', 'held']);
  expect(held()).toBe(1);
  stop();
});

it('asks a browser that refused again, half a minute later', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  refuses = true;
  const stop = keepAwake((state) => told.push(state));
  await seconds(29);
  expect(told).toEqual(['waiting']);
  refuses = false;
  await seconds(1);
  expect(told).toEqual(['waiting', 'held']);
  stop();
});

it('lets go at once of what it was given after its end', async () => {
  const stop = keepAwake((state) => told.push(state));
  stop();
  await seconds(0);
  expect(locks).toHaveLength(1);
  expect(held()).toBe(0);
  expect(told).toEqual([]);
});

it('tells that a browser has no such lock', () => {
  browserWith(undefined);
  keepAwake((state) => told.push(state))();
  expect(told).toEqual(['missing']);
});
