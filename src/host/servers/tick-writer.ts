/**
 * Writes what the servers of this host tell, each in a transaction of its own: whatever came while its last
 * one ran goes into the next. However much one of them tells, the others have their turn in between.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../logger.ts';
import { identify } from '../players/identify.ts';
import { identityKey } from '../players/identities.ts';
import type { Sighting } from '../players/join-players.ts';
import type { OpenSession } from '../players/play-session.ts';
import { newestPersonChange, readPersonChanges } from '../identity/persons.ts';
import type { Fact } from '../realtime/contract.ts';
import type { Watches } from '../realtime/watches.ts';
import { isRefused, type Database } from '../store/database.ts';
import { newId } from '../store/ids.ts';
import { WRITE_RETRY } from '../store/persist.ts';
import { commitTicks, type NumberedTick } from './commit-ticks.ts';
import type { ServerRuntime } from './server-runtime.ts';
import { Semaphore } from '../semaphore.ts';

export interface TickWriterDeps {
  readonly db: Database;
  readonly hostId: string;
  readonly clock: () => number;
  readonly log: Logger;
  readonly watches: Pick<Watches, 'watched'>;
  /** The servers that run here. */
  readonly runtimes: ReadonlyMap<string, ServerRuntime>;
  /** More is known of these stays, and it is written. */
  readonly onKnown?: (runtime: ServerRuntime, stays: readonly string[]) => void;
  /** Players said this, and it is written. */
  readonly onSaid?: (runtime: ServerRuntime, lines: readonly SaidLine[]) => void;
}

/** What somebody said, who may have left with it. */
export interface SaidLine {
  readonly speaker: OpenSession;
  readonly text: string;
}

/** Identities that are remembered, so that a player who comes again costs no question. */
const MAX_REMEMBERED = 100_000;
/** Servers that are written at once: fewer than the connections, which everything else of the host shares. */
const AT_ONCE = 4;

export class TickWriter {
  readonly #deps: TickWriterDeps;
  readonly #players = new Map<string, string>();
  /** Players that one sighting showed together, and that are looked up. */
  readonly #together = new Set<string>();
  /** The newest change of a person that is known here; null before the first look. */
  #changed: number | null = null;
  readonly #writing = new Map<ServerRuntime, Promise<void>>();
  readonly #writers = new Semaphore(AT_ONCE);
  /** The database did not take something, and has taken nothing since. */
  #troubled = false;
  #stopped = false;

  constructor(deps: TickWriterDeps) {
    this.#deps = deps;
  }

