import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MessageInbox } from './inbox.ts';

const HOLD = 5_000;

describe('the inbox', () => {
  test('tells messages in order as they come', () => {
    const inbox = new MessageInbox(HOLD);
    expect(inbox.accept(0, 'a', 0)).toEqual(['a']);
    expect(inbox.accept(1, 'b', 1)).toEqual(['b']);
  });
  test('tells a copy to nobody', () => {
    const inbox = new MessageInbox(HOLD);
    inbox.accept(0, 'a', 0);
    expect(inbox.accept(0, 'a', 9_000)).toEqual([]);
  });
  test('holds a message back for the one before it', () => {
    const inbox = new MessageInbox(HOLD);
    expect(inbox.accept(1, 'b', 0)).toEqual([]);
    expect(inbox.accept(1, 'b', 10)).toEqual([]);
    expect(inbox.accept(0, 'a', 2_000)).toEqual(['a', 'b']);
  });
  test('waits only so long, and tells the late one all the same', () => {
    const inbox = new MessageInbox(HOLD);
    inbox.accept(1, 'b', 100);
    expect(inbox.nextExpiry()).toBe(5_100);
    expect(inbox.expire(5_099)).toEqual([]);
    expect(inbox.expire(5_100)).toEqual(['b']);
    expect(inbox.nextExpiry()).toBeNull();
    expect(inbox.accept(0, 'a', 6_000)).toEqual(['a']);
    expect(inbox.accept(2, 'c', 6_001)).toEqual(['c']);
  });
  test('takes a number with another text for a new message', () => {
    const inbox = new MessageInbox(HOLD);
    for (let seq = 0; seq < 6; seq += 1) inbox.accept(seq, `a${seq}`, seq);
    expect(inbox.accept(0, 'b0', 10)).toEqual(['b0']);
  });
  test('loses nothing when the server counts again while messages wait', () => {
    const inbox = new MessageInbox(HOLD);
    expect(inbox.accept(1, 'old b', 0)).toEqual([]);
    expect(inbox.accept(1, 'new b', 10)).toEqual(['old b', 'new b']);
    expect(inbox.accept(2, 'new c', 20)).toEqual(['new c']);
  });
  test('tells in order what comes after the server began to count again', () => {
    const inbox = new MessageInbox(HOLD);
    for (let seq = 0; seq < 3; seq += 1) inbox.accept(seq, `a${seq}`, seq);
    expect(inbox.accept(1, 'b1', 10)).toEqual(['b1']);
    expect(inbox.accept(3, 'b3', 20)).toEqual([]);
    expect(inbox.accept(2, 'b2', 30)).toEqual(['b2', 'b3']);
  });
  test('waits for nothing of a new count that came before its turn', () => {
    const inbox = new MessageInbox(HOLD);
    for (let seq = 0; seq < 3; seq += 1) inbox.accept(seq, `a${seq}`, seq);
    expect(inbox.accept(2, 'b2', 10)).toEqual(['b2']);
    expect(inbox.accept(1, 'b1', 20)).toEqual(['b1']);
    expect(inbox.accept(3, 'b3', 30)).toEqual(['b3']);
  });
  test('tells no copy of the count before', () => {
    const inbox = new MessageInbox(HOLD);
    for (let seq = 0; seq < 3; seq += 1) inbox.accept(seq, `a${seq}`, seq);
    inbox.accept(1, 'b1', 10);
    expect(inbox.accept(1, 'a1', 20)).toEqual([]);
    expect(inbox.accept(2, 'b2', 30)).toEqual(['b2']);
  });
  test('tells everything that waits when nothing more will come', () => {
    const inbox = new MessageInbox(HOLD);
    inbox.accept(3, 'd', 0);
    inbox.accept(1, 'b', 0);
    expect(inbox.flush()).toEqual(['b', 'd']);
  });
});

test('every message is told once and in order, however the network shuffles and doubles them', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 700 }),
      fc.infiniteStream(fc.nat({ max: 20 })),
      (count, chance) => {
        const arrivals = Array.from({ length: count }, (_, number) => number)
          .flatMap((number) => ((chance.next().value ?? 0) < 4 ? [number, number] : [number]))
          .map((number) => ({ number, at: number * 100 + (chance.next().value ?? 0) * 100 }))
          .toSorted((one, other) => one.at - other.at);
        const inbox = new MessageInbox(HOLD);
        const told = arrivals.flatMap(({ number, at }) => [
          ...inbox.expire(at),
          ...inbox.accept(number & 0xff, `message ${number}`, at),
        ]);
        expect(told).toEqual(Array.from({ length: count }, (_, number) => `message ${number}`));
      },
    ),
  );
});

test('the same text under a number that has come round again is no copy, however soon', () => {
  const inbox = new MessageInbox(10_000);
  const told: string[] = [];
  for (let n = 0; n < 600; n += 1) told.push(...inbox.accept(n & 0xff, `text ${n & 0xff}`, n));
  expect(told).toHaveLength(600);
  expect(inbox.accept(599 & 0xff, `text ${599 & 0xff}`, 600)).toEqual([]);
});
