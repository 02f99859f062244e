import { expect, it } from 'vitest';
import { ManualClock } from '../doubles.ts';
import { Echoes } from './echoes.ts';

it('when the host was heard is told by the time of day, also after that was set', async () => {
  const clock = new ManualClock(1_000_000);
  const echoes = new Echoes(clock);
  expect([echoes.silence, echoes.heardOn]).toEqual([0, 1_000_000]);
  echoes.heard();
  await clock.advance(5_000);
  expect([echoes.silence, echoes.heardOn]).toEqual([5_000, 1_000_000]);
  // Set back, the moment itself lies that much earlier too.
  clock.set(-60_000);
  expect([echoes.silence, echoes.heardOn]).toEqual([5_000, 940_000]);
});

it('a keepalive waits from the first that was not echoed, and nothing waits after its echo', async () => {
  const clock = new ManualClock();
  const echoes = new Echoes(clock);
  expect([echoes.waited, echoes.behind]).toEqual([null, 0]);
  const sent = echoes.sent();
  await clock.advance(300);
  echoes.sent();
  await clock.advance(100);
  expect([echoes.waited, echoes.behind, echoes.sinceSent]).toEqual([400, 400, 100]);
  echoes.heard();
  expect(echoes.echoed(sent)).toBe(400);
  expect([echoes.waited, echoes.behind]).toEqual([null, 400]);
  echoes.clear();
  expect(echoes.behind).toBe(0);
});

it('the round trip is the mean of the last thirty', async () => {
  const clock = new ManualClock();
  const echoes = new Echoes(clock);
  const trip = async (ms: number) => {
    const sent = echoes.sent();
    await clock.advance(ms);
    echoes.heard();
    return echoes.echoed(sent);
  };
  expect(await trip(1_000)).toBe(1_000);
  expect(await trip(500)).toBe(750);
  for (let count = 0; count < 29; count++) await trip(100);
  expect(await trip(100)).toBe(100);
});
