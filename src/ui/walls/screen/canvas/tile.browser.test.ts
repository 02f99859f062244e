import { beforeAll, describe, expect, it } from 'vitest';
import '../../../style/base.css';
import '../../../style/fonts.ts';
import { CAPITAL } from '../../../../domain/walls/layout-fit.ts';
import { cellRect, layOut, type WallSize } from '../../../../domain/walls/layout.ts';
import type { CellFacts } from './cell.ts';
import { englishStyle, writtenBy } from './doubles.ts';
import type { WallStyle } from './style.ts';
import { paintTile } from './tile.ts';

let style: WallStyle;
beforeAll(async () => {
  style = await englishStyle();
});

const FACTS: CellFacts = {
  place: 0,
  name: 'Chernarus Vanilla 1PP Frankfurt gjpqy',
  players: 58,
  slots: 60,
  queue: 0,
  status: 'online',
  freshness: 'live',
  stateFor: 59 * 60_000,
  age: 0,
  restartIn: -1,
  startUnknown: false,
};

/** The first of so many tiles, painted: where it is, and what was written in it. */
function painted(count: number, size: WallSize, change: Partial<CellFacts>) {
  const layout = layOut('auto', count, size);
  const rect = cellRect(layout, 0);
  const written = writtenBy((context, write) =>
    paintTile(context, write, rect, { ...FACTS, ...change }, layout, style),
  );
  return { rect, written };
}

const TELEVISIONS = [
  [1_280, 720, 1],
  [1_920, 1_080, 1],
  [1_920, 1_080, 2],
  [3_840, 2_160, 1],
] as const;
const CASES: readonly Partial<CellFacts>[] = [
  { players: 0 },
  { players: 60, queue: 12 },
  { players: 127, slots: 128, queue: 45 },
  { players: 100, slots: 100, freshness: 'stale', age: 59 * 60_000 },
  { players: -1, slots: -1, freshness: 'unknown', age: 23 * 3_600_000 },
  { players: 15, slots: 32, freshness: 'polled', age: 41_000 },
  { restartIn: 7_200_000 },
  { restartIn: 420_000, queue: 12 },
  { status: 'offline' },
  { status: 'offline', stateFor: 3 * 3_600_000 },
  { status: 'error' },
  { status: 'starting' },
  { status: 'connecting' },
  { status: 'deploying' },
  { status: 'unknown' },
  { status: 'restricted' },
];

describe('a tile of a television', () => {
  it.each(TELEVISIONS)(
    'has its count, or the word in its place, read from five metres, and its name no larger, on %i × %i at ratio %i',
    (width, height, ratio) => {
      for (let count = 2; count <= 24; count++) {
        for (const change of CASES) {
          const { written } = painted(count, { width, height, ratio }, change);
          const status = change.status ?? 'online';
          const shown = change.players ?? 58;
          const main =
            status === 'online' ? (shown < 0 ? '–' : String(shown)) : style.texts.status[status];
          const sizes = written
            .filter(({ text }) => text === main || FACTS.name.includes(text))
            .map(({ text, size }) => ({ count, text, capital: (size * CAPITAL) / height }));
          const figure = sizes.find(({ text }) => text === main)?.capital ?? 0;
          expect(figure).toBeGreaterThanOrEqual(0.04);
          expect(
            sizes.filter(
              ({ text, capital }) => text !== main && (capital < 0.04 || capital > figure),
            ),
          ).toEqual([]);
        }
      }
    },
  );

  it.each(TELEVISIONS)(
    'writes nothing over anything else or its edge on %i × %i at ratio %i',
    (width, height, ratio) => {
      const wrong: string[] = [];
      for (let count = 2; count <= 24; count++) {
        for (const change of CASES) {
          const { rect, written } = painted(count, { width, height, ratio }, change);
          for (const [index, one] of written.entries()) {
            const within =
              one.left > rect.x &&
              one.right < rect.x + rect.width &&
              one.top > rect.y &&
              one.bottom < rect.y + rect.height;
            if (!within) wrong.push(`${count} tiles: ${one.text} leaves its tile`);
            for (const other of written.slice(index + 1)) {
              const apart =
                one.right <= other.left ||
                other.right <= one.left ||
                one.bottom <= other.top ||
                other.bottom <= one.top;
              if (!apart) wrong.push(`${count} tiles: ${one.text} over ${other.text}`);
            }
          }
        }
      }
      expect(wrong).toEqual([]);
    },
  );
});
