import { CAPITAL } from '../../../../domain/walls/layout-fit.ts';
import { isRestartNear } from '../../../../domain/servers/next-restart.ts';
import type { Rect } from '../../../../domain/walls/rect.ts';
import { fullness, toneOf, type CellFacts, restartsSoon, restartWords } from './cell.ts';
import { markColour, paintMark } from './mark.ts';
import type { WallColours, WallStyle } from './style.ts';
import { NAME_LEADING, type Writing } from './writing.ts';

type Context = CanvasRenderingContext2D;

/** A figure that was asked for, not followed: the lower left corner is missing, by so much of the shorter side. */
const POLLED_CORNER = 0.22;

/** Of a large cell: how much of it such a corner, and that of a queue, takes at most. */
const LARGE = { side: 80, polled: 0.1, queue: 0.14 };

/** A mark before a word, with the gap between, in the size of the word. */
const MARKED = 1.2;

/** A figure is so much larger than its type, where there is room. */
const FIGURE_MOST = 1.7;

/** A restart in a cell, in the size of its type: its own, the line that it takes, and the room that it needs. */
const RESTART = { size: 0.5, line: 0.8, room: 3.6 };

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
    const top = named === 0 ? y : paintName(write, rect, facts, named, colours.ink);
    const room = y + height - top;
    const size = Math.min(Math.min(width, room) * 0.8, Math.max(side * 0.5, 40));
    const word = type > 0 && isNamed(rect, type) ? style.texts.status[facts.status] : '';
    // Of a mark and a word beside it, in the size of the word.
    const wide = word === '' ? 1 : MARKED + write.width(word, type, 600) / type;
    const beside = word === '' ? size : Math.min(type, (width * 0.84) / wide, room * 0.6);
    const middle = top + room / 2;
    const left = x + (width - beside * wide) / 2;
    paintMark(context, facts, colours, left, middle - beside / 2, beside);
    if (word === '') return;
    const base = middle + (beside * CAPITAL) / 2;
    write.line(word, left + beside * MARKED, base, beside, markColour(facts, colours), {
      weight: 600,
    });
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
    const corner = Math.max(2, Math.round(cornerOf(side, POLLED_CORNER, LARGE.polled)));
    context.fillStyle = colours.ground;
    context.fillRect(x, y + height - corner, corner, corner);
  }
  if (facts.queue > 0) {
    // Below, where no name is.
    const corner = Math.max(3, cornerOf(side, 0.28, LARGE.queue));
    context.fillStyle = colours.warn;
    context.beginPath();
    context.moveTo(x + width - corner, y + height);
    context.lineTo(x + width, y + height);
    context.lineTo(x + width, y + height - corner);
    context.fill();
  }
  const ink = step?.ink ?? colours.ink;
  const told = type > 0 && paintRestart(write, rect, facts, type, ink, style);
  if (restartsSoon(facts) && !told) {
    // Above, where neither of the other corners is.
    const corner = Math.max(3, cornerOf(side, 0.28, LARGE.queue));
    context.fillStyle = ink;
    context.beginPath();
    context.moveTo(x + width - corner, y);
    context.lineTo(x + width, y);
    context.lineTo(x + width, y + corner);
    context.fill();
  }
  const figure = told ? { ...rect, height: height - type * RESTART.line } : rect;
  if (type > 0) paintFigure(write, figure, facts, type, ink, style);
}

/** What of a restart a cell shows: without figures, whether it is near; with them, its minutes. */
export function heatRestart(left: number, type: number): number {
  if (type > 0) return Math.floor(left / 60_000);
  return left >= 0 && isRestartNear(left) ? 1 : -1;
}

/** Writes when it restarts at the foot of a cell that has room for it, loud where it is near. Whether it has. */
function paintRestart(
  write: Writing,
  rect: Rect,
  facts: CellFacts,
  type: number,
  colour: string,
  { texts }: WallStyle,
): boolean {
  const text = restartWords(facts, texts);
  if (text === '' || rect.height < type * RESTART.room) return false;
  const size = Math.max(type * RESTART.size, NAMED_LEAST);
  const near = restartsSoon(facts);
  const weight = near ? 600 : 400;
  if (write.width(text, size, 600) > rect.width - size * 1.6) return false;
  const base = rect.y + rect.height - size * 0.5;
  write.line(text, rect.x + rect.width / 2, base, size, colour, { weight, align: 'center' });
  return true;
}

/** A corner's length: of a small cell this share, and of a large one no more than need be seen. */
function cornerOf(side: number, share: number, most: number): number {
  return Math.min(side * share, Math.max(LARGE.side * share, side * most));
}

/** Whether a cell has room for its name above its figure. */
function isNamed({ width, height }: Rect, type: number): boolean {
  return height >= type * 2.6 && width >= type * 4;
}

/** Writes a name into the upper part of a cell, in two lines where they leave room. Answers where it ends. */
function paintName(
  write: Writing,
  { x, y, width, height }: Rect,
  { name }: CellFacts,
  size: number,
  colour: string,
): number {
  const pad = size * 0.4;
  const lines = height >= size * 5 ? 2 : 1;
  const options = { size, width: width - 2 * pad, lines, colour, weight: 500 } as const;
  write.name(name, x + pad, y + size * 1.15, options);
  return y + size * (1.4 + (lines - 1) * NAME_LEADING);
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
  const named = isNamed(rect, type);
  const top = named ? paintName(write, rect, facts, type * 0.62, colour) : rect.y;
  const room = rect.y + rect.height - top;
  const widest = (rect.width * 0.8 * type) / write.width(text, type, 600);
  const most = Math.min(type * FIGURE_MOST, (room * 0.7) / CAPITAL, widest);
  const size = named ? Math.max(type, most) : type;
  const base = top + (room + size * CAPITAL) / 2;
  write.line(text, middle, base, size, colour, { weight: 600, align: 'center' });
}
