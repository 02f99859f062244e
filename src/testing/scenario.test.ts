import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { fold } from '../domain/fold.ts';
import { createRows } from '../domain/state.ts';
import { scenariosOf } from './scenario.ts';
import { openingEvents } from './snapshots.ts';

it('a story has what it is asked for, and its servers', () => {
  fc.assert(
    fc.property(scenariosOf({ servers: 3, with: ['restart', 'lost-frame'] }), (scenario) => {
      expect(scenario.world.servers.length).toBeGreaterThanOrEqual(3);
      const kinds = scenario[fc.toStringMethod]().match(/"kind":"(restart|lose)"/g) ?? [];
      expect(kinds.join()).toMatch(/restart.*lose/);
    }),
  );
});

it('a lost frame is missed, and healed by a snapshot', () => {
  fc.assert(
    fc.property(scenariosOf({ with: ['restart', 'lost-frame'] }), ({ world, events }) => {
      const rows = createRows();
      fold(rows, [...events, ...openingEvents(world)]);
      for (const server of world.servers.filter(({ destroyed }) => !destroyed)) {
        expect(rows.servers.get(server.id)?.position).toBe(server.heads.list);
        expect([...(rows.owned.players.get(server.id) ?? [])].sort()).toEqual(
          [...server.players.keys()].sort(),
        );
      }
    }),
  );
});

it('a failing story shrinks to the little that makes it fail, and shows it step by step', () => {
  const failing = fc.check(
    fc.property(scenariosOf({ with: ['restart'] }), ({ events }) => events.length < 8),
    { seed: 1 },
  );
  expect(failing.failed).toBe(true);
  const [scenario] = failing.counterexample ?? [];
  const shown = scenario?.[fc.toStringMethod]().split('\n') ?? [];
  expect(shown.length).toBeLessThanOrEqual(3);
  expect(shown.join()).toContain('"kind":"restart"');
});
