import { beforeAll, describe, expect, it } from 'vitest';
import '../../../style/base.css';
import '../../../style/fonts.ts';
import { CAPITAL } from '../../../../domain/walls/layout-fit.ts';
import type { CellFacts } from './cell.ts';
import { englishStyle, writtenBy, type Written } from './doubles.ts';
import { paintSingle } from './single.ts';
import type { WallStyle } from './style.ts';

const MINUTE = 60_000;
const NOW = Date.UTC(2026, 0, 1, 12);

let style: WallStyle;
beforeAll(async () => {
  style = await englishStyle();
});

const FACTS: CellFacts = {
  place: 0,
  name: 'Chernarus Vanilla 1PP Frankfurt gjpqy',
  players: 58,
  slots: 60,
  queue: 3,
  status: 'online',
  freshness: 'live',
  stateFor: 59 * MINUTE,
  age: 0,
  restartIn: -1,
  startUnknown: false,
};
const DAY = {
  step: 3_600,
  points: Array.from({ length: 24 }, (_, hour) => ({
    at: NOW - (24 - hour) * 60 * MINUTE,
    players: hour * 2,
    slots: 60,
    queue: null,
  })),
};

function painted(change: Partial<CellFacts>, width: number, height: number): readonly Written[] {
  const rect = { x: 0, y: 0, width, height };
  const facts = { ...FACTS, ...change, history: DAY };
  return writtenBy((context, write) => paintSingle(context, write, rect, facts, NOW, style));
}

describe('one server in a large picture', () => {
  it.each([
    [{ status: 'error', freshness: 'stale', stateFor: 23 * MINUTE, age: 1_000 }, '23 min'],
    [{ status: 'offline', freshness: 'polled', stateFor: 23 * MINUTE, age: 1_000 }, '23 min'],
    [{ status: 'online', freshness: 'live', stateFor: 23 * MINUTE, age: 1_000 }, '23 min'],
    [{ status: 'online', freshness: 'stale', stateFor: 23 * MINUTE, age: 2 * MINUTE }, '2 min old'],
    [{ status: 'online', freshness: 'polled', stateFor: MINUTE, age: 21_000 }, '21 sec old'],
  ] as const)('says of %o for how long: %s', (change, age) => {
    const texts = painted(change, 1_920, 1_080).map(({ text }) => text);
    expect(texts.filter((text) => /^\d+ (sec|min|hr)( old)?$/.test(text))).toEqual([age]);
  });

  it.each([
    [1_920, 1_080],
    [3_840, 2_160],
    [1_920, 540],
    [960, 1_080],
    [640, 540],
  ])('writes nothing over anything else, and all of it within, on %i × %i', (width, height) => {
    for (const change of [
      {},
      { players: 127, slots: 128, queue: 45 },
      { status: 'error' },
    ] as const) {
      const written = painted(change, width, height);
      const figure = written.find(({ text }) => text === style.texts.count(change.players ?? 58));
      expect((figure?.size ?? 0) * CAPITAL).toBeLessThanOrEqual(0.3 * height);
      for (const [at, one] of written.entries()) {
        expect([one.left >= -1, one.right <= width + 1, one.bottom <= height + 1]).toEqual([
          true,
          true,
          true,
        ]);
        for (const other of written.slice(at + 1)) {
          const apart =
            one.right <= other.left + 1 ||
            other.right <= one.left + 1 ||
            one.bottom <= other.top + 1 ||
            other.bottom <= one.top + 1;
          expect(apart, `${one.text} over ${other.text}`).toBe(true);
        }
      }
    }
  });
});
