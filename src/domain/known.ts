import { RECORDED_EVENTS } from '../protocol/recordings/events.ts';

/** An event as it stands in a recording: perhaps of a kind that this version does not know. */
export interface RecordedEvent {
  readonly at: number;
  readonly source: string;
  readonly event: string;
  readonly stream?: string;
  readonly seq?: number;
  readonly data: unknown;
}

/** Whether this version has a reducer for the event; otherwise it changes nothing and is counted. */
export function isKnown({ source, event }: Pick<RecordedEvent, 'source' | 'event'>): boolean {
  return RECORDED_EVENTS.has(`${source}/${event}`);
}
