import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createLoad } from '../../testing/frames.ts';
import { scenarios } from '../../testing/scenario.ts';
import type { Change } from '../change.ts';
import { realtimeEvent, type DomainEvent } from '../event.ts';
import { entriesOf } from '../feed/entries.ts';
import { keyframe } from '../fold.ts';
import { reduce } from '../reduce.ts';
import type { IdentityRow } from '../rows.ts';
import { TABLES } from '../tables.ts';
import { applyChanges, createRows, type Rows, type ServerIndex } from '../state.ts';
import { Player, sourceOf, type Reduce } from './player.ts';

const LONG = process.env['MUSTER_LONG'] === '1';

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
    indexes: [index(rows.owned.players), index(rows.owned.identities)],
    owners: [rows.owned.players.size, rows.owned.identities.size],
    feed: [...rows.servers.keys()].sort().map((id) => entriesOf(rows, 'feed', id)),
  };
}

function folded(events: readonly DomainEvent[], by: Reduce): Rows {
  const rows = createRows();
  for (const event of events) applyChanges(rows, by(rows, event));
  return rows;
}

/** Goes this way through events, the first of which are played before the player begins. */
function expectTrue(
  events: readonly DomainEvent[],
  before: number,
  way: readonly Move[],
  by: Reduce,
  every: { readonly keyframeEvents: number; readonly mostKeyframes: number },
): void {
  const told = events.map((event, index) => ({ seq: index + 1, event }));
  const start = folded(events.slice(0, before), by);
  const player = new Player(sourceOf(told.slice(before)), { start, reduce: by, ...every });
  const count = Math.max(0, events.length - before);
  for (const { kind, to } of [...way, { kind: 'seek', to: count } as const]) {
    if (kind === 'seek') player.seek(to % (count + 1));
    else if (kind === 'step') player.step();
    else player.back();
    const plain = folded(events.slice(0, before + player.position), by);
    expect(seen(player.rows)).toEqual(seen(plain));
    const next = before + player.position;
    if (to % 2 === 0) expect(player.peek()).toBe(told[next] ?? null);
  }
}

it('wherever a player goes, and by whatever way, its rows are those of a plain replay', () => {
  fc.assert(
    fc.property(
      scenarios,
      fc.nat(3),
      fc.array(moves, { maxLength: 12 }),
      fc.record({
        keyframeEvents: fc.integer({ min: 1, max: 6 }),
        mostKeyframes: fc.constantFrom(2, 4, 512),
      }),
      ({ events }, before, way, every) => expectTrue(events, before, way, reduce, every),
    ),
    { numRuns: LONG ? 5_000 : 200 },
  );
});

/** Of five rows, one comes, goes, or is another from then on; it belongs to one of three servers. */
function reduceComing(rows: Rows, { at }: DomainEvent): readonly Change[] {
  const id = `${at % 5}`;
  const before = rows.identities.get(id);
  const unknown = { ip: null, guid: null, steam_id: null, bohemia_id: null, position: null };
  const row: IdentityRow = { id, server_id: `${at % 3}`, ...unknown };
  const after = before !== undefined && at % 2 === 0 ? undefined : row;
  return [{ table: 'identities', id, before, after }];
}

it('so they are where rows come and go with every event, and keyframes are thinned again and again', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(29), { minLength: 4, maxLength: 60, size: 'max' }),
      fc.nat(6),
      fc.array(moves, { maxLength: 12 }),
      fc.record({
        keyframeEvents: fc.integer({ min: 1, max: 3 }),
        mostKeyframes: fc.constantFrom(2, 4, 6),
      }),
      (moments, before, way, every) => {
        const data = { sent: null };
        const events = moments.map((at): DomainEvent => ({
          source: 'realtime',
          event: 'keepalive',
          at,
          data,
        }));
        expectTrue(events, before, way, reduceComing, every);
      },
    ),
    { numRuns: LONG ? 50_000 : 2_000 },
  );
});

it('a row that came and went is taken for new after a step back, and kept at the next keyframe with its owner', () => {
  const data = { sent: null };
  const events = Array.from({ length: 12 }, (): DomainEvent => ({
    source: 'realtime',
    event: 'keepalive',
    at: 0,
    data,
  }));
  const way: readonly Move[] = [
    { kind: 'seek', to: 5 },
    { kind: 'back', to: 0 },
    { kind: 'seek', to: 11 },
    { kind: 'seek', to: 6 },
  ];
  expectTrue(events, 1, way, reduceComing, { keyframeEvents: 3, mostKeyframes: 6 });
});

it('a row that came and went between keyframes stays gone when every second of them goes', () => {
  const id = 'a';
  const asked = { server_id: '1', action: 11, player_id: null, player_name: null, text: 'hello' };
  const events = [
    { source: 'clock', event: 'tick', at: 1, data: null },
    { source: 'clock', event: 'tick', at: 2, data: null },
    { source: 'intent', event: 'begin', at: 3, data: { ...asked, id } },
    { source: 'intent', event: 'end', at: 4, data: { id, answer: '', error: null } },
    { source: 'intent', event: 'forget', at: 5, data: { id } },
    { source: 'clock', event: 'tick', at: 6, data: null },
    { source: 'clock', event: 'tick', at: 7, data: null },
    { source: 'clock', event: 'tick', at: 8, data: null },
  ];
  const told = events.map((event, index) => ({ seq: index + 1, event }));
  const player = new Player(sourceOf(told), { keyframeEvents: 2, mostKeyframes: 4 });
  player.seek(3);
  expect([...player.rows.intentions.keys()]).toEqual([id]);
  player.seek(0);
  player.seek(8);
  expect(seen(player.rows)).toEqual(seen(createRows()));
});

it('going far, either way, plays no more than what lies between two keyframes', () => {
  const load = createLoad({ seed: 5, servers: 3, players: 20 });
  const events = load.take(2_000).map((frame) => realtimeEvent(frame));
  const numbered = events.map((event, index) => ({ seq: index + 1, event }));
  let played = 0;
  const counting: Reduce = (rows, event) => {
    played++;
    return reduce(rows, event);
  };
  const options = { start: createRows(), reduce: counting, keyframeEvents: 50 };
  const player = new Player(sourceOf(numbered), options);
  const end = player.seekEnd();
  for (const position of [1_000, 3, end, 1_999, 700]) {
    played = 0;
    expect(player.seek(position)).toBe(position);
    expect(played).toBeLessThanOrEqual(50);
  }
});
