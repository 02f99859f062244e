import type { WallLayout } from '../../../../domain/walls/layout.ts';
import type { Rect } from '../../../../domain/walls/rect.ts';
import { toneOf, type CellFacts } from './cell.ts';
import { troubleType } from './heat.ts';
import type { WallStyle } from './style.ts';
import type { Writing } from './writing.ts';

/** More names than this would hide the picture; the strip above tells the rest. */
const MOST = 24;
/** The size of a name, as a share of the picture's height. */
const SIZE = { share: 0.022, least: 11 };

/** A cell that is down. */
interface Down {
  readonly cell: number;
  readonly name: string;
  readonly rect: Rect;
}

/** Its name, where it stands. */
export interface Label extends Down {
  readonly at: Rect;
  readonly size: number;
  /** The cells below the name, and its own. */
  readonly over: readonly number[];
}

/**
 * The names of cells of a heat grid that are down and too small to have their name in them. They stand over other
 * cells: a name is written again where one of those was drawn, and those are drawn again where a name goes.
 */
export class HeatLabels {
  readonly #down = new Map<number, Down>();
  readonly #labels = new Map<number, Label>();
  /** The names above each cell. */
  readonly #above = new Map<number, Label[]>();
  /** Names that are new, or that a cell was drawn over. */
  readonly #due = new Set<Label>();
  #changed = false;

  /** A cell was drawn. */
  set(cell: number, facts: CellFacts, rect: Rect): void {
    for (const label of this.#above.get(cell) ?? []) this.#due.add(label);
    const labelled = toneOf(facts) === 'down' && troubleType(rect, 0) === 0;
    if (labelled === this.#down.has(cell)) return;
    if (labelled) this.#down.set(cell, { cell, name: facts.name, rect });
    else this.#down.delete(cell);
    this.#changed = true;
  }

  clear(): void {
    this.#down.clear();
    this.#labels.clear();
    this.#above.clear();
    this.#due.clear();
    this.#changed = false;
  }

  /** Places the names, none over another. Answers those that went: what was below them is to be drawn again. */
  arrange(write: Writing, layout: WallLayout): readonly Label[] {
    if (!this.#changed) return [];
    this.#changed = false;
    const gone = new Map(this.#labels);
    this.#labels.clear();
    this.#above.clear();
    const shown = [...this.#down.values()].toSorted((one, other) => one.cell - other.cell);
    for (const down of shown.slice(0, MOST)) {
      const known = gone.get(down.cell);
      const label = known ?? labelOf(down, write, layout);
      if ([...this.#labels.values()].some(({ at }) => overlaps(at, label.at))) continue;
      this.#labels.set(down.cell, label);
      gone.delete(down.cell);
      if (known === undefined) this.#due.add(label);
      for (const cell of label.over) {
        const above = this.#above.get(cell);
        if (above === undefined) this.#above.set(cell, [label]);
        else above.push(label);
      }
    }
    for (const label of gone.values()) this.#due.delete(label);
    return [...gone.values()];
  }

  /** Writes the names that are not there, or no longer whole. */
  paint(context: CanvasRenderingContext2D, write: Writing, { colours }: WallStyle): void {
    for (const { name, rect, at, size } of this.#due) {
      const line = Math.max(1, Math.round(size * 0.08));
      context.fillStyle = colours.bad;
      context.fillRect(at.x, at.y, at.width, at.height);
      context.fillStyle = colours.badSoft;
      context.fillRect(at.x + line, at.y + line, at.width - 2 * line, at.height - 2 * line);
      context.strokeStyle = colours.bad;
      context.lineWidth = line;
      context.strokeRect(
        rect.x + line / 2,
        rect.y + line / 2,
        rect.width - line,
        rect.height - line,
      );
      write.line(name, at.x + size * 0.4, at.y + size * 1.1, size, colours.ink, { weight: 600 });
    }
    this.#due.clear();
  }
}

/** On whole pixels, so that a name that is written again looks the same. */
function labelOf(down: Down, write: Writing, layout: WallLayout): Label {
  const { head, cell, gap, columns, rows } = layout;
  const { rect, name } = down;
  const bottom = cell.y + rows * (cell.height + gap);
  const right = cell.x + columns * (cell.width + gap);
  const size = Math.max(SIZE.least, (bottom - head.y) * SIZE.share);
  const width = Math.ceil(write.width(name, size, 600) + size * 0.8);
  const height = Math.ceil(size * 1.5);
  const y = Math.min(bottom - height, rect.y + (rect.height - height) / 2);
  const after = rect.x + rect.width + 2;
  const x = after + width > right ? rect.x - width - 2 : after;
  const at = { x: Math.round(x), y: Math.round(Math.max(cell.y, y)), width, height };
  return { ...down, at, size, over: [down.cell, ...cellsBelow(at, layout)] };
}

/** The cells of a grid of rows that a rectangle touches. */
function cellsBelow({ x, y, width, height }: Rect, layout: WallLayout): readonly number[] {
  const { cell, gap, columns, rows } = layout;
  const [wide, high] = [cell.width + gap, cell.height + gap];
  const [left, right] = [Math.floor((x - cell.x) / wide), Math.floor((x + width - cell.x) / wide)];
  const [top, bottom] = [Math.floor((y - cell.y) / high), Math.floor((y + height - cell.y) / high)];
  const cells: number[] = [];
  for (let row = Math.max(0, top); row <= Math.min(bottom, rows - 1); row++) {
    for (let column = Math.max(0, left); column <= Math.min(right, columns - 1); column++) {
      cells.push(row * columns + column);
    }
  }
  return cells;
}

function overlaps(one: Rect, other: Rect): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}
