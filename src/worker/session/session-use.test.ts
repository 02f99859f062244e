import { expect, it } from 'vitest';
import { World } from '../../testing/world.ts';
import { environmentDouble, ManualClock } from '../doubles.ts';
import { Engine } from '../engine/engine.ts';
import { RestClient } from './rest.ts';
import { SessionUse } from './session.ts';

function trial() {
  const clock = new ManualClock();
  const world = new World(clock.now());
  const host = { calls: 0, down: false };
  const environment = environmentDouble({
    clock,
    fetch: async (path) => {
      if (host.down) throw new TypeError('Failed to fetch');
      if (path.endsWith('/session')) host.calls += 1;
      world.pass(clock.now() - world.at);
      return { status: 200, text: JSON.stringify(world.session()) };
    },
  });
  const engine = new Engine();
  engine.dispatch({ source: 'rest', event: 'session', at: clock.now(), data: world.session() });
  const use = new SessionUse({ environment, engine, rest: new RestClient(environment) });
  const watch = async (hours: number) => {
    for (let second = 0; second < hours * 3_600; second += 60) {
      use.used();
      await clock.advance(60_000);
    }
  };
  return { clock, host, engine, watch };
}

it('uses the session of a wall twice a day, so that its end moves on', async () => {
  const { clock, host, engine, watch } = trial();
  await watch(11);
  expect(host.calls).toBe(0);
  await watch(24 * 40 - 11);
  expect(host.calls).toBeGreaterThanOrEqual(79);
  expect(host.calls).toBeLessThanOrEqual(80);
  expect(engine.rows.account.get('me')?.expires_at).toBeGreaterThan(clock.now() + 29 * 86_400_000);
});

it('uses the session of a wall whose clock was set back by a year', async () => {
  const { clock, host, watch } = trial();
  clock.set(-365 * 86_400_000);
  await watch(25);
  expect(host.calls).toBe(2);
});

it('asks again in an hour where the host could not be asked', async () => {
  const { host, watch } = trial();
  host.down = true;
  await watch(13);
  host.down = false;
  await watch(1);
  expect(host.calls).toBe(1);
});
