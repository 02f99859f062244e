/** When jobs are due, found minute by minute as a clock on the wall shows it: nothing of the product's own reckoning. */
import type { RowOf } from '../../src/protocol/resources/registry.ts';

const MINUTE = 60_000;

export interface ExpectedStep {
  readonly job: string;
  readonly kind: 'warning' | 'lock' | 'kick' | 'action';
  readonly at: number;
  /** When what it belongs to is due. */
  readonly of: number;
}

interface WallClock {
  /** YYYY-MM-DD. */
  readonly date: string;
  /** 0 Monday to 6 Sunday. */
  readonly weekday: number;
  readonly minutes: number;
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

function wallClock(timeZone: string): (moment: number) => WallClock {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return (moment) => {
    const part: Record<string, string> = {};
    for (const { type, value } of format.formatToParts(moment)) part[type] = value;
    return {
      date: `${part['year']}-${part['month']}-${part['day']}`,
      weekday: WEEKDAYS.indexOf(part['weekday'] ?? ''),
      minutes: Number(part['hour']) * 60 + Number(part['minute']),
    };
  };
}

/**
 * The moments at which an `absolute` job is due after `from` and until `to`: the first minute of a day that shows its
 * time; where the clock jumps over it, as long after the jump as it would have been.
 */
export function expectedDues(
  timeZone: string,
  { days, time }: Pick<RowOf<'jobs'>, 'days' | 'time'>,
  from: number,
  to: number,
): readonly number[] {
  const read = wallClock(timeZone);
  const dues = new Map<string, number>();
  const start = from - 26 * 60 * MINUTE;
  let before = read(start - MINUTE);
  for (let moment = start; moment <= to + 2 * 60 * MINUTE; moment += MINUTE) {
    const now = read(moment);
    if (days.includes(now.weekday) && !dues.has(now.date)) {
      if (now.minutes === time.minutes) dues.set(now.date, moment);
      const jumped = now.date === before.date && now.minutes > before.minutes + 1;
      if (jumped && time.minutes > before.minutes && time.minutes < now.minutes) {
        dues.set(now.date, moment + (time.minutes - before.minutes - 1) * MINUTE);
      }
    }
    before = now;
  }
  return [...dues.values()].filter((due) => due > from && due <= to);
}

/** All that one time of a job has done, when it runs at `of`. */
export function expectedSteps(
  { id, warnings, lock_before, kick_before }: RowOf<'jobs'>,
  of: number,
): readonly ExpectedStep[] {
  const before = (kind: ExpectedStep['kind'], minutes: number | null): ExpectedStep[] =>
    minutes === null ? [] : [{ job: id, kind, at: of - minutes * MINUTE, of }];
  return [
    ...warnings.flatMap(({ minutes }) => before('warning', minutes)),
    ...before('lock', lock_before),
    ...before('kick', kick_before),
    ...before('action', 0),
  ];
}
