import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { SERVER_STATUS } from '../../../protocol/enumerations.ts';
import { COLUMNS, firstDirection, isSortable, SERVERS } from './servers.ts';

it('shows everything, what is in trouble first, where the address says nothing', () => {
  expect(SERVERS.read('')).toEqual({
    filter: {},
    sort: 'state',
    direction: 'asc',
    group: null,
    closed: [],
    columns: COLUMNS,
    density: 'dense',
  });
  expect(SERVERS.write(SERVERS.read(''))).toBe('');
});

it('reads what it has written', () => {
  const text = fc.string({ minLength: 1, maxLength: 20 });
  const word = fc.string({ maxLength: 20 }).map((tag) => tag.replaceAll(',', ''));
  const grouping = fc.oneof(
    fc.constant({ group: null, closed: [] }),
    fc.record({
      group: fc.constantFrom('game' as const, 'state' as const, 'tag' as const),
      closed: fc.uniqueArray(word, { maxLength: 4 }),
    }),
  );
  const addresses = fc.record({
    filter: fc.record(
      {
        text,
        games: fc.subarray([0, 1, 2, 3, 4, 5], { minLength: 1 }),
        states: fc.subarray([...SERVER_STATUS], { minLength: 1 }),
        tags: text.map((tag) => [tag]),
      },
      { requiredKeys: [] },
    ),
    sort: fc.constantFrom(...COLUMNS.filter(isSortable)),
    direction: fc.constantFrom('asc' as const, 'desc' as const),
    density: fc.constantFrom('dense' as const, 'roomy' as const),
    columns: fc
      .subarray([...COLUMNS])
      .map((some) => COLUMNS.filter((name) => name === 'identifier' || some.includes(name))),
  });
  fc.assert(
    fc.property(addresses, grouping, (plain, grouped) => {
      const address = { ...plain, ...grouped };
      expect(SERVERS.read(SERVERS.write(address))).toEqual(address);
    }),
  );
});

it('sorts at the first click what is counted from the most, and all else from the first', () => {
  const most = COLUMNS.filter(isSortable).filter((sort) => firstDirection(sort) === 'desc');
  expect(most.toSorted()).toEqual(['players', 'queue', 'uptime']);
});

it('sorts figures from the most where the address does not say which way', () => {
  expect(SERVERS.read('?sort=players').direction).toBe('desc');
  expect(SERVERS.read('?sort=players&dir=asc').direction).toBe('asc');
  expect(SERVERS.read('?sort=identifier').direction).toBe('asc');
});

it('leaves out what it does not know', () => {
  expect(SERVERS.read('?sort=shoe&dir=up&game=99,x&state=happy&hide=identifier,shoe')).toEqual(
    SERVERS.read(''),
  );
});
