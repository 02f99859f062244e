/**
 * Joins what a log tells with what RCon told. While RCon was connected it is the truth about who came and
 * went, who said what and whom BattlEye kicked; what only a log knows (deaths, hits, the game's own kicks,
 * and everything from a time without RCon) is told.
 */
import type { LogEvent } from './log-event.ts';

/** RCon was connected from the one moment to the other, inclusive. Epoch milliseconds. */
export interface Span {
  readonly since: number;
  readonly until: number;
}

/** What RCon told, as far as a log can say the same. */
export interface Told {
  readonly kind: 'join' | 'leave' | 'chat' | 'kick';
  readonly at: number;
  readonly name: string;
  /** Of a chat what was said, of a kick why; empty for the others. */
  readonly text: string;
  /** Found by a player list: it happened at an unknown moment before. */
  readonly found: boolean;
}

export interface Known {
  readonly spans: readonly Span[];
  readonly told: readonly Told[];
}

/** What is to be told of a log, and what was known. */
export interface Merged {
  readonly told: readonly LogEvent[];
  readonly known: readonly LogEvent[];
}

/** The clocks of game and host may differ by this much. Milliseconds. */
export const SAME_TIME = 10_000;
/** Logs print whole seconds. */
const PRECISION = 1_000;
/** A player list is read within this time after RCon connected. Milliseconds. */
export const LIST_READ = 90_000;

/** Parts the events of a log, in their order, by what RCon knew. */
export function mergeLog(events: readonly LogEvent[], known: Known): Merged {
  const open = new Map<string, Told[]>();
  for (const told of known.told) {
    const alike = open.get(subject(told.kind, told.name));
    if (alike === undefined) open.set(subject(told.kind, told.name), [told]);
    else alike.push(told);
  }
  const isKnown = new Set<LogEvent>();
  const unsure: LogEvent[] = [];
  for (const event of events) {
    if (!isOfRcon(event)) continue;
    if (inSpan(event.at, known.spans)) isKnown.add(event);
    else unsure.push(event);
  }
  for (const event of unsure) {
    if (take(open, event, (told) => isSame(told, event))) isKnown.add(event);
  }
  // A list shows that somebody came or went, not when: the last join and the first leave are the ones.
  const rest = unsure.filter((event) => !isKnown.has(event));
  const joins = rest.filter(({ kind }) => kind === 'join').toReversed();
  const leaves = rest.filter(({ kind }) => kind === 'leave');
  for (const event of [...joins, ...leaves]) {
    const listed = nextList(event.at, known.spans);
    if (listed !== null && take(open, event, (told) => isFound(told, listed))) isKnown.add(event);
  }
  return {
    told: events.filter((event) => !isKnown.has(event)),
    known: events.filter((event) => isKnown.has(event)),
  };
}

/** Whether RCon tells such a thing while it is connected. */
export function isOfRcon(event: LogEvent): boolean {
  return (
    event.kind === 'join' ||
    event.kind === 'leave' ||
    event.kind === 'chat' ||
    (event.kind === 'kick' && event.by !== 'game')
  );
}

/** Whether RCon was connected at a moment. */
export function inSpan(at: number, spans: readonly Span[]): boolean {
  return spans.some(({ since, until }) => since - PRECISION < at && at <= until);
}

function isSame(told: Told, event: LogEvent): boolean {
  if (Math.abs(told.at - event.at) > SAME_TIME) return false;
  return event.kind !== 'chat' || told.text === event.text;
}

/** When the next player list after a moment without RCon was read; null where there was none. */
function nextList(at: number, spans: readonly Span[]): Span | null {
  const after = spans.filter(({ since }) => since > at).map(({ since }) => since);
  if (after.length === 0) return null;
  const since = Math.min(...after);
  return { since, until: since + LIST_READ };
}

function isFound(told: Told, list: Span): boolean {
  return told.found && told.at >= list.since && told.at <= list.until;
}

function subject(kind: string, name: string): string {
  return `${kind} ${name}`;
}

/** Takes the first that fits, so that it stands for one event alone. */
function take(
  open: ReadonlyMap<string, Told[]>,
  { kind, person }: LogEvent,
  fits: (told: Told) => boolean,
): boolean {
  const alike = open.get(subject(kind, person.name)) ?? [];
  const place = alike.findIndex(fits);
  if (place < 0) return false;
  alike.splice(place, 1);
  return true;
}
