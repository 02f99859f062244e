/** How population history is kept, and which parts of it can be asked for. */
const HOUR = 3_600;
const DAY = 24 * HOUR;

/** Seconds between points, and how long points of that step are kept; the finest first. */
export const POPULATION_STEPS = [
  // Two days, and what a day of 25 hours takes more.
  { step: 60, kept: 50 * HOUR },
  // Two weeks likewise.
  { step: 600, kept: 15 * DAY },
  { step: HOUR, kept: 90 * DAY },
] as const;
export type PopulationStep = (typeof POPULATION_STEPS)[number]['step'];

/** The spans that end now, in seconds. */
export const POPULATION_SPAN = {
  '1h': HOUR,
  '6h': 6 * HOUR,
  '24h': DAY,
  '7d': 7 * DAY,
  '30d': 30 * DAY,
  '90d': 90 * DAY,
} as const;
export type PopulationSpan = keyof typeof POPULATION_SPAN;
export const POPULATION_SPANS = Object.keys(POPULATION_SPAN) as readonly PopulationSpan[];

/** How many days before a span the one lies that it is compared with; whole weeks keep the weekday. */
export const POPULATION_BEFORE = { '1d': 1, '7d': 7, '28d': 28, '30d': 30 } as const;
export type PopulationBefore = keyof typeof POPULATION_BEFORE;

/** What a span can be compared with: what does not overlap it, and is kept. */
export const COMPARED: Readonly<Record<PopulationSpan, readonly PopulationBefore[]>> = {
  // Of a week ago there is a point for ten minutes: too few for an hour.
  '1h': ['1d'],
  '6h': ['1d', '7d'],
  '24h': ['1d', '7d'],
  '7d': ['7d', '28d'],
  '30d': ['30d'],
  // What was before is not kept.
  '90d': [],
};

/** No answer has more points than this. */
const POINTS_MAX = 2_200;

/** The part of the history that a question means: seconds between points, and its moments in epoch milliseconds. */
export interface PopulationWindow {
  readonly step: PopulationStep;
  /** Points are younger than this, */
  readonly from: number;
  /** and not younger than this. */
  readonly to: number;
}

/**
 * The window of a span that ends now, or so many days before. The earlier one is an hour longer on both sides: the
 * same time of day may be an hour off where clocks changed in between.
 */
export function populationWindow(
  span: PopulationSpan,
  before: PopulationBefore | undefined,
  now: number,
): PopulationWindow {
  const seconds = POPULATION_SPAN[span];
  const days = before === undefined ? 0 : POPULATION_BEFORE[before];
  const more = days === 0 ? 0 : HOUR;
  const back = days * DAY + seconds + more;
  const found = POPULATION_STEPS.find(
    ({ step, kept }) => kept >= back && (seconds + 2 * more) / step <= POINTS_MAX,
  );
  return {
    step: found?.step ?? HOUR,
    from: now - back * 1_000,
    to: now - (days * DAY - more) * 1_000,
  };
}
