import { expect, it } from 'vitest';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { fill, nextSayingAt, sayingsBetween, type Known } from './messenger.ts';

const id = (n: number) => n.toString(16).padStart(24, '0');
const message = (part: Partial<RowOf<'messages'>> = {}): RowOf<'messages'> => ({
  id: id(1),
  server_id: id(9),
  enabled: true,
  mode: 'public',
  text: 'Hello',
  interval: 600,
  offset: 0,
  changed: 0,
  ...part,
});
const ann = { id: id(5), name: 'Ann', joined_at: 10_000_000 };
const times = (of: RowOf<'messages'>, from: number, to: number) =>
  sayingsBetween([of], [ann], from, to).map(({ at }) => at);

it('two public messages of one interval take turns by their offsets', () => {
  const all = [message({ offset: 300 }), message({ id: id(2) })];
  const said: string[] = [];
  for (let at = 0; at < 1_500_000;) {
    const next = nextSayingAt(all, [], at)!;
    said.push(...sayingsBetween(all, [], at, next).map((one) => `${one.message.offset}@${one.at}`));
    at = next;
  }
  expect(said).toEqual(['300@300000', '0@600000', '300@900000', '0@1200000', '300@1500000']);
});

it('what was due several times in the meantime is said once', () => {
  expect(times(message(), 0, 1_900_000)).toEqual([1_800_000]);
});

it('a private message comes after who joined, and again by its interval or once', () => {
  const often = message({ mode: 'private', offset: 5, interval: 60 });
  expect(times(often, 10_000_000, 10_005_000)).toEqual([10_005_000]);
  expect(times(often, 10_005_000, 10_065_000)).toEqual([10_065_000]);
  const once = message({ mode: 'private', offset: 5, interval: null });
  expect(times(once, 10_000_000, 10_005_000)).toEqual([10_005_000]);
  expect(times(once, 10_005_000, 20_000_000)).toEqual([]);
  expect(nextSayingAt([once], [ann], 10_005_000)).toBeNull();
});

it('one that is stopped says nothing, and one that is new nothing of before', () => {
  expect(times(message({ enabled: false }), 0, 600_000)).toEqual([]);
  expect(times(message({ changed: 600_001 }), 0, 600_000)).toEqual([]);
});

it('a text names what is known, and says ? for what is not', () => {
  const known: Known = {
    server: 'Chernarus',
    players: '3',
    slots: null,
    map: null,
    time: '20:15',
    restart: null,
    minutes: '5',
    player: null,
  };
  expect(fill('{server}: {players}/{slots} at {time}, {minutes} min', known)).toBe(
    'Chernarus: 3/? at 20:15, 5 min',
  );
  expect(fill('{server}'.repeat(60), known)).toHaveLength(256);
});
