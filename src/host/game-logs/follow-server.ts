/** Follows the logs of one server that this host runs, and tells what they tell. */
import { watch, type FSWatcher } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { change, type Change, type ChangeContext } from '../change/change.ts';
import type { Logger } from '../logger.ts';
import { LOG_KIND, type LogFolderProblem, type LogKind } from '../../protocol/enumerations.ts';
import type { Known, Told } from '../connectors/logs/merge.ts';
import { Zone } from '../../domain/zone.ts';
import type { LogEvent } from '../connectors/logs/log-event.ts';
import { findLogs, openGivenFolder, problemOf } from './folder.ts';
import { FollowedLog, type LogReading } from './follow-log.ts';
import { keepBookmark, keepProblem, readBookmarks } from './keep-reading.ts';
import { readBackground } from './known.ts';
import type { LogSide } from './log-side.ts';
import { LOG_ROWS } from './rows.ts';
import { decide, tellLog } from './tell-log.ts';

/** A server of this host whose logs are read. */
export interface FollowedServer {
  readonly id: string;
  readonly log_folder: string;
  /** What the operator gave to the server's owner. */
  readonly given: readonly string[];
  readonly timezone: string;
}

/** What a follower needs of the runtime of its server. */
export interface LogListener {
  /** The lease that the server is run under. */
  readonly epoch: number;
  readonly logs: LogSide;
  hearLog(events: readonly LogEvent[]): void;
}

export interface FollowDeps extends Omit<ChangeContext, 'now' | 'session'> {
  readonly hostId: string;
  readonly clock: () => number;
  readonly log: Logger;
  readonly logRoot: string | undefined;
  /** The runtime of a server; undefined while it is not run here. */
  readonly runtime: (serverId: string) => LogListener | undefined;
}

/** Milliseconds between two looks where nothing calls for one. */
const LOOK = 1_000;
/** Milliseconds between two words of what is read from one file. */
const SHOW = 60_000;
/** Milliseconds until the database is tried again. */
const RETRY = 500;

/** The server is run elsewhere now. */
class LeaseLost extends Error {}

export class ServerLogs {
  readonly server: FollowedServer;
  readonly #deps: FollowDeps;
  readonly #stop = new AbortController();
  readonly #done: Promise<void>;
  #logs: readonly FollowedLog[] = [];
  #problem: LogFolderProblem | null | undefined = undefined;
  readonly #files = new Map<LogKind, string>();
  /** What of the reading is not told. */
  #shown: 'all' | 'later lines' | 'another file' = 'all';
  #shownAt = 0;
  #watcher: FSWatcher | undefined;
  #wake: () => void = () => undefined;
  #lost = false;

  constructor(server: FollowedServer, deps: FollowDeps) {
    this.server = server;
    this.#deps = deps;
    this.#done = this.#run();
  }

  /** It found that another lease than its own is valid now, and reads no more. */
  get lost(): boolean {
    return this.#lost;
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    this.#wake();
    await this.#done;
  }

