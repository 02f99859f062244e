/** A data layer for tests of screens: rows and answers are put in by hand, calls are noted. */
import { signal } from '@preact/signals-react';
import type {
  PackedQuery,
  PagingRow,
  PlayerView,
  ResourceView,
  ViewName,
  ViewRows,
  Query,
  ViewRow,
} from '../../domain/queries.ts';
import type { AccountRow, ServerRow } from '../../domain/rows.ts';
import { Packer } from '../../domain/walls/packer.ts';
import { isPackedQuery } from '../../domain/views/canonical.ts';
import { createView } from '../../domain/views/create.ts';
import { applyChanges, createRows } from '../../domain/state.ts';
import type { SearchAnswer, SearchQuestion } from '../../domain/search/search.ts';
import { offeredActions } from '../../domain/actions/offered.ts';
import type { ServerActionRequest } from '../../protocol/actions/calls.ts';
import { GAME } from '../../protocol/enumerations.ts';
import type { CallName } from '../../protocol/calls.ts';
import type { ErrorCode } from '../../protocol/errors.ts';
import { SERVER_PERMISSION } from '../../protocol/permissions.ts';
import { scopeOf, type ResourceName, type RowOf } from '../../protocol/resources/registry.ts';
import { resourceStream } from '../../protocol/streams.ts';
import type {
  AskedWrite,
  CallAnswer,
  CallInput,
  CommandError,
  Inspection,
  Outcome,
  NotRecorded,
  RecordedFile,
  RecordingRequest,
  Sign,
} from '../../worker/contract.ts';
import type { Connection, TabCommands, WorkerState } from './connect.ts';
import { LiveView, type TabView, type ViewStart } from './live-view.ts';

type Answer<N extends CallName> = Outcome<CallAnswer<N>> | Promise<Outcome<CallAnswer<N>>>;

/** A refusal of the host by its code. */
export function refusal(
  code: ErrorCode,
  fields?: Readonly<Record<string, string>>,
): { readonly ok: false; readonly error: CommandError } {
  const problem = { type: 'about:blank', title: code, status: 422, code, detail: code };
  return {
    ok: false,
    error: {
      kind: 'problem',
      problem: fields === undefined ? problem : { ...problem, fields: { ...fields } },
    },
  };
}

/** A call that was made. */
export interface NotedCall {
  readonly name: CallName;
  readonly input: unknown;
}

interface Shown {
  readonly rows: readonly ViewRow[];
  readonly of: (query: Query) => boolean;
}

/** What the worker says at once of a question of pages. */
const LOADING: PagingRow = { id: 'paging', total: 0, about: false, state: 'loading' };

/** Something that was asked of a server. */
export interface NotedAct {
  readonly serverId: string;
  readonly requestId: string;
  readonly request: ServerActionRequest;
  readonly playerName: string | null;
}

/** A connection to nowhere. A call without an answer is refused as unreachable. */
export class FakeConnection implements Connection {
  readonly state = signal<WorkerState>({ kind: 'running' });
  readonly hung = signal(false);
  readonly behind = signal(0);
  readonly reloads = signal<ReadonlyMap<string, number>>(new Map());
  readonly tab = 'this-tab';
  replaying = false;
  readonly calls: NotedCall[] = [];
  /** How the connection is. */
  sign: Sign = {
    connection: { kind: 'live', since: 0, latency: 12 },
    silent: 0,
    fresh_at: null,
  };
  /** What the worker says of itself; null: there is none. */
  inspection: Inspection | null = null;
  /** The recording that the worker has, or why it has none. */
  recorded: RecordedFile | NotRecorded = 'nothing-yet';
  readonly recordings: RecordingRequest[] = [];
  marked: number | null = null;
  /** How often it was asked to keep on the disk what is in memory only. */
  keptAgain = 0;
  /** Whether that helped. */
  keeps = false;
  /** What the worker finds. */
  found: (question: SearchQuestion) => SearchAnswer | Promise<SearchAnswer> = () => ({
    servers: [],
    players: [],
    found: { servers: 0, players: 0 },
  });
  /** What servers were asked for, and how it ends. */
  readonly acts: NotedAct[] = [];
  act: (
    serverId: string,
    request: ServerActionRequest,
  ) => Outcome<string> | Promise<Outcome<string>> = () => ({
    ok: false,
    error: { kind: 'unreachable' },
  });
  /** What was to become of rows. */
  readonly writes: AskedWrite[] = [];
  readonly writtenAgain: string[] = [];
  readonly dismissed: string[] = [];
  /** And how that ends. */
  wrote: Outcome<null> | Promise<Outcome<null>> = { ok: true, value: null };
  /** What was asked to be followed. */
  readonly followed: Query[] = [];
  readonly #rows = new Map<ViewName, Shown>();
  readonly #told = new Map<ResourceName, readonly ResourceView[]>();
  readonly #positions = new Map<ResourceName, number>();
  readonly #views = new Map<TabView, Query>();
  readonly #answers = new Map<CallName, (input: never) => unknown>();

