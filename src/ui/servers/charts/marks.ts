/** What happened on a server, as a chart is marked with it. */
import type { CallAnswer } from '../../../worker/contract.ts';
import type { MarkKind } from '../../../protocol/statistics/calls.ts';

export type Mark = CallAnswer<'chartMarks'>['marks'][number];

/** Marks that stand so close together that one sign stands for all. */
export interface MarkGroup {
  /** Where, in CSS pixels from the chart's left. */
  readonly x: number;
  /** What its sign is: of several kinds the one that matters most. */
  readonly kind: MarkKind;
  readonly count: number;
}

/** What matters most comes first. */
const WEIGHT: readonly MarkKind[] = [
  'restart',
  'unheard',
  'ban',
  'kick',
  'lock',
  'unlock',
  'whitelist-pause',
  'whitelist-resume',
];

/** Signs that do not lie over each other, from left to right. `marks` are in the order of their moments. */
export function groupMarks(
  marks: readonly Mark[],
  placeOf: (at: number) => number,
  apart: number,
): readonly MarkGroup[] {
  const groups: MarkGroup[] = [];
  for (const { at, kind } of marks) {
    const x = placeOf(at);
    const last = groups.at(-1);
    if (last === undefined || x - last.x >= apart) groups.push({ x, kind, count: 1 });
    else {
      const first = WEIGHT.indexOf(kind) < WEIGHT.indexOf(last.kind) ? kind : last.kind;
      groups[groups.length - 1] = { x: last.x, kind: first, count: last.count + 1 };
    }
  }
  return groups;
}

/** The marks of a moment: within so many milliseconds of it, or lasting over it. */
export function marksAt(marks: readonly Mark[], at: number, within: number): readonly Mark[] {
  return marks.filter((mark) => mark.at <= at + within && (mark.until ?? mark.at) >= at - within);
}

/** The moment of the mark before or after a moment; null: there is none. */
export function nextMark(marks: readonly Mark[], at: number, direction: 1 | -1): number | null {
  const found =
    direction === 1 ? marks.find((mark) => mark.at > at) : marks.findLast((mark) => mark.at < at);
  return found?.at ?? null;
}
