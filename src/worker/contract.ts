/**
 * The tab's contract with the worker, on one page. Commands go through Comlink, each with its
 * deadline; live values flow on a MessagePort that the tab hands over with `subscribe`.
 */
import type { z } from 'zod';
import type { ServerActionRequest } from '../protocol/actions/calls.ts';
import type { CALLS, CallName } from '../protocol/calls.ts';
import type { Problem } from '../protocol/problem.ts';
import type { KeptName, RowOf } from '../protocol/resources/registry.ts';
import type { PopulationBefore, PopulationSpan } from '../protocol/servers/population.ts';
import type { AddedOf, EditsOf } from '../domain/resources/rule.ts';
import type { Query, ViewChange, ViewRow } from '../domain/queries.ts';
import type { ConnectionState, MemoryOnly } from '../domain/rows.ts';
import type { PackedPatch, PackedStep } from '../domain/walls/packed.ts';
import type { ToldSign } from '../domain/walls/staleness.ts';
import type { Keeps } from './store/storage-health.ts';
import type { SearchAnswer, SearchQuestion } from '../domain/search/search.ts';

/** Whom a worker is for: the account of this browser, or the paired screen that it is. */
export type World = 'account' | 'display';

/**
 * A shared worker's name: whom it is for, and the origin of the API. Equal names are one worker, so that
 * a display that is opened in an admin's browser has one of its own.
 */
export type WorkerName = `${World} ${string}`;

/** What a worker says on each tab's port before it ends, since its code did not come. */
export type Unable = 'unable';

/** Why a command did not succeed. */
export type CommandError =
  /** The host answered with a problem document. */
  | { readonly kind: 'problem'; readonly problem: Problem }
  /** No answer: offline, or the host is down. Nothing is known of the outcome of a change. */
  | { readonly kind: 'unreachable' }
  /** The tab waited longer than the command's deadline; given by the tab's own side. */
  | { readonly kind: 'deadline' }
  /** A recording is shown: nothing can be sent, and what it does not tell is not known. */
  | { readonly kind: 'replaying' };

/**
 * `unread`: the ids of rows that are not in the value since this version cannot read them; null for one whose id
 * cannot be read either.
 */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T; readonly unread?: readonly (string | null)[] }
  | { readonly ok: false; readonly error: CommandError };

/** What a call takes beside its `acsrf_token`, which the worker adds. */
export interface CallInput<N extends CallName> {
  readonly params?: z.input<(typeof CALLS)[N]['params']>;
  readonly query?: z.input<(typeof CALLS)[N]['query']>;
  readonly body?: Omit<z.input<(typeof CALLS)[N]['body']>, 'acsrf_token'>;
}
export type CallAnswer<N extends CallName> = z.output<(typeof CALLS)[N]['answer']>;

/** Commands. All tabs share the one session behind them. */
export interface Commands {
  /** Makes one REST call with the shared session. Deadline 15 s; `servers-test` and actions 30 s. */
  call<N extends CallName>(name: N, input: CallInput<N>): Promise<Outcome<CallAnswer<N>>>;
  /**
   * Acts on a server. Shows at once as an intention in every tab; `request_id` makes it safe to repeat.
   * `playerName`: as the tab calls the player, who may be gone from the rows; null where it is about nobody.
   */
  act(
    serverId: string,
    requestId: string,
    request: ServerActionRequest,
    playerName: string | null,
  ): Promise<Outcome<string>>;
  /**
   * Adds, edits, removes or brings back a row of a resource. It looks done at once in every tab, and again as the
   * host says where it was not. Those of one row are done in their order. An edit of a row that is gone is none.
   */
  write(asked: AskedWrite): Promise<Outcome<null>>;
  /** Asks once more for a write that failed, over what the row is by now. */
  writeAgain(writeId: string): Promise<void>;
  /** Forgets an intention or a write that ended. */
  dismiss(requestId: string): Promise<void>;
  /** Pages older entries of a server's feed or console into the store. */
  older(serverId: string, stream: 'feed' | 'console'): Promise<Outcome<{ more: boolean }>>;
  /** Fetches the population history of a server into the store. */
  history(
    serverId: string,
    span: PopulationSpan,
    before?: PopulationBefore,
  ): Promise<Outcome<null>>;
  /**
   * Fetches the players of the last day into the store, on these servers, or with null on all together; what was fetched
   * lately is not asked for again.
   */
  days(serverIds: readonly (string | null)[]): Promise<Outcome<null>>;
  /** Finds servers and players in the worker's rows: a tab holds none but those that it shows. */
  search(question: SearchQuestion): Promise<SearchAnswer>;
  /** Ends the session in every tab and empties the store; also when the host can't be reached. */
  signOut(): Promise<Outcome<null>>;
  /** Connects at once instead of waiting for the back-off. */
  reconnect(): Promise<void>;
  /** Tries at once, and not in a minute, to keep on the disk what is in memory only; whether it is kept now. */
  keepAgain(): Promise<boolean>;
  /**
   * How the connection is, at once. A wall asks every two seconds: a host that has told nothing for a
   * second is probed, so that its silence is known within ten, and the session counts as used.
   */
  sign(): Promise<Sign>;
  /** That the worker is there, at once; every tab that can be seen asks every two seconds. */
  pulse(): Promise<Pulse>;
  /** What the worker is and does, for support and tests. */
  inspect(): Promise<Inspection>;
  /** The hash of the rows, of all facts unless it is said. */
  hash(of?: Hashed): Promise<string>;
  /** A recording of what was kept lately, for a bug report; or why there is none. */
  exportRecording(request: RecordingRequest): Promise<RecordedFile | NotRecorded>;
  /**
   * Begins a recording by hand, for all tabs; `stop` ends it, and null asks. Answers since when one is under
   * way; null: none is, also where this browser keeps no events that could be recorded.
   */
  markRecording(mark: 'start' | 'stop' | null): Promise<number | null>;
  /** Hands over the tab's end of the stream. The tab holds the Web Lock `tab:<tab>` by then: granted to the worker means dead. */
  attach(port: MessagePort, tab: string): Promise<void>;
}

