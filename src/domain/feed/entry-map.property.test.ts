import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ConsoleRow } from '../rows.ts';
import { entryId } from './entries.ts';
import { EntryMap } from './entry-map.ts';

function rowOf(server_id: string, seq: number, at: number): ConsoleRow {
  const line = { kind: 'console', direction: 'in', text: '', actor: null } as const;
  return { id: entryId(server_id, seq), server_id, seq, at, line };
}

it('entries are held as a map by their ids holds them', () => {
  const server = fc.constantFrom('a', 'b', 'c:d');
  const step = fc.tuple(fc.boolean(), server, fc.nat({ max: 6 }), fc.nat());
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const entries = new EntryMap<ConsoleRow>();
      const plain = new Map<string, ConsoleRow>();
      for (const [put, of, seq, at] of steps) {
        const row = rowOf(of, seq, at);
        if (put) entries.put(row);
        else entries.remove(row);
        if (put) plain.set(row.id, row);
        else plain.delete(row.id);
      }
      expect(entries.size).toBe(plain.size);
      expect(new Map(entries)).toEqual(plain);
      expect([...entries.keys()].toSorted()).toEqual([...plain.keys()].toSorted());
      for (const [id, row] of plain) expect(entries.get(id)).toBe(row);
      expect(entries.has('a:99')).toBe(false);
      expect(entries.has('nothing')).toBe(false);
    }),
  );
});
