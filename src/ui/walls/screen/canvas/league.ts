import type { DayRow } from '../../../../domain/rows.ts';
import { CAPITAL } from '../../../../domain/walls/layout-fit.ts';
import type { Rect } from '../../../../domain/walls/rect.ts';
import { fullness, isWorded, toneOf, type CellFacts, restartsSoon, restartWords } from './cell.ts';
import { markColour, paintMark } from './mark.ts';
import type { WallStyle } from './style.ts';
import type { Writing } from './writing.ts';

type Context = CanvasRenderingContext2D;

/** Columns of a row, in the size of its type. */
const RANK = 2.2;
const MARK = 1.1;
const COUNT = 4.6;
const QUEUE = 2.6;
const SPARK = 5;

/** A count is so much larger than the name beside it. */
const COUNT_SIZE = 1.15;

/** One server as a row of a league table: rank, state, name, its last 24 hours, count and queue. */
export function paintLeagueRow(
  context: Context,
  write: Writing,
  rect: Rect,
  facts: CellFacts & { readonly rank: number; readonly samples: readonly (number | null)[] },
  type: number,
  { colours, texts }: WallStyle,
): void {
  const tone = toneOf(facts);
  const { x, y, width, height } = rect;
  context.fillStyle = facts.rank % 2 === 0 ? colours.sunken : colours.tile;
  if (tone === 'down') context.fillStyle = colours.badSoft;
  if (tone === 'waiting') context.fillStyle = colours.warnSoft;
  context.fillRect(x, y, width, height);
  const base = y + (height + type * CAPITAL) / 2;
  const small = type * 0.7;
  const ink = tone === 'stale' ? colours.faint : colours.ink;
  const right = x + width - type * 0.4;
  const options = { align: 'right' } as const;
  // Where nobody can play there is no place in the order.
  const rank = tone === 'down' || facts.status === 'restricted' ? '' : texts.count(facts.rank);
  write.line(rank, x + type * RANK * 0.86, base, small, colours.soft, options);
  const mark = type * 0.7;
  paintMark(context, facts, colours, x + type * RANK, y + (height - mark) / 2, mark);
  const nameX = x + type * (RANK + MARK);
  const tail = type * (SPARK + COUNT + QUEUE);
  const nameRoom = Math.max(type, right - tail - nameX - type * 0.4);
  write.name(facts.name, nameX, base, {
    size: type,
    width: nameRoom,
    lines: 1,
    colour: tone === 'stale' ? colours.soft : colours.ink,
  });
  if (isWorded(facts)) {
    const word = `${texts.status[facts.status]} · ${texts.age(facts.stateFor)}`;
    write.line(word, right, base, small * 1.1, markColour(facts, colours), {
      ...options,
      weight: 600,
    });
    return;
  }
  const sparkX = right - tail;
  const sparkWidth = type * (SPARK - 0.6);
  const restart = restartWords(facts, texts);
  const taken = write.width(facts.name, type, 600) + type;
  if (restartsSoon(facts)) {
    // Loud, in the place of the line.
    const wide = write.width(restart, small, 600) / sparkWidth;
    write.line(restart, sparkX + sparkWidth, base, small / Math.max(1, wide), colours.warn, {
      ...options,
      weight: 600,
    });
  } else {
    // Quiet, where the name leaves room: it is cut for nothing.
    if (restart !== '' && taken + write.width(restart, small) <= nameRoom) {
      write.line(restart, nameX + nameRoom, base, small, colours.soft, options);
    }
    const spark = { x: sparkX, y: y + height * 0.2, width: sparkWidth, height: height * 0.6 };
    const colour = tone === 'stale' ? colours.faint : colours.accent;
    paintSpark(context, spark, facts, colour, colours.line);
  }
  const slots = facts.slots < 0 ? '' : ` / ${texts.count(facts.slots)}`;
  const end = right - type * QUEUE;
  const after = write.line(slots, end, base, small, colours.soft, options);
  const count = facts.players < 0 ? '–' : texts.count(facts.players);
  write.line(count, end - after, base + type * 0.05, type * COUNT_SIZE, ink, {
    ...options,
    weight: 600,
  });
  if (tone === 'stale' || facts.freshness === 'polled') {
    const age = texts.old(facts.age);
    // A long word is written smaller: it has a column of its own.
    const wide = write.width(age, small) / (type * (QUEUE - 0.3));
    write.line(age, right, base, small / Math.max(1, wide), colours.soft, options);
  } else if (facts.queue > 0) {
    const queue = `+${texts.count(facts.queue)}`;
    write.line(queue, right, base, small, colours.warn, { ...options, weight: 600 });
  }
  context.fillStyle = tone === 'stale' ? colours.edge : colours.accent;
  context.fillRect(
    x,
    y + height - Math.max(1, height * 0.04),
    width * fullness(facts),
    Math.max(1, height * 0.04),
  );
}

/** The counts of a day up to a moment, for the whole width of it; of what came after it nothing. */
export function samplesUntil(day: DayRow | null, now: number): readonly (number | null)[] {
  if (day === null) return [];
  const { from, step, players } = day;
  const known = Math.max(0, Math.floor((now - from) / (step * 1_000)) + 1);
  const after = Math.max(0, players.length - known);
  return [...Array.from({ length: after }, () => null), ...players.slice(0, known)];
}

/** The last 24 hours as a line, against the slots; what was not known is a gap. */
export function paintSpark(
  context: Context,
  { x, y, width, height }: Rect,
  {
    samples,
    players,
    slots,
  }: Pick<CellFacts, 'players' | 'slots'> & { samples: readonly (number | null)[] },
  colour: string,
  ground: string,
): void {
  const all = [...samples.map((value) => value ?? -1), players];
  context.fillStyle = ground;
  context.fillRect(x, y + height, width, Math.max(1, height * 0.03));
  const top = Math.max(1, slots, ...all);
  const step = width / Math.max(1, all.length - 1);
  context.strokeStyle = colour;
  context.lineWidth = Math.max(1.5, height * 0.07);
  context.lineJoin = 'round';
  context.beginPath();
  let gap = true;
  for (const [index, value] of all.entries()) {
    if (value < 0) {
      gap = true;
      continue;
    }
    const at = { x: x + index * step, y: y + height * (1 - value / top) };
    if (gap) context.moveTo(at.x, at.y);
    else context.lineTo(at.x, at.y);
    gap = false;
  }
  context.stroke();
  const last = all.at(-1) ?? -1;
  if (last < 0) return;
  context.fillStyle = colour;
  context.beginPath();
  context.arc(x + width, y + height * (1 - last / top), Math.max(2, height * 0.09), 0, 2 * Math.PI);
  context.fill();
}
