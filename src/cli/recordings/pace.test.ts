import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Pace } from './pace.ts';

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

/** A recording whose events happened at these seconds; `played`: when each of them was played, in seconds. */
function playing(pace: Pace, ...happened: readonly number[]) {
  const played: number[] = [];
  let stop: () => void = () => undefined;
  const stopped = new Promise<void>((resolve) => (stop = resolve));
  const next = () => {
    const at = happened[played.length];
    return at === undefined ? null : at * 1_000;
  };
  const play = () => void played.push(Date.now() / 1_000);
  return { played, stop, ended: pace.run(next, play, stopped) };
}

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);

it.each([
  [1, [0, 10, 10, 40]],
  [10, [0, 1, 1, 4]],
  [0.5, [0, 20, 20, 80]],
])('plays at %d times the speed that it happened', async (speed, moments) => {
  const pace = new Pace(speed);
  const { played, ended } = playing(pace, 100, 110, 110, 140);
  for (const moment of new Set(moments)) {
    await seconds(moment - Date.now() / 1_000);
    expect(played).toEqual(moments.filter((other) => other <= moment));
  }
  await ended;
  expect(pace.ended).toBe(true);
});

it('goes on from where it was when the speed changes on the way', async () => {
  const pace = new Pace(1);
  const { played } = playing(pace, 0, 10, 20);
  await seconds(4);
  pace.set(3);
  await seconds(1.999);
  expect(played).toEqual([0]);
  await seconds(0.001);
  expect(played).toEqual([0, 6]);
  pace.set(0.5);
  await seconds(20);
  expect(played).toEqual([0, 6, 26]);
});

it('stands where it is told to, and owes no less when it goes on', async () => {
  const pace = new Pace(1);
  const { played } = playing(pace, 0, 10);
  await seconds(4);
  pace.set(null);
  await seconds(3_600);
  expect(played).toEqual([0]);
  pace.set(1);
  await seconds(5.999);
  expect(played).toEqual([0]);
  await seconds(0.001);
  expect(played).toEqual([0, 3_610]);
});

it('plays one event for each step, at once', async () => {
  const pace = new Pace(null);
  const { played, ended } = playing(pace, 0, 10, 20);
  await seconds(60);
  expect(played).toEqual([]);
  pace.step();
  await seconds(0);
  expect(played).toEqual([60]);
  pace.step();
  pace.step();
  pace.step();
  await ended;
  expect(played).toEqual([60, 60, 60]);
});

it('goes on from the event that was stepped to', async () => {
  const pace = new Pace(null);
  const { played } = playing(pace, 0, 10, 20, 25);
  for (let step = 0; step < 3; step++) pace.step();
  await seconds(0);
  pace.set(1);
  await seconds(4.999);
  expect(played).toEqual([0, 0, 0]);
  await seconds(0.001);
  expect(played).toEqual([0, 0, 0, 5]);
});

it('waits for nothing that seems earlier than what was there, and counts it not as time', async () => {
  const { played } = playing(new Pace(1), 100, 90, 105, 106);
  await seconds(4.999);
  expect(played).toEqual([0, 0]);
  await seconds(0.001);
  expect(played).toEqual([0, 0, 5]);
});

it('keeps to the speed where many events are within a millisecond of it', async () => {
  const happened = Array.from({ length: 1_001 }, (_, index) => index / 10);
  const { played } = playing(new Pace(1_000), ...happened);
  await seconds(0.05);
  expect(played.length).toBeGreaterThan(490);
  expect(played.length).toBeLessThan(520);
  await seconds(0.05);
  expect(played).toHaveLength(1_001);
});

it('ends at once when it is stopped, and leaves no timer behind', async () => {
  const pace = new Pace(1);
  const { played, stop, ended } = playing(pace, 0, 1e6);
  await seconds(1);
  for (const speed of [2, 3, 4]) {
    pace.set(speed);
    await seconds(1);
  }
  expect(vi.getTimerCount()).toBe(1);
  stop();
  await ended;
  expect(played).toEqual([0]);
  expect(pace.ended).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});
