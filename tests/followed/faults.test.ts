/**
 * Servers that hang, freeze, forget their clients, restart in a storm and lose a fifth: nothing is shown as
 * live for over ten seconds after its source fell silent, and all is right within fifteen after it is back.
 */
import { expect, onTestFinished, test } from 'vitest';
import type { Stuck } from '../../src/sim/gate.ts';
import { Outage, RIGHT_WITHIN, STALE_WITHIN, type OutagePlan } from './outage.ts';

const GAMES = ['DAYZ', 'ARMA3', 'RUST'] as const;
const PLAN = { seed: 1, loss: 0, refuses: false } as const;

async function begin(plan: OutagePlan): Promise<Outage> {
  const outage = await Outage.begin(plan);
  onTestFinished(() => outage.stop());
  expect(outage.isRight).toBe(true);
  return outage;
}

/** For a while nothing comes, then it is as it was. While a server hangs, people come and go unheard. */
async function suffer(outage: Outage, ms: number, how: Stuck): Promise<void> {
  outage.server.setStuck(how);
  const fell = outage.time.now();
  const live: number[] = [];
  await outage.pass(ms, () => {
    const since = outage.time.now() - fell;
    if (since % 5_000 === 0 && how === 'hangs') outage.stir();
    if (since > STALE_WITHIN && outage.showsLive) live.push(since);
  });
  expect(live).toEqual([]);
  outage.server.setStuck(undefined);
  if (how === 'frozen') outage.stir();
  expect(await outage.until(() => outage.isRight)).toBeLessThanOrEqual(RIGHT_WITHIN);
  await outage.pass(5_000);
  expect(outage.unmarked()).toEqual([]);
}

for (const game of [...GAMES, 'GENERIC'] as const) {
  test.each([12_000, 25_000, 60_000, 400_000])(`${game} hangs for %i ms`, async (ms) => {
    const outage = await begin({ ...PLAN, game });
    await suffer(outage, ms, 'hangs');
  });

  test.each([12_000, 25_000, 60_000])(`${game} is frozen for %i ms`, async (ms) => {
    const outage = await begin({ ...PLAN, game });
    await suffer(outage, ms, 'frozen');
  });
}

for (const game of GAMES) {
  test(`${game} forgets its clients, again and again`, async () => {
    const outage = await begin({ ...PLAN, game });
    const live: number[] = [];
    const look = () => {
      if (outage.showsOldLive) live.push(outage.time.now());
    };
    for (let round = 0; round < 5; round += 1) {
      outage.server.dropClients();
      outage.stir();
      expect(await outage.until(() => outage.isRight, look)).toBeLessThanOrEqual(RIGHT_WITHIN);
      await outage.pass(20_000, look);
      expect(outage.unmarked()).toEqual([]);
    }
    expect(live).toEqual([]);
  });
}

for (const game of [...GAMES, 'GENERIC'] as const) {
  test.each([true, false])(`${game} restarts in a storm (refuses: %s)`, async (refuses) => {
    const outage = await begin({ ...PLAN, game, refuses });
    await outage.server.restart();
    const fell = outage.time.now();
    const live: number[] = [];
    const look = () => {
      const since = outage.time.now() - fell;
      if (since > STALE_WITHIN && outage.showsLive) live.push(since);
    };
    for (let round = 0; round < 6; round += 1) {
      // Down for four seconds, loading for three; then it goes down again, never having run.
      await outage.pass(6_500, look);
      await outage.server.restart();
    }
    await outage.pass(7_000, look);
    expect(outage.server.state).toBe('running');
    expect(live).toEqual([]);
    for (let count = 0; count < 5; count += 1) outage.join();
    expect(await outage.until(() => outage.isRight)).toBeLessThanOrEqual(RIGHT_WITHIN);
    expect(outage.unmarked()).toEqual([]);
  });

  test(`${game} loses a fifth for an hour: it stays followed, and what was lost is marked`, async () => {
    const outage = await begin({ ...PLAN, game, loss: 0.2 });
    const forgotten = () => outage.server.log.forgotten.length;
    const before = outage.lost() - forgotten();
    const live: number[] = [];
    const look = () => {
      if (outage.showsOldLive) live.push(outage.time.now());
    };
    for (let minute = 0; minute < 60; minute += 1) {
      outage.stir();
      expect(await outage.until(() => outage.isRight, look)).toBeLessThanOrEqual(RIGHT_WITHIN);
      await outage.pass(45_000, look);
    }
    expect(live).toEqual([]);
    await outage.pass(30_000);
    expect(outage.unmarked()).toEqual([]);
    // A connection is lost only where the server itself has let go of it.
    expect(outage.lost()).toBeLessThanOrEqual(before + forgotten());
  });
}
