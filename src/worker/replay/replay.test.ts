import { expect, it } from 'vitest';
import type { DomainEvent } from '../../domain/event.ts';
import { Player, sourceOf } from '../../domain/recordings/player.ts';
import { Timeline } from '../../domain/recordings/timeline.ts';
import { openingEvents } from '../../testing/snapshots.ts';
import { World } from '../../testing/world.ts';
import { ManualClock } from '../doubles.ts';
import type { ReplayMessage } from './contract.ts';
import { Replay } from './replay.ts';

const SECOND_MS = 1_000;

/** So many servers, one of which has so many players each second; nothing was there before the second event. */
function replayOf(servers: number, counts: readonly number[] = [1, 2, 3, 4, 5]) {
  const world = new World();
  for (let number = 0; number < servers; number++) world.addServer(`Server ${number}`, 60);
  const events: DomainEvent[] = [...openingEvents(world)];
  for (const players of counts) {
    world.pass(SECOND_MS);
    const population = { players, slots: 60, queue: null, source: 'live' } as const;
    events.push({ source: 'realtime', ...world.observe(world.servers[0]!, population) });
  }
  const numbered = events.map((event, index) => ({ seq: index + 1, event }));
  const timeline = new Timeline();
  for (const { seq, event } of numbered) timeline.add(seq, event);
  const clock = new ManualClock();
  const messages: ReplayMessage[] = [];
  const player = new Player(sourceOf(numbered));
  const replay = new Replay({ player, timeline }, clock, (message) => messages.push(message));
  return { clock, replay, messages };
}

it('a list of more than a thousand servers follows a recording wherever it jumps, and plays on there', async () => {
  const { clock, replay, messages } = replayOf(1_001);
  const list = { view: 'servers', filter: {}, sort: 'players', direction: 'desc' } as const;
  replay.seek(0);
  replay.receive({ type: 'subscribe', id: 1, query: { ...list, window: { from: 0, to: 10 } } });
  for (const [position, players] of [
    [7, 5],
    [3, 1],
    [5, 3],
    [2, 0],
    [4, 2],
  ] as const) {
    messages.length = 0;
    replay.seek(position);
    const [told] = messages.filter(({ type }) => type === 'snapshot');
    expect(told).toMatchObject({ id: 1, total: 1_001, rows: { length: 10 } });
    expect(told).toHaveProperty('rows.0.population.players', players);
  }
  messages.length = 0;
  replay.play(1);
  await clock.advance(1.5 * SECOND_MS);
  const set = messages.flatMap((message) => {
    if (message.type !== 'patch') return [];
    const changes = message.changes.flatMap((one) => one.changes);
    return changes.flatMap((change) => (change.op === 'fields' ? [change.fields] : []));
  });
  expect(set).toMatchObject([{ population: { players: 3 } }]);
});

it.each([
  ['lasting', 7, false, 'found', 6],
  ['first', 7, false, 'found', 4],
  ['lasting', 5, true, 'not-at-the-end', 5],
  ['lasting', 4, true, 'found', 4],
  ['first', 5, true, 'found', 4],
  ['first', 3, true, 'never', 3],
] as const)(
  'a fault that heals and comes back, looked for by %s from event %i, until there: %s, is %s, and it stands at %i',
  async (mode, from, untilHere, kind, stands) => {
    const { replay } = replayOf(1, [1, 9, 1, 9, 9]);
    replay.seek(from);
    const found = await replay.find('any(s in servers, s.population.players = 9)', {
      mode,
      untilHere,
    });
    expect([found.kind, replay.moment.position]).toEqual([kind, stands]);
  },
);

it('a long search ends where the recording is moved in the meantime', async () => {
  const { clock, replay } = replayOf(
    1,
    Array.from({ length: 1_500 }, () => 1),
  );
  const found = replay.find('count(servers) = 2', { mode: 'first', untilHere: false });
  replay.seek(3);
  await clock.advance(1);
  expect(await found).toEqual({ kind: 'moved' });
  expect(replay.moment.position).toBe(3);
});

it('a question that cannot be read says where, and moves nothing', async () => {
  const { replay } = replayOf(1);
  replay.seek(3);
  const found = await replay.find('count(servers) = ;', { mode: 'first', untilHere: false });
  expect(found).toEqual({ kind: 'unreadable', at: 17, message: expect.any(String) });
  expect(replay.moment.position).toBe(3);
});

it('what an event changed is told field by field, and at the beginning there is none', () => {
  const { replay } = replayOf(1);
  replay.seek(0);
  expect(replay.event()).toBeNull();
  replay.seek(2);
  const [came] = replay.event()?.changes ?? [];
  expect(came).toMatchObject({ table: 'servers', kind: 'came' });
  expect(came?.fields).toContainEqual({ path: 'position', a: undefined, b: expect.any(Number) });
  replay.seek(4);
  const { line, changes } = replay.event() ?? {};
  expect(line).toMatchObject({ seq: 4, event: 'server:update' });
  expect(changes).toMatchObject([
    {
      kind: 'changed',
      fields: expect.arrayContaining([{ path: 'population.players', a: 1, b: 2 }]) as unknown,
    },
  ]);
});

it('plays as fast as it is told to its end, stands there, and then from the beginning', async () => {
  const { clock, replay, messages } = replayOf(1);
  const told = () => messages.flatMap((one) => (one.type === 'moment' ? [one.moment] : [])).at(-1);
  replay.seek(3);
  const { at } = replay.moment;
  replay.play(2);
  await clock.advance(SECOND_MS / 2 + 50);
  expect(replay.moment).toMatchObject({ position: 4, speed: 2 });
  // Its clock goes on between events too.
  expect(told()?.at).toBeGreaterThan((at ?? 0) + SECOND_MS);
  replay.play(null);
  expect(told()).toMatchObject({ position: 4, speed: null });
  await clock.advance(10 * SECOND_MS);
  expect(replay.moment.position).toBe(4);
  replay.play(2);
  await clock.advance(10 * SECOND_MS);
  expect(replay.moment).toMatchObject({ position: 7, speed: null });
  replay.play(1);
  expect(replay.moment).toMatchObject({ position: 0, speed: 1 });
});
