import { describe, expect, it } from 'vitest';
import { RELOADS_AN_HOUR } from '../../../domain/walls/reload-guard.ts';
import { ManualClock } from '../../../worker/doubles.ts';
import { Reloader, type ReloadReason } from './reloader.ts';

/** A page that is loaded again with each reload, over one storage. */
function trial() {
  const clock = new ManualClock();
  const world = {
    kept: null as string | null,
    there: true as boolean | Error,
    reloads: [] as number[],
    logged: [] as unknown[],
  };
  const open = () => {
    const page = new Reloader({
      now: () => clock.now(),
      after: (ms, callback) => clock.after(ms, callback),
      kept: {
        read: () => world.kept,
        write: (text) => {
          world.kept = text;
        },
      },
      ready: async () => {
        if (world.there instanceof Error) throw world.there;
        return world.there;
      },
      reload: () => world.reloads.push(clock.now()),
      log: (_, error) => world.logged.push(error),
    });
    return page;
  };
  return { clock, world, open };
}

describe('a wall that wants to be reloaded', () => {
  it('reloads at once, and for the first reason alone', async () => {
    const { clock, world, open } = trial();
    const page = open();
    page.want('updated');
    page.want('hung');
    await clock.advance(0);
    expect(world.reloads).toHaveLength(1);
    expect(page.reloading.peek()?.reason).toBe('updated');
  });

  it('does not spin where every build fails: four an hour at most, and for ever', async () => {
    const { clock, world, open } = trial();
    let seen = 0;
    const fails = (reason: ReloadReason) => open().want(reason);
    fails('crashed');
    for (let minute = 0; minute < 24 * 60; minute++) {
      await clock.advance(60_000);
      if (world.reloads.length > seen) {
        seen = world.reloads.length;
        fails('crashed');
      }
    }
    expect(world.reloads.length).toBeGreaterThanOrEqual(24 * (RELOADS_AN_HOUR - 1));
    for (const at of world.reloads) {
      const within = world.reloads.filter((other) => other >= at && other < at + 3_600_000);
      expect(within.length).toBeLessThanOrEqual(RELOADS_AN_HOUR);
    }
  });

  it('never reloads into a page that is not there, and does as soon as it is', async () => {
    const { clock, world, open } = trial();
    world.there = false;
    const page = open();
    page.want('hung');
    await clock.advance(6 * 3_600_000);
    expect(world.reloads).toEqual([]);
    expect(page.reloading.peek()?.reason).toBe('hung');
    world.there = true;
    await clock.advance(15_000);
    expect(world.reloads).toHaveLength(1);
  });

  it('leaves whoever went elsewhere in the meantime alone, and is ready for the next time', async () => {
    const { clock, world, open } = trial();
    const page = open();
    page.want('updated');
    page.stop();
    await clock.advance(60_000);
    expect(world.reloads).toEqual([]);
    world.there = false;
    page.want('updated');
    await clock.advance(0);
    page.stop();
    world.there = true;
    await clock.advance(60_000);
    expect(world.reloads).toEqual([]);
    page.want('hung');
    await clock.advance(0);
    expect(world.reloads).toHaveLength(1);
  });

  it('tries again where the next build could not be made ready', async () => {
    const { clock, world, open } = trial();
    world.there = new TypeError('Failed to update a ServiceWorker.');
    const page = open();
    page.want('updated');
    await clock.advance(0);
    expect(world.logged).toEqual([world.there]);
    expect(world.reloads).toEqual([]);
    world.there = true;
    await clock.advance(15_000);
    expect(world.reloads).toHaveLength(1);
  });
});
