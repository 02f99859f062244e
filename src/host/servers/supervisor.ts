/**
 * Runs the connectors of the servers that this host has leases for, and writes what they tell: whatever
 * came while the last transaction ran goes into the next, all servers together.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { createConnector } from '../connectors/connect.ts';
import type { ConnectorPorts } from '../connectors/ports.ts';
import { identify, identityKey, type Sighting } from '../players/identify.ts';
import type { Watches } from '../presence/watches.ts';
import { isDatabaseGone, type Database } from '../store/database.ts';
import { newId } from '../store/ids.ts';
import type { Secrets } from '../store/secrets/secrets.ts';
import { commitTicks, type NumberedTick } from './commit-ticks.ts';
import { LEASE, releaseLeases, renewLeases, takeLeases, type Lease } from './leases.ts';
import { openRuntime } from './open-runtime.ts';
import { ServerRuntime } from './server-runtime.ts';
import { configurationOf } from './snapshots.ts';
import { tellPolledAgain } from './tell-server.ts';

export interface SupervisorDeps {
  readonly db: Database;
  readonly hostId: string;
  readonly clock: () => number;
  readonly log: FastifyBaseLogger;
  readonly secrets: Secrets;
  readonly ports: ConnectorPorts;
  readonly watches: Pick<Watches, 'watched'>;
}

/** Milliseconds until writing is tried again while the database is away. */
const WRITE_RETRY = 250;
/** Identities that are remembered, so that a player who comes again costs no question. */
const MAX_REMEMBERED = 100_000;
/** One transaction takes at most so many events. */
const MAX_EVENTS = 2_000;

export class Supervisor {
  readonly #deps: SupervisorDeps;
  readonly #runtimes = new Map<string, ServerRuntime>();
  readonly #players = new Map<string, string>();
  #timer: NodeJS.Timeout | undefined;
  #turn: Promise<void> = Promise.resolve();
  #writing: Promise<void> | null = null;
  #stopped = false;

  constructor(deps: SupervisorDeps) {
    this.#deps = deps;
  }

  /** The servers that run here. */
  get runtimes(): ReadonlyMap<string, ServerRuntime> {
    return this.#runtimes;
  }

  /** Takes what nobody runs, now and again and again. */
  start(): void {
    this.#timer = setInterval(() => this.look(), LEASE.renewed);
    this.#timer.unref();
    this.look();
  }

  /** Looks at the leases now; `serverId`: at this server's configuration too. */
  look(serverId?: string): void {
    this.#turn = this.#turn
      .then(() => (this.#stopped ? undefined : this.#lookAround(serverId)))
      .catch((error: unknown) => {
        this.#deps.log.warn({ err: error }, 'the leases of the servers could not be held');
      });
  }

  /** Stops every connector, writes what is left and gives the leases back. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopped = true;
    await this.#turn;
    await Promise.all([...this.#runtimes.values()].map((runtime) => runtime.stop()));
    this.#write();
    await this.#writing;
    await releaseLeases(this.#deps.db, this.#deps.hostId, [...this.#runtimes.keys()]);
    this.#runtimes.clear();
  }

  /** Resolves when nothing waits to be written. */
  async idle(): Promise<void> {
    while (this.#writing !== null) await this.#writing;
  }

  async #lookAround(serverId: string | undefined): Promise<void> {
    const { db, hostId, clock } = this.#deps;
    const renewed = await renewLeases(db, hostId);
    const leases = new Map([...renewed, ...(await takeLeases(db, hostId))].map((l) => [l.id, l]));
    for (const [id, runtime] of this.#runtimes) {
      const lease = leases.get(id);
      const moved = lease?.target_version !== runtime.targetVersion;
      if (moved || lease?.deleting === 'in-progress') await this.#end(runtime);
    }
    const gone = [...leases.values()].filter(({ deleting }) => deleting === 'in-progress');
    await releaseLeases(
      db,
      hostId,
      gone.map(({ id }) => id),
    );
    const fresh = [...leases.values()].filter(
      ({ id, deleting }) => deleting !== 'in-progress' && !this.#runtimes.has(id),
    );
    for (const lease of fresh) {
      try {
        await this.#begin(lease);
      } catch (error) {
        if (isDatabaseGone(error)) throw error;
        this.#deps.log.error({ err: error, server: lease.id }, 'a server could not be run');
      }
    }
    if (serverId !== undefined) await this.#configure(serverId);
    for (const runtime of this.#runtimes.values()) tellPolledAgain(runtime.live, clock());
    this.#write();
  }

  async #begin(lease: Lease): Promise<void> {
    const { db, secrets, ports, clock, log } = this.#deps;
    const opened = await openRuntime(db, lease.id, secrets, clock, this.#deps.hostId);
    if (opened === null) return;
    const { target, ...start } = opened;
    const runtime = new ServerRuntime(
      { ...start, clock },
      (onFact) => createConnector(target, ports, onFact),
      () => this.#write(),
    );
    this.#runtimes.set(lease.id, runtime);
    runtime.start();
    log.info({ server: lease.id }, 'runs a server');
  }

  async #end(runtime: ServerRuntime): Promise<void> {
    await runtime.stop();
    this.#write();
    while (this.#runtimes.has(runtime.id) && (runtime.hasWaiting || runtime.inFlight !== null)) {
      await this.#writing;
      this.#write();
    }
    this.#runtimes.delete(runtime.id);
  }

  async #configure(serverId: string): Promise<void> {
    const runtime = this.#runtimes.get(serverId);
    if (runtime === undefined) return;
    const row = await this.#deps.db
      .selectFrom('servers')
      .selectAll()
      .where('id', '=', serverId)
      .executeTakeFirst();
    if (row !== undefined) runtime.live.configure(configurationOf(row));
  }

  /** Writes until nothing waits; one transaction at a time. */
  #write(): void {
    if (this.#writing !== null) return;
    const writing = this.#writeAll().finally(() => {
      if (this.#writing === writing) this.#writing = null;
    });
    this.#writing = writing;
  }

