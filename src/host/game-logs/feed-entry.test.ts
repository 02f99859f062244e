import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LIMITS } from '../connectors/limits.ts';
import type { LogEvent, LogHarm } from '../connectors/logs/log-event.ts';
import { feedEntry, type FeedEntry } from '../../protocol/feed/fields.ts';
import { feedEntryOf, People } from './feed-entry.ts';

const NOBODY = new People([], new Map());
const LINE = 'x'.repeat(LIMITS.logLine);
const person = (name: string) => ({ name, bohemiaId: null, steamId: null });
const told = (event: LogEvent) => feedEntryOf(event, NOBODY);
const at = 1;
const key = 'a';

const anyFigure = fc.option(
  fc.oneof(fc.double({ noNaN: true }), fc.constantFrom(1e300, -1e300, 3e9, -1)),
  { nil: null },
);
const anyText = fc.oneof(fc.string(), fc.constant(LINE));
const anyPerson = anyText.map(person);
const anyHarm: fc.Arbitrary<LogHarm> = fc.record({
  person: fc.option(anyPerson, { nil: null }),
  cause: anyText,
  weapon: fc.option(anyText, { nil: null }),
  distance: anyFigure,
});

/** Asks the parts of an entry that a log words for their bounds. */
function expectBounded(entry: FeedEntry | null): void {
  expect(feedEntry.safeParse(entry).success).toBe(true);
  if (entry === null || (entry.kind !== 'hit' && entry.kind !== 'death')) return;
  if (entry.kind === 'hit') {
    expect(entry.zone?.length ?? 0).toBeLessThanOrEqual(LIMITS.label);
    expect(Math.abs(entry.damage ?? 0)).toBeLessThanOrEqual(LIMITS.damage);
  }
  const { by } = entry;
  expect(by?.player?.name.length ?? 0).toBeLessThanOrEqual(LIMITS.name);
  expect(by?.cause.length ?? 0).toBeLessThanOrEqual(LIMITS.label);
  expect(by?.weapon?.length ?? 0).toBeLessThanOrEqual(LIMITS.label);
  expect(by?.distance ?? 0).toBeLessThanOrEqual(LIMITS.metres);
}

it('whatever a log says of a hit or a death is told within the limits', () => {
  fc.assert(
    fc.property(anyPerson, anyHarm, anyText, anyFigure, (hurt, by, zone, damage) => {
      expectBounded(told({ kind: 'hit', at, key, person: hurt, by, zone, damage }));
      expectBounded(told({ kind: 'death', at, key, person: hurt, by }));
    }),
  );
});

it('a channel and a name as long as a line are cut', () => {
  const entry = told({ kind: 'chat', at, key, person: person(LINE), channel: LINE, text: 'Hello' });
  expect(entry).toEqual({
    kind: 'chat',
    player: { id: null, muster_id: null, name: `${'x'.repeat(LIMITS.name - 1)}…` },
    channel: `${'x'.repeat(LIMITS.label - 1)}…`,
    text: 'Hello',
  });
});

it('what a game can mean is told as it is', () => {
  const by = { person: person('Bob'), cause: '', weapon: 'M4-A1', distance: 712.5 };
  const hit = { kind: 'hit', person: person('Ann'), by, zone: 'Head', damage: 33.2 } as const;
  const entry = told({ ...hit, at, key });
  const named = (name: string) => ({ id: null, muster_id: null, name });
  expect(entry).toEqual({
    kind: 'hit',
    player: named('Ann'),
    by: { player: named('Bob'), cause: '', weapon: 'M4-A1', distance: 712.5 },
    zone: 'Head',
    damage: 33.2,
  });
});
