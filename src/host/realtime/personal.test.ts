import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { restore } from '../../domain/personal/separate.ts';
import { EVENTS, type EventData, type EventName } from '../../protocol/events.ts';
import { shapeOf } from '../../protocol/shape.ts';
import { arbitraryOf } from '../../testing/arbitrary-of.ts';
import { separate } from './personal.ts';

const names = Object.keys(EVENTS) as EventName[];

describe.each(names)('the data of %s', (name) => {
  const data = arbitraryOf(shapeOf(EVENTS[name])!) as fc.Arbitrary<EventData<EventName>>;

  it('is the same again when what was taken out is put back, in any order', () => {
    fc.assert(
      fc.property(data, fc.boolean(), (whole, backwards) => {
        const { data: rest, personal } = separate(name, whole);
        const parts = personal.map((part) => part.data);
        expect(restore(rest, backwards ? parts.toReversed() : parts)).toEqual(whole);
      }),
    );
  });

  it('still fits its schema when everything personal is erased', () => {
    fc.assert(
      fc.property(data, (whole) => {
        const parsed = EVENTS[name].safeParse(separate(name, whole).data);
        expect(parsed.error).toBeUndefined();
      }),
    );
  });
});

/** Fields that a person may ask to have erased, wherever they stand in a stream's event. */
const ERASABLE = [
  'name',
  'text',
  'ip',
  'guid',
  'steam_id',
  'bohemia_id',
  'position',
  'display_name',
  'player_name',
];

it('leaves no name, text, address or identifier in the log', () => {
  const told = arbitraryOf(shapeOf(EVENTS['server:feed'])!) as fc.Arbitrary<
    EventData<'server:feed'>
  >;
  fc.assert(
    fc.property(told, (whole) => {
      // What a server does by itself is about nobody.
      fc.pre(whole.entry.kind !== 'schedule');
      const { data } = separate('server:feed', whole);
      const left: unknown[] = [];
      JSON.stringify(data, (key, value: unknown) => {
        if (ERASABLE.includes(key) && value !== '' && value !== null) left.push(value);
        return value;
      });
      expect(left).toEqual([]);
    }),
  );
});

it('has one part for each person, also where somebody acts on themselves', () => {
  const actor = { muster_id: 'a'.repeat(24), display_name: 'Ada' };
  const player = { id: 'b'.repeat(24), muster_id: actor.muster_id, name: 'Ada' };
  const entry = {
    kind: 'action',
    actor,
    action: 23,
    player,
    text: 'bye',
    outcome: 'done',
  } as const;
  const whole = { server_id: 'c'.repeat(24), at: 0, entry };
  const { data, personal } = separate('server:feed', whole);
  expect(personal.map((part) => part.subject)).toEqual([actor.muster_id]);
  const [part] = personal;
  expect(restore(data, [part!.data])).toEqual(whole);
});

it('a notification that names no player has nothing personal in it', () => {
  const data = arbitraryOf(shapeOf(EVENTS.notification)!) as fc.Arbitrary<
    EventData<'notification'>
  >;
  fc.assert(
    fc.property(data, (told) => {
      const unnamed = { ...told, player_name: null };
      expect(separate('notification', unnamed)).toEqual({ data: unnamed, personal: [] });
    }),
  );
});

it('a notification that names a player names nobody in the log', () => {
  const told = {
    notification_id: 'a'.repeat(24),
    event: 'join',
    server_id: 'b'.repeat(24),
    muster_id: 'c'.repeat(24),
    player_name: 'Ada',
    at: 1,
  };
  expect(separate('notification', told)).toEqual({
    data: { ...told, player_name: null },
    personal: [{ subject: told.muster_id, data: { player_name: 'Ada' } }],
  });
});
