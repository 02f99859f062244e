import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { battleyeGuid } from '../players/battleye-guid.ts';
import { isInForce } from './entries.ts';
import { GAME_FILE, gameFile, type GameFileForm } from './game-files.ts';
import { readPeople } from './people.ts';

const NOW = 1_800_000_000_000;
const digit = fc.integer({ min: 0, max: 9 });
const entry = fc.record({
  steam_id: fc.option(digit.map((n) => `7656119000000000${n}`)),
  guid: fc.option(digit.map((n) => String(n).repeat(32))),
  bohemia_id: fc.option(digit.map((n) => `${'A'.repeat(42)}${n}=`)),
  name: fc.string({ unit: 'binary', maxLength: 12 }),
  until: fc.option(fc.constantFrom(NOW - 1, NOW, NOW + 1)),
});
const form = fc.constantFrom(...(Object.keys(GAME_FILE) as GameFileForm[]));
const wanted = {
  'dayz-priority': ({ steam_id }) => steam_id,
  'steam-ids': ({ steam_id }) => steam_id,
  'dayz-whitelist': ({ bohemia_id }) => bohemia_id,
  'bec-whitelist': ({ guid, steam_id }) => guid ?? (steam_id && battleyeGuid(steam_id)),
} as const satisfies Readonly<
  Record<
    GameFileForm,
    (of: typeof entry extends fc.Arbitrary<infer E> ? E : never) => string | null
  >
>;

it('has each id in force once, says how many have none, and is read again as who they are', () => {
  fc.assert(
    fc.property(form, fc.array(entry), (asked, entries) => {
      const { text, people, left } = gameFile(asked, entries, NOW);
      const lasting = entries.filter((one) => isInForce(one, NOW));
      const ids = new Set(lasting.flatMap((one) => wanted[asked](one) ?? []));
      expect(people).toBe(ids.size);
      expect(left).toBe(lasting.filter((one) => wanted[asked](one) === null).length);
      const read = readPeople(text, NOW);
      expect(read.refused).toEqual([]);
      const found = read.people.map(({ what }) =>
        what.kind === 'person' ? what.muster_id : Object.values(what).find((id) => ids.has(id)),
      );
      expect(found.toSorted()).toEqual([...ids].toSorted());
    }),
  );
});

it('writes each form as its game reads it', () => {
  const steam_id = '76561198000000001';
  const ann = {
    steam_id,
    guid: null,
    bohemia_id: 'mQ0fC-1aKJd7ZpqJXjZL0Zt4oVnqQyT0ZbV8kqVhXkc=',
    name: 'Ann\nthe first',
    until: null,
  };
  const bob = { ...ann, steam_id: '76561198000000002', bohemia_id: null };
  const text = (of: GameFileForm) => gameFile(of, [ann, bob, ann], NOW).text;
  expect(text('dayz-priority')).toBe('76561198000000001;76561198000000002');
  expect(text('dayz-whitelist')).toBe(`${ann.bohemia_id} // Ann the first\r\n`);
  expect(text('steam-ids')).toBe('76561198000000001\r\n76561198000000002\r\n');
  expect(text('bec-whitelist')).toBe(
    `${battleyeGuid(steam_id)}\r\n${battleyeGuid(bob.steam_id)}\r\n`,
  );
});