/** A row of a resource, and what is to become of it. `row` is what was removed, to be brought back. */
export type AskedWrite<R extends KeptName = KeptName> = {
  /** Of the write, chosen by the tab. */
  readonly id: string;
  readonly resource: R;
  readonly server_id: string;
  readonly row_id: string;
} & (
  | { readonly write: 'add'; readonly values: AddedOf<R> }
  | {
      readonly write: 'edit';
      readonly values: EditsOf<R>;
      /** As its editor saw it; absent: over whatever it is. */
      readonly was?: EditsOf<R>;
    }
  | { readonly write: 'remove' }
  | { readonly write: 'restore'; readonly row: RowOf<R> }
);

/** A sign of life for tabs. */
export interface Pulse {
  /** Milliseconds by which what the worker has is behind the host, as the last keepalive took so long. */
  readonly behind: number;
}

/** A sign of life: how the connection is, and how old what the worker has of the host. */
export type Sign = ToldSign;

/** What a hash covers: all facts, or what is the same for everybody who sees the same servers. */
export type Hashed = 'facts' | 'shared';

/** What to put into a recording. */
export interface RecordingRequest {
  /** How far back; null: since one was begun by hand. */
  readonly minutes: number | null;
  /** Names, ids and texts are replaced by pseudonyms. Consoles, addresses, identifiers and e-mail are never kept. */
  readonly redact: boolean;
  /** What was said in chat stays all the same. */
  readonly keepChat: boolean;
}

/** A recording as a file of lines of JSON. */
export interface RecordedFile {
  readonly file: Blob;
  readonly events: number;
  /** When its first event happened; null: it has none. */
  readonly from: number | null;
  /** It begins later than was asked for: nothing older is kept. */
  readonly shortened: boolean;
}

/** Why there is no file: no recording is under way, nothing is kept yet, or this browser keeps no events now. */
export type NotRecorded = 'not-begun' | 'nothing-yet' | 'not-kept';

/** What one tab has of the worker. */
export interface TabInspection {
  readonly tab: string;
  readonly visible: boolean;
  readonly focused: boolean;
  /** Milliseconds between two patches, at least. */
  readonly pace: number;
  /** Views that rest while nobody sees the tab: they get a snapshot when it is shown. */
  readonly resting: number;
  /** What it looks at, without what somebody typed to find it. */
  readonly queries: readonly Query[];
  /** Patches since the tab was opened. */
  readonly patches: number;
  /** Of these, how many it has not taken yet; two at most. */
  readonly unacknowledged: number;
  /** Rows that wait for the next patch. */
  readonly waiting: number;
}

