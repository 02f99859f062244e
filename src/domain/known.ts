import { EVENTS } from '../protocol/events.ts';

/** An event as it stands in a recording: perhaps of a kind that this version does not know. */
export interface RecordedEvent {
  readonly at: number;
  readonly source: string;
  readonly event: string;
  readonly stream?: string;
  readonly seq?: number;
  readonly data: unknown;
}

const OTHERS: ReadonlySet<string> = new Set([
  'rest/session',
  'rest/servers',
  'rest/feed',
  'rest/console',
  'rest/personal',
  'rest/population',
  'intent/begin',
  'intent/end',
  'intent/forget',
  'link/connection',
  'link/released',
  'link/emptied',
]);

/** Whether this version has a reducer for the event; otherwise it changes nothing and is counted. */
export function isKnown(event: Pick<RecordedEvent, 'source' | 'event'>): boolean {
  if (event.source === 'realtime') return Object.hasOwn(EVENTS, event.event);
  return OTHERS.has(`${event.source}/${event.event}`);
}
