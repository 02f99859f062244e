import type { DayRow, HistoryRow } from '../../../../domain/rows.ts';
import { CAPITAL } from '../../../../domain/walls/layout-fit.ts';
import type { Rect } from '../../../../domain/walls/rect.ts';
import { isWorded, toneOf, type CellFacts, restartsSoon, restartWords } from './cell.ts';
import { markColour, paintMark } from './mark.ts';
import type { WallColours, WallStyle } from './style.ts';
import type { Writing } from './writing.ts';

type Context = CanvasRenderingContext2D;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The last 24 hours, in steps of so many seconds. */
type History = Pick<HistoryRow, 'points' | 'step'>;

/** A day in coarse steps as a history. */
export function historyOf(day: DayRow | null): History | null {
  if (day === null) return null;
  const { from, step, players } = day;
  const points = players.map((count, index) => ({
    at: from + index * step * 1_000,
    players: count,
    slots: null,
    queue: null,
  }));
  return { step, points };
}

/** A figure is no larger than this share of the picture: it means no more than its chart. */
const FIGURE_MOST = 0.3;
/** The size of what stands at the axes, in hundredths of the picture; beside what is written there is more room. */
const LABEL = { below: 3, beside: 3.8 };
/** A picture that is so much wider than high has its chart beside what is written, which takes this share. */
const WIDE = { from: 2, written: 0.32 };
/** Pictures of one page have figures of one size, up to these. */
const USUAL = { count: '000', slots: ' / 000' };
/** Of the shape of a screen, the root of a picture's area is so many hundredths of its shorter side. */
const ROOT = 133;
/** In one that is very flat, type is no larger than fits its shorter side. */
const FLAT = 60;

/** One server in a large picture: how many are on it, and its last 24 hours. */
export function paintSingle(
  context: Context,
  write: Writing,
  rect: Rect,
  facts: CellFacts & { readonly history: History | null },
  now: number,
  style: WallStyle,
): void {
  const { colours, texts } = style;
  const tone = toneOf(facts);
  const area = Math.sqrt(rect.width * rect.height);
  const unit = Math.min(area / ROOT, Math.min(rect.width, rect.height) / FLAT);
  const beside = rect.width > WIDE.from * rect.height;
  context.fillStyle = tone === 'down' ? colours.badSoft : colours.tile;
  context.fillRect(rect.x, rect.y, rect.width, rect.height);
  const pad = unit * 4;
  const whole = { x: rect.x + pad, width: rect.width - 2 * pad };
  const label = unit * (beside ? LABEL.beside : LABEL.below);
  const inner = beside ? { ...whole, width: whole.width * WIDE.written } : whole;
  const nameSize = unit * 8;
  const nameBase = rect.y + pad + nameSize * CAPITAL;
  write.name(facts.name, inner.x, nameBase, {
    size: nameSize,
    width: inner.width,
    lines: 1,
    colour: tone === 'stale' ? colours.soft : colours.ink,
  });
  // What is the matter is read from as far as the name.
  const small = unit * (tone === 'down' ? 6.5 : 4.4);
  const stateBase = nameBase + unit * 4 + small;
  const colour = markColour(facts, colours);
  paintMark(context, facts, colours, inner.x, stateBase - small * 0.72, small * 0.8);
  const word = texts.status[facts.status];
  const wordX = inner.x + small * 1.15;
  const after = write.line(word, wordX, stateBase, small, colour, { weight: 600 });
  // In trouble it is heard of at each try, and has been in trouble for longer.
  const since =
    isWorded(facts) || facts.freshness === 'live'
      ? texts.age(facts.stateFor)
      : texts.old(facts.age);
  const sinceX = wordX + after + small * 0.5;
  const told = write.line(since, sinceX, stateBase, small, colours.soft);
  const restart = restartWords(facts, texts);
  if (restart !== '') {
    const left = inner.x + inner.width - sinceX - told - small;
    if (write.width(restart, small) <= left) {
      const near = restartsSoon(facts);
      write.line(
        restart,
        inner.x + inner.width,
        stateBase,
        small,
        near ? colours.warn : colours.soft,
        {
          align: 'right',
          weight: near ? 600 : 400,
        },
      );
    }
  }
  const figures = Math.min(rect.height * FIGURE_MOST, rect.width * 0.4);
  const under = rect.y + rect.height - pad * 1.6 - unit * 3;
  const chartHeight = beside
    ? under - rect.y - pad - label
    : Math.max(rect.height * 0.3, under - stateBase - figures - unit * 12);
  const chartX = beside ? inner.x + inner.width + pad : inner.x;
  const chart = {
    x: chartX,
    y: under - chartHeight,
    width: whole.x + whole.width - chartX,
    height: chartHeight,
  };
  const room = beside
    ? { top: Math.max(stateBase + unit * 4, under - figures), bottom: under }
    : { top: stateBase + unit * 5, bottom: chart.y - unit * 7 };
  paintFigures(write, { ...inner, ...room, beside }, facts, style);
  paintDay(context, write, chart, { facts, now, small: Math.max(11, label) }, style);
}

