import { expect, test } from 'vitest';
import { Watched } from './watched.ts';

test('the figures stand while the player list alone hangs, and hold no longer once they hang too', async () => {
  const w = new Watched();
  w.server.queue = 7;
  await w.start();
  w.server.answers.set('playerlist', () => []);
  w.facts.length = 0;
  await w.clock.advance(120_000);
  expect(w.of('population')).toEqual([
    { kind: 'population', source: 'rcon', population: { players: null, slots: 100, queue: 7 } },
  ]);
  w.server.queue = 9;
  await w.clock.advance(7_000);
  expect(w.of('population').at(-1)).toMatchObject({ population: { queue: 9 } });
  w.server.answers.set('serverinfo', () => []);
  await w.clock.advance(20_000);
  expect(w.of('population').at(-1)).toMatchObject({ population: { slots: null, queue: null } });
});
