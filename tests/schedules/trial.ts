/** Hosts that share a database and are killed again and again, under a clock that only the trial puts on. */
import { createLogger } from '../../src/host/logger.ts';
import { publish } from '../../src/host/realtime/log.ts';
import { ScheduleRunner } from '../../src/host/schedules/runner.ts';
import type { ScheduledServer } from '../../src/host/schedules/run.ts';
import type { Database } from '../../src/host/store/database.ts';
import { secretsOf } from '../../src/host/store/secrets/secrets.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
export const LATE_SECONDS = 120;
/** Who is on each server, and stays there. */
export const PLAYERS = ['Ann', 'Bob'];
/** What is said to them by the messenger, which no step is. */
export const SAID = 'Rules';
/** So often is looked for what nobody tells, ms. */
const IDLE = [5 * SECOND, MINUTE];
/** How likely a host is killed after a look in which something was done; both, an eighth of it. */
const KILLED = 0.1;
/** Likewise after one in which nothing was. */
const KILLED_IDLE = 0.002;

/** The same numbers for the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const hex = (text: string) => Buffer.from(text).toString('hex').padEnd(24, '0').slice(0, 24);

/** What a game was asked for. */
export interface Asked {
  readonly server: string;
  /** The action with its text, or with whom it is about. */
  readonly command: string;
  readonly at: number;
}

/** Nobody ran a server from one moment until another. */
interface Outage {
  readonly server: string;
  readonly from: number;
  readonly to: number;
}

/** What is killed, and when: before it has asked the game, or after, before it could say so. */
class Killed extends Error {}

interface TrialHost {
  readonly id: string;
  readonly runner: ScheduleRunner;
  readonly held: Map<string, ScheduledServer>;
}

/** Both hosts are killed at a moment, and nobody is there for so many ms. */
export interface Strike {
  readonly at: number;
  readonly lasts: number;
}

export interface TrialPlan {
  readonly from: number;
  readonly to: number;
  readonly seed: number;
  readonly strikes: readonly Strike[];
  /** Over the second and the fourth step of this server the host is killed in any case. */
  readonly doomed: string;
  /** When the game server that is told last had started, as it was at a moment; null: not known. */
  readonly startOf: (server: string, now: number) => number | null;
  /**
   * When something may happen, in order: of the looks that come again and again until then, the last alone is had.
   * Without, each is.
   */
  readonly moments?: readonly number[];
  /** Whether a server can be reached at a moment; without, always. */
  readonly isConnected?: (server: string, now: number) => boolean;
}

export class Trial {
  readonly asked: Asked[] = [];
  kills = 0;
  readonly #db: Database;
  readonly #plan: TrialPlan;
  readonly #random: () => number;
  readonly #strikes: Strike[];
  readonly #outages: Outage[] = [];
  /** Of each server: its own chances, and how many steps it was asked for. */
  readonly #chances = new Map<string, { readonly random: () => number; steps: number }>();
  /** Those that were killed while they ran something, and when. */
  readonly #dead = new Map<string, number>();
  #now: number;
  #hosts: TrialHost[] = [];
  #number = 0;
  #epoch = 1;
  /** How many of the moments at which something may happen have been. */
  #passed = 0;
  /** What was asked for when it was last thought of killing. */
  #askedBefore = 0;

  constructor(db: Database, plan: TrialPlan) {
    this.#db = db;
    this.#plan = plan;
    this.#now = plan.from;
    this.#random = seeded(plan.seed);
    this.#strikes = plan.strikes.toSorted((a, b) => a.at - b.at);
  }

