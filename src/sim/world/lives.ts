/** The figures that people live by in one game, measured on real servers where they could be. */
import type { Random } from '../random.ts';
export interface Lives {
  /** Minutes, by Weibull; `mean` is what `shape` and `scale` come to. */
  readonly session: { readonly shape: number; readonly scale: number; readonly mean: number };
  /** How often each thing happens in a player's hour. */
  readonly perHour: Readonly<Record<Happening, number>>;
  /** Bursts in which a hiccup of the server throws many out at once, for each hour of the server. */
  readonly burstsPerHour: number;
}

/** What can happen to somebody who plays. */
export type Happening = 'chat' | 'score' | 'hit' | 'death' | 'ping-kick' | 'admin-kick';

const PER_HOUR = {
  chat: 3.5,
  score: 6.7,
  hit: 8.6,
  death: 0.23,
  'ping-kick': 0.046,
  'admin-kick': 0.01,
};

export const DAYZ_LIVES: Lives = {
  session: { shape: 0.75, scale: 58, mean: 69 },
  perHour: PER_HOUR,
  burstsPerHour: 0,
};
export const ARMA_LIVES: Lives = {
  session: { shape: 0.62, scale: 56, mean: 81 },
  perHour: PER_HOUR,
  // 67 kicks for desync in 16 hours, most of them in one minute.
  burstsPerHour: 1 / 16,
};

/** DayZ's shape, made longer by what the ages of running sessions differ: 34 minutes to 25. */
export const RUST_LIVES: Lives = {
  session: { shape: 0.75, scale: 79, mean: 94 },
  perHour: { ...PER_HOUR, death: 1 },
  burstsPerHour: 0,
};
export const SOURCE_LIVES: Lives = {
  session: { shape: 0.5, scale: 20, mean: 40 },
  perHour: { ...PER_HOUR, chat: 0 },
  burstsPerHour: 0,
};

/** Who returns, and after how many minutes: 2.2 joins for each person. */
export const RETURNS = 0.56;
export const RETURN_GAP = { median: 42, spread: 1, mean: 69 };

const BUSIEST_HOUR = 20;

/**
 * How many come at this hour, as a share of the day's average: `swing` of 0.4 is from 0.6 before
 * morning to 1.4 in the evening.
 */
export function timeOfDayFactor(now: number, swing: number): number {
  const hour = (now / 3_600_000) % 24;
  return 1 + swing * Math.cos(((hour - BUSIEST_HOUR) / 24) * 2 * Math.PI);
}

/**
 * How full a Rust server is, as a share of its slots: half of all servers are nearly empty, one in
 * ten is more than half full.
 */
export function rustFill(random: Random): number {
  return Math.min(1, random.logNormal(0.1, 1.26));
}
