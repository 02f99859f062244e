/**
 * Keeps bans in the lists that the games of this host's servers keep themselves, too, so that they hold while no host runs. A
 * server's is looked at when it is there again, when bans or its settings changed, and now and then.
 */
import {
  markedReason,
  planOwnList,
  wantedOf,
  type OwnListPlan,
} from '../../domain/bans/own-list.ts';
import type { GameBan } from '../../domain/bans/game-list.ts';
import type { OwnBanList } from '../connectors/contract.ts';
import { change, type ChangeContext } from '../change/change.ts';
import { isLeftNoMore } from '../servers/own-bans-left.ts';
import type { ServerRuntime } from '../servers/server-runtime.ts';
import type { Database } from '../store/database.ts';
import { persist, type Persistence } from '../store/persist.ts';
import type { Secrets } from '../store/secrets/secrets.ts';
import {
  bansForGame,
  isRestricted,
  keepingOf,
  noteOwnBans,
  serversWithList,
} from './bans-for-game.ts';
import { CHANGES, countOf, ownMarkOf, oursOf, takeOut } from './own-entries.ts';

/** Milliseconds. */
export const OWN_LIST_PACE = {
  /** Between looks at which servers are due. */
  look: 15_000,
  /** To the look after something changed. */
  soon: 1_000,
  /** Between two readings of one server's list, however much changes. */
  apart: 5_000,
  /** To the next reading where nothing changes, and after a failure. */
  again: 600_000,
  /** So old is a ban that is written: whoever is on the server has been kicked by then, and told why. */
  settled: 10_000,
  /** So long entries are taken out of the list of a server that this host has just lost. */
  leave: 60_000,
};
export type OwnListPace = typeof OWN_LIST_PACE;

/** Servers whose lists are read at once: each asks the database, too. */
const AT_ONCE = 4;

export interface OwnListsDeps extends Persistence {
  readonly db: Database;
  readonly publish: ChangeContext['publish'];
  readonly secrets: Secrets;
  readonly clock: () => number;
  /** The servers that run here. */
  readonly runtimes: () => ReadonlyMap<string, ServerRuntime>;
  readonly pace?: Partial<OwnListPace> | undefined;
}

/** How things stand with one server. */
interface Standing {
  /** When its list is read next, and when it was last. */
  due: number;
  readAt: number;
  /** The connection that it was read by. */
  since: number | null;
  passing: Promise<void> | null;
  /** How much was to change when it was read last. */
  planned: number;
  /** It has failed, and it is told. */
  told: boolean;
}

export class OwnLists {
  readonly #deps: OwnListsDeps;
  readonly #pace: OwnListPace;
  readonly #standings = new WeakMap<ServerRuntime, Standing>();
  readonly #passing = new Set<Promise<void>>();
  readonly #timer: NodeJS.Timeout;
  #soon: NodeJS.Timeout | null = null;
  #stopped = false;

  constructor(deps: OwnListsDeps) {
    this.#deps = deps;
    this.#pace = { ...OWN_LIST_PACE, ...deps.pace };
    this.#timer = setInterval(() => this.#look(), this.#pace.look);
    this.#timer.unref();
  }

