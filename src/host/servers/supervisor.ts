/** Runs the connectors of the servers that this host has leases for. */
import type { Logger } from '../logger.ts';
import { guardedPorts, keptPorts, type AddressRule } from '../connectors/address-rule.ts';
import { createConnector } from '../connectors/games/connect.ts';
import type { ConnectorPorts } from '../connectors/ports.ts';
import type { Watches } from '../realtime/watches.ts';
import { isDatabaseGone, type Database } from '../store/database.ts';
import type { Secrets } from '../store/secrets/secrets.ts';
import { Heartbeat } from './heartbeat.ts';
import {
  buryDead,
  fairShare,
  LEASE,
  leave,
  readLeases,
  releaseLeases,
  stopHearing,
  takeLeases,
  type Lease,
} from './leases.ts';
import { openRuntime } from './open-runtime.ts';
import { ServerRuntime } from './server-runtime.ts';
import { configurationOf } from './snapshots.ts';
import { TickWriter, type TickWriterDeps } from './tick-writer.ts';

export interface SupervisorDeps {
  readonly db: Database;
  readonly hostId: string;
  readonly clock: () => number;
  readonly log: Logger;
  readonly secrets: Secrets;
  readonly ports: ConnectorPorts;
  readonly addressRule: AddressRule;
  /** Below which this host reads logs. */
  readonly logRoot?: string | undefined;
  readonly watches: Pick<Watches, 'watched'>;
  /** A server begins to run here: what was asked of it before waits. */
  readonly onBegun: (runtime: ServerRuntime) => void;
  /** A server runs here no more; its connection ends when this does. */
  readonly onLost?: (runtime: ServerRuntime) => Promise<void>;
  /** More is known of these stays on a server, and it is written. */
  readonly onKnown?: (runtime: ServerRuntime, stays: readonly string[]) => void;
  /** Players said this on a server, and it is written. */
  readonly onSaid?: TickWriterDeps['onSaid'];
  /** Everybody's ping was read, in milliseconds by their stays. */
  readonly onPings?: (runtime: ServerRuntime, pings: ReadonlyMap<string, number>) => void;
}

/** So many servers are read at once when a host takes those of another. */
const OPENED_AT_ONCE = 8;

export class Supervisor {
  readonly #deps: SupervisorDeps;
  readonly #runtimes = new Map<string, ServerRuntime>();
  /** What is lost, and not ended yet. */
  readonly #lost = new Map<ServerRuntime, Promise<void>>();
  readonly #writer: TickWriter;
  readonly #heartbeat: Heartbeat;
  /** What nobody ran when this host looked last. */
  #freeBefore: ReadonlySet<string> = new Set();
  #timer: NodeJS.Timeout | undefined;
  #turn: Promise<void> = Promise.resolve();
  #turns = 0;
  #stopped = false;

  constructor(deps: SupervisorDeps) {
    this.#deps = deps;
    this.#heartbeat = new Heartbeat(deps.db, deps.hostId, deps.log, deps.logRoot);
    const { db, hostId, clock, log, watches, onKnown, onSaid } = deps;
    const runtimes = this.#runtimes;
    const hears = { ...(onKnown && { onKnown }), ...(onSaid && { onSaid }) };
    this.#writer = new TickWriter({ db, hostId, clock, log, watches, runtimes, ...hears });
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
    this.#writer.giveUp();
    await this.#turn;
    // Writing the rest may take long, and nothing is heard in the meantime.
    const heard = this.#deps.clock();
    const running = [...this.#runtimes.values(), ...this.#lost.keys()];
    await Promise.all(running.map((runtime) => runtime.stop()));
    await Promise.all(this.#lost.values());
    await this.#writer.finish();
    await this.#heartbeat.stop();
    await leave(this.#deps.db, this.#deps.hostId, heard);
    this.#runtimes.clear();
  }

  /** A player is erased: what is remembered of them here goes too. */
  erase(id: string): void {
    this.#writer.erase(id);
  }

  /** Resolves when nothing waits to be written. */
  idle(): Promise<void> {
    return this.#writer.idle();
  }

  async #lookAround(serverId: string | undefined): Promise<void> {
    const { db, hostId } = this.#deps;
    await this.#heartbeat.beat();
    await this.#bury();
    await this.#writer.readPersons();
    const leases = await readLeases(db, hostId);
    const held = new Map(leases.held.map((lease) => [lease.id, lease]));
    for (const [id, runtime] of this.#runtimes) {
      const lease = held.get(id);
      if (lease?.epoch !== runtime.epoch) this.#lose(runtime);
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
    for (const runtime of this.#runtimes.values()) runtime.tellAgain();
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
    const { db, secrets, ports, addressRule, clock, log } = this.#deps;
    const opened = await openRuntime(db, lease, secrets, clock, this.#deps.hostId);
    if (opened === null) return;
    const { target, privateAddress, joined, ...start } = opened;
    const guarded = privateAddress
      ? keptPorts(ports, addressRule, () => this.#noteIsPublic(lease.id, target.host))
      : guardedPorts(ports, addressRule.allows);
    const runtime = new ServerRuntime(
      { ...start, clock },
      (onFact) => createConnector(target, guarded, onFact),
      {
        onWaiting: () => this.#writer.write(runtime),
        onLost: () => this.#leave(runtime),
        onPings: (pings) => this.#deps.onPings?.(runtime, pings),
      },
    );
    this.#runtimes.set(lease.id, runtime);
    runtime.personsChanged(joined);
    runtime.start();
    this.#deps.onBegun(runtime);
    log.info({ server: lease.id, epoch: lease.epoch }, 'runs a server');
  }

  /** Where it cannot be written, the next host that runs the server does. */
  #noteIsPublic(id: string, host: string): void {
    this.#deps.db
      .updateTable('servers')
      .set({ private_address: false })
      .where('id', '=', id)
      .where('host', '=', host)
      .execute()
      .catch((error: unknown) => {
        this.#deps.log.warn({ err: error, server: id }, 'that a server is public is not kept');
      });
  }

  async #end(runtime: ServerRuntime): Promise<void> {
    const { db, hostId, clock } = this.#deps;
    const heard = clock();
    await runtime.stop();
    await this.#writer.written(runtime);
    await stopHearing(db, hostId, [runtime.id], heard);
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
    if (row !== undefined) runtime.configure(configurationOf(row));
  }

  #lose(runtime: ServerRuntime): void {
    this.#deps.log.warn(
      { server: runtime.id },
      'another host runs the server now, or it is restricted or gone',
    );
    this.#leave(runtime);
  }

  /** It runs here no more; whoever is told of it may still have something to do by its connection. */
  #leave(runtime: ServerRuntime): void {
    if (this.#runtimes.get(runtime.id) !== runtime) return;
    this.#runtimes.delete(runtime.id);
    const left = this.#deps.onLost?.(runtime) ?? Promise.resolve();
    const ended = left
      .then(() => runtime.stop())
      .catch((error: unknown) => {
        this.#deps.log.error({ err: error, server: runtime.id }, 'a server could not be left');
      })
      .finally(() => this.#lost.delete(runtime));
    this.#lost.set(runtime, ended);
  }
}
