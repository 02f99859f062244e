/**
 * Runs the connectors of the servers that this host has leases for, and writes what they tell: whatever
 * came while the last transaction ran goes into the next, all servers together.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { createConnector } from '../connectors/connect.ts';
import type { ConnectorPorts } from '../connectors/ports.ts';
import { identify } from '../players/identify.ts';
import { identityKey } from '../players/identities.ts';
import type { Sighting } from '../players/join-players.ts';
import { newestMerge, readMerges, type Merge } from '../players/merge.ts';
import type { Watches } from '../presence/watches.ts';
import { isDatabaseGone, isRefused, type Database } from '../store/database.ts';
import { newId } from '../store/ids.ts';
import { WRITE_RETRY } from '../store/persist.ts';
import type { Secrets } from '../store/secrets/secrets.ts';
import { commitTicks, type NumberedTick } from './commit-ticks.ts';
import { fairShare } from './fair-share.ts';
import { Heartbeat } from './heartbeat.ts';
import {
  buryDead,
  LEASE,
  leave,
  readLeases,
  releaseLeases,
  takeLeases,
  type Lease,
} from './leases.ts';
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
  /** A server begins to run here: what was asked of it before waits. */
  readonly onBegun: (runtime: ServerRuntime) => void;
}

/** Identities that are remembered, so that a player who comes again costs no question. */
const MAX_REMEMBERED = 100_000;
/** One transaction names at most so many players. */
const MAX_SIGHTINGS = 2_000;
/** One transaction takes at most so many events. */
const MAX_EVENTS = 2_000;
/** So many servers are read at once when a host takes those of another. */
const OPENED_AT_ONCE = 8;

export class Supervisor {
  readonly #deps: SupervisorDeps;
  readonly #runtimes = new Map<string, ServerRuntime>();
  readonly #players = new Map<string, string>();
  /** The newest merge of players that is known here; null before the first look. */
  #merged: number | null = null;
  readonly #heartbeat: Heartbeat;
  /** What nobody ran when this host looked last. */
  #freeBefore: ReadonlySet<string> = new Set();
  #timer: NodeJS.Timeout | undefined;
  #turn: Promise<void> = Promise.resolve();
  #turns = 0;
  #writing: Promise<void> | null = null;
  #stopped = false;

  constructor(deps: SupervisorDeps) {
    this.#deps = deps;
    this.#heartbeat = new Heartbeat(deps.db, deps.hostId, deps.log);
  }

  /** The servers that run here. */
  get runtimes(): ReadonlyMap<string, ServerRuntime> {
    return this.#runtimes;
  }

