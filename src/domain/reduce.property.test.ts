import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openingEvents } from '../testing/snapshots.ts';
import { hostScenarios, play, scenarios } from '../testing/scenario.ts';
import { hostSteps } from '../testing/steps.ts';
import type { Change } from './change.ts';
import type { DomainEvent } from './event.ts';
import { entriesOf, HELD_ENTRIES } from './feed/entries.ts';
import { fold, fromKeyframe, keyframe } from './fold.ts';
import { hashRows } from './hash.ts';
import { place } from './position.ts';
import { reduce } from './reduce.ts';
import { TABLES } from './tables.ts';
import { applyChanges, createRows, invert, mergeChanges, type Rows } from './state.ts';

function folded(events: Iterable<DomainEvent>): Rows {
  const rows = createRows();
  fold(rows, events);
  return rows;
}

/** Every row and every index entry, for comparing more than the facts. */
function everything(rows: Rows): unknown {
  const index = (of: Rows['owned']['players']): unknown =>
    Object.fromEntries([...of].map(([id, ids]) => [id, [...ids].sort()]));
  return [keyframe(rows), index(rows.owned.players), index(rows.owned.identities)];
}

function isSequenced(event: DomainEvent): boolean {
  return event.source === 'realtime' && event.stream !== undefined;
}