  async #writeAll(): Promise<void> {
    // Whatever one turn of the event loop brings is told together.
    await new Promise((resolve) => setImmediate(resolve));
    for (;;) {
      const ready = [...this.#runtimes.values()];
      try {
        await this.#recognize(ready.flatMap((runtime) => runtime.sightings()));
        for (const runtime of ready) this.#fold(runtime);
        const ticks = ready.flatMap(({ inFlight }) => inFlight ?? []);
        if (ticks.length === 0) return;
        for (const batch of batches(ticks)) await this.#commit(batch);
      } catch (error) {
        if (this.#stopped) {
          this.#deps.log.error({ err: error }, 'what the servers told last could not be written');
          return;
        }
        this.#deps.log.warn({ err: error }, 'what the servers tell waits for the database');
        await sleep(WRITE_RETRY);
      }
    }
  }

  #fold(runtime: ServerRuntime): void {
    if (runtime.inFlight !== null || !(runtime.hasWaiting || runtime.live.hasTold)) return;
    const { clock, watches } = this.#deps;
    const context = { newId: () => newId(clock()), players: this.#players };
    runtime.fold(context, watches.watched(runtime.id, 'metrics'));
  }

  async #recognize(sightings: readonly Sighting[]): Promise<void> {
    const unknown = sightings.filter(({ identity }) => !this.#players.has(identityKey(identity)));
    if (unknown.length === 0) return;
    if (this.#players.size > MAX_REMEMBERED) this.#players.clear();
    const found = await identify(this.#deps.db, unknown, this.#deps.clock());
    for (const [key, id] of found) this.#players.set(key, id);
  }

  async #commit(ticks: readonly NumberedTick[]): Promise<void> {
    const { db, hostId, log } = this.#deps;
    try {
      const { written, lost } = await commitTicks(db, hostId, ticks);
      for (const id of written) this.#runtimes.get(id)?.written();
      for (const id of lost) {
        log.warn({ server: id }, 'another host runs the server now, or it is gone');
        await this.#drop(id);
      }
    } catch (error) {
      if (isDatabaseGone(error) || isTransient(error)) throw error;
      if (ticks.length > 1) {
        for (const tick of ticks) await this.#commit([tick]);
        return;
      }
      // One server's tick cannot be written at all: read the server anew and let it resynchronise.
      const [tick] = ticks;
      log.error({ err: error, server: tick?.row.id }, 'what a server told could not be written');
      if (tick !== undefined) await this.#drop(tick.row.id);
    }
  }

  async #drop(id: string): Promise<void> {
    const runtime = this.#runtimes.get(id);
    this.#runtimes.delete(id);
    await runtime?.stop();
  }
}

/** Deadlocks and serialization failures: the same again may pass. */
function isTransient(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('40');
}

function batches(ticks: readonly NumberedTick[]): readonly (readonly NumberedTick[])[] {
  const all: NumberedTick[][] = [];
  let events = MAX_EVENTS;
  for (const tick of ticks) {
    if (events + tick.events.length > MAX_EVENTS) {
      all.push([]);
      events = 0;
    }
    all.at(-1)?.push(tick);
    events += tick.events.length;
  }
  return all;
}