  /** Takes what nobody runs, now and again and again. */
  start(): void {
    this.#deps.log.info({ host: this.#deps.hostId }, 'joins the hosts of the database');
    this.#heartbeat.start();
    this.#timer = setInterval(() => {
      if (this.#turns === 0) this.look();
    }, LEASE.look);
    this.#timer.unref();
    this.look();
  }

  /** Looks at the leases now; `serverId`: at this server's configuration too. */
  look(serverId?: string): void {
    this.#turns += 1;
    this.#turn = this.#turn
      .then(() => (this.#stopped ? undefined : this.#lookAround(serverId)))
      .catch((error: unknown) => {
        this.#deps.log.warn({ err: error }, 'the leases of the servers could not be held');
      })
      .finally(() => {
        this.#turns -= 1;
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
    await this.#heartbeat.stop();
    await leave(this.#deps.db, this.#deps.hostId);
    this.#runtimes.clear();
  }

  /** Resolves when nothing waits to be written. */
  async idle(): Promise<void> {
    while (this.#writing !== null) await this.#writing;
  }

  async #lookAround(serverId: string | undefined): Promise<void> {
    const { db, hostId, clock } = this.#deps;
    await this.#heartbeat.beat();
    await this.#bury();
    this.#merged ??= await newestMerge(db);
    await this.#readMerges();
    const leases = await readLeases(db, hostId);
    const held = new Map(leases.held.map((lease) => [lease.id, lease]));
    for (const [id, runtime] of this.#runtimes) {
      const lease = held.get(id);
      if (lease?.epoch !== runtime.epoch) await this.#lose(id);
      else if (lease.target_version !== runtime.targetVersion || lease.deleting === 'in-progress') {
        await this.#end(runtime);
      }
    }
    const gone = leases.held.filter(({ deleting }) => deleting === 'in-progress');
    await releaseLeases(
      db,
      hostId,
      gone.map(({ id }) => id),
    );
    const taken = await takeLeases(db, hostId, fairShare(leases, this.#freeBefore));
    this.#freeBefore = new Set(leases.free);
    const fresh = [...leases.held, ...taken].filter(
      ({ id, deleting }) => deleting !== 'in-progress' && !this.#runtimes.has(id),
    );
    await this.#beginAll(fresh);
    if (serverId !== undefined) await this.#configure(serverId);
    for (const runtime of this.#runtimes.values()) tellPolledAgain(runtime.live, clock());
    this.#write();
  }

  async #bury(): Promise<void> {
    if (!this.#heartbeat.judges()) return;
    const dead = await buryDead(this.#deps.db, this.#deps.hostId);
    if (dead.length > 0) this.#deps.log.warn({ hosts: dead }, 'other hosts have died');
  }

  async #beginAll(leases: readonly Lease[]): Promise<void> {
    const waiting = [...leases];
    const work = async () => {
      for (let lease = waiting.shift(); lease !== undefined; lease = waiting.shift()) {
        if (this.#stopped) return;
        try {
          await this.#begin(lease);
        } catch (error) {
          if (isDatabaseGone(error)) throw error;
          this.#deps.log.error({ err: error, server: lease.id }, 'a server could not be run');
        }
      }
    };
    await Promise.all(Array.from({ length: OPENED_AT_ONCE }, work));
  }

  async #begin(lease: Lease): Promise<void> {
    const { db, secrets, ports, clock, log } = this.#deps;
    const opened = await openRuntime(db, lease, secrets, clock, this.#deps.hostId);
    if (opened === null) return;
    const { target, ...start } = opened;
    const runtime = new ServerRuntime(
      { ...start, clock },
      (onFact) => createConnector(target, ports, onFact),
      () => this.#write(),
    );
    this.#runtimes.set(lease.id, runtime);
    runtime.start();
    this.#deps.onBegun(runtime);
    log.info({ server: lease.id, epoch: lease.epoch }, 'runs a server');
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
        if (ticks.length === 0) {
          if ([...this.#runtimes.values()].some(({ hasWaiting }) => hasWaiting)) continue;
          return;
        }
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
    if (this.#players.size > MAX_REMEMBERED) this.#players.clear();
    const unknown = sightings.filter(({ identities }) => {
      const ids = identities.map((identity) => this.#players.get(identityKey(identity)));
      return ids.some((id) => id === undefined || id !== ids[0]);
    });
    if (unknown.length === 0) return;
    for (let from = 0; from < unknown.length; from += MAX_SIGHTINGS) {
      const some = unknown.slice(from, from + MAX_SIGHTINGS);
      const found = await identify(this.#deps.db, some, this.#deps.clock());
      for (const [key, id] of found) this.#players.set(key, id);
    }
    await this.#readMerges();
  }

  async #readMerges(): Promise<void> {
    const { db } = this.#deps;
    if (this.#merged !== null) this.#merge(await readMerges(db, this.#merged));
  }

  #merge(merges: readonly Merge[]): void {
    const newest = merges.at(-1);
    if (newest === undefined) return;
    this.#merged = Math.max(newest.id, this.#merged ?? 0);
    const aliases = new Map(merges.map(({ from, into }) => [from, into]));
    for (const [key, id] of this.#players) {
      const survivor = aliases.get(id);
      if (survivor !== undefined) this.#players.set(key, survivor);
    }
    for (const runtime of this.#runtimes.values()) runtime.merged(aliases);
  }

  async #commit(ticks: readonly NumberedTick[]): Promise<void> {
    const { db, hostId, log } = this.#deps;
    try {
      const { written, lost, merges } = await commitTicks(db, hostId, ticks, this.#merged ?? 0);
      this.#merge(merges);
      for (const id of written) this.#runtimes.get(id)?.written();
      for (const id of lost) await this.#lose(id);
    } catch (error) {
      if (!isRefused(error)) throw error;
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

  async #lose(id: string): Promise<void> {
    this.#deps.log.warn({ server: id }, 'another host runs the server now, or it is gone');
    await this.#drop(id);
  }

  async #drop(id: string): Promise<void> {
    const runtime = this.#runtimes.get(id);
    this.#runtimes.delete(id);
    await runtime?.stop();
  }
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
