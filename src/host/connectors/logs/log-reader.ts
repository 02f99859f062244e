/** Reads the lines of one log in their order: each is accounted for, and what it tells becomes events. */
import { LOG_KIND, type LogKind } from '../../../protocol/enumerations.ts';
import { AdmEvents, type Stated } from './adm-events.ts';
import { calendarDay, firstDay, LogClock, type ClockState } from './clock.ts';
import { ConsoleEvents } from './console-events.ts';
import { cut, LIMITS } from '../limits.ts';
import { readConsoleLine, type ConsoleEntry } from './arma-console.ts';
import { readAdmLine, type AdmEntry } from './dayz-adm.ts';
import { readRptLine, type RptEntry } from './dayz-rpt.ts';
import { Keys, type LogEvent } from './log-event.ts';
import { RptEvents } from './rpt-events.ts';
import type { Zone } from '../../../domain/zone.ts';

type Entry = AdmEntry | RptEntry | ConsoleEntry;
interface Line {
  readonly ofDay: number | null;
  readonly entry: Entry;
}

/** What a reader must remember to go on where another stopped. */
export interface ReaderState {
  readonly clock: ClockState | null;
  readonly present: readonly string[];
}

/** What became of the lines. */
export interface LineCounts {
  lines: number;
  unexplained: number;
  firstUnexplained: string | null;
}

const READ: Readonly<Record<LogKind, (line: string) => Line>> = {
  'dayz-adm': readAdmLine,
  'dayz-rpt': readRptLine,
  'arma-console': readConsoleLine,
};

const UNEXPLAINED: Line = { ofDay: null, entry: { kind: 'unexplained' } };

/** The kind of a log by its file's name, else by its first lines; null where it is none of them. */
export function logKindOf(fileName: string, head: readonly string[]): LogKind | null {
  const name = fileName.toLowerCase();
  const byName: LogKind | null = name.endsWith('.adm')
    ? 'dayz-adm'
    : name.endsWith('.rpt')
      ? 'dayz-rpt'
      : name.startsWith('server_console')
        ? 'arma-console'
        : null;
  const fits = (kind: LogKind) => explained(kind, head) * 2 > head.length;
  if (byName !== null && fits(byName)) return byName;
  const [best] = LOG_KIND.toSorted((a, b) => explained(b, head) - explained(a, head));
  return best !== undefined && fits(best) ? best : null;
}

function explained(kind: LogKind, lines: readonly string[]): number {
  return lines.filter((line) => readLine(kind, line).entry.kind !== 'unexplained').length;
}

/** No log writes lines past the limit: what one would cost to read is not spent. */
function readLine(kind: LogKind, line: string): Line {
  return line.length > LIMITS.logLine ? UNEXPLAINED : READ[kind](line);
}

export class LogReader {
  readonly kind: LogKind;
  readonly counts: LineCounts = { lines: 0, unexplained: 0, firstUnexplained: null };
  readonly #zone: Zone;
  readonly #clock: LogClock;
  readonly #keys = new Keys();
  readonly #adm: AdmEvents;
  readonly #rpt = new RptEvents();
  readonly #console = new ConsoleEvents();

  constructor(kind: LogKind, zone: Zone, state?: ReaderState) {
    this.kind = kind;
    this.#zone = zone;
    this.#clock = new LogClock(zone, state?.clock);
    this.#adm = new AdmEvents(state?.present);
  }

  get state(): ReaderState {
    return { clock: this.#clock.state, present: this.#adm.present };
  }

  /** The latest moment of the lines so far, 0 before the first. */
  get newest(): number {
    return this.#clock.state?.last ?? 0;
  }

  /**
   * Finds the day of the first lines where none of them states it and no earlier one did: the last of them
   * was written not later than `writtenAt`, epoch milliseconds.
   */
  date(lines: readonly string[], writtenAt: number): void {
    if (this.#clock.state !== null) return;
    const times: number[] = [];
    for (const line of lines) {
      const { ofDay, entry } = readLine(this.kind, line);
      if (times.length === 0 && (entry.kind === 'started' || entry.kind === 'date')) return;
      if (ofDay !== null) times.push(ofDay);
    }
    const [first] = times;
    if (first === undefined) return;
    this.#clock.startOn(firstDay(this.#zone, times, writtenAt), first);
  }

  /** Reads one line, without its end. */
  line(text: string): readonly LogEvent[] {
    const { ofDay, entry } = readLine(this.kind, text);
    this.counts.lines += 1;
    if (entry.kind === 'unexplained') {
      this.counts.unexplained += 1;
      this.counts.firstUnexplained ??= cut(text, LIMITS.logLine);
      return [];
    }
    if (entry.kind === 'started') {
      this.#clock.startOn(calendarDay(entry.year, entry.month, entry.day), entry.ofDay);
    } else if (entry.kind === 'date') {
      this.#clock.startOn(calendarDay(entry.year, entry.month, entry.day));
    }
    const time = ofDay === null ? null : this.#clock.read(ofDay);
    return time === null ? [] : this.#keyed(this.#stated(entry, time));
  }

  /** What waited for more lines that did not come. */
  flush(): readonly LogEvent[] {
    return this.#keyed(this.#adm.flush());
  }

  #stated(entry: Entry, time: NonNullable<ReturnType<LogClock['read']>>): readonly Stated[] {
    switch (this.kind) {
      case 'dayz-adm':
        return this.#adm.read(entry as AdmEntry, time);
      case 'dayz-rpt':
        return this.#rpt.read(entry as RptEntry).map((statement) => ({ time, statement }));
      case 'arma-console':
        return this.#console.read(entry as ConsoleEntry).map((statement) => ({ time, statement }));
    }
  }

  #keyed(stated: readonly Stated[]): readonly LogEvent[] {
    return stated.map(({ time, statement }) => ({
      ...statement,
      at: time.at,
      key: this.#keys.of(statement, time),
    }));
  }
}