function paintFigures(
  write: Writing,
  room: { x: number; width: number; top: number; bottom: number; beside: boolean },
  facts: CellFacts,
  { colours, texts }: WallStyle,
): void {
  const stale = toneOf(facts) !== 'fine';
  const count = facts.players < 0 ? '–' : texts.count(facts.players);
  const slots = facts.slots < 0 ? '' : ` / ${texts.count(facts.slots)}`;
  const queue = facts.queue > 0 ? `+${texts.count(facts.queue)}` : '';
  const needed = (size: number) =>
    room.beside
      ? Math.max(
          write.width(USUAL.count, size, 600) + write.width(USUAL.slots, size * 0.5),
          write.width(count, size, 600) + write.width(slots, size * 0.5),
        )
      : write.width(count, size, 600) +
        write.width(slots, size * 0.5) +
        (queue === '' ? 0 : write.width(queue, size * 0.5, 600) + size * 0.3);
  const wanted = (room.bottom - room.top) / CAPITAL;
  const size = wanted * Math.min(1, room.width / needed(wanted));
  const spare = Math.max(0, room.bottom - room.top - size * CAPITAL);
  const base = room.bottom - (room.beside ? 0 : spare / 2);
  let x = room.x;
  x += write.line(count, x, base, size, stale ? colours.faint : colours.ink, { weight: 600 });
  if (room.beside) {
    write.line(slots, x, base, size * 0.5, colours.soft);
    const above = base - size * 0.48;
    write.line(queue, x + size * 0.14, above, size * 0.34, colours.warn, { weight: 600 });
    return;
  }
  x += write.line(slots, x, base, size * 0.5, colours.soft);
  if (queue !== '') {
    write.line(queue, x + size * 0.3, base, size * 0.5, colours.warn, { weight: 600 });
  }
}

/** The last 24 hours as a surface, against the slots; what was not known is a gap. */
function paintDay(
  context: Context,
  write: Writing,
  chart: Rect,
  {
    facts,
    now,
    small,
  }: {
    readonly facts: CellFacts & { readonly history: History | null };
    readonly now: number;
    /** The size of what stands at its axes. */
    readonly small: number;
  },
  { colours, texts }: WallStyle,
): void {
  const { x, y, width, height } = chart;
  const from = now - DAY;
  const points = (facts.history?.points ?? []).filter(({ at }) => at >= from && at <= now);
  const top = Math.max(4, facts.slots, ...points.map(({ players }) => players ?? 0));
  const placeX = (at: number) => x + ((at - from) / DAY) * width;
  const placeY = (value: number) => y + height * (1 - value / top);
  context.strokeStyle = colours.line;
  context.lineWidth = 1;
  context.beginPath();
  for (const share of [0, 0.5, 1]) {
    const line = Math.round(y + height * share) + 0.5;
    context.moveTo(x, line);
    context.lineTo(x + width, line);
  }
  context.stroke();
  const hour = now - (now % HOUR);
  const label = write.width(texts.hour(hour), small, 400) * 1.3;
  const stride = [4, 8, 12].find((hours) => (hours * HOUR * width) / DAY >= label) ?? 24;
  for (let hours = 22; hours > 0; hours -= stride) {
    const at = hour - hours * HOUR;
    write.line(texts.hour(at), placeX(at), y + height + small * 1.3, small, colours.soft, {
      weight: 400,
      align: 'center',
    });
  }
  write.line(texts.count(top), x, y - small * 0.4, small, colours.soft, { weight: 400 });
  write.line(texts.lastDay, x + width, y - small * 0.4, small, colours.soft, {
    weight: 400,
    align: 'right',
  });
  const known = points.flatMap(({ at, players }) => (players === null ? [] : [{ at, players }]));
  const step = (facts.history?.step ?? 0) * 1_000;
  for (const run of runsOf(known, 2 * step)) {
    paintRun(context, run, { placeX, placeY, floor: y + height, stroke: height * 0.008, colours });
  }
  if (facts.players < 0) return;
  context.fillStyle = toneOf(facts) === 'fine' ? colours.accent : colours.faint;
  context.beginPath();
  context.arc(x + width, placeY(facts.players), Math.max(3, height * 0.025), 0, 2 * Math.PI);
  context.fill();
}

interface Point {
  readonly at: number;
  readonly players: number;
}

/** Points that follow each other closely enough to be joined. */
function runsOf(points: readonly Point[], gap: number): readonly (readonly Point[])[] {
  const runs: Point[][] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const point of points) {
    if (point.at - last > gap) runs.push([]);
    runs.at(-1)?.push(point);
    last = point.at;
  }
  return runs;
}

function paintRun(
  context: Context,
  run: readonly Point[],
  to: {
    readonly placeX: (at: number) => number;
    readonly placeY: (value: number) => number;
    readonly floor: number;
    /** How thick the line is, where that is more than can just be seen. */
    readonly stroke: number;
    readonly colours: WallColours;
  },
): void {
  const [first] = run;
  const last = run.at(-1);
  if (first === undefined || last === undefined) return;
  const trace = () => {
    for (const { at, players } of run) context.lineTo(to.placeX(at), to.placeY(players));
  };
  context.globalAlpha = 0.28;
  context.fillStyle = to.colours.accent;
  context.beginPath();
  context.moveTo(to.placeX(first.at), to.floor);
  trace();
  context.lineTo(to.placeX(last.at), to.floor);
  context.fill();
  context.globalAlpha = 1;
  context.strokeStyle = to.colours.accent;
  context.lineWidth = Math.max(2.5, to.stroke);
  context.lineJoin = 'round';
  context.beginPath();
  trace();
  context.stroke();
}