describe('reducers', { timeout: 30_000 }, () => {
  it('keep players between 0 and the slots, whatever a host says', () => {
    const wild = fc.record({
      players: fc.option(fc.nat({ max: 20 })),
      slots: fc.option(fc.nat({ max: 10 })),
      times: fc.nat({ max: 5 }),
    });
    fc.assert(
      fc.property(hostScenarios, fc.array(wild, { maxLength: 5 }), ({ world, events }, told) => {
        const rows = folded(events);
        const check = (): void => {
          for (const { population } of rows.servers.values()) {
            const { players, slots } = population;
            if (players === null) continue;
            expect(players).toBeGreaterThanOrEqual(0);
            if (slots !== null) expect(players).toBeLessThanOrEqual(slots);
          }
        };
        check();
        for (const { players, slots, times } of told) {
          for (const server of world.servers.filter((other) => !other.destroyed)) {
            const frames = [
              world.observe(server, { players, slots, queue: null, source: 'polled' }),
              ...Array.from({ length: times }, () => world.join(server, 'x')).flat(),
              ...[...server.players.values()].flatMap((player) => world.leave(server, player)),
            ];
            for (const frame of frames) {
              fold(rows, [{ source: 'realtime', ...frame }]);
              check();
            }
          }
        }
      }),
    );
  });

  it('agree with the world that told the events', () => {
    fc.assert(
      fc.property(hostScenarios, ({ world, events }) => {
        const rows = folded(events);
        const alive = world.servers.filter((server) => !server.destroyed);
        expect([...rows.servers.keys()].sort()).toEqual(alive.map((server) => server.id).sort());
        for (const server of alive) {
          const { players, ...snapshot } = world.snapshot(server);
          expect(rows.servers.get(server.id)).toEqual(snapshot);
          const held = [...(rows.owned.players.get(server.id) ?? [])].map((id) =>
            rows.players.get(id),
          );
          const told = players.map((player) =>
            expect.objectContaining({ ...player, server_id: server.id }),
          );
          expect(held).toHaveLength(told.length);
          expect(held).toEqual(expect.arrayContaining(told));
        }
      }),
    );
  });

  it('end in the same rows from a snapshot with later events as from all events', () => {
    fc.assert(
      fc.property(hostScenarios, ({ world, events }) => {
        const all = folded(events);
        const data = {
          servers: world.servers
            .filter((server) => !server.destroyed)
            .map((server) => world.snapshot(server)),
          whole: true,
        };
        const late = createRows();
        fold(late, [{ source: 'rest', event: 'servers', at: world.at, data }]);
        fold(late, events.filter(isSequenced));
        expect(hashRows(late, ['servers'])).toBe(hashRows(all, ['servers']));
        expect([...late.players.keys()].sort()).toEqual([...all.players.keys()].sort());
      }),
    );
  });

  it('take a snapshot at the position that they hold without a change', () => {
    fc.assert(
      fc.property(scenarios, ({ events }) => {
        const rows = createRows();
        for (const event of events) {
          const changes = reduce(rows, event);
          if (event.source === 'rest' && event.event === 'servers' && !event.data.whole) {
            const again = event.data.servers.every(
              (server) => rows.servers.get(server.id)?.position === server.position,
            );
            if (again) expect(changes.filter(({ table }) => table !== 'link')).toEqual([]);
          }
          applyChanges(rows, changes);
        }
      }),
    );
  });

  it('are healed by a snapshot of what they missed, and not set back by an older one', () => {
    fc.assert(
      fc.property(hostSteps, fc.nat(), fc.nat(), (told, one, other) => {
        // Pings are told by measurements alone: what was missed of those is not in a snapshot.
        const all = told.filter(({ kind }) => kind !== 'metrics');
        const [lost, found] = [one % (all.length + 1), other % (all.length + 1)].sort(
          (a, b) => a - b,
        );
        const [early, late] = [play(all.slice(0, lost)), play(all.slice(0, found))];
        const { world, events } = play(all);
        const rows = folded([
          ...events.slice(0, early.events.length),
          ...openingEvents(late.world).slice(1),
          ...events.slice(late.events.length),
          // What a slow answer still says of a server that is there: nothing new.
          ...world.servers.flatMap((server, index): DomainEvent[] => {
            const then = early.world.servers[index];
            if (then === undefined || server.destroyed) return [];
            const data = { servers: [early.world.snapshot(then)], whole: false };
            return [{ source: 'rest', event: 'servers', at: world.at, data }];
          }),
        ]);
        const listed = ['servers', 'players'] as const;
        expect(keyframe(rows, listed)).toEqual(keyframe(folded(events), listed));
      }),
    );
  });

  it('are undone by the inverse of a whole batch', () => {
    fc.assert(
      fc.property(scenarios, ({ events }) => {
        const rows = createRows();
        const batch: Change[] = [];
        for (const event of events) {
          const changes = reduce(rows, event);
          applyChanges(rows, changes);
          batch.push(...changes);
        }
        applyChanges(rows, invert(batch));
        expect(everything(rows)).toEqual(everything(createRows()));
        applyChanges(rows, batch);
        applyChanges(rows, invert(mergeChanges(batch)));
        expect(everything(rows)).toEqual(everything(createRows()));
      }),
    );
  });

  it('change nothing for frames that come twice, too early or too late', () => {
    fc.assert(
      fc.property(
        hostScenarios,
        fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 60, size: 'max' }),
        ({ events }, copies) => {
          const frames = events.filter(isSequenced);
          const rows = createRows();
          for (const [index, event] of events.entries()) {
            fold(rows, [event]);
            for (const [from, to] of copies) {
              const copy = frames[from % Math.max(1, frames.length)];
              if (to % events.length !== index || copy?.source !== 'realtime') continue;
              if (place(rows, copy) !== 'apply') fold(rows, [copy]);
            }
          }
          expect(hashRows(rows)).toBe(hashRows(folded(events)));
        },
      ),
    );
  });

  it('apply exactly the frames that place says apply', () => {
    fc.assert(
      fc.property(
        scenarios,
        fc.array(fc.nat(), { maxLength: 40, size: 'max' }),
        ({ events }, order) => {
          const rows = createRows();
          const mixed = [...events, ...order.flatMap((at) => events[at % events.length] ?? [])];
          for (const event of mixed) {
            const changes = reduce(rows, event);
            if (event.source === 'realtime' && event.stream !== undefined) {
              expect(place(rows, event) === 'apply').toBe(changes.length > 0);
            }
            applyChanges(rows, changes);
          }
        },
      ),
    );
  });

  it('are undone by the inverse of their changes', () => {
    fc.assert(
      fc.property(scenarios, ({ events }) => {
        const rows = createRows();
        const done: (readonly Change[])[] = [];
        const seen = [everything(rows)];
        for (const event of events) {
          const changes = reduce(rows, event);
          applyChanges(rows, changes);
          done.push(changes);
          seen.push(everything(rows));
        }
        for (const changes of done.reverse()) {
          expect(everything(rows)).toEqual(seen.pop());
          applyChanges(rows, invert(changes));
        }
        expect(everything(rows)).toEqual(everything(createRows()));
      }),
      { numRuns: 50 },
    );
  });

  it('give one hash for any batching, with the changes of a batch one by one or merged', () => {
    fc.assert(
      fc.property(scenarios, fc.array(fc.integer({ min: 1, max: 20 })), ({ events }, sizes) => {
        const rows = createRows();
        const store = createRows();
        const rest = [...events];
        while (rest.length > 0) {
          const batch: Change[] = [];
          for (const event of rest.splice(0, sizes.shift() ?? 7)) {
            const changes = reduce(rows, event);
            applyChanges(rows, changes);
            batch.push(...changes);
          }
          applyChanges(store, mergeChanges(batch));
          expect(hashRows(store, TABLES)).toBe(hashRows(rows, TABLES));
        }
        expect(everything(store)).toEqual(everything(folded(events)));
      }),
    );
  });

  it('leave rows that a keyframe brings back', () => {
    fc.assert(
      fc.property(scenarios, fc.nat(), ({ events }, cut) => {
        const at = cut % (events.length + 1);
        const json = JSON.stringify(keyframe(folded(events.slice(0, at))));
        const rows = fromKeyframe(JSON.parse(json));
        fold(rows, events.slice(at));
        expect(everything(rows)).toEqual(everything(folded(events)));
      }),
    );
  });

  it('hold entries only between floor and position of their stream, and at most a thousand', () => {
    fc.assert(
      fc.property(scenarios, ({ world, events }) => {
        const rows = folded(events);
        for (const table of ['feed', 'console'] as const) {
          const held = world.servers.flatMap((server) => entriesOf(rows, table, server.id));
          expect(held.length).toBe(rows[table].size);
        }
        for (const { floor, position } of rows.streams.values()) {
          expect(position - floor).toBeLessThan(HELD_ENTRIES);
        }
      }),
    );
  });

  it('change nothing for events of a newer version, and count them', () => {
    const unknown = fc.record({
      at: fc.nat(),
      source: fc.constantFrom('realtime', 'rest', 'intent', 'link', 'clock', 'newer'),
      event: fc.constantFrom('server:quantum', 'teams', 'toString', '__proto__', ''),
      data: fc.anything(),
      stream: fc.constantFrom(
        'server/000000000000000000000002/list',
        'x',
        'account/000000000000000000000001',
      ),
      seq: fc.nat({ max: 5 }),
    });
    fc.assert(
      fc.property(
        scenarios,
        fc.array(unknown, { maxLength: 20, size: 'max' }),
        ({ events }, strangers) => {
          const rows = folded(events);
          const before = everything(rows);
          const report = fold(rows, strangers);
          expect(report).toEqual({
            events: strangers.length,
            applied: 0,
            unknown: strangers.length,
          });
          expect(everything(rows)).toEqual(before);
        },
      ),
    );
  });
});
