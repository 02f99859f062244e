/** What is written into a picture of a wall, and where: what a test can ask of a canvas. */
import { server as texts } from '../../../text/en/server.ts';
import { formatAge, formatCount } from '../../../text/format.ts';
import { localeOf } from '../../../text/locale.ts';
import { face, readColours, type WallStyle } from './style.ts';
import { Writing } from './writing.ts';

/** What was written: its size, and the box of its letters. */
export interface Written {
  readonly text: string;
  readonly size: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The style of a wall in English, once its fonts are there. */
export async function englishStyle(): Promise<WallStyle> {
  await Promise.all(
    ([400, 500, 600] as const).map((weight) => document.fonts.load(face(20, weight))),
  );
  return {
    colours: readColours(document.documentElement),
    texts: {
      status: texts.status,
      count: (value) => formatCount(value, localeOf('en')),
      age: (ms) => formatAge(ms / 1_000, localeOf('en')),
      old: (ms) => `${formatAge(ms / 1_000, localeOf('en'))} old`,
      hour: String,
      lastDay: '',
      restartIn: (ms) => `restart in ${ms / 60_000} min`,
      restartUnknown: 'next restart unknown',
    },
  };
}

/** Has something painted, and tells what was written. */
export function writtenBy(
  paint: (context: CanvasRenderingContext2D, write: Writing) => void,
): readonly Written[] {
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) throw new Error('There is no canvas.');
  const written: Written[] = [];
  context.fillText = (text, x, y, most) => {
    const box = context.measureText(text);
    const narrowed = most === undefined ? 1 : Math.min(1, most / box.width);
    written.push({
      text,
      size: Number(/([\d.]+)px/.exec(context.font)?.[1]),
      left: x - box.actualBoundingBoxLeft * narrowed,
      right: x + box.actualBoundingBoxRight * narrowed,
      top: y - box.actualBoundingBoxAscent,
      bottom: y + box.actualBoundingBoxDescent,
    });
  };
  paint(context, new Writing(context));
  return written.filter(({ text }) => text !== '');
}
