import { CAPITAL } from '../../../../domain/walls/layout-fit.ts';
import type { Rect } from '../../../../domain/walls/rect.ts';
import { fullness, isWorded, toneOf, type CellFacts, restartsSoon, restartWords } from './cell.ts';
import { fitLine } from './fit-line.ts';
import { markColour, paintMark } from './mark.ts';
import type { WallColours, WallStyle } from './style.ts';
import { NAME_LEADING, type Writing } from './writing.ts';

type Context = CanvasRenderingContext2D;

/** Parts of a tile, in the size of its type. */
const PAD = 0.28;
const BAR = 0.09;
/** From the last base line of a name down to the count: what hangs below letters, and some air. */
const BELOW_NAME = 0.29;
/** Before a count or a word, and between it and what stands at the right, in the size of the count. */
const MARK = 0.62;
const MARK_GAP = 0.18;
const SIDE_GAP = 0.2;
/** What of a word stands above its base line, which is more than a capital, and what hangs below it with some air. */
const ABOVE_LINE = 0.76;
const BELOW_LINE = 0.24;
/** A count may be so much larger than the name above it. */
const COUNT_MOST = 2.6;
/** A restart that is far off is so much smaller than the count beside it. */
const QUIET = 0.36;

export interface CellType {
  readonly type: number;
  readonly nameType: number;
  readonly lines: number;
}

/** One server as a tile: its name, its count or its state, and how full it is. */
export function paintTile(
  context: Context,
  write: Writing,
  rect: Rect,
  facts: CellFacts,
  { type, nameType, lines }: CellType,
  style: WallStyle,
): void {
  const { colours } = style;
  const tone = toneOf(facts);
  paintGround(context, rect, facts, colours);
  const pad = Math.min(type * PAD, rect.width * 0.06);
  const inner = { x: rect.x + pad, width: rect.width - 2 * pad };
  const first = rect.y + Math.max(pad * 0.5, type * 0.12) + nameType * CAPITAL;
  write.name(facts.name, inner.x, first, {
    size: nameType,
    width: inner.width,
    lines,
    colour: tone === 'stale' ? colours.faint : tone === 'fine' ? colours.soft : colours.ink,
    weight: 500,
  });
  const bar = Math.max(2, type * BAR);
  const bottom = rect.y + rect.height - bar - type * 0.1;
  // Room for all lines that a name may take: counts of one page are of one size.
  const above = first + (lines - 1) * nameType * NAME_LEADING + type * BELOW_NAME;
  const edge = rect.y + rect.height;
  const room = { ...inner, top: above, bottom, edge, least: type };
  const size = Math.max(type * 0.7, Math.min(type * COUNT_MOST, (bottom - above) / CAPITAL));
  if (isWorded(facts)) paintWord(context, write, room, facts, size, style);
  else paintCount(context, write, room, facts, size, style);
  paintBar(context, rect, bar, facts, colours);
}

interface Room {
  readonly x: number;
  readonly width: number;
  readonly top: number;
  readonly bottom: number;
  /** The tile's lower edge. */
  readonly edge: number;
  /** What is read with ease from as far as the wall is looked at is as large. */
  readonly least: number;
}

function paintGround(context: Context, rect: Rect, facts: CellFacts, colours: WallColours): void {
  const tone = toneOf(facts);
  context.fillStyle =
    tone === 'down'
      ? colours.badSoft
      : tone === 'waiting'
        ? colours.warnSoft
        : tone === 'stale'
          ? colours.sunken
          : colours.tile;
  context.fillRect(rect.x, rect.y, rect.width, rect.height);
  if (tone === 'fine') return;
  const edge = Math.max(1, Math.min(rect.width, rect.height) * 0.012);
  context.strokeStyle = tone === 'stale' ? colours.edge : markColour(facts, colours);
  context.lineWidth = edge;
  if (tone === 'stale') context.setLineDash([edge * 4, edge * 4]);
  context.strokeRect(rect.x + edge / 2, rect.y + edge / 2, rect.width - edge, rect.height - edge);
  context.setLineDash([]);
}

