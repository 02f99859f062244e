import type uPlot from 'uplot';
import type { MarkKind } from '../../../protocol/statistics/calls.ts';
import { groupMarks, type Mark } from './marks.ts';

/** Room above the chart for the signs, and how far they stand apart. CSS pixels. */
export const MARKS_ROOM = 18;
const APART = 11;
const RADIUS = 4;

/** Each kind has a form of its own beside its colour. */
export const MARK_COLOUR: Readonly<Record<MarkKind, string>> = {
  restart: '--warn',
  unheard: '--bad',
  ban: '--bad',
  kick: '--ink',
  lock: '--ink-soft',
  unlock: '--ink-soft',
  'whitelist-pause': '--ink-soft',
  'whitelist-resume': '--ink-soft',
};

/** The path of a sign around the origin, `size` from its middle to its edge. */
export function markPath(kind: MarkKind, size: number): string {
  switch (kind) {
    case 'restart':
      return `M0 ${-size}L${size} ${size}L${-size} ${size}Z`;
    case 'unheard':
      return `M${-size} ${-size}L${size} ${size}M${size} ${-size}L${-size} ${size}`;
    case 'ban':
      return `M${-size} ${-size}H${size}L0 ${size}Z`;
    case 'kick':
      return `M0 ${-size}L${size} 0L0 ${size}L${-size} 0Z`;
    case 'lock':
      return `M${-size} ${-size}H${size}V${size}H${-size}Z`;
    case 'unlock':
      return `M${-size} ${-size}H${size}V${size}H${-size}Z`;
    case 'whitelist-pause':
    case 'whitelist-resume':
      return `M${-size} 0A${size} ${size} 0 1 0 ${size} 0A${size} ${size} 0 1 0 ${-size} 0Z`;
  }
}

/** Whether a sign is filled; others are drawn as a line. */
export function isFilled(kind: MarkKind): boolean {
  return kind !== 'unheard' && kind !== 'unlock' && kind !== 'whitelist-pause';
}

/** Draws the marks into a chart: when it was not heard as a band, all else as a line with a sign above. */
export function drawMarks(plot: uPlot, marks: readonly Mark[]): void {
  const { ctx: context, bbox } = plot;
  const ratio = devicePixelRatio;
  const style = getComputedStyle(plot.root);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const placeOf = (at: number) => plot.valToPos(at / 1_000, 'x', true) / ratio;
  context.save();
  context.beginPath();
  context.rect(bbox.left, 0, bbox.width, bbox.top + bbox.height);
  context.clip();
  context.fillStyle = colour('--bad-soft');
  context.globalAlpha = 0.6;
  for (const { at, until } of marks) {
    if (until === null) continue;
    const from = placeOf(at) * ratio;
    const width = Math.max(ratio, placeOf(until) * ratio - from);
    context.fillRect(from, bbox.top, width, bbox.height);
  }
  context.globalAlpha = 1;
  context.lineWidth = 1.5 * ratio;
  for (const { x, kind, count } of groupMarks(marks, placeOf, APART)) {
    context.fillStyle = context.strokeStyle = colour(MARK_COLOUR[kind]);
    context.save();
    context.globalAlpha = 0.45;
    context.fillRect(x * ratio, bbox.top, ratio, bbox.height);
    context.globalAlpha = 1;
    context.translate(x * ratio, bbox.top - (MARKS_ROOM / 2) * ratio);
    context.scale(ratio, ratio);
    context.lineWidth = 1.5;
    const path = new Path2D(markPath(kind, RADIUS));
    if (isFilled(kind)) context.fill(path);
    else context.stroke(path);
    // Several stand under one sign.
    if (count > 1) context.fillRect(-RADIUS, RADIUS + 2, 2 * RADIUS, 1.5);
    context.restore();
  }
  context.restore();
}
