import { expect, test } from 'vitest';
import { BACK_OFF, BackOff } from './back-off.ts';
import { ManualClock } from './doubles.ts';

/** The longest pauses of a quarter of an hour of failures, from the first and from the last minutes. */
async function longestPauses(meanwhile: (backOff: BackOff) => void) {
  const clock = new ManualClock();
  const backOff = new BackOff(clock, () => 1);
  const pauses: { readonly at: number; readonly ms: number }[] = [];
  while (clock.elapsed() < 900_000) {
    backOff.begin();
    const ms = backOff.fail();
    pauses.push({ at: clock.elapsed(), ms });
    meanwhile(backOff);
    await clock.advance(ms);
  }
  const longest = (from: number, to: number) =>
    Math.max(...pauses.filter(({ at }) => at >= from && at < to).map(({ ms }) => ms));
  return { soon: longest(0, BACK_OFF.soon), late: longest(BACK_OFF.soon + 60_000, Infinity) };
}

test('pauses stay short for five minutes, then grow', async () => {
  expect(await longestPauses(() => undefined)).toEqual({ soon: 10_000, late: 30_000 });
});

test('pauses stay short for as long as the machine answers elsewhere', async () => {
  const pauses = await longestPauses((backOff) => backOff.alive());
  expect(pauses).toEqual({ soon: 10_000, late: 10_000 });
});

/** The wait after each of the first attempts at a machine, which fail after `lasts` ms. */
async function waits(lasts: number, chance: number, count: number) {
  const clock = new ManualClock();
  const backOff = new BackOff(clock, () => chance);
  const waited: number[] = [];
  for (let attempt = 0; attempt < count; attempt += 1) {
    backOff.begin();
    await clock.advance(lasts);
    const ms = backOff.fail();
    waited.push(ms);
    await clock.advance(ms);
  }
  return waited;
}

test.each([0, 4_000])('no two that fail in step after %i ms go on so', async (lasts) => {
  const soonest = await waits(lasts, 0, 4);
  const latest = await waits(lasts, 1, 4);
  const apart = latest.map((ms, attempt) => ms - (soonest[attempt] ?? 0));
  expect(Math.min(...apart)).toBeGreaterThanOrEqual(BACK_OFF.spread);
});

test('a connection that stood for long is tried at once when it is lost', async () => {
  const clock = new ManualClock();
  const backOff = new BackOff(clock, () => 1);
  backOff.begin();
  backOff.succeeded();
  await clock.advance(60_000);
  expect(backOff.fail()).toBe(0);
});
