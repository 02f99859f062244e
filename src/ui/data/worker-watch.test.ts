import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../worker/doubles.ts';
import type { Pulse } from '../../worker/contract.ts';
import { WorkerWatch } from './worker-watch.ts';

function trial() {
  const clock = new ManualClock();
  const world = {
    visible: true,
    /** Milliseconds until the worker answers; null: never. */
    answersIn: 5 as number | null,
    behind: 0,
    drawn: 0,
    dead: false,
    asked: 0,
    hung: 0,
  };
  const watch = new WorkerWatch({
    elapsed: () => clock.elapsed(),
    visible: () => world.visible,
    ask: () => {
      world.asked += 1;
      const { answersIn, behind } = world;
      if (world.dead) return Promise.reject(new TypeError('The worker died.'));
      return new Promise<Pulse>((resolve) => {
        if (answersIn !== null) clock.after(answersIn, () => resolve({ behind }));
      });
    },
    drawn: () => world.drawn,
    hung: () => {
      world.hung += 1;
    },
  });
  const seconds = async (count: number) => {
    for (let second = 0; second < count; second++) {
      watch.tick();
      await clock.advance(1_000);
    }
    watch.tick();
  };
  return { clock, world, watch, seconds, behind: () => watch.behind.peek() };
}

describe('a tab', () => {
  it('that keeps up is not behind', async () => {
    const { seconds, behind, world } = trial();
    await seconds(60);
    expect(behind()).toBe(0);
    expect(world.asked).toBeLessThanOrEqual(31);
    expect(world.hung).toBe(0);
  });

  it('whose machine is busy says how far behind it is, and no longer once it has caught up', async () => {
    const { seconds, behind, world } = trial();
    world.answersIn = 4_000;
    world.drawn = 2_000;
    world.behind = 19_000;
    await seconds(20);
    expect(behind()).toBeGreaterThanOrEqual(25);
    expect(behind()).toBeLessThanOrEqual(26);
    expect(world.hung).toBe(0);
    world.answersIn = 5;
    world.drawn = 8;
    world.behind = 20;
    await seconds(5);
    expect(behind()).toBe(0);
  });

  it('whose worker is silent is more behind with each second, and takes it for hanging after half a minute', async () => {
    const { seconds, behind, world } = trial();
    await seconds(10);
    world.answersIn = null;
    await seconds(8);
    expect(behind()).toBeGreaterThan(5);
    await seconds(16);
    expect(behind()).toBeGreaterThan(20);
    expect(world.hung).toBe(0);
    await seconds(10);
    expect(world.hung).toBe(1);
  });

  it('takes a worker that has not told anything yet for one that loads, for two minutes', async () => {
    const { seconds, watch, world } = trial();
    world.answersIn = null;
    await seconds(110);
    expect(world.hung).toBe(0);
    await seconds(15);
    expect(world.hung).toBe(1);
    watch.replaced();
    await seconds(110);
    expect(world.hung).toBe(1);
    watch.told();
    await seconds(40);
    expect(world.hung).toBe(2);
  });

  it('takes no worker for hanging that tells its rows, however busy it is', async () => {
    const { seconds, watch, world } = trial();
    world.answersIn = null;
    for (let time = 0; time < 30; time++) {
      await seconds(9);
      watch.told();
    }
    expect(world.hung).toBe(0);
  });

  it('takes no worker for hanging that answers late', async () => {
    const { seconds, world } = trial();
    world.answersIn = 25_000;
    await seconds(600);
    expect(world.hung).toBe(0);
  });

  it('asks on where a worker died, and never takes that for hanging', async () => {
    const { seconds, world, behind } = trial();
    await seconds(10);
    world.dead = true;
    await seconds(600);
    expect(world.hung).toBe(0);
    world.dead = false;
    await seconds(3);
    expect(behind()).toBe(0);
  });

  it('that nobody sees asks nothing, and starts again when it is shown', async () => {
    const { seconds, behind, watch, world } = trial();
    watch.told();
    world.answersIn = null;
    await seconds(29);
    world.visible = false;
    const { asked } = world;
    await seconds(3_600);
    expect([world.asked, world.hung, behind()]).toEqual([asked, 0, 0]);
    world.visible = true;
    await seconds(25);
    expect(world.hung).toBe(0);
    await seconds(10);
    expect(world.hung).toBe(1);
  });

  it('is not behind by the time for which its machine slept', async () => {
    const { clock, seconds, behind } = trial();
    await seconds(10);
    clock.sleep(3_600_000);
    await seconds(1);
    expect(behind()).toBe(0);
  });
});
