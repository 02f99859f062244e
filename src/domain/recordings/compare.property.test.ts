import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLoad } from '../../testing/frames.ts';
import { scenarios } from '../../testing/scenario.ts';
import { openingEvents } from '../../testing/snapshots.ts';
import type { Change } from '../change.ts';
import type { DomainEvent } from '../event.ts';
import { fold } from '../fold.ts';
import { hashRows } from '../hash.ts';
import { reduce } from '../reduce.ts';
import { FACT_TABLES } from '../tables.ts';
import { applyChanges, createRows, type Rows } from '../state.ts';
import { bisect, findFirst, type Search } from './bisect.ts';
import { diffRecordings, type FieldDifference } from './diff.ts';
import { compileExpression } from './expression.ts';
import { Player, sourceOf, type NumberedEvent } from './player.ts';

const LONG = process.env['MUSTER_LONG'] === '1';

function numbered(events: readonly DomainEvent[]): readonly NumberedEvent[] {
  return events.map((event, index) => ({ seq: index + 1, event }));
}

/** A busy community's events, at least so many. */
function busyEvents(seed: number, count: number): readonly NumberedEvent[] {
  const load = createLoad({ seed, servers: 20, players: 300 });
  const opening = openingEvents(load.world);
  const frames = load
    .take(count - opening.length)
    .map((frame): DomainEvent => ({ source: 'realtime', ...frame }));
  return numbered([...opening, ...frames].slice(0, count));
}

/** Reducers that forget to take one player away: the one who leaves with this event. */
function forgetful(planted: DomainEvent) {
  return (rows: Rows, event: DomainEvent): readonly Change[] => {
    const changes = reduce(rows, event);
    return event === planted ? changes.filter(({ table }) => table !== 'players') : changes;
  };
}

/** Of the long form, so many streams a test: each of them can be run by its name. */
const SLICES = LONG ? [1, 51, 101, 151] : [1];
const [STREAMS, EVENTS] = LONG ? [50, 100_000] : [20, 10_000];

describe('bisecting', { timeout: LONG ? 3_600_000 : 60_000 }, () => {
  it.each(SLICES)('finds the event of a planted bug in a reducer, from stream %i on', (first) => {
    const most = Math.ceil(Math.log2(EVENTS + 1)) + 1;
    const asked = compileExpression(
      'any(s in servers, s.population.players < count(p in players, p.server_id = s.id) or ' +
        's.population.players = null and any(p in players, p.server_id = s.id))',
    );
    let worst = 0;
    for (let seed = first; seed < first + STREAMS; seed++) {
      const all = busyEvents(seed, EVENTS);
      const left = all.filter(({ event }) => event.event === 'gsm:player:destruct');
      const planted = left[(seed * 7919) % left.length]!;
      const player = new Player(sourceOf(all), {
        reduce: forgetful(planted.event as DomainEvent),
      });
      const found = bisect(player, asked);
      expect(found, `seed ${seed}`).toEqual({
        kind: 'found',
        position: planted.seq,
        probes: expect.any(Number),
      });
      expect(player.last).toBe(planted);
      worst = Math.max(worst, found.probes);
    }
    expect(worst).toBeLessThanOrEqual(most);
    if (LONG) {
      const last = first + STREAMS - 1;
      process.stdout.write(
        `streams ${first} to ${last} of ${EVENTS} events: all found, at most ${worst} probes\n`,
      );
    }
  });

  it('finds what a look after every event finds first, of what goes on holding', () => {
    fc.assert(
      fc.property(scenarios, fc.nat({ max: 200 }), ({ events }, count) => {
        let seen = 0;
        // What has happened so often has happened so often for good.
        const counting = (rows: Rows): readonly Change[] => {
          const before = rows.presence.get('x');
          const viewers = [...(before?.viewers ?? []), ...VIEWER];
          return [{ table: 'presence', id: 'x', before, after: { id: 'x', viewers } }];
        };
        const player = new Player(sourceOf(numbered(events)), { reduce: counting });
        const holds = (rows: Rows) => {
          seen++;
          return (rows.presence.get('x')?.viewers.length ?? 0) >= count;
        };
        const found = bisect(player, holds);
        expect(found.probes).toBe(seen);
        expect(seen).toBeLessThanOrEqual(Math.ceil(Math.log2(events.length + 1)) + 1);
        if (count === 0) expect(found.kind).toBe('from-the-start');
        else if (count > events.length) expect(found.kind).toBe('not-at-the-end');
        else expect(found).toMatchObject({ kind: 'found', position: count });
      }),
    );
  });
});

/** Rows in which one row says after how many events it is. */
const counted = (rows: Rows): readonly Change[] => {
  const before = rows.presence.get('x');
  const viewers = [...(before?.viewers ?? []), ...VIEWER];
  return [{ table: 'presence', id: 'x', before, after: { id: 'x', viewers } }];
};
const count = (rows: Rows) => rows.presence.get('x')?.viewers.length ?? 0;

function first(player: Player, holds: (rows: Rows) => boolean, end?: number): Search {
  const search = findFirst(player, holds, end);
  let step = search.next();
  while (step.done !== true) step = search.next();
  return step.value;
}

