import type { ServerStatusName } from '../../../../protocol/enumerations.ts';
import { mixed, readable } from './colour.ts';

/** The colours of a wall, from the page's tokens. */
export interface WallColours {
  readonly ground: string;
  readonly tile: string;
  readonly sunken: string;
  readonly track: string;
  readonly line: string;
  readonly edge: string;
  readonly ink: string;
  readonly soft: string;
  readonly faint: string;
  readonly accent: string;
  readonly good: string;
  readonly warn: string;
  readonly bad: string;
  readonly warnSoft: string;
  readonly badSoft: string;
  /** From an empty server to a full one, and what is readable on each. */
  readonly heat: readonly { readonly fill: string; readonly ink: string }[];
}

/** The words of a wall, in the reader's language. */
export interface WallTexts {
  readonly status: Readonly<Record<ServerStatusName, string>>;
  readonly count: (value: number) => string;
  /** A span of milliseconds by its largest unit. */
  readonly age: (ms: number) => string;
  /** That figures were read so many milliseconds before. */
  readonly old: (ms: number) => string;
  /** An hour of the day. */
  readonly hour: (at: number) => string;
  readonly lastDay: string;
  /** That it restarts in so many milliseconds. */
  readonly restartIn: (ms: number) => string;
  /** That it restarts so long after a start that is not known. */
  readonly restartUnknown: string;
}

export interface WallStyle {
  readonly colours: WallColours;
  readonly texts: WallTexts;
}

const HEAT_STEPS = 16;

/** The tokens as they are on an element now. */
export function readColours(element: Element): WallColours {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(name).trim();
  const low = token('--surface-3');
  const high = token('--accent');
  const ink = token('--ink');
  const other = token('--surface-0');
  return {
    ground: token('--surface-0'),
    tile: token('--surface-2'),
    sunken: token('--surface-1'),
    track: token('--surface-3'),
    line: token('--line'),
    edge: token('--line-strong'),
    ink,
    soft: token('--ink-soft'),
    faint: token('--ink-faint'),
    accent: high,
    good: token('--good'),
    warn: token('--warn'),
    bad: token('--bad'),
    warnSoft: token('--warn-soft'),
    badSoft: token('--bad-soft'),
    heat: Array.from({ length: HEAT_STEPS }, (_, step) => {
      const fill = mixed(low, high, 0.04 + (0.96 * step) / (HEAT_STEPS - 1));
      return { fill, ink: readable(fill, ink, other) };
    }),
  };
}

/** The portal's face at a size. */
export function face(size: number, weight: 400 | 500 | 600 = 500): string {
  return `${weight} ${size}px Inter, system-ui, sans-serif`;
}