  /** Bans of a list are others now; without, those of any may be. */
  async bansChanged(list?: string): Promise<void> {
    const { db } = this.#deps;
    const ids =
      list === undefined
        ? [...this.#deps.runtimes().keys()]
        : await persist(this.#deps, () => serversWithList(db, list));
    for (const id of ids) this.changed(id);
  }

  /** A server's settings are others now. */
  changed(serverId: string): void {
    const runtime = this.#deps.runtimes().get(serverId);
    if (runtime === undefined) return;
    this.#standingOf(runtime).due = 0;
    this.#lookSoon();
  }

  /**
   * This host runs a server no more, and its connection is still there: where it is restricted, what Muster wrote is taken
   * out, as long as that lasts, and also while it is deleted and once it is gone: nobody else runs it then.
   */
  async leave(runtime: ServerRuntime): Promise<void> {
    const { db, clock, log } = this.#deps;
    const list = runtime.ownBans;
    if (list === null) return;
    const ends = clock() + this.#pace.leave;
    let rests: boolean | null = false;
    try {
      rests = await isRestricted(db, runtime.id);
      if (rests !== true) return;
      const left = await takeOut(
        list,
        (bans) => this.#oursOf(runtime, bans),
        async (ours) => {
          await this.#note(runtime, ours);
          const lasts = !this.#stopped && clock() < ends;
          return lasts && (await isRestricted(db, runtime.id)) !== false;
        },
      );
      if (left === 0) await isLeftNoMore(db, runtime.id);
    } catch (error) {
      const why = { err: error, server: runtime.id };
      if (rests === true) log.warn(why, 'bans stay in the list of the game itself');
      else log.warn(why, 'it is not known whether bans leave the list of the game itself');
    } finally {
      // Whoever runs it again by now writes what was taken out.
      this.changed(runtime.id);
    }
  }

  /** Resolves when nothing is changed any more. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    if (this.#soon !== null) clearTimeout(this.#soon);
    await Promise.all(this.#passing);
  }

  #lookSoon(): void {
    if (this.#stopped || this.#soon !== null) return;
    this.#soon = setTimeout(() => {
      this.#soon = null;
      this.#look();
    }, this.#pace.soon);
    this.#soon.unref();
  }

  #look(): void {
    if (this.#stopped) return;
    for (const runtime of this.#deps.runtimes().values()) {
      const standing = this.#standingOf(runtime);
      const { state, ready, since } = runtime.row.state;
      if (standing.passing !== null || state !== 'CONNECTED' || !ready) continue;
      // It was away: what it had not kept is gone.
      if (standing.since !== since) standing.due = 0;
      const now = this.#deps.clock();
      if (standing.due > now) continue;
      if (standing.readAt + this.#pace.apart > now || this.#passing.size >= AT_ONCE) {
        this.#lookSoon();
        continue;
      }
      this.#begin(runtime, standing, since);
    }
  }

  #begin(runtime: ServerRuntime, standing: Standing, since: number): void {
    const now = this.#deps.clock();
    Object.assign(standing, { due: now + this.#pace.again, readAt: now, since });
    const passing = this.#pass(runtime, standing)
      .then((trouble) => this.#tell(runtime, standing, trouble))
      .catch((error: unknown) => this.#tell(runtime, standing, error))
      .finally(() => {
        standing.passing = null;
        this.#passing.delete(passing);
      });
    standing.passing = passing;
    this.#passing.add(passing);
  }

  /** One reading, and so much of what follows as is changed at once. What could not be done; null: nothing. */
  async #pass(runtime: ServerRuntime, standing: Standing): Promise<string | null> {
    const { db, clock } = this.#deps;
    const list = runtime.ownBans;
    if (list === null) return null;
    const keeping = await persist(this.#deps, () => keepingOf(db, runtime.id));
    const now = clock();
    const asked = { by: list.by, before: now - this.#pace.settled };
    const { bans, young } =
      keeping === 'kept'
        ? await persist(this.#deps, () => bansForGame(db, runtime.id, asked))
        : { bans: [], young: false };
    if (young) standing.due = Math.min(standing.due, now + this.#pace.settled);
    const held = await list.read();
    if (held === null) return 'its list could not be read';
    const plan = planOwnList({
      wanted: wantedOf(bans, now),
      held: held.bans,
      once: list.by === 'steam',
      isOurs: (ban) => this.#oursOf(runtime, [ban]).length > 0,
      now: clock(),
    });
    // Of a list that was read in part it is known what is there, and not what is missing.
    const known = held.whole ? plan : { ...plan, add: [] };
    const ours = this.#oursOf(runtime, held.bans).length;
    await persist(this.#deps, () => this.#note(runtime, countOf(ours, held)));
    const changed = await this.#change(runtime, standing, list, known);
    const trouble = typeof changed === 'string' ? changed : null;
    if (typeof changed === 'number' && changed !== 0 && keeping !== 'deleting') {
      const count = countOf(ours + changed, held);
      await persist(this.#deps, () => this.#note(runtime, count));
    }
    if (keeping === 'deleting' && ours > 0) {
      // The deletion waits for what is read next.
      Object.assign(standing, { due: 0, readAt: Number.NEGATIVE_INFINITY });
      this.#lookSoon();
    }
    return trouble ?? (held.whole ? null : 'its list could not be read as a whole');
  }

  /** By how many entries there are more or less now, or what could not be done. */
  async #change(
    runtime: ServerRuntime,
    standing: Standing,
    list: OwnBanList,
    { remove, add }: OwnListPlan,
  ): Promise<string | number> {
    const before = standing.planned;
    standing.planned = remove.length + add.length;
    if (standing.planned === 0 || !this.#runs(runtime)) return 0;
    // What the game does not take is not asked of it all the time: there is less to do after each reading, or it waits.
    if (before === 0 || standing.planned < before) standing.due = 0;
    const gone = remove.slice(0, CHANGES);
    if (gone.length > 0 && !(await list.remove(gone))) return 'entries could not be removed';
    const fresh = add.slice(0, CHANGES - gone.length).map((ban) => this.#written(runtime, ban));
    if (!this.#runs(runtime)) return -gone.length;
    if (fresh.length > 0 && !(await list.add(fresh))) return 'entries could not be added';
    return (await list.keep()) ? fresh.length - gone.length : 'its list could not be kept';
  }

  #oursOf({ id }: ServerRuntime, bans: readonly GameBan[]): readonly GameBan[] {
    return oursOf(this.#deps.secrets, id, bans);
  }

  /** How many of Muster's are there, for whoever deletes the server or switches this off while its game is away. */
  async #note({ id, targetVersion }: ServerRuntime, ours: number | null): Promise<void> {
    const now = this.#deps.clock();
    const server = { id, target_version: targetVersion };
    await change({ ...this.#deps, now }, (made) => noteOwnBans(made, server, ours));
  }

  #written({ id }: ServerRuntime, ban: GameBan): GameBan {
    const mark = ownMarkOf(this.#deps.secrets, id, ban.identity);
    return { ...ban, reason: markedReason(ban.reason, mark) };
  }

  #runs(runtime: ServerRuntime): boolean {
    return !this.#stopped && this.#deps.runtimes().get(runtime.id) === runtime;
  }

  /** A failure is told once, until it goes well again. */
  #tell(runtime: ServerRuntime, standing: Standing, trouble: unknown): void {
    if (trouble !== null && !standing.told && this.#runs(runtime)) {
      const of = trouble instanceof Error ? { err: trouble } : { why: trouble };
      this.#deps.log.warn(
        { ...of, server: runtime.id },
        'bans are not kept in the list of the game itself',
      );
    }
    standing.told = trouble !== null;
  }

  #standingOf(runtime: ServerRuntime): Standing {
    const known = this.#standings.get(runtime);
    if (known !== undefined) return known;
    const standing: Standing = {
      due: 0,
      readAt: Number.NEGATIVE_INFINITY,
      since: null,
      passing: null,
      planned: 0,
      told: false,
    };
    this.#standings.set(runtime, standing);
    return standing;
  }
}
