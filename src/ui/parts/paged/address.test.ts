import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AUDIT } from '../../../protocol/audit/resource.ts';
import { pagedAddress, questionOf } from './address.ts';

const ADDRESS = pagedAddress('audit', { actor: 'who', action: 'what' });

const text = fc.string({ unit: 'binary', maxLength: 8 });
const address = fc.record({
  text,
  actor: text,
  action: text,
  thing: text,
  from: text,
  until: text,
  order: fc.constantFrom(...AUDIT.orders),
  direction: fc.constantFrom('asc' as const, 'desc' as const),
});

it('an address that was written reads as it was', () => {
  fc.assert(
    fc.property(address, (shown) => {
      const written = ADDRESS.write(shown);
      expect(ADDRESS.read(written)).toEqual(JSON.parse(JSON.stringify(wellFormed(shown))));
      expect(ADDRESS.write(ADDRESS.read(written))).toBe(written);
    }),
  );
});

/** An address has no half of a character. */
function wellFormed<T extends object>(shown: T): T {
  const entries = Object.entries(shown).map(([name, value]) => {
    return [name, String(value).replace(/\p{Surrogate}/gu, '\uFFFD')];
  });
  return Object.fromEntries(entries) as T;
}

it('what is as it always is does not stand in the address, and narrows nothing', () => {
  const usual = ADDRESS.read('?sort=iq&dir=up');
  expect(ADDRESS.write(usual)).toBe('');
  expect(questionOf('audit', { server_id: 's' }, usual).where).toEqual({});
});

it('asks for whole days, the last one included, and for none that are none', () => {
  const asked = { ...ADDRESS.read(''), from: '2026-03-01', until: '2026-03-01' };
  const { from, until } = questionOf('audit', { server_id: 's' }, asked).where as {
    from: number;
    until: number;
  };
  expect(from).toBe(new Date(2026, 2, 1).getTime());
  expect(until).toBe(new Date(2026, 2, 2).getTime() - 1);
  expect(
    questionOf('audit', { server_id: 's' }, { ...asked, from: '2026-13-01', until: '1' }).where,
  ).toEqual({});
});