function paintCount(
  context: Context,
  write: Writing,
  room: Room,
  facts: CellFacts,
  wanted: number,
  { colours, texts }: WallStyle,
): void {
  const stale = toneOf(facts) === 'stale';
  const count = facts.players < 0 ? '–' : texts.count(facts.players);
  const fresh = !stale && facts.freshness !== 'polled';
  // A restart that is near is told before slots and queue: players are about to be thrown out.
  const near = fresh && restartsSoon(facts);
  const slots = near || facts.slots < 0 ? '' : ` / ${texts.count(facts.slots)}`;
  const queue = facts.queue > 0 ? `+${texts.count(facts.queue)}` : '';
  const side = near ? texts.restartIn(facts.restartIn) : fresh ? queue : texts.old(facts.age);
  const { size, beside, squeeze } = fitLine({
    wanted,
    // A restart that is near is read from close by: the count stays as large as those beside it.
    least: near ? wanted : room.least,
    width: room.width,
    fixed: wanted * (MARK + MARK_GAP + (side === '' ? 0 : SIDE_GAP)),
    main: write.width(count, wanted, 600),
    beside: write.width(slots, wanted) + write.width(side, wanted, 600),
  });
  const base = baseOf(room, size);
  const mark = size * MARK;
  paintMark(context, facts, colours, room.x, base - size * 0.36 - mark / 2, mark);
  let x = room.x + mark + size * MARK_GAP;
  const colour = stale ? colours.faint : colours.ink;
  x += write.line(count, x, base, size, colour, { weight: 600, squeeze });
  x += write.line(slots, x, base, size * beside, stale ? colours.faint : colours.soft);
  const end = room.x + room.width;
  const right = { align: 'right' } as const;
  if (side !== '') {
    const sideColour = fresh ? colours.warn : colours.soft;
    write.line(side, end, base, size * beside, sideColour, { weight: 600, ...right });
    return;
  }
  const restart = restartWords(facts, texts);
  if (restart === '') return;
  const quiet = size * QUIET;
  if (x + quiet + write.width(restart, quiet) > end) return;
  write.line(restart, end, base, quiet, colours.soft, right);
}

function paintWord(
  context: Context,
  write: Writing,
  room: Room,
  facts: CellFacts,
  most: number,
  { colours, texts }: WallStyle,
): void {
  const wanted = Math.min(most, (room.edge - room.top) / (ABOVE_LINE + BELOW_LINE));
  const word = texts.status[facts.status];
  const age = texts.age(facts.stateFor);
  const line = {
    wanted,
    least: room.least,
    width: room.width,
    fixed: wanted * (MARK + MARK_GAP + SIDE_GAP),
    main: write.width(word, wanted, 600),
    beside: write.width(age, wanted),
  };
  const both = fitLine(line);
  // What is the matter is read from afar; since when can be read in the table.
  const alone = both.size < Math.min(wanted, room.least);
  const { size, beside, squeeze } = alone
    ? fitLine({ ...line, fixed: wanted * (MARK + MARK_GAP), beside: 0 })
    : both;
  const base = Math.min(baseOf(room, size), room.edge - size * BELOW_LINE);
  const mark = size * MARK;
  paintMark(context, facts, colours, room.x, base - size * 0.36 - mark / 2, mark);
  const colour = markColour(facts, colours);
  write.line(word, room.x + mark + size * MARK_GAP, base, size, colour, { weight: 600, squeeze });
  if (alone) return;
  const end = room.x + room.width;
  write.line(age, end, base, size * beside, colours.soft, { align: 'right' });
}

/** The base line of a count or a word of this size: near the bottom of its room. */
function baseOf({ top, bottom }: Room, size: number): number {
  return bottom - (bottom - top - size * CAPITAL) * 0.15;
}

function paintBar(
  context: Context,
  rect: Rect,
  height: number,
  facts: CellFacts,
  colours: WallColours,
): void {
  if (isWorded(facts) || facts.slots <= 0) return;
  const y = rect.y + rect.height - height;
  context.fillStyle = colours.track;
  context.fillRect(rect.x, y, rect.width, height);
  context.fillStyle = toneOf(facts) === 'stale' ? colours.faint : colours.accent;
  context.fillRect(rect.x, y, rect.width * fullness(facts), height);
}
