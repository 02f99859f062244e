import { describe, expect, it } from 'vitest';
import type { Incident, WatchedServer } from '../../../../domain/walls/incidents.ts';
import { shownStop, type Stop } from '../../../../domain/walls/rotation.ts';
import { connectionAt } from '../../../../domain/walls/staleness.ts';
import type { Sign } from '../../../../worker/contract.ts';
import { ManualClock, settled } from '../../../../worker/doubles.ts';
import { WallWatch } from './wall-watch.ts';

const STOPS = ['a', 'b', 'c'].map((scene_id) => ({ scene_id, page: 0, ms: 30_000 }));

function trial() {
  const clock = new ManualClock();
  const turns: { stops: readonly Stop[]; stopOf(id: string): number | null } = {
    stops: STOPS,
    stopOf: (id) => (id === 'a' ? 2 : null),
  };
  const world = {
    answers: true,
    dead: false,
    asked: 0,
    pictures: 0,
    failing: false,
    hidden: false,
    raised: [] as Incident[],
    sign: {
      connection: { kind: 'live', since: 0, latency: 1 },
      silent: 0,
      fresh_at: null,
    } as Sign,
    servers: [{ id: 'a', status: 'online', since: clock.now(), queue: 0 }] as WatchedServer[],
  };
  const watch = new WallWatch<number>({
    now: () => clock.now(),
    elapsed: () => clock.elapsed(),
    after: (ms, callback) =>
      clock.after(ms, () => {
        try {
          callback();
        } catch (error) {
          if (!world.failing) throw error;
        }
      }),
    sign: () => {
      world.asked += 1;
      if (world.dead) return Promise.reject(new TypeError('The worker died.'));
      return world.answers ? Promise.resolve(world.sign) : new Promise<never>(() => {});
    },
    servers() {
      if (world.failing) throw new TypeError('A planted fault.');
      return world.servers;
    },
    picture: () => ({ picture: ++world.pictures, bytes: 100 }),
    turns,
    awake: () => !world.hidden,
    raised: (incidents) => world.raised.push(...incidents),
    rules: { down: true, queue: 10 },
  });
  const stop = watch.start();
  const seconds = async (count: number) => {
    for (let second = 0; second < count; second++) await clock.advance(1_000);
  };
  const live = () => connectionAt(watch.sign.peek(), clock.now()).kind === 'live';
  const shown = () => shownStop(watch.rotation.peek(), turns);
  const down = () => {
    world.servers = [{ id: 'a', status: 'offline', since: clock.now(), queue: null }];
  };
  const up = () => {
    world.servers = [{ id: 'a', status: 'online', since: clock.now(), queue: 0 }];
  };
  return { clock, world, watch, turns, stop, seconds, live, shown, down, up };
}

