import { expect, it } from 'vitest';
import { TileIds } from './tile-ids.ts';

it('knows a tile by the same name whatever it shows', () => {
  const ids = new TileIds();
  const [a, b] = [ids.of('a console'), ids.of('b feed')];
  ids.swap('a console', 'a feed');
  expect(ids.of('a feed')).toBe(a);
  expect([a, b]).not.toContain(ids.of('a console'));
});

it('lets two tiles change places', () => {
  const ids = new TileIds();
  const [one, other] = [ids.of('a console'), ids.of('a feed')];
  ids.swap('a console', 'a feed');
  expect([ids.of('a feed'), ids.of('a console')]).toEqual([one, other]);
});