  /** Learns which players are another person since the last look: whoever of them is on a server is told again. */
  async readPersons(): Promise<void> {
    const { db } = this.#deps;
    this.#changed ??= await newestPersonChange(db);
    const changes = await readPersonChanges(db, this.#changed);
    const newest = changes.at(-1);
    if (newest === undefined) return;
    this.#changed = Math.max(newest.changed, this.#changed);
    const ids = new Set(changes.map(({ id }) => id));
    for (const runtime of this.#deps.runtimes.values()) {
      runtime.personsChanged(ids);
      if (!this.#stopped) this.write(runtime);
    }
  }

  /** A player is erased: who has an identity of theirs from now on is somebody new. */
  erase(id: string): void {
    for (const [key, player] of this.#players) if (player === id) this.#players.delete(key);
    for (const runtime of this.#deps.runtimes.values()) {
      runtime.erased(id);
      if (!this.#stopped) this.write(runtime);
    }
  }

  /** A server has something to tell: it is written until nothing waits. */
  write(runtime: ServerRuntime): void {
    if (this.#writing.has(runtime)) return;
    const writing = this.#writeAll(runtime).finally(() => {
      this.#writing.delete(runtime);
      // What came between the last look and now.
      if (!this.#stopped && this.#hasMore(runtime)) this.write(runtime);
    });
    this.#writing.set(runtime, writing);
  }

  /** Resolves when nothing is being written. */
  async idle(): Promise<void> {
    while (this.#writing.size > 0) await Promise.all(this.#writing.values());
  }

  /** Resolves when what a server told is written, or cannot be here any more. */
  async written(runtime: ServerRuntime): Promise<void> {
    while (!this.#stopped && this.#hasMore(runtime)) {
      this.write(runtime);
      await this.#writing.get(runtime);
    }
  }

  /** The host stops: what cannot be written from here on is not tried again. */
  giveUp(): void {
    this.#stopped = true;
  }

  /** Writes what is left. Nothing is told after this. */
  async finish(): Promise<void> {
    this.giveUp();
    for (const runtime of this.#deps.runtimes.values()) this.write(runtime);
    await Promise.all(this.#writing.values());
  }

  #hasMore(runtime: ServerRuntime): boolean {
    return this.#deps.runtimes.get(runtime.id) === runtime && runtime.hasMore;
  }

  async #writeAll(runtime: ServerRuntime): Promise<void> {
    // Whatever one turn of the event loop brings is told together.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#hasMore(runtime)) {
      try {
        await this.#writers.take(() => this.#writeNext(runtime));
        this.#troubled = false;
      } catch (error) {
        const { log } = this.#deps;
        if (this.#stopped) {
          log.error({ err: error, server: runtime.id }, 'what a server told last is not written');
          return;
        }
        if (!this.#troubled) log.warn({ err: error }, 'what servers tell waits for the database');
        this.#troubled = true;
        await sleep(WRITE_RETRY);
      }
    }
  }

  /** One tick, or the one before that is still in flight. */
  async #writeNext(runtime: ServerRuntime): Promise<void> {
    await this.#recognize(runtime.sightings());
    const { clock, watches } = this.#deps;
    const context = { newId: () => newId(clock()), players: this.#players };
    const tick = runtime.nextTick(context, watches.watched(runtime.id, 'metrics'));
    if (tick !== null) await this.#commit(runtime, tick);
  }

  async #recognize(sightings: readonly Sighting[]): Promise<void> {
    const { db, clock } = this.#deps;
    if (this.#players.size > MAX_REMEMBERED) this.#forget();
    const unknown = sightings.filter((sighting) => {
      const ids = this.#idsOf(sighting);
      return ids.includes('') || (ids.length > 1 && !this.#together.has(ids.join()));
    });
    if (unknown.length === 0) return;
    const found = await identify(db, unknown, clock());
    for (const [key, id] of found) this.#players.set(key, id);
    for (const sighting of unknown) this.#together.add(this.#idsOf(sighting).join());
  }

  /** The players of a sighting; empty: one that is not known here. */
  #idsOf({ identities }: Sighting): readonly string[] {
    return [
      ...new Set(identities.map((identity) => this.#players.get(identityKey(identity)) ?? '')),
    ];
  }

  /** Those who were learnt first; the ones that another server's fold is about to need were learnt last. */
  #forget(): void {
    this.#together.clear();
    let surplus = this.#players.size - MAX_REMEMBERED / 2;
    for (const key of this.#players.keys()) {
      if (surplus <= 0) return;
      this.#players.delete(key);
      surplus -= 1;
    }
  }

  async #commit(runtime: ServerRuntime, tick: NumberedTick): Promise<void> {
    const { db, hostId, log, onKnown, onSaid } = this.#deps;
    try {
      const { written } = await commitTicks(db, hostId, [tick]);
      if (written.length > 0) {
        runtime.written();
        const open = tick.sessions.filter(({ left_at }) => left_at === null);
        onKnown?.(
          runtime,
          open.map(({ id }) => id),
        );
        const lines = tick.events.flatMap((fact) => saidIn(fact, runtime, tick));
        if (lines.length > 0) onSaid?.(runtime, lines);
        return;
      }
      log.warn(
        { server: runtime.id },
        'another host runs the server now, or it is restricted or gone',
      );
    } catch (error) {
      if (!isRefused(error)) throw error;
      // This server's tick cannot be written at all: read the server again and let it resynchronise.
      log.error({ err: error, server: runtime.id }, 'what a server told could not be written');
    }
    runtime.lost();
  }
}

function saidIn(
  fact: Fact,
  runtime: ServerRuntime,
  { sessions }: NumberedTick,
): readonly SaidLine[] {
  if (fact.event !== 'server:feed' || fact.data.entry.kind !== 'chat') return [];
  const { player, text } = fact.data.entry;
  if (player.id === null) return [];
  const speaker = runtime.playerOf(player.id) ?? sessions.find(({ id }) => id === player.id);
  return speaker === undefined ? [] : [{ speaker, text }];
}
