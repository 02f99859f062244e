import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { scenarios } from '../../testing/scenario.ts';
import { keyframe } from '../fold.ts';
import { reduce } from '../reduce.ts';
import { TABLES } from '../rows.ts';
import { applyChanges, createRows, type Rows, type ServerIndex } from '../state.ts';
import { entriesOf } from '../feed/entries.ts';
import { Player, sourceOf, type NumberedEvent } from './player.ts';

type Move = { readonly kind: 'seek' | 'step' | 'back'; readonly to: number };

const moves: fc.Arbitrary<Move> = fc.record({
  kind: fc.constantFrom('seek', 'seek', 'step', 'back'),
  to: fc.nat(),
});

/** Everything that can be asked of rows. */
function seen(rows: Rows): unknown {
  const index = (of: ServerIndex) =>
    [...of].map(([id, ids]) => [id, [...ids].sort()]).sort(([a], [b]) => (a! < b! ? -1 : 1));
  return {
    rows: keyframe(rows),
    sizes: TABLES.map((table) => rows[table].size),
    found: TABLES.map((table) => [...rows[table].keys()].every((id) => rows[table].has(id))),
    indexes: [index(rows.playersOf), index(rows.identitiesOf)],
    owners: [rows.playersOf.size, rows.identitiesOf.size],
    feed: [...rows.servers.keys()].sort().map((id) => entriesOf(rows, 'feed', id)),
  };
}

it('wherever a player goes, and by whatever way, its rows are those of a plain replay', () => {
  fc.assert(
    fc.property(
      scenarios,
      fc.array(moves, { maxLength: 12 }),
      fc.integer({ min: 1, max: 6 }),
      fc.constantFrom(2, 4, 512),
      fc.nat(),
      ({ events }, way, keyframeEvents, mostKeyframes, before) => {
        const told: NumberedEvent[] = events.map((event, index) => ({ seq: index + 1, event }));
        const start = before % 4;
        const first = createRows();
        for (const event of events.slice(0, start)) applyChanges(first, reduce(first, event));
        const source = sourceOf(told.slice(start));
        const player = new Player(source, { start: first, keyframeEvents, mostKeyframes });
        const count = Math.max(0, events.length - start);
        for (const { kind, to } of [...way, { kind: 'seek', to: count } as const]) {
          if (kind === 'seek') player.seek(to % (count + 1));
          else if (kind === 'step') player.step();
          else player.back();
          const plain = createRows();
          const until = start + player.position;
          for (const event of events.slice(0, until)) applyChanges(plain, reduce(plain, event));
          expect(seen(player.rows)).toEqual(seen(plain));
        }
      },
    ),
    { seed: 7 },
  );
});
