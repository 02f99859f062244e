import type { Rect, WallLayout } from '../../../../domain/walls/layout.ts';
import { toneOf, type CellFacts } from './cell.ts';
import { troubleType } from './heat.ts';
import type { WallStyle } from './style.ts';
import type { Writing } from './writing.ts';

/** More names than this would hide the picture; the strip above tells the rest. */
const MOST = 24;
/** The size of a name, as a share of the picture's height. */
const SIZE = { share: 0.022, least: 11 };

interface Label {
  readonly name: string;
  readonly cell: Rect;
}

/** The names of cells of a heat grid that are down and too small to have their name in them. */
export class HeatLabels {
  readonly #down = new Map<number, Label>();
  #changed = false;

  /** A cell was drawn. */
  set(cell: number, facts: CellFacts, rect: Rect): void {
    const labelled = toneOf(facts) === 'down' && troubleType(rect, 0) === 0;
    if (labelled === this.#down.has(cell)) return;
    if (labelled) this.#down.set(cell, { name: facts.name, cell: rect });
    else this.#down.delete(cell);
    this.#changed = true;
  }

  /** Whether others are down than when this was asked last. */
  take(): boolean {
    const changed = this.#changed;
    this.#changed = false;
    return changed;
  }

  clear(): void {
    this.#down.clear();
    this.#changed = false;
  }

  /** Writes the names beside their cells, none over another. */
  paint(
    context: CanvasRenderingContext2D,
    write: Writing,
    { head, cell, gap, columns, rows }: WallLayout,
    { colours }: WallStyle,
  ): void {
    const bottom = cell.y + rows * (cell.height + gap);
    const right = cell.x + columns * (cell.width + gap);
    const size = Math.max(SIZE.least, (bottom - head.y) * SIZE.share);
    const placed: Rect[] = [];
    const shown = [...this.#down].toSorted(([one], [other]) => one - other).slice(0, MOST);
    for (const [, label] of shown) {
      const width = write.width(label.name, size, 600) + size * 0.8;
      const height = size * 1.5;
      const y = Math.min(bottom - height, label.cell.y + (label.cell.height - height) / 2);
      const after = label.cell.x + label.cell.width + 2;
      const x = after + width > right ? label.cell.x - width - 2 : after;
      const rect = { x, y: Math.max(cell.y, y), width, height };
      if (placed.some((other) => overlaps(other, rect))) continue;
      placed.push(rect);
      context.fillStyle = colours.badSoft;
      context.fillRect(rect.x, rect.y, width, height);
      context.strokeStyle = colours.bad;
      context.lineWidth = Math.max(1, size * 0.08);
      context.strokeRect(rect.x, rect.y, width, height);
      context.strokeRect(label.cell.x, label.cell.y, label.cell.width, label.cell.height);
      write.line(label.name, x + size * 0.4, rect.y + size * 1.1, size, colours.ink, {
        weight: 600,
      });
    }
  }
}

function overlaps(one: Rect, other: Rect): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}
