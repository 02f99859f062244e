import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ServerRow } from '../../domain/rows.ts';
import type { TabChange } from '../../worker/contract.ts';
import { GatheredChanges } from './gathered-changes.ts';
import { LiveView } from './live-view.ts';

/** A row of which two parts matter here. */
const row = (id: string, position: number, name: string) =>
  ({ id, position, configuration: { identifier: name } }) as unknown as ServerRow;

const ids = ['a', 'b'];

/** What a worker tells: fields only of a row that the tab holds, as it was told it before. */
const told = fc
  .array(
    fc.record({
      id: fc.constantFrom(...ids),
      how: fc.constantFrom('set', 'position', 'name', 'remove'),
      value: fc.nat({ max: 9 }),
    }),
    { maxLength: 30 },
  )
  .map((steps) => {
    const held = new Set<string>();
    return steps.flatMap(({ id, how, value }): TabChange[] => {
      if (how === 'set') {
        held.add(id);
        return [{ op: 'set', row: row(id, value, `${value}`) }];
      }
      if (!held.has(id)) return [];
      if (how === 'remove') {
        held.delete(id);
        return [{ op: 'remove', id }];
      }
      const part = how === 'name' ? { configuration: { identifier: `${value}` } } : null;
      return [{ op: 'fields', id, fields: part ?? { position: value } }];
    });
  });

it('changes that wait for a frame show what they would have shown one by one', () => {
  fc.assert(
    fc.property(told, fc.integer({ min: 1, max: 8 }), (changes, frame) => {
      const [atOnce, gathering] = [new LiveView<ServerRow>(), new LiveView<ServerRow>()];
      const gathered = new GatheredChanges();
      for (const [at, change] of changes.entries()) {
        atOnce.apply([change]);
        gathered.add([change]);
        if (at % frame === 0) gathering.apply(gathered.take());
      }
      gathering.apply(gathered.take());
      expect(gathered.take()).toEqual([]);
      for (const id of ids) expect(gathering.row(id).peek()).toEqual(atOnce.row(id).peek());
    }),
  );
});