/** What the store on disk holds. */
export interface StoreInspection {
  /** What is written: everything, the rows of accounts, servers and players alone, or nothing. */
  readonly keeps: Keeps;
  /** Why that is not everything; null where nothing went wrong lately. */
  readonly trouble: MemoryOnly['why'] | null;
  /** Events in the log: the first and the one past the last; their numbers are the store's own. */
  readonly log: {
    readonly from: number;
    readonly to: number;
    readonly bytes: number;
    /** The log's bounds: the oldest goes where it would grow beyond either. */
    readonly most: { readonly events: number; readonly bytes: number };
    /** When the first and the last happened, by the host's clock; null where it told none of them. */
    readonly first: number | null;
    readonly last: number | null;
  };
  /** The event that the last keyframe was made before; null while there is none. */
  readonly keyframe: number | null;
  /** Chunks of rows and lines of the log that wait to be written. */
  readonly dirty: number;
  readonly lines: number;
  /** Writes that failed since the last that did not. */
  readonly failures: number;
}

/** What the worker is and does, for support and tests. Nothing in it names a player; the account is an id in it. */
export interface Inspection {
  readonly build: string;
  readonly epoch: string;
  readonly connection: ConnectionState;
  readonly sockets: number;
  /** Messages to the host that wait for its limit. */
  readonly outbox: number;
  readonly tabs: readonly TabInspection[];
  /** Different queries behind all subscriptions. */
  readonly views: number;
  /** Every stream that is followed, with the number of its last event. */
  readonly streams: readonly { readonly stream: string; readonly position: number }[];
  /** Streams that somebody looks at and that the host refuses; it is asked again now and then. */
  readonly refused: readonly string[];
  readonly events: {
    readonly applied: number;
    readonly unknown: number;
    readonly malformed: number;
    /** Rows of answers that could not be read, or not all of it: the host is newer. */
    readonly unread: number;
  };
  readonly rows: Readonly<Record<string, number>>;
  /** null: nothing is stored, rows live in memory alone. */
  readonly store: StoreInspection | null;
}

/** Tab to worker, on the port. */
export type TabMessage =
  /** First. */
  | { readonly type: 'hello'; readonly protocol: number; readonly build: string }
  /** `id` is the tab's own; a snapshot answers. */
  | { readonly type: 'subscribe'; readonly id: number; readonly query: Query }
  /** Another part of the list that is shown: a patch tells what comes, and where it begins. */
  | { readonly type: 'move'; readonly id: number; readonly query: Query }
  | { readonly type: 'unsubscribe'; readonly id: number }
  /** The tab takes this worker for one that hangs, and has another. */
  | { readonly type: 'leave' }
  | { readonly type: 'visibility'; readonly visible: boolean; readonly focused: boolean }
  /**
   * The tab has taken the batch, or another message that needs an answer: a snapshot, a `reload`. At most
   * two batches are unacknowledged.
   */
  | { readonly type: 'ack'; readonly revision: number };

/** One step of a view's patch for a tab. A row that the tab holds is told by what of it is another. */
export type TabChange =
  | ViewChange
  | PackedStep
  | {
      readonly op: 'fields';
      readonly id: string;
      readonly fields: Readonly<Record<string, unknown>>;
    };

/** Worker to tab, on the port. */
export type WorkerMessage =
  /** `aliveLock`: the Web Lock that the worker holds while it lives. */
  | {
      readonly type: 'welcome';
      readonly epoch: string;
      readonly aliveLock: string;
      readonly build: string;
    }
  /** A view from the start, in chunks of at most 250 rows; `last` ends it. Empties what the tab held. */
  | {
      readonly type: 'snapshot';
      readonly id: number;
      readonly epoch: string;
      readonly revision: number;
      readonly first: boolean;
      readonly last: boolean;
      readonly rows: readonly ViewRow[];
      readonly order: readonly string[];
      readonly total: number;
      /** The place of the first row in the whole list. */
      readonly from: number;
      /** All rows of a packed view, which has no others; its arrays are transferred. */
      readonly packed: PackedPatch | null;
    }
  /** One batch for all of the tab's views. Applies only where `epoch` fits and `base` is the tab's revision. */
  | {
      readonly type: 'patch';
      readonly epoch: string;
      readonly base: number;
      readonly revision: number;
      readonly changes: readonly { readonly id: number; readonly changes: readonly TabChange[] }[];
    }
  /** The tab is seen again, and all that rested has been told: what it shows is how things stand. */
  | { readonly type: 'current' }
  /** The operator asked that these parts of the portal be mounted again. */
  | { readonly type: 'reload'; readonly components: readonly string[] }
  | {
      readonly type: 'bye';
      readonly reason: 'signed-out' | 'replaced' | 'failed';
      readonly url: string | null;
    };
