import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LogEvent, LogPerson } from './log-event.ts';
import { isOfRcon, mergeLog, type Span, type Told } from './merge.ts';

const who = (name: string): LogPerson => ({ name, bohemiaId: null, steamId: null });
let keys = 0;
const base = (at: number) => ({ at, key: `${(keys += 1)}` });
const join = (name: string, at: number): LogEvent => ({
  kind: 'join',
  person: who(name),
  ...base(at),
});
const leave = (name: string, at: number): LogEvent => ({
  kind: 'leave',
  person: who(name),
  ...base(at),
});
const chat = (name: string, text: string, at: number): LogEvent => ({
  kind: 'chat',
  person: who(name),
  channel: 'Unknown',
  text,
  ...base(at),
});
const kick = (name: string, by: 'game' | 'admin-kick', at: number): LogEvent => ({
  kind: 'kick',
  person: who(name),
  by,
  reason: 'Ping too high',
  ...base(at),
});
const death = (name: string, at: number): LogEvent => ({
  kind: 'death',
  person: who(name),
  by: null,
  ...base(at),
});
const rcon = (kind: Told['kind'], name: string, at: number, more: Partial<Told> = {}): Told => ({
  kind,
  name,
  at,
  text: '',
  found: false,
  ...more,
});
const CONNECTED: readonly Span[] = [{ since: 100_000, until: 200_000 }];
const told = (events: readonly LogEvent[], spans: readonly Span[], by: readonly Told[] = []) =>
  mergeLog(events, { spans, told: by }).told;

describe('while RCon is connected', () => {
  it('it tells who comes, goes, speaks and is kicked by BattlEye', () => {
    const events = [
      join('Ada', 100_000),
      chat('Ada', 'hi', 150_000),
      kick('Ada', 'admin-kick', 199_000),
      leave('Ada', 200_000),
    ];
    expect(mergeLog(events, { spans: CONNECTED, told: [] })).toEqual({ told: [], known: events });
  });

  it('the log tells of deaths, and of kicks by the game', () => {
    const events = [death('Ada', 150_000), kick('Ada', 'game', 150_000)];
    expect(told(events, CONNECTED)).toEqual(events);
  });

  it('a line of the second in which it connected is its own: logs print whole seconds', () => {
    expect(told([join('Ada', 99_001)], CONNECTED)).toEqual([]);
    expect(told([join('Ada', 98_000)], CONNECTED)).toHaveLength(1);
  });
});

describe('from a time without RCon', () => {
  it('everything is told', () => {
    const events = [
      join('Ada', 10),
      chat('Ada', 'hi', 20),
      kick('Ada', 'admin-kick', 30),
      leave('Ada', 40),
    ];
    expect(told(events, CONNECTED)).toEqual(events);
  });

  it('a line at the edge that RCon told by another clock is known, once', () => {
    const said = [chat('Ada', 'hi', 95_000), chat('Ada', 'hi', 96_000), chat('Ada', 'ho', 96_000)];
    const by = [rcon('chat', 'Ada', 101_000, { text: 'hi' })];
    expect(told(said, CONNECTED, by)).toEqual(said.slice(1));
  });

  it('the last join is the one that the next player list shows, and the first leave the one it misses', () => {
    const found = { found: true };
    const by = [rcon('join', 'Ada', 101_000, found), rcon('leave', 'Bob', 101_000, found)];
    const events = [
      leave('Bob', 10_000),
      join('Ada', 20_000),
      leave('Ada', 30_000),
      join('Ada', 40_000),
      join('Bob', 50_000),
      leave('Bob', 60_000),
    ];
    expect(told(events, CONNECTED, by)).toEqual([events[1], events[2], events[4], events[5]]);
  });

  it('what a later player list shows is another coming', () => {
    const spans = [...CONNECTED, { since: 500_000, until: 600_000 }];
    const by = [rcon('join', 'Ada', 501_000, { found: true })];
    expect(told([join('Ada', 50_000)], spans, by)).toHaveLength(1);
    expect(told([join('Ada', 300_000)], spans, by)).toHaveLength(0);
  });
});

it('whatever comes, each event is told or known, in its order, and a log alone tells all', () => {
  const name = fc.constantFrom('Ada', 'Bob');
  const at = fc.integer({ min: 0, max: 400_000 });
  const event = fc.oneof(
    fc.tuple(name, at).map(([one, when]) => join(one, when)),
    fc.tuple(name, at).map(([one, when]) => leave(one, when)),
    fc.tuple(name, at).map(([one, when]) => chat(one, 'hi', when)),
    fc.tuple(name, at).map(([one, when]) => kick(one, 'game', when)),
    fc.tuple(name, at).map(([one, when]) => death(one, when)),
  );
  const by = fc.record({
    kind: fc.constantFrom('join' as const, 'leave' as const, 'chat' as const),
    name,
    at,
    text: fc.constant('hi'),
    found: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(event), fc.array(by), (events, known) => {
      const merged = mergeLog(events, { spans: CONNECTED, told: known });
      const places = merged.told.map((one) => events.indexOf(one));
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      expect(merged.told.length + merged.known.length).toBe(events.length);
      expect(merged.known.every(isOfRcon)).toBe(true);
      const outside = merged.known.filter((one) => one.at < 99_000 || one.at > 200_000);
      expect(outside.length).toBeLessThanOrEqual(known.length);
      expect(mergeLog(events, { spans: [], told: [] }).told).toEqual(events);
    }),
    { seed: 21 },
  );
});
