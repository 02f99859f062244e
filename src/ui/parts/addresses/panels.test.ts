import fc from 'fast-check';
import { expect, test } from 'vitest';
import { POPULATION_SPANS } from '../../../protocol/servers/population.ts';
import { FEED_KINDS, kindsOf, PANELS, PANELS_ADDRESS } from './panels.ts';

const address = fc.record({
  text: fc.string({ unit: 'binary' }),
  sort: fc.constantFrom('name' as const, 'joined_at' as const, 'ping' as const),
  direction: fc.constantFrom('asc' as const, 'desc' as const),
  kind: fc.constantFrom(null, 'all' as const, ...FEED_KINDS),
  span: fc.constantFrom(...POPULATION_SPANS),
  compared: fc.constantFrom(null, '1d' as const, '7d' as const, '28d' as const, '30d' as const),
  panel: fc.constantFrom(...PANELS),
});

test('an address that was written reads as it was', () => {
  fc.assert(
    fc.property(address, (shown) => {
      expect(PANELS_ADDRESS.read(PANELS_ADDRESS.write(shown))).toEqual(shown);
    }),
  );
});

test('what is as it always is does not stand in the address', () => {
  expect(PANELS_ADDRESS.write(PANELS_ADDRESS.read(''))).toBe('');
});

test('what is not known is left out', () => {
  expect(PANELS_ADDRESS.read('?sort=iq&feed=weather&span=1y&panel=attic&dir=up')).toEqual(
    PANELS_ADDRESS.read(''),
  );
});

test('hits show where they are asked for, alone or with everything', () => {
  expect(kindsOf(null)).not.toContain('hit');
  expect(kindsOf('hit')).toEqual(['hit']);
  expect(kindsOf('all')).toEqual([]);
});

test('where chat shows, so does where chat may be missing', () => {
  expect(kindsOf('chat')).toEqual(['chat', 'gap']);
  expect(kindsOf(null)).toContain('gap');
});