describe('a fault that heals again', { timeout: 60_000 }, () => {
  const playerOf = (events: number) => {
    const source = Array.from({ length: events }, (_, index) => {
      return { seq: index + 1, event: {} as DomainEvent };
    });
    return new Player(sourceOf(source), { reduce: counted });
  };

  it('is found at its first event, wherever it begins and heals', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3_000 }),
        fc.integer({ min: 1, max: 40 }),
        fc.nat({ max: 3_500 }),
        (from, lasts, events) => {
          const holds = (rows: Rows) => count(rows) >= from && count(rows) < from + lasts;
          const player = playerOf(events);
          const found = first(player, holds);
          if (from > events) expect(found).toMatchObject({ kind: 'never' });
          else {
            expect(found).toMatchObject({ kind: 'found', position: from });
            expect(player.position).toBe(from);
            expect(count(player.rows)).toBe(from);
          }
          // Halving cannot see it, unless it is told where to end.
          if (from + lasts <= events) {
            expect(bisect(playerOf(events), holds)).toMatchObject({ kind: 'not-at-the-end' });
            expect(bisect(playerOf(events), holds, from)).toMatchObject({
              kind: 'found',
              position: from,
            });
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it('is looked for no further than asked, and from before the first event on', () => {
    const holds = (rows: Rows) => count(rows) === 7;
    expect(first(playerOf(20), holds, 6)).toEqual({ kind: 'never', probes: 7 });
    expect(first(playerOf(20), holds, 7)).toMatchObject({ kind: 'found', position: 7 });
    expect(first(playerOf(20), () => true)).toEqual({ kind: 'from-the-start', probes: 1 });
  });

  it('is asked for only after what changed a row, and lets others work in between', () => {
    const events = Array.from({ length: 5_000 }, (_, index) => {
      return { seq: index + 1, event: {} as DomainEvent };
    });
    const player = new Player(sourceOf(events), { reduce: () => [] });
    const search = findFirst(player, () => false);
    let [turns, step] = [0, search.next()];
    for (; step.done !== true; step = search.next()) turns++;
    expect(step.value).toEqual({ kind: 'never', probes: 1 });
    expect(turns).toBe(5);
  });
});

const VIEWER = [{ muster_id: '0'.repeat(24), display_name: 'x', since: 0 }] as const;

function side(events: readonly DomainEvent[]) {
  return { rows: createRows(), events: numbered(events) };
}

describe('the difference of two recordings', { timeout: 60_000 }, () => {
  it('is none for the same events', () => {
    fc.assert(
      fc.property(scenarios, ({ events }) => {
        const diff = diffRecordings(side(events), side(events));
        expect(diff).toEqual({ kind: 'same', events: events.length });
      }),
    );
  });

  it('is the first event after which the hash of rows differs', () => {
    fc.assert(
      fc.property(scenarios, fc.nat(), ({ events }, cut) => {
        const at = cut % events.length;
        const other = events.toSpliced(at, 1);
        const [a, b] = [createRows(), createRows()];
        let first = 0;
        for (let index = 0; index < other.length && first === 0; index++) {
          fold(a, [events[index]!]);
          fold(b, [other[index]!]);
          if (hashRows(a) !== hashRows(b)) first = index + 1;
        }
        const diff = diffRecordings(side(events), side(other));
        if (first === 0) {
          expect(diff).toEqual({ kind: 'shorter', which: 'b', events: other.length });
        } else expect(diff).toMatchObject({ kind: 'different', position: first });
      }),
    );
  });

  it('of one recording that two versions play is the event that they take otherwise', () => {
    for (let seed = 1; seed <= 5; seed++) {
      const all = busyEvents(seed, 2_000);
      const left = all.filter(({ event }) => event.event === 'gsm:player:destruct');
      const planted = left[(seed * 31) % left.length]!;
      const makes = { reduce: forgetful(planted.event as DomainEvent), apply: applyChanges };
      const one = { rows: createRows(), events: all };
      const other = { rows: createRows(), events: all, makes };
      expect(diffRecordings(one, other)).toMatchObject({
        kind: 'different',
        position: planted.seq,
        a: planted,
        b: planted,
        fields: [{ table: 'players', path: '', a: undefined }],
      });
    }
  });

  it('names each field that differs, and no other, of what the recordings begin with', () => {
    fc.assert(
      fc.property(scenarios, scenarios, ({ events }, { events: others }) => {
        const [a, b] = [createRows(), createRows()];
        fold(a, events);
        fold(b, others);
        const same = hashRows(a) === hashRows(b);
        const diff = diffRecordings({ rows: a, events: [] }, { rows: b, events: [] });
        if (same) expect(diff).toEqual({ kind: 'same', events: 0 });
        else {
          expect(diff).toMatchObject({ kind: 'different', position: 0, a: null, b: null });
          const fields = diff.kind === 'different' ? diff.fields : [];
          const mended = plain(a);
          for (const field of fields) {
            expect(field.a).not.toStrictEqual(field.b);
            expect(replace(mended, field)).toEqual(field.a);
          }
          expect(mended).toEqual(plain(b));
        }
      }),
    );
  });
});

type Plain = { [name: string]: unknown };

/** Rows of facts as a tree of their own: table, id, row. */
function plain(rows: Rows): Plain {
  const tables = FACT_TABLES.map((table) => [table, Object.fromEntries(rows[table])]);
  return structuredClone(Object.fromEntries(tables) as Plain);
}

/** Puts what `b` has in the place of what `a` has; answers what that was. */
function replace(tree: Plain, { table, id, path, b }: FieldDifference): unknown {
  const way = [table, id, ...(path === '' ? [] : path.split('.'))];
  const name = way.pop() ?? '';
  const around = way.reduce((at, step) => at[step] as Plain, tree);
  const { [name]: was } = around;
  if (b === undefined) delete around[name];
  else around[name] = b;
  return was;
}
