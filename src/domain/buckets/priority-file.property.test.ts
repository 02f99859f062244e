import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { priorityFile } from './priority-file.ts';

const NOW = 1_800_000_000_000;
const entry = fc.record({
  steam_id: fc.option(fc.integer({ min: 0, max: 9 }).map((n) => `7656119000000000${n}`)),
  until: fc.option(fc.constantFrom(NOW - 1, NOW, NOW + 1)),
});

it('has each SteamID64 in force once, and says how many have none', () => {
  fc.assert(
    fc.property(fc.array(entry), (entries) => {
      const { text, people, left } = priorityFile(entries, NOW);
      const ids = text === '' ? [] : text.split(';');
      const lasting = entries.filter(({ until }) => (until ?? Infinity) > NOW);
      expect(new Set(ids).size).toBe(ids.length);
      expect(people).toBe(ids.length);
      expect(new Set(ids)).toEqual(new Set(lasting.flatMap(({ steam_id }) => steam_id ?? [])));
      expect(left).toBe(lasting.filter(({ steam_id }) => steam_id === null).length);
      expect(text).toMatch(/^(\d{17}(;\d{17})*)?$/);
    }),
  );
});
