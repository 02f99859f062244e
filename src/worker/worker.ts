import { firstValueFrom, race, timer } from 'rxjs';
import { standingStreams, topicStreams } from '../domain/position.ts';
import { TABLES } from '../domain/tables.ts';
import { helloMessages } from '../protocol/hello.ts';
import { clockScheduler } from './clock-scheduler.ts';
import type { Inspection, Outcome, Pulse, Sign } from './contract.ts';
import type { HostCommands } from './commands/host-commands.ts';
import { Engine } from './engine/engine.ts';
import type { Environment } from './environment.ts';
import type { Ingest } from './ingest/ingest.ts';
import { Link } from './link/link.ts';
import { LatePages } from './pages/late-pages.ts';
import { Recordings } from './recordings/recordings.ts';
import { RestClient } from './session/rest.ts';
import { prepareSession, SessionUse, watchExpiry } from './session/session.ts';
import { SignOut } from './session/sign-out.ts';
import type { Storage } from './store/storage.ts';
import { Topics } from './streams/topics.ts';
import { Tabs } from './tabs/tabs.ts';
import { LiveViews } from './views/live-views.ts';

/** A wall that asks for a sign doubts a host that has been silent for so long. */
const DOUBT_AFTER_MS = 1_000;

/** A tab's first snapshot waits so long for the stored rows. */
const PATIENCE_MS = 1_000;

/**
 * A worker that could not load what asks the host ends after so long. Only another one can try again: a browser may
 * keep that a file was not there for as long as a worker lives.
 */
const UNABLE_MS = 2_000;

/** One session for all tabs, wired. */
export class Worker {
  readonly environment: Environment;
  readonly epoch: string;
  readonly engine = new Engine();
  readonly rest: RestClient;
  readonly link: Link;
  readonly tabs: Tabs;
  readonly recordings: Recordings;
  readonly #storage: Storage;
  readonly #views: LiveViews;
  readonly #signOut: SignOut;
  readonly #topics: Topics;
  readonly #use: SessionUse;
  #ingest: Ingest | null = null;
  #hostCommands: HostCommands | null = null;
  #confirmed: string | null = null;
  #restored: Promise<unknown> = Promise.resolve();

  constructor(
    environment: Environment,
    storage: Storage,
    epoch: string,
    rest = new RestClient(environment),
    /** Ends this worker: pages that have no other start one. */
    end = () => {},
  ) {
    this.environment = environment;
    this.epoch = epoch;
    this.#storage = storage;
    this.recordings = new Recordings(environment, storage);
    const { engine } = this;
    this.rest = rest;
    const pages = new LatePages({ environment, rest, rows: engine.rows });
    const views = new LiveViews(engine.rows, (work) => environment.clock.after(0, work), pages);
    this.#views = views;
    engine.listen((changes) => views.apply(changes));
    engine.listen((changes, events) => pages.heard(changes, events));
    this.#signOut = new SignOut(environment, this.rest, storage);
    this.link = new Link({
      environment,
      prepare: (wanted) =>
        prepareSession({
          wanted,
          environment,
          engine,
          rest: this.rest,
          confirmed: (id) => this.#confirmed === id,
          identified: (id) => this.#identified(id),
          tellSignOut: () => this.#signOut.tell(),
        }),
      hello: () =>
        helloMessages({ build: environment.build, cursors: standingStreams(engine.rows) }),
      received: (message) => this.ingest.receive(message),
      stateChanged: (connection) => {
        if (connection.kind !== 'live') {
          this.#topics.disconnected();
          this.#ingest?.reset();
        }
        if (connection.kind === 'signed-out') this.#empty();
        engine.dispatch({
          source: 'link',
          event: 'connection',
          at: environment.clock.now(),
          data: { connection },
        });
      },
    });
    this.#topics = new Topics({ environment, engine, send: (message) => this.link.send(message) });
    engine.listen((changes, events) => {
      for (const change of changes) {
        if (change.table === 'link') {
          const { before, after } = change;
          // Its moment moves every second; hidden tabs have to hear only that it is another state.
          const told = before?.connection.kind === after?.connection.kind;
          if (!told || before?.memory_only !== after?.memory_only) this.tabs.refresh('link');
        }
        if (change.table !== 'account') continue;
        // What hidden tabs have of somebody who left must not wait until they are shown.
        if (change.after?.muster_id !== change.before?.muster_id) this.tabs.refresh();
        if (change.after === undefined) continue;
        const { before, after } = change;
        if (after.servers !== before?.servers || after.groups !== before?.groups) {
          this.#topics.permissionsChanged();
        }
        // Rows of the disk are no news: somebody may have signed out elsewhere since they were read.
        if (events.length > 0 && change.after.expires_at !== change.before?.expires_at) {
          storage.remember(change.after.muster_id, change.after.expires_at);
        }
      }
    });
    const aliveLock = `worker:${epoch}`;
    this.tabs = new Tabs({
      environment,
      epoch,
      aliveLock,
      alive: environment.locks.acquire(aliveLock).held,
      restored: () => this.#restored,
      views,
      welcomed: () => void this.#recheck(),
      // Pages that took it for hanging have another: two would be two sockets for as long as they live.
      abandoned: end,
      look: (query) => this.#topics.use(query),
    });
    engine.listen((_, events) => {
      for (const { event } of events) {
        if (event.event === 'ui:reload:components') this.tabs.reload(event.data.components);
      }
    });
    this.rest.onSignedOut = () => {
      if (engine.rows.account.size > 0) void this.signOut('expired');
    };
    this.rest.onUnable = () => environment.clock.after(UNABLE_MS, end);
    this.#use = new SessionUse({ environment, engine, rest: this.rest });
    watchExpiry({ environment, engine, rest: this.rest }, () => void this.signOut('expired'));
  }

