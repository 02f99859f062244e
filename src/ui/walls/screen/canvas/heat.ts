import { CAPITAL } from '../../../../domain/walls/layout-fit.ts';
import type { Rect } from '../../../../domain/walls/layout.ts';
import { fullness, toneOf, type CellFacts } from './cell.ts';
import { paintMark } from './mark.ts';
import type { WallColours, WallStyle } from './style.ts';
import type { Writing } from './writing.ts';

type Context = CanvasRenderingContext2D;

/** A figure that was asked for, not followed: the lower left corner is missing, by so much of the shorter side. */
const POLLED_CORNER = 0.22;

/** A name in a cell is no smaller, in CSS pixels. */
const NAMED_LEAST = 11;

/** The step of the scale that a server's fullness is at. */
export function heatStep(
  facts: Pick<CellFacts, 'players' | 'slots'>,
  colours: WallColours,
): number {
  const steps = colours.heat.length;
  return Math.min(steps - 1, Math.round(fullness(facts) * (steps - 1)));
}

/** One server as a cell of a heat grid: the fuller, the brighter; what is wrong or not live has a shape. */
export function paintHeatCell(
  context: Context,
  write: Writing,
  rect: Rect,
  facts: CellFacts,
  type: number,
  style: WallStyle,
): void {
  const { colours } = style;
  const tone = toneOf(facts);
  const { x, y, width, height } = rect;
  const side = Math.min(width, height);
  if (tone === 'down' || tone === 'waiting') {
    context.fillStyle = tone === 'down' ? colours.badSoft : colours.warnSoft;
    context.fillRect(x, y, width, height);
    const named = troubleType(rect, type);
    const room = named === 0 ? height : height - named * 1.5;
    const size = Math.min(Math.min(width, room) * 0.8, Math.max(side * 0.5, 40));
    paintMark(context, facts, colours, x + (width - size) / 2, y + (room - size) / 2, size);
    if (named > 0) {
      const pad = named * 0.3;
      const inner = { size: named, width: width - 2 * pad, lines: 1, colour: colours.ink };
      write.name(facts.name, x + pad, y + height - named * 0.5, inner);
    }
    return;
  }
  if (tone === 'stale') {
    paintStale(context, rect, colours);
    if (type > 0) paintFigure(write, rect, facts, type, colours.faint, style);
    return;
  }
  const step = colours.heat[heatStep(facts, colours)];
  context.fillStyle = step?.fill ?? colours.track;
  context.fillRect(x, y, width, height);
  if (facts.freshness === 'polled') {
    // A corner that is cut out: no path, since all of 50,000 cells may have it.
    const corner = Math.max(2, Math.round(side * POLLED_CORNER));
    context.fillStyle = colours.ground;
    context.fillRect(x, y + height - corner, corner, corner);
  }
  if (facts.queue > 0) {
    const corner = Math.max(3, side * 0.28);
    context.fillStyle = colours.warn;
    context.beginPath();
    context.moveTo(x + width - corner, y);
    context.lineTo(x + width, y);
    context.lineTo(x + width, y + corner);
    context.fill();
  }
  if (type > 0) paintFigure(write, rect, facts, type, step?.ink ?? colours.ink, style);
}

/** The size of a name in a cell that is in trouble; 0: it has no room for one. */
export function troubleType({ width, height }: Rect, type: number): number {
  const size = Math.max(type * 0.62, NAMED_LEAST);
  return height >= size * 2.6 && width >= size * 4 ? size : 0;
}

/** Grey, with a line from corner to corner. */
function paintStale(context: Context, { x, y, width, height }: Rect, colours: WallColours): void {
  context.fillStyle = colours.sunken;
  context.fillRect(x, y, width, height);
  context.strokeStyle = colours.edge;
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(x + 0.5, y + height - 0.5);
  context.lineTo(x + width - 0.5, y + 0.5);
  context.stroke();
}

function paintFigure(
  write: Writing,
  rect: Rect,
  facts: CellFacts,
  type: number,
  colour: string,
  { texts }: WallStyle,
): void {
  const text = facts.players < 0 ? '–' : texts.count(facts.players);
  const middle = rect.x + rect.width / 2;
  const named = rect.height >= type * 2.6 && rect.width >= type * 4;
  const base = rect.y + (rect.height + type * CAPITAL) / 2 + (named ? type * 0.45 : 0);
  write.line(text, middle, base, type, colour, { weight: 600, align: 'center' });
  if (!named) return;
  const size = type * 0.62;
  const pad = size * 0.4;
  const options = { size, width: rect.width - 2 * pad, lines: 1, colour, weight: 500 } as const;
  write.name(facts.name, rect.x + pad, rect.y + size * 1.15, options);
}