  readonly commands: TabCommands = {
    call: async (name, input) => {
      this.calls.push({ name, input });
      const answer = this.#answers.get(name);
      if (answer === undefined) return { ok: false, error: { kind: 'unreachable' } };
      return (await answer(input as never)) as never;
    },
    act: async (serverId, requestId, request, playerName) => {
      this.acts.push({ serverId, requestId, request, playerName });
      return this.act(serverId, request);
    },
    write: async (asked) => {
      this.writes.push(asked);
      return this.wrote;
    },
    writeAgain: async (writeId) => void this.writtenAgain.push(writeId),
    dismiss: async (id) => void this.dismissed.push(id),
    older: async () => ({ ok: false, error: { kind: 'unreachable' } }),
    history: async () => ({ ok: false, error: { kind: 'unreachable' } }),
    days: async () => ({ ok: true, value: null }),
    search: async (question) => this.found(question),
    signOut: async () => ({ ok: true, value: null }),
    reconnect: async () => undefined,
    keepAgain: async () => {
      this.keptAgain += 1;
      return this.keeps;
    },
    sign: async () => this.sign,
    inspect: () =>
      this.inspection === null
        ? Promise.reject(new TypeError('There is no worker.'))
        : Promise.resolve(this.inspection),
    hash: async () => 'f00d',
    exportRecording: async (request) => {
      this.recordings.push(request);
      return this.recorded;
    },
    markRecording: async (mark) => {
      if (mark !== null) this.marked = mark === 'start' ? 1_700_000_000_000 : null;
      return this.marked;
    },
  };

  subscribe(query: Query, view: TabView): () => void {
    this.#views.set(view, query);
    this.followed.push(query);
    const told = query.view === 'rows' ? this.#told.get(query.resource) : undefined;
    const shown = told === undefined ? this.#rows.get(query.view) : { rows: told, of: () => true };
    if (isPackedQuery(query)) this.#showPacked(query, view);
    else if (shown?.of(query) === true) show(view, shown.rows);
    else if (shown !== undefined) show(view, query.view === 'paging' ? [LOADING] : []);
    return () => this.#views.delete(view);
  }

  view<Row extends ViewRow>(): LiveView<Row> {
    return new LiveView<Row>();
  }

  /** A wall shows the rows of the view `servers`. */
  #showPacked(query: PackedQuery, view: TabView): void {
    const rows = createRows();
    for (const row of (this.#rows.get('servers')?.rows ?? []) as readonly ServerRow[]) {
      applyChanges(rows, [{ table: 'servers', id: row.id, before: undefined, after: row }]);
    }
    show(view, [], new Packer(createView(rows, query).snapshot()).begin());
  }

  /** What every query of a view shows from now on, or these `of` them; what others showed they still show. */
  put<V extends ViewName>(
    view: V,
    rows: readonly ViewRows[V][],
    of: (query: Query) => boolean = () => true,
  ): this {
    this.#rows.set(view, { rows, of });
    for (const [live, query] of this.#views) {
      if (query.view === view && of(query)) show(live, rows);
      if (view === 'servers' && isPackedQuery(query)) this.#showPacked(query, live);
    }
    return this;
  }

  /** The rows of a resource of the server, or of what the account has for itself, as the host tells them. */
  tell<R extends ResourceName>(resource: R, rows: readonly RowOf<R>[], pending = false): this {
    const told = rows.map((row) => ({ ...row, pending })) as unknown as ResourceView[];
    this.#told.set(resource, told);
    this.#positions.set(resource, (this.#positions.get(resource) ?? 0) + 1);
    for (const [live, query] of this.#views) {
      if (query.view === 'rows' && query.resource === resource) show(live, told);
    }
    const server_id = scopeOf(resource) === 'server' ? SERVER_ID : null;
    const streams = [...this.#told.keys()].map((name) => {
      const id = resourceStream(name, SERVER_ID);
      const position = this.#positions.get(name) ?? 0;
      return { id, server_id, position, floor: 1, more: false };
    });
    return this.put('streams', streams);
  }

  /** How the host answers a call from now on. */
  answer<N extends CallName>(name: N, answer: (input: CallInput<N>) => Answer<N>): this {
    this.#answers.set(name, answer);
    return this;
  }

  /** The inputs of the calls of one name, oldest first. */
  inputs(name: CallName): readonly unknown[] {
    return this.calls.filter((call) => call.name === name).map(({ input }) => input);
  }
}

