/** How what comes in is taken: one step after the other, and a few questions at once. */
import { config } from 'rxjs';
import { afterEach, expect, it } from 'vitest';
import { World } from '../../src/testing/world.ts';
import { players, Trial, trial } from './ingest-trial.ts';

afterEach(() => {
  config.onUnhandledError = null;
});

it('asks four questions at once, and the next as soon as one of them is answered or failed', async () => {
  const world = new World();
  const servers = [1, 2, 3, 4, 5, 6].map((number) => world.addServer(`Server ${number}`, 40));
  const ingest = new Trial(world, servers);
  for (const server of servers) {
    world.join(server, 'Lost');
    await ingest.deliver(world.join(server, 'Two')[0]!);
  }
  expect(ingest.asked).toHaveLength(4);
  ingest.asked[0]!.fail();
  await ingest.clock.advance(0);
  expect(ingest.questions).toBe(5);
  ingest.asked[0]!.answer();
  await ingest.clock.advance(0);
  expect(ingest.questions).toBe(6);
  await ingest.clock.advance(2_000);
  await ingest.calm();
  expect(servers.map((server) => players(ingest, server))).toEqual(servers.map(() => 2));
});

it('goes on with the next frames though one of them makes a listener fail', async () => {
  const errors: unknown[] = [];
  config.onUnhandledError = (error) => errors.push(error);
  const { trial: ingest, world, server } = trial();
  const stop = ingest.engine.listen(() => {
    throw new TypeError('Nobody reckoned with it.');
  });
  await ingest.deliver(...world.join(server, 'One'));
  stop();
  await ingest.deliver(...world.join(server, 'Two'));
  await expect.poll(() => errors).toHaveLength(1);
  expect(players(ingest, server)).toBe(2);
});
