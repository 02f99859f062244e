import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { SERVER_STATUS } from '../../../protocol/enumerations.ts';
import { COLUMNS, SERVERS } from './servers.ts';

it('shows everything by name where the address says nothing', () => {
  expect(SERVERS.read('')).toEqual({
    filter: {},
    sort: 'identifier',
    direction: 'asc',
    columns: COLUMNS,
  });
  expect(SERVERS.write(SERVERS.read(''))).toBe('');
});

it('reads what it has written', () => {
  const text = fc.string({ minLength: 1, maxLength: 20 });
  const addresses = fc.record({
    filter: fc.record(
      {
        text,
        games: fc.subarray([0, 1, 2, 3, 4, 5], { minLength: 1 }),
        states: fc.subarray([...SERVER_STATUS], { minLength: 1 }),
      },
      { requiredKeys: [] },
    ),
    sort: fc.constantFrom(...COLUMNS),
    direction: fc.constantFrom('asc' as const, 'desc' as const),
    columns: fc
      .subarray([...COLUMNS])
      .map((some) => COLUMNS.filter((name) => name === 'identifier' || some.includes(name))),
  });
  fc.assert(
    fc.property(addresses, (address) => {
      expect(SERVERS.read(SERVERS.write(address))).toEqual(address);
    }),
  );
});

it('leaves out what it does not know', () => {
  expect(SERVERS.read('?sort=shoe&dir=up&game=99,x&state=happy&hide=identifier,shoe')).toEqual(
    SERVERS.read(''),
  );
});
