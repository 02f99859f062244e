import type { z } from 'zod';
import type { CALLS } from '../protocol/calls.ts';
import type { Frame } from '../protocol/frames.ts';
import type { RowsAnswer } from './resources/reduce.ts';
import type { BegunWrite } from './resources/writes.ts';
import type { ConnectionState, IntentionRow, MemoryOnly } from './rows.ts';

type Answer<C extends keyof typeof CALLS> = z.infer<(typeof CALLS)[C]['answer']>;

/** Which page of a server's feed or console was asked for. */
export interface AskedPage {
  readonly server_id: string;
  /** A page before what is held; otherwise the newest page, which restarts the stream. */
  readonly older: boolean;
  /** The page has everything that the host gives before this position, back to its own oldest entry. */
  readonly before?: number | undefined;
  /** It is of the stream that is told without addresses and identifiers. */
  readonly filtered?: boolean | undefined;
}

/**
 * Everything that can change rows, as one kind of thing: what the host told (realtime), what it
 * answered (rest), what a tab wants (intent), and what the link itself sees. A recording is a list
 * of these, and the same list gives the same rows.
 */
export type DomainEvent = { readonly at: number } &
  /** `at` is the frame's own: the host's moment, the same for every client. */
  (
    | ({ readonly source: 'realtime' } & Frame)
    | { readonly source: 'rest'; readonly event: 'session'; readonly data: Answer<'session'> }
    | {
        readonly source: 'rest';
        readonly event: 'servers';
        /** `whole`: servers that are absent from it are gone. */
        readonly data: Omit<Answer<'serversList'>, 'next'> & { readonly whole: boolean };
      }
    | {
        readonly source: 'rest';
        readonly event: 'feed';
        readonly data: Answer<'feedPage'> & AskedPage;
      }
    | {
        readonly source: 'rest';
        readonly event: 'console';
        readonly data: Answer<'consolePage'> & AskedPage;
      }
    | {
        readonly source: 'rest';
        readonly event: 'personal';
        readonly data: Answer<'personalPage'> & { readonly server_id: string };
      }
    | {
        readonly source: 'rest';
        readonly event: 'population';
        readonly data: Answer<'serverPopulation'> & { readonly server_id: string };
      }
    | { readonly source: 'rest'; readonly event: 'days'; readonly data: Answer<'serversDay'> }
    | { readonly source: 'rest'; readonly event: 'rows'; readonly data: RowsAnswer }
    | { readonly source: 'intent'; readonly event: 'write'; readonly data: BegunWrite }
    | {
        readonly source: 'intent';
        readonly event: 'written';
        readonly data: {
          readonly id: string;
          readonly position: number | null;
          readonly error: string | null;
        };
      }
    | {
        readonly source: 'intent';
        readonly event: 'begin';
        readonly data: Omit<IntentionRow, 'state' | 'answer' | 'error' | 'at'>;
      }
    | {
        readonly source: 'intent';
        readonly event: 'end';
        readonly data: {
          readonly id: string;
          readonly answer: string | null;
          readonly error: string | null;
        };
      }
    /** A tab no longer cares for an intention or a write that ended. */
    | {
        readonly source: 'intent';
        readonly event: 'forget';
        readonly data: { readonly id: string };
      }
    | {
        readonly source: 'link';
        readonly event: 'connection';
        readonly data: { readonly connection: ConnectionState };
      }
    /** A stream that nobody asks for any more: its rows go. */
    | {
        readonly source: 'link';
        readonly event: 'released';
        readonly data: { readonly streams: readonly string[] };
      }
    /** Whether what is shown is kept on the disk. It is in no recording. */
    | {
        readonly source: 'link';
        readonly event: 'keeping';
        readonly data: { readonly memory_only: MemoryOnly | null };
      }
    /** Every stream that somebody looks at and that the host does not give. It is in no recording. */
    | {
        readonly source: 'link';
        readonly event: 'refused';
        readonly data: { readonly refused: readonly string[] };
      }
    /** Signed out: everything goes. */
    | { readonly source: 'link'; readonly event: 'emptied'; readonly data: Record<string, never> }
  );

/** What the host told on the socket. */
export type RealtimeEvent = Extract<DomainEvent, { source: 'realtime' }>;

/** A frame as an event. Written out, since it is made for every frame and spreading costs more. */
export function realtimeEvent(frame: Frame): RealtimeEvent {
  const { event, at, stream, seq, data } = frame;
  if (stream === undefined) return { source: 'realtime', event, at, data } as RealtimeEvent;
  return { source: 'realtime', event, at, stream, seq, data } as RealtimeEvent;
}
