import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Chosen } from './chosen.ts';

const LISTED = ['a', 'b', 'c', 'd', 'e'];
const place = fc.nat({ max: LISTED.length - 1 });

it('a stretch turns all between the last and this one, either way, and nothing else', () => {
  fc.assert(
    fc.property(fc.subarray(LISTED), place, place, fc.boolean(), (before, from, to, on) => {
      const chosen = new Chosen();
      chosen.add(before);
      chosen.turn(LISTED[from]!, on);
      chosen.turnThrough(LISTED[to]!, on, LISTED);
      const within = (at: number) => at >= Math.min(from, to) && at <= Math.max(from, to);
      for (const [at, id] of LISTED.entries()) {
        expect(chosen.ids.value.has(id)).toBe(within(at) ? on : before.includes(id));
      }
    }),
  );
});

it('a stretch from a row that is not listed any more, or from none, is that row alone', () => {
  const chosen = new Chosen();
  chosen.turnThrough('c', true, LISTED);
  expect([...chosen.ids.value]).toEqual(['c']);
  chosen.turn('gone', true);
  chosen.turnThrough('e', true, LISTED);
  expect([...chosen.ids.value]).toEqual(['c', 'gone', 'e']);
});

it('the next stretch begins where the last one ended', () => {
  const chosen = new Chosen();
  chosen.turn('a', true);
  chosen.turnThrough('b', true, LISTED);
  chosen.turnThrough('d', true, LISTED);
  chosen.turnThrough('c', false, LISTED);
  expect([...chosen.ids.value]).toEqual(['a', 'b']);
});
