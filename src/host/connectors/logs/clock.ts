/**
 * The clock of a game's log. Lines say the time of day alone: a day is added when the clock goes back, and
 * an hour that daylight saving repeats is not a day.
 */
import type { Zone } from '../../../domain/zone.ts';

const DAY = 86_400_000;
/** Lines may be out of order by this much; a log that is silent for all but this of a day is none. */
const DISORDER = 60_000;
/** A file may have been written to so long before its last line's time, by clocks that differ. */
const AHEAD = 5 * 60_000;

/** Where a clock stands. */
export interface ClockState {
  /** Days since 1970 of the local calendar. */
  readonly day: number;
  /** The latest moment so far. */
  readonly last: number;
}

/** A line's time. */
export interface LineTime {
  /** Epoch milliseconds. */
  readonly at: number;
  /** The local time as the log's clock showed it, milliseconds: it stays when the time zone is corrected. */
  readonly local: number;
}

export class LogClock {
  readonly #zone: Zone;
  #state: ClockState | null;

  constructor(zone: Zone, state: ClockState | null = null) {
    this.#zone = zone;
    this.#state = state;
  }

  get state(): ClockState | null {
    return this.#state;
  }

  /** The log says its day. */
  startOn(day: number, ofDay = 0): void {
    const [last = 0] = this.#zone.moments(day * DAY + ofDay);
    this.#state = { day, last };
  }

  /** The moment of a line by its milliseconds since midnight; null while the day is not known. */
  read(ofDay: number): LineTime | null {
    if (this.#state === null) return null;
    let { day, last } = this.#state;
    let at = this.#fit(day, ofDay, last);
    if (at === undefined) {
      day += 1;
      at = this.#zone.moments(day * DAY + ofDay)[0] ?? last;
    }
    last = Math.max(last, at);
    this.#state = { day, last };
    return { at, local: day * DAY + ofDay };
  }

  #fit(day: number, ofDay: number, last: number): number | undefined {
    return this.#zone.moments(day * DAY + ofDay).find((moment) => moment >= last - DISORDER);
  }
}

/** The local day of a moment, in days since 1970. */
export function dayOf(zone: Zone, moment: number): number {
  return Math.floor(zone.local(moment) / DAY);
}

/** The day of a date of the calendar, in days since 1970. */
export function calendarDay(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day) / DAY;
}

/**
 * The day that the first of these lines belongs to, where the log states none: the last line is the newest
 * that fits a file which was written at `writtenAt`. `times`: milliseconds since midnight, in the log's order.
 */
export function firstDay(zone: Zone, times: readonly number[], writtenAt: number): number {
  let day = dayOf(zone, writtenAt);
  for (;;) {
    const clock = new LogClock(zone);
    const [first = 0] = times;
    clock.startOn(day, first);
    for (const time of times) clock.read(time);
    const over = (clock.state?.last ?? 0) - (writtenAt + AHEAD);
    if (over <= 0) return day;
    day -= Math.max(1, Math.floor(over / DAY));
  }
}
