import { expect, it } from 'vitest';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { zoneNamed } from '../../domain/zone.ts';
import { localeOf } from '../text/locale.ts';
import { nextText } from './job-text.ts';

/** Tuesday, 24 November 2026, 21:30 in Berlin. */
const NOW = Date.UTC(2026, 10, 24, 20, 30);
const MINUTE = 60_000;

const job: RowOf<'jobs'> = {
  id: 'a'.repeat(24),
  server_id: 'b'.repeat(24),
  name: 'Nightly',
  enabled: true,
  days: [0, 1, 2, 3, 4, 5, 6],
  time: { kind: 'absolute', minutes: 240 },
  action: SERVER_ACTION.SERVER_RESTART,
  parameter: null,
  warnings: [],
  lock_before: null,
  kick_before: null,
  changed: 0,
};
/** A skipped or postponed night. */
const plan = (at: number | null): RowOf<'plans'> => ({
  ...job,
  id: 'c'.repeat(24),
  job_id: job.id,
  due: Date.UTC(2026, 10, 25, 3),
  at,
  by_id: 'd'.repeat(24),
  by_name: 'Anna',
});

function next(
  part: Partial<RowOf<'jobs'>> = {},
  { plans = [], startedAt = null }: { plans?: RowOf<'plans'>[]; startedAt?: number | null } = {},
): string {
  const said: unknown[] = [];
  const t = ((key: string, values?: Readonly<Record<string, string>>) => {
    said.push(key.replace('jobs.next.', ''), ...Object.values(values ?? {}));
    return '';
  }) as unknown as Parameters<typeof nextText>[3];
  const zone = zoneNamed('Europe/Berlin')!;
  const of = { ...job, ...part };
  nextText(of, { zone, startedAt, jobs: [of], plans }, NOW, t, localeOf('de'));
  return said.join(' ');
}

it.each([
  ['later today', { time: { kind: 'absolute', minutes: 1_380 } }, 'today 23:00 1 Std. 30 Min.'],
  ['tomorrow', {}, 'tomorrow 04:00 6 Std. 30 Min.'],
  ['on another day', { days: [5] }, 'on 04:00 3 Tg. Sa., 28. Nov.'],
  ['in this minute', { time: { kind: 'absolute', minutes: 1_290 } }, 'now'],
  ['not at all', { enabled: false }, 'off'],
  ['after a start that nobody knows', { time: { kind: 'uptime', minutes: 60 } }, 'noStart'],
] as const)('says when a job runs next: %s', (_, part, said) => {
  expect(next(part as Partial<RowOf<'jobs'>>)).toBe(said);
});

it('a job that is skipped runs the day after, and one that is postponed later', () => {
  expect(next({}, { plans: [plan(null)] })).toMatch(/^on 04:00/);
  expect(next({}, { plans: [plan(Date.UTC(2026, 10, 25, 3, 30))] })).toBe('tomorrow 04:30 7 Std.');
});

it('one that counts from the start runs so long after it', () => {
  const startedAt = NOW - 30 * MINUTE;
  const time = { kind: 'uptime', minutes: 60 } as const;
  expect(next({ time }, { startedAt })).toBe('today 22:00 30 Min.');
  expect(next({ time }, { startedAt: NOW - 90 * MINUTE })).toBe('none');
});
