import { expect, it } from 'vitest';
import {
  COMPARED,
  POPULATION_SPAN,
  POPULATION_SPANS,
  POPULATION_STEPS,
  populationWindow,
} from './population.ts';

const NOW = Date.UTC(2026, 10, 23, 18);
const asked = POPULATION_SPANS.flatMap((span) =>
  [undefined, ...COMPARED[span]].map((before) => ({ span, before })),
);

it.each(asked)('$span before $before is kept as long as it is asked for', ({ span, before }) => {
  const { step, from, to } = populationWindow(span, before, NOW);
  const kept = POPULATION_STEPS.find((one) => one.step === step)?.kept ?? 0;
  expect(NOW - from).toBeLessThanOrEqual(kept * 1_000);
  const points = (to - from) / 1_000 / step;
  expect(points).toBeGreaterThanOrEqual(36);
  expect(points).toBeLessThanOrEqual(2_200);
});

it.each(asked)('$span before $before does not overlap what it is compared with', (one) => {
  const { to } = populationWindow(one.span, one.before, NOW);
  if (one.before === undefined) expect(to).toBe(NOW);
  else expect(to).toBeLessThanOrEqual(NOW - POPULATION_SPAN[one.span] * 1_000 + 3_600_000);
});

it('every span can be compared that is kept twice', () => {
  const kept = POPULATION_STEPS.at(-1)?.kept ?? 0;
  for (const span of POPULATION_SPANS) {
    const isKept = 2 * POPULATION_SPAN[span] < kept;
    expect([span, COMPARED[span].length > 0]).toEqual([span, isKept]);
  }
});
