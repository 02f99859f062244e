import { fitName, type FittedName } from './fit-name.ts';
import { face } from './style.ts';

type Context = CanvasRenderingContext2D;
type Weight = 400 | 500 | 600;

/** More fitted names than this are of servers that went long ago. */
const MOST_NAMES = 30_000;

/** Writes on a canvas. Names are fitted once for each width and size. */
export class Writing {
  readonly #context: Context;
  readonly #names = new Map<string, FittedName>();

  constructor(context: Context) {
    this.#context = context;
  }

  /** Another face, or other widths: names are fitted again. */
  forget(): void {
    this.#names.clear();
  }

  width(text: string, size: number, weight: Weight = 500): number {
    this.#context.font = face(size, weight);
    return this.#context.measureText(text).width;
  }

  /** Writes one line on its base line; `squeeze` narrows it. Answers its width. */
  line(
    text: string,
    x: number,
    y: number,
    size: number,
    colour: string,
    { weight = 500, align = 'left', squeeze = 1 }: LineOptions = {},
  ): number {
    const context = this.#context;
    context.font = face(size, weight);
    context.fillStyle = colour;
    context.textAlign = align;
    context.textBaseline = 'alphabetic';
    const width = context.measureText(text).width * squeeze;
    context.fillText(text, x, y, squeeze < 1 ? width : undefined);
    return width;
  }

  /** Writes a name into a width, in so many lines from this base line down. Answers how many it took. */
  name(
    text: string,
    x: number,
    y: number,
    { size, width, lines, colour, weight = 600 }: NameOptions,
  ): number {
    const key = `${size.toFixed(1)} ${width.toFixed(0)} ${lines} ${weight} ${text}`;
    let fitted = this.#names.get(key);
    if (fitted === undefined) {
      if (this.#names.size > MOST_NAMES) this.#names.clear();
      fitted = fitName(text, width, lines, (part) => this.width(part, size, weight));
      this.#names.set(key, fitted);
    }
    for (const [index, part] of fitted.lines.entries()) {
      const options = { weight, squeeze: fitted.squeeze };
      this.line(part, x, y + index * size * NAME_LEADING, size, colour, options);
    }
    return fitted.lines.length;
  }
}

/** From base line to base line of a name, in its type's size. */
export const NAME_LEADING = 1.02;

interface LineOptions {
  readonly weight?: Weight;
  readonly align?: CanvasTextAlign;
  readonly squeeze?: number;
}

interface NameOptions {
  readonly size: number;
  readonly width: number;
  readonly lines: number;
  readonly colour: string;
  readonly weight?: Weight;
}