describe('the watch of a wall', () => {
  it('asks for a sign every two seconds, and is live while it is told so', async () => {
    const { world, seconds, live, stop } = trial();
    await seconds(60);
    expect(live()).toBe(true);
    expect(world.asked).toBeGreaterThanOrEqual(30);
    expect(world.asked).toBeLessThanOrEqual(31);
    const asked = world.asked;
    stop();
    await seconds(60);
    expect(world.asked).toBe(asked);
  });

  it('is not live ten seconds after the worker went silent, and recovers when it answers again', async () => {
    const { world, seconds, live } = trial();
    await seconds(10);
    world.answers = false;
    await seconds(10);
    expect(live()).toBe(false);
    await seconds(25);
    expect(live()).toBe(false);
    world.answers = true;
    await seconds(12);
    expect(live()).toBe(true);
  });

  it('asks the next worker at once when one died', async () => {
    const { world, seconds, live } = trial();
    world.dead = true;
    await seconds(3_600);
    expect(live()).toBe(false);
    world.dead = false;
    await seconds(3);
    expect(live()).toBe(true);
  });

  it('asks at once when the machine wakes', async () => {
    const { clock, world, seconds, live } = trial();
    await seconds(10);
    clock.sleep(6 * 3_600_000);
    expect(live()).toBe(false);
    const { asked } = world;
    await clock.advance(0);
    await settled();
    expect(world.asked).toBe(asked + 1);
    expect(live()).toBe(true);
  });

  it('turns pages, goes to an incident, rings once, and comes back when it is over', async () => {
    const { world, seconds, shown, down, up } = trial();
    await seconds(31);
    expect(shown()).toBe(1);
    down();
    await seconds(12);
    expect(shown()).toBe(2);
    expect(world.raised.map(({ id }) => id)).toEqual(['a:down']);
    up();
    await seconds(2);
    expect(shown()).toBe(1);
    await seconds(20);
    expect(world.raised).toHaveLength(1);
  });

  it('ends the past when something begins, and by itself', async () => {
    const { watch, seconds, down } = trial();
    await seconds(120);
    watch.rewind({ kind: 'step', ms: -30_000 });
    await seconds(5);
    expect(watch.rewound.peek()).not.toBeNull();
    down();
    await seconds(12);
    expect(watch.rewound.peek()).toBeNull();
    watch.rewind({ kind: 'step', ms: -30_000 });
    await seconds(61);
    expect(watch.rewound.peek()).toBeNull();
  });

  it('goes to the page of now, where what was looked at in the past did not have the server', async () => {
    const { watch, turns, seconds, shown, down } = trial();
    // As the wall does it: what it shows in turn is of the past for as long as that is looked at.
    watch.rewound.subscribe((past) => {
      turns.stopOf = (id) => (id === 'a' && past === null ? 2 : null);
    });
    await seconds(20);
    watch.rewind({ kind: 'step', ms: -10_000 });
    down();
    await seconds(12);
    expect([watch.rewound.peek(), shown()]).toEqual([null, 2]);
    await seconds(20);
    expect(shown()).toBe(2);
  });

  it('goes on turning where what began can be seen on no page', async () => {
    const { world, watch, turns, clock, seconds, shown } = trial();
    turns.stopOf = () => null;
    const pages = new Set<number>();
    for (let server = 0; server < 10; server++) {
      const since = clock.now();
      world.servers = [
        ...world.servers,
        { id: `server ${server}`, status: 'offline', since, queue: null },
      ];
      await seconds(15);
      pages.add(shown());
    }
    expect(world.raised.length).toBeGreaterThan(5);
    expect(watch.rotation.peek().away).toBeNull();
    expect([...pages].toSorted()).toEqual([0, 1, 2]);
  });

  it('turns to the first of those that began which can be seen', async () => {
    const { world, turns, clock, seconds, shown } = trial();
    turns.stopOf = (id) => (id === 'b' ? 1 : null);
    await seconds(2);
    world.servers = ['a', 'b'].map((id) => ({
      id,
      status: 'offline',
      since: clock.now(),
      queue: null,
    }));
    await seconds(12);
    expect(shown()).toBe(1);
  });

  it('keeps pictures of what was live, for ten minutes', async () => {
    const { world, watch, clock, seconds } = trial();
    await seconds(1_200);
    expect(watch.ring.size).toBeLessThanOrEqual(121);
    expect(clock.now() - (watch.ring.span()?.from ?? 0)).toBeLessThanOrEqual(605_000);
    const { pictures } = world;
    world.answers = false;
    await seconds(60);
    expect(world.pictures).toBeLessThanOrEqual(pictures + 2);
  });

  it('says and keeps nothing of what it holds behind another tab', async () => {
    const { world, seconds, down, up } = trial();
    await seconds(30);
    down();
    await seconds(2);
    world.hidden = true;
    const { pictures } = world;
    await seconds(60);
    expect(world.raised).toEqual([]);
    expect(world.pictures).toBe(pictures);
    world.hidden = false;
    await seconds(1);
    up();
    await seconds(30);
    expect(world.raised).toEqual([]);
    expect(world.pictures).toBeGreaterThan(pictures);
    down();
    await seconds(12);
    expect(world.raised).toHaveLength(1);
  });

  it('ticks on after a tick that failed', async () => {
    const { world, seconds, live } = trial();
    await seconds(5);
    world.failing = true;
    await seconds(60);
    world.failing = false;
    await seconds(2);
    expect(live()).toBe(true);
  });
});