  async run(): Promise<void> {
    await this.#begin();
    await this.#begin();
    await this.#share();
    while (this.#now < this.#plan.to) {
      const wake = await this.#look(this.#plan.to);
      // Whoever has taken a server over looks at it at once.
      if (await this.#perhapsKill()) continue;
      this.#now = await this.#after(Math.min(wake, this.#strikes[0]?.at ?? wake));
    }
  }

  /** When somebody may have looked at what was due on a server then: at its moment, and whoever took it over. */
  looksAt(server: string, due: number): readonly number[] {
    const own = this.#outages.filter((outage) => outage.server === server);
    const looks = own.some(({ from, to }) => from < due && to > due) ? [] : [due];
    let moment = due;
    for (const { from, to } of own.toSorted((a, b) => a.from - b.from)) {
      if (from > moment || to < moment) continue;
      looks.push(to);
      moment = to;
    }
    return looks;
  }

  /** Whether some host ran a server at a moment. */
  isRunAt(server: string, at: number): boolean {
    return !this.#outages.some((one) => one.server === server && one.from <= at && one.to > at);
  }

  /** Whether whoever ran a server died at one of these moments. */
  diedAt(server: string, moments: readonly number[]): boolean {
    return this.#outages.some((one) => one.server === server && moments.includes(one.from));
  }

  /**
   * When it is looked next. Whoever looks every so often for what may have changed finds nothing until something may
   * happen: those looks are left out, but not while somebody waits to be let in again.
   */
  async #after(wake: number, until = Number.POSITIVE_INFINITY): Promise<number> {
    const next = Math.max(this.#now + 1, wake);
    const { moments } = this.#plan;
    if (moments === undefined) return next;
    while ((moments[this.#passed] ?? Number.POSITIVE_INFINITY) <= this.#now) this.#passed += 1;
    const strike = this.#strikes[0]?.at ?? Number.POSITIVE_INFINITY;
    const happens = Math.min(moments[this.#passed] ?? this.#plan.to, strike, until);
    const every = next - this.#now;
    const skipped = Math.floor((happens - next) / every);
    if (skipped < 1 || !IDLE.includes(every) || (await this.#isLocked())) return next;
    return next + skipped * every;
  }

  async #isLocked(): Promise<boolean> {
    const locked = await this.#db
      .selectFrom('schedule_states')
      .select('server_id')
      .where('locked_for', 'is not', null)
      .limit(1)
      .executeTakeFirst();
    return locked !== undefined;
  }

  /** Each that lives looks. Answers when somebody looks next. */
  async #look(until: number): Promise<number> {
    let wake = until;
    for (const { id, runner } of this.#hosts) {
      if (this.#dead.has(id)) continue;
      wake = Math.min(wake, await runner.turn());
      await runner.idle();
    }
    return wake;
  }

  async #begin(): Promise<void> {
    const id = hex(`host${(this.#number += 1)}`);
    await this.#db
      .insertInto('hosts')
      .values({ id, alive_until: Number.MAX_SAFE_INTEGER, log_root: null })
      .execute();
    const held = new Map<string, ScheduledServer>();
    const runner = new ScheduleRunner({
      db: this.#db,
      publish,
      secrets: secretsOf(Buffer.alloc(32, 7)),
      clock: () => this.#now,
      log: createLogger('silent', { write: () => undefined }),
      stopping: new AbortController().signal,
      hostId: id,
      lateSeconds: LATE_SECONDS,
      servers: () => held,
    });
    this.#hosts.push({ id, runner, held });
  }

  /** Each server is run by the host that has the fewest. */
  async #share(): Promise<void> {
    const all = await this.#db
      .selectFrom('servers')
      .select(['id', 'lease_host'])
      .orderBy('id')
      .execute();
    for (const { id, lease_host } of all) {
      if (this.#hosts.some((host) => host.id === lease_host)) continue;
      const [host] = this.#hosts.toSorted((a, b) => a.held.size - b.held.size);
      if (host === undefined) return;
      const epoch = (this.#epoch += 1);
      await this.#db
        .updateTable('servers')
        .set({ lease_host: host.id, lease_epoch: epoch })
        .where('id', '=', id)
        .execute();
      host.held.set(id, this.#serverOf(id, epoch, host.id));
    }
  }

  #serverOf(id: string, epoch: number, host: string): ScheduledServer {
    const run: ScheduledServer['run'] = async (command) => {
      const { action } = command;
      const about = 'text' in command ? command.text : 'command' in command ? command.command : '';
      const what = 'playerKey' in command ? command.playerKey : about;
      if (this.#dead.has(host)) throw new Killed('before it has asked');
      const fate = this.#fateOf(id, what !== SAID);
      if (fate !== null) this.#dead.set(host, this.#now);
      if (fate === 'before') throw new Killed('before it has asked');
      if (!(this.#plan.isConnected?.(id, this.#now) ?? true)) {
        return { ok: false, kind: 'not-connected', detail: '' };
      }
      this.asked.push({ server: id, command: `${action} ${what}`.trim(), at: this.#now });
      if (fate === 'after') throw new Killed('before it has heard');
      return { ok: true, answer: '' };
    };
    const players = new Map(PLAYERS.map((name) => [name, { id: name, name, joined_at: 0 }]));
    const environmentOf = () => this.#environmentOf(id);
    const isConnected = () => this.#plan.isConnected?.(id, this.#now) ?? true;
    const part = {
      id,
      epoch,
      row: {
        population: { players: PLAYERS.length, slots: 60 },
        configuration: { identifier: 'x' },
        get state() {
          return { state: isConnected() ? 'CONNECTED' : 'CONNECTING' };
        },
        get environment() {
          return environmentOf();
        },
      },
      rows: { players },
      run,
      settled: () => Promise.resolve(),
      playerKey: (player: string) => player,
      planRestart: () => undefined,
    };
    return part as unknown as ScheduledServer;
  }

  /** A start is told a little off each time. */
  #environmentOf(server: string) {
    const now = this.#now;
    const start = this.#plan.startOf(server, now);
    const none = { map: null, uptime_gap: null, observed_at: now };
    if (start === null) return { ...none, uptime: null, uptime_source: null };
    const off = (Math.floor(now / MINUTE) % 5) - 2;
    const uptime = Math.max(0, Math.floor((now - start) / SECOND) + off);
    return { ...none, uptime, uptime_source: 'game' };
  }

  /** Whether a host is killed over what it asks a server for: by chance, and over some steps in any case. */
  #fateOf(server: string, isStep: boolean): 'before' | 'after' | null {
    const chances = this.#chances.get(server) ?? {
      random: seeded(this.#plan.seed + Number.parseInt(server, 16)),
      steps: 0,
    };
    this.#chances.set(server, chances);
    if (isStep) chances.steps += 1;
    const chance = chances.random();
    const isDoomed = isStep && server === this.#plan.doomed;
    if (isDoomed && chances.steps === 2) return 'after';
    if (isDoomed && chances.steps === 4) return 'before';
    return chance < KILLED / 4 ? 'before' : chance < KILLED / 2 ? 'after' : null;
  }

  /** Whoever was killed while it ran something is gone as well: its lease ends, and another host has what it had. */
  async #perhapsKill(): Promise<boolean> {
    const chance = this.#random();
    const isBusy = this.asked.length > this.#askedBefore;
    this.#askedBefore = this.asked.length;
    const isStruck = (this.#strikes[0]?.at ?? Number.POSITIVE_INFINITY) <= this.#now;
    const strike = isStruck ? this.#strikes.shift() : undefined;
    const likely = isBusy ? KILLED : KILLED_IDLE;
    if (strike === undefined && this.#dead.size === 0 && chance > likely) return false;
    const both = strike !== undefined || chance < likely / 8;
    const isDying = ({ id }: TrialHost) =>
      both || (this.#dead.size === 0 ? id === this.#hosts[0]?.id : this.#dead.has(id));
    const dying = this.#hosts.filter(isDying);
    this.#hosts = this.#hosts.filter((host) => !dying.includes(host));
    this.kills += dying.length;
    const from = this.#now;
    const ended = dying.flatMap(({ id, held }) => {
      const died = this.#dead.get(id) ?? from;
      this.#dead.delete(id);
      return [...held.keys()].map((server) => ({ server, from: died }));
    });
    for (const { id } of dying) await this.#db.deleteFrom('hosts').where('id', '=', id).execute();
    const gone = strike?.lasts ?? (both ? 70 * MINUTE : 15 * SECOND) * this.#random();
    const until = from + Math.floor(gone);
    // The other one goes on with its own in the meantime; what the dead one had waits.
    while (this.#now < until) {
      const wake = await this.#look(until);
      this.#now = await this.#after(Math.min(until, wake), until);
    }
    for (const one of ended) this.#outages.push({ ...one, to: this.#now });
    for (let missing = dying.length; missing > 0; missing -= 1) await this.#begin();
    await this.#share();
    return true;
  }
}