  /** Shows what the store has, then connects. */
  async start(): Promise<void> {
    this.engine.dispatch({
      source: 'link',
      event: 'connection',
      at: this.environment.clock.now(),
      data: { connection: { kind: 'starting' } },
    });
    const { clock } = this.environment;
    const restored = this.#storage.restore(this.engine, clock.now());
    const patience = timer(PATIENCE_MS, clockScheduler(clock));
    this.#restored = firstValueFrom(race(restored, patience));
    await restored;
    // Who signed out in the meantime stays so.
    if (this.link.state.kind === 'starting') this.link.connect();
  }

  /** The commands that ask the host; null: not loaded yet. */
  get hostCommands(): HostCommands | null {
    return this.#hostCommands;
  }

  /** Null where their file does not come. */
  async loadHostCommands(): Promise<HostCommands | null> {
    const hostSide = await this.rest.hostSide();
    if (hostSide === null) return null;
    return (this.#hostCommands ??= hostSide.createHostCommands(this));
  }

  /** Takes in what the host says; whoever connects has loaded it before. */
  get ingest(): Ingest {
    return (this.#ingest ??= this.#createIngest());
  }

  #createIngest(): Ingest {
    const { environment, engine, link, rest } = this;
    const { Ingest, snapshotQuestions } = environment.hostSide.content;
    return new Ingest({
      environment,
      engine,
      link,
      snapshotQuestions: snapshotQuestions(rest, environment.clock),
      acknowledged: () => this.#topics.connected(),
      subscribed: (told) => this.#topics.answered(told),
      presence: (server_id) => this.#topics.presence(server_id),
    });
  }

  /** Ends the session in every tab at once, and at the host as soon as it can be told. */
  async signOut(reason: 'expired' | 'signed-out'): Promise<Outcome<null>> {
    if (this.link.state.kind === 'signed-out') return { ok: true, value: null };
    if (reason === 'signed-out') {
      // The host ends the connection when it hears of it: no tab may take that for an expired session.
      this.link.abandon();
      await this.#signOut.begin();
    }
    this.link.signOut(reason);
    return { ok: true, value: null };
  }

  /** A page was opened: somebody may have signed in, or in as somebody else, in the meantime. */
  async #recheck(): Promise<void> {
    const { link, engine } = this;
    if (link.state.kind === 'signed-out') link.connect();
    if (link.state.kind !== 'live') return;
    const status = await this.rest.call('status');
    if (!status.ok || link.state.kind !== 'live') return;
    if (status.value.user.muster_id !== engine.rows.account.get('me')?.muster_id) link.connect();
  }

  /** How the connection is. A host that tells nothing must show that it is there. */
  sign(): Sign {
    const { link, engine } = this;
    if (link.silent >= DOUBT_AFTER_MS) link.probe();
    if (link.state.kind === 'live') this.#use.used();
    const fresh_at = engine.rows.link.get('link')?.fresh_at ?? null;
    return { connection: link.state, silent: link.silent, fresh_at };
  }

  /** How far what is here is behind the host. */
  pulse(): Pulse {
    this.link.measure();
    return { behind: this.link.behind };
  }

  /** Tries to keep on the disk what is in memory only; whether it is kept now. */
  async keepAgain(): Promise<boolean> {
    await this.#storage.retry();
    return (this.engine.rows.link.get('link')?.memory_only ?? null) === null;
  }

  inspect(): Inspection {
    const { engine, link, environment } = this;
    const { rows } = engine;
    return {
      build: environment.build,
      epoch: this.epoch,
      connection: link.state,
      sockets: link.sockets,
      outbox: link.waiting,
      tabs: this.tabs.inspect(),
      views: this.#views.size,
      streams: [...standingStreams(rows), ...topicStreams(rows)].map(([stream, position]) => ({
        stream,
        position,
      })),
      refused: this.#topics.refused,
      events: {
        applied: engine.applied,
        unknown: this.#ingest?.unknown ?? 0,
        malformed: this.#ingest?.malformed ?? 0,
        unread: this.rest.unread,
      },
      rows: Object.fromEntries(TABLES.map((table) => [table, rows[table].size])),
      store: this.#storage.inspect(),
    };
  }

  async #identified(musterId: string): Promise<void> {
    this.rest.forgetToken();
    this.#confirmed = musterId;
    await this.#storage.open(this.engine, musterId);
  }

  #empty(): void {
    const at = this.environment.clock.now();
    this.#confirmed = null;
    this.#ingest?.reset();
    this.rest.forgetToken();
    this.engine.dispatch({ source: 'link', event: 'emptied', at, data: {} });
    void this.#storage.destroy();
  }
}