function show(view: TabView, rows: readonly ViewRow[], packed: ViewStart['packed'] = null): void {
  view.reset({ rows, order: rows.map(({ id }) => id), total: rows.length, from: 0, packed });
}

export const SERVER_ID = 'a'.repeat(24);
const AT = Date.UTC(2026, 0, 1);

/** Ann, who has been there since the beginning of time; `change` says what else is to be true of her. */
export function playerView(change: Partial<PlayerView> = {}): PlayerView {
  return {
    id: 'd'.repeat(24),
    server_id: SERVER_ID,
    muster_id: null,
    name: 'Ann',
    joined_at: 0,
    joined_before: false,
    verified: true,
    lobby: false,
    ping: null,
    ip: null,
    guid: null,
    steam_id: null,
    bohemia_id: null,
    position: null,
    ...change,
  };
}

/** An account that may do everything with one server. */
export function accountRow(change: Partial<AccountRow> = {}): AccountRow {
  return {
    id: 'me',
    position: 1,
    muster_id: 'b'.repeat(24),
    ui: { menu_layout: 'default' },
    persona: { username: 'ada', profile: { display_name: 'Ada', avatar: null } },
    email: { address: 'ada@example.org', verified: true },
    mail: true,
    preferences: { language: 'en', app: { datetime_locale: 'en' }, audio_alert_watcher: false },
    subscription: { plan: 'community', status: 'ACTIVE', until: null, restricted: false },
    limits: { servers: null },
    usage: { servers: 1 },
    capabilities: ['host.operate', 'host.server.create'],
    memberships: [],
    resources: {},
    invites: [],
    groups: {},
    servers: { [SERVER_ID]: [...SERVER_PERMISSION] },
    expires_at: AT + 86_400_000,
    ...change,
  };
}

/** What a display is answered whose wall is gone. */
export function wallTakenAway(): Outcome<CallAnswer<'displaySession'>> {
  const display = { display_id: 'd'.repeat(24), name: 'Hall' };
  return { ok: true, value: { position: 1, display, wall: null, servers: [] } };
}

/** A DayZ server that is connected and deployed. */
export function serverRow(change: Partial<ServerRow> = {}): ServerRow {
  return {
    id: SERVER_ID,
    position: 1,
    configuration: {
      identifier: 'Chernarus 1',
      game: 1,
      timezone: 'UTC',
      restricted: false,
      created_at: AT,
      deleting: null,
      actions: offeredActions(GAME.DAYZ),
      tags: [],
    },
    state: { state: 'CONNECTED', offline: false, ready: true, error: null, since: AT },
    population: { players: 12, slots: 60, queue: null, source: 'live', observed_at: AT },
    environment: {
      next_restart: { local: null },
      uptime: 3_600,
      uptime_source: 'game',
      uptime_gap: null,
      map: 'chernarusplus',
      version: '1.27',
      time: '12:00',
      locked: false,
      wiped_at: null,
      observed_at: AT,
    },
    deployment: [],
    ...change,
  };
}

/** What a worker with one tab says of itself; the tab is the double's own. */
export function inspectionDouble(): Inspection {
  return {
    build: '/assets/worker.js',
    epoch: 'epoch-1',
    connection: { kind: 'live', since: 0, latency: 12 },
    sockets: 1,
    outbox: 0,
    tabs: [
      {
        tab: 'this-tab',
        visible: true,
        focused: true,
        pace: 16,
        resting: 0,
        queries: [{ view: 'presence', server_id: SERVER_ID }],
        patches: 3,
        unacknowledged: 0,
        waiting: 0,
      },
    ],
    views: 1,
    streams: [{ stream: 'server/a/list', position: 7 }],
    refused: [],
    events: { applied: 9, unknown: 0, malformed: 0, unread: 0 },
    rows: { servers: 1 },
    store: {
      keeps: 'all',
      trouble: null,
      log: {
        from: 0,
        to: 9,
        bytes: 2_048,
        most: { events: 100_000, bytes: 20 * 1024 * 1024 },
        first: 1_700_000_000_000,
        last: 1_700_000_600_000,
      },
      keyframe: 0,
      dirty: 0,
      lines: 0,
      failures: 0,
    },
  };
}
