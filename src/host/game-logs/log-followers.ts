/** The logs of every server that this host runs and that has a log folder; and when RCon was connected. */
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { FollowDeps, FollowedServer, LogListener } from './follow-server.ts';
import { ServerLogs } from './follow-server.ts';
import { recordSpans, type ServerSpan } from './rcon-spans.ts';

export interface FollowersDeps extends Omit<FollowDeps, 'runtime'> {
  readonly runtimes: () => ReadonlyMap<string, LogListener>;
}

/** Milliseconds between two looks at what is to be followed. */
const LOOK = 3_000;
/** Milliseconds between two times that a connection which goes on is written down. */
const RECORD = 30_000;

export class LogFollowers {
  readonly #deps: FollowersDeps;
  readonly #followed = new Map<string, ServerLogs>();
  #timer: NodeJS.Timeout | undefined;
  #turn: Promise<void> = Promise.resolve();
  #stopped = false;
  #recordedAt = 0;

  constructor(deps: FollowersDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#timer = setInterval(() => this.look(), LOOK);
    this.#timer.unref();
    this.look();
  }

  /** Looks now at which servers have logs to follow. */
  look(): void {
    this.#turn = this.#turn
      .then(() => (this.#stopped ? undefined : this.#lookAround()))
      .catch((error: unknown) => {
        this.#deps.log.warn(
          { err: error },
          'the log folders of the servers could not be looked up',
        );
      });
  }

  /** Reads no more. Before the runtimes stop: until when RCon was connected is written here. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopped = true;
    await this.#turn;
    await Promise.all([...this.#followed.values()].map((logs) => logs.stop()));
    await this.#record(true).catch((error: unknown) => {
      this.#deps.log.warn({ err: error }, 'how long RCon was connected could not be written');
    });
  }

  async #lookAround(): Promise<void> {
    await this.#record(this.#deps.clock() - this.#recordedAt >= RECORD);
    const { db, hostId } = this.#deps;
    const rows = await db
      .selectFrom('servers')
      .select((server) => [
        'id',
        'log_folder',
        'timezone',
        jsonArrayFrom(
          server
            .selectFrom('log_folders')
            .select('path')
            .whereRef('account_id', '=', 'servers.owner')
            .orderBy('path'),
        ).as('given'),
      ])
      .where('lease_host', '=', hostId)
      .where('log_folder', 'is not', null)
      .where('deleting', 'is', null)
      .execute();
    const wanted = new Map(
      rows.map(({ log_folder, given, ...row }) => [
        row.id,
        { ...row, log_folder: log_folder ?? '', given: given.map(({ path }) => path) },
      ]),
    );
    for (const [id, logs] of this.#followed) {
      if (!logs.lost && isSame(logs.server, wanted.get(id))) continue;
      this.#followed.delete(id);
      await logs.stop();
    }
    for (const [id, server] of wanted) {
      if (this.#followed.has(id)) continue;
      const { runtimes, ...deps } = this.#deps;
      const runtime = (serverId: string) => runtimes().get(serverId);
      this.#followed.set(id, new ServerLogs(server, { ...deps, runtime }));
    }
  }

  /** Writes which connections ended; `all`: those that go on too. */
  async #record(all: boolean): Promise<void> {
    const now = this.#deps.clock();
    if (all) this.#recordedAt = now;
    const taken = [...this.#deps.runtimes()].map(([id, { logs }]) => ({
      id,
      logs,
      spans: all ? logs.spans(now) : logs.ended,
    }));
    const spans = taken.flatMap(({ id, spans: of }): ServerSpan[] =>
      of.map((span) => ({ ...span, server: id })),
    );
    await recordSpans(this.#deps.db, spans);
    for (const { logs, spans: of } of taken) logs.recorded(of);
  }
}

function isSame(one: FollowedServer, other: FollowedServer | undefined): boolean {
  return (
    other !== undefined &&
    one.log_folder === other.log_folder &&
    one.timezone === other.timezone &&
    JSON.stringify(one.given) === JSON.stringify(other.given)
  );
}
