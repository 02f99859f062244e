import { expect, it } from 'vitest';
import { Lateness } from './lateness.ts';
import { paceOf, paceOfView } from './pace.ts';

it('a tab is as late as it answers, smoothed, each revision once', () => {
  const lateness = new Lateness();
  lateness.posted(1, 1_000);
  lateness.posted(2, 1_100);
  lateness.answered(1, 1_040);
  expect(lateness.ms).toBe(10);
  lateness.answered(1, 5_000);
  expect(lateness.ms).toBe(10);
  lateness.answered(2, 1_110);
  expect(lateness.ms).toBe(10);
  lateness.posted(3, 2_000);
  lateness.posted(4, 2_000);
  lateness.answered(4, 2_000);
  expect(lateness.ms).toBe(5.625);
});

it('a tab that did not run for a minute counts as half a second late, and none as early', () => {
  const lateness = new Lateness();
  lateness.posted(1, 0);
  lateness.answered(1, 60_000);
  expect(lateness.ms).toBe(125);
  lateness.posted(2, 70_000);
  lateness.answered(2, 60_000);
  expect(lateness.ms).toBe(93.75);
});

it('sums are told at most four times a second, and everything else as its tab is', () => {
  expect(paceOfView({ view: 'totals', filter: {} } as never)).toBe(250);
  expect(paceOfView({ view: 'server', server_id: 's' } as never)).toBe(0);
});

it('the tab in use is told at once, a hidden one last, one beside the slower the more there are', () => {
  const seen = { visible: true, focused: false };
  const alone = paceOf(seen, 0, { windows: 1, late: 0 });
  const hidden = paceOf({ visible: false, focused: false }, 0, { windows: 1, late: 0 });
  expect(paceOf({ visible: true, focused: true }, 400, { windows: 30, late: 400 })).toBeLessThan(
    alone,
  );
  expect(paceOf(seen, 0, { windows: 30, late: 0 })).toBeGreaterThan(alone);
  expect(paceOf(seen, 400, { windows: 1, late: 0 })).toBeGreaterThan(alone);
  expect(paceOf(seen, 0, { windows: 1, late: 400 })).toBeGreaterThan(alone);
  expect(paceOf(seen, 1e9, { windows: 1e9, late: 1e9 })).toBe(hidden);
});