  async #run(): Promise<void> {
    const { log } = this.#deps;
    const { signal } = this.#stop;
    try {
      await this.#retrying(() => this.#begin());
      while (!signal.aborted) {
        await this.#look();
        await this.#pause();
      }
    } catch (error) {
      this.#lost = error instanceof LeaseLost;
      if (!signal.aborted && !this.#lost) {
        log.error({ err: error, server: this.server.id }, 'the logs of a server are not read');
      }
    } finally {
      this.#watcher?.close();
    }
  }

  async #begin(): Promise<void> {
    const { id, timezone } = this.server;
    const bookmarks = await readBookmarks(this.#deps.db, id);
    const zone = new Zone(timezone);
    const { clock } = this.#deps;
    this.#logs = LOG_KIND.map(
      (kind) => new FollowedLog(kind, zone, bookmarks.get(kind) ?? null, clock),
    );
  }

  async #look(): Promise<void> {
    const { logRoot } = this.#deps;
    const folder = await openGivenFolder(logRoot, this.server.given, this.server.log_folder);
    if (!folder.ok) {
      await this.#say(folder.problem);
      return;
    }
    this.#watch(folder.path);
    try {
      const files = await findLogs(folder.path);
      for (const log of this.#logs) {
        for await (const reading of log.read(files.get(log.kind) ?? [])) await this.#tell(reading);
      }
      await this.#say(this.#logs.some(({ skewed }) => skewed) ? 'time-zone' : null);
      await this.#show();
    } catch (error) {
      if (error instanceof LeaseLost || this.#stop.signal.aborted) throw error;
      this.#deps.log.debug({ err: error, server: this.server.id }, 'a log could not be read');
      await this.#say(problemOf(error));
    }
  }

  async #tell(reading: LogReading): Promise<void> {
    const { db, clock } = this.#deps;
    const { id } = this.server;
    const runtime = await this.#running();
    const { logs } = runtime;
    if (reading.restarted) logs.identities.clear();
    const entries = reading.events.filter(({ kind }) => kind !== 'seen');
    const background = await this.#retrying(() => readBackground(db, id, entries));
    // From here to the promise that these are told nothing else runs: RCon tells before it or after it.
    const spans = logs.spans(clock());
    const known: Known = {
      spans: [...background.known.spans, ...spans],
      told: joined(background.known.told, logs.recent),
    };
    // What was written while RCon was connected it told, though the log's clock be another.
    const { writtenSince: since } = reading;
    const heard = since !== null && logs.connectedFrom(since);
    const decided = decide(entries, known, clock(), heard);
    logs.willTell(decided.events);
    runtime.hearLog(reading.events);
    await this.#change(runtime, async (made) => {
      await keepBookmark(made.trx, id, reading, made.now);
      await tellLog(made, id, decided, background);
    });
    const { file } = reading.bookmark;
    if (this.#files.get(reading.kind) !== file) this.#shown = 'another file';
    else if (reading.events.length > 0 && this.#shown === 'all') this.#shown = 'later lines';
    this.#files.set(reading.kind, file);
  }

  /** Makes a change while the lease of the runtime holds: under another one somebody else reads these logs. */
  async #change(runtime: LogListener, work: (made: Change) => Promise<void>): Promise<void> {
    const { clock, hostId } = this.#deps;
    await this.#retrying(() =>
      change({ ...this.#deps, now: clock() }, async (made) => {
        const held = await made.trx
          .selectFrom('servers')
          .select('id')
          .where('id', '=', this.server.id)
          .where('lease_host', '=', hostId)
          .where('lease_epoch', '=', runtime.epoch)
          .forShare()
          .executeTakeFirst();
        if (held === undefined) throw new LeaseLost();
        await work(made);
      }),
    );
  }

  /** The runtime, which may begin a moment later than this. */
  async #running(): Promise<LogListener> {
    for (;;) {
      const runtime = this.#deps.runtime(this.server.id);
      if (runtime !== undefined) return runtime;
      if (this.#stop.signal.aborted) throw new LeaseLost();
      await sleep(RETRY, undefined, { ref: false });
    }
  }

  async #retrying<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (error instanceof LeaseLost || error instanceof RangeError) throw error;
        if (this.#stop.signal.aborted) throw error;
        this.#deps.log.warn({ err: error, server: this.server.id }, 'a log waits for the database');
        await sleep(RETRY, undefined, { ref: false });
      }
    }
  }

  async #say(problem: LogFolderProblem | null): Promise<void> {
    if (problem === this.#problem) return;
    const { log } = this.#deps;
    const { id, log_folder: folder } = this.server;
    await this.#change(await this.#running(), async (made) => {
      await keepProblem(made.trx, id, problem, made.now);
      made.tellRows(LOG_ROWS, id, [id]);
    });
    if (problem !== null) log.warn({ server: id, folder, problem }, 'a log folder is not read');
    else log.info({ server: id, folder }, 'reads a log folder');
    this.#problem = problem;
  }

  /** Tells what is read: another file at once, and that time went by each minute. */
  async #show(): Promise<void> {
    const { clock } = this.#deps;
    const { id } = this.server;
    const isDue = this.#shown === 'another file' || clock() - this.#shownAt >= SHOW;
    if (this.#shown === 'all' || !isDue) return;
    this.#shown = 'all';
    this.#shownAt = clock();
    await this.#change(await this.#running(), async (made) => {
      made.tellRows(LOG_ROWS, id, [id]);
    });
  }

  #watch(path: string): void {
    if (this.#watcher !== undefined) return;
    try {
      this.#watcher = watch(path, { persistent: false }, () => this.#wake());
      // Where changes cannot be watched, looking now and then has to do.
      this.#watcher.on('error', () => this.#watcher?.close());
    } catch (error) {
      this.#deps.log.debug({ err: error, server: this.server.id }, 'a log folder is not watched');
    }
  }

  /** Until something changes in the folder, or long enough. */
  async #pause(): Promise<void> {
    if (this.#stop.signal.aborted) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, LOOK);
      timer.unref();
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = () => undefined;
  }
}

/** What RCon told, of the database and of what is on its way there, each once. */
function joined(kept: readonly Told[], recent: readonly Told[]): readonly Told[] {
  const known = new Set(kept.map((told) => JSON.stringify(told)));
  return [...kept, ...recent.filter((told) => !known.has(JSON.stringify(told)))];
}
