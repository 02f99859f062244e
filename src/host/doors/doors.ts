/**
 * Whoever is on a server that this host runs and is kept out by a decision leaves. Looked at are those of whom a tick has
 * told more or whose ping is over what the server allows, everybody where a ban list or a module changed or a server begins to
 * run, and whoever is still there after a kick.
 */
import type { Decision } from '../../domain/doors/decide.ts';
import { strictest } from '../../domain/doors/filters.ts';
import { isOver } from '../../domain/doors/ping.ts';
import type { FilterHit } from '../../domain/doors/rule.ts';
import { asksSteam } from '../../domain/doors/steam.ts';
import type { OpenSession } from '../players/play-session.ts';
import type { ServerRuntime } from '../servers/server-runtime.ts';
import type { SaidLine } from '../servers/tick-writer.ts';
import type { Settings } from '../settings.ts';
import { persist } from '../store/persist.ts';
import { askDecisions, serversObeying } from './ask.ts';
import { Cases, isSame, type Case } from './case.ts';
import { causeOf, dueBy, dueOfBoth, isDue, type Cause, type Due } from './due.ts';
import type { Countries } from './countries.ts';
import { hitsOf } from './filters.ts';
import { askedOf, slotsAsked } from './known.ts';
import { Readings } from './readings.ts';
import { NOT_SENT, sendDecision, type KeptOut, type Outcome } from './send.ts';
import { DoorSettingsOfServers, type DoorSettings } from './settings.ts';
import type { VpnLists } from './vpn-lists.ts';
import { entryId, tellDecision, type TellDeps } from './tell.ts';

export interface DoorsDeps extends TellDeps {
  /** The servers that run here. */
  readonly runtimes: () => ReadonlyMap<string, ServerRuntime>;
  readonly countries: Countries;
  readonly vpnLists: VpnLists;
  readonly settings: Pick<Settings, 'steamKey'>;
}

/** Whoever was kicked and is still there, or could not be, is looked at again after so long, then twice as long, ms. */
const AGAIN = 1_000;
const AGAIN_MOST = 30_000;
/** No timer holds longer: what ends later is looked for again then, ms. */
const MAX_WAIT = 86_400_000;

type RulesChanged = NonNullable<Cause['changed']>;

const LET_IN: Decision = { verdict: 'let-in' };

export class Doors {
  readonly #deps: DoorsDeps;
  readonly #due = new Map<ServerRuntime, Due>();
  readonly #looking = new Map<ServerRuntime, Promise<void>>();
  readonly #cases = new Cases();
  /** Stays as they were when a tick that told of them was looked at. */
  readonly #heard = new WeakMap<ServerRuntime, ReadonlyMap<string, OpenSession>>();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #acting = new Set<Promise<void>>();
  readonly #readings = new Readings();
  /** How many slots each had when its list was read last. */
  readonly #slots = new WeakMap<ServerRuntime, number | null>();
  /** When an entry of a server's buckets is over next, and what waits for it. */
  readonly #ends = new WeakMap<
    ServerRuntime,
    { readonly at: number; readonly timer: NodeJS.Timeout }
  >();
  readonly #settings: DoorSettingsOfServers;
  #stopped = false;

  constructor(deps: DoorsDeps) {
    this.#deps = deps;
    this.#settings = new DoorSettingsOfServers(deps);
  }

  /** A tick has told of these stays: those are looked at of whom more is known than when they were looked at last. */
  heard(runtime: ServerRuntime, stays: readonly string[]): void {
    const before = this.#heard.get(runtime) ?? new Map<string, OpenSession>();
    const told = new Set(stays);
    const now = new Map<string, OpenSession>();
    const due: string[] = [];
    for (const stay of runtime.stays) {
      const known = before.get(stay.id);
      if (told.has(stay.id) && (known?.name !== stay.name || !isSame(stay, known))) {
        now.set(stay.id, stay);
        due.push(stay.id);
      } else if (known !== undefined) now.set(stay.id, known);
    }
    this.#heard.set(runtime, now);
    if (!this.#looking.has(runtime)) this.#cases.close((one) => one.runtime === runtime);
    this.#look(runtime, 'player', due);
  }

  /**
   * Everybody's ping was read: those are looked at who are over what the server allows, and everybody where it is known only now
   * how many it has room for.
   */
  async heardPings(runtime: ServerRuntime, pings: ReadonlyMap<string, number>): Promise<void> {
    const stays = runtime.stays.map(({ id }) => id);
    this.#readings.add(runtime.id, stays, pings);
    const { modules } = await this.#settings.of(runtime);
    const { slots } = runtime;
    if (modules.reserved_slots.active && slots !== (this.#slots.get(runtime) ?? null)) {
      this.#look(runtime, 'player');
    }
    this.#slots.set(runtime, slots);
    if (!modules.ping.active) return;
    const over = stays.filter((stay) => {
      const tried = this.#cases.get(stay);
      const isTried = tried !== undefined && (tried.busy || tried.again !== null);
      return !isTried && isOver(this.#readings.of(runtime.id, stay).pings, modules.ping);
    });
    this.#look(runtime, 'ping', over);
  }

  /** Somebody said something: what a filter finds in it stands against them until it is done. */
  async heardChat(runtime: ServerRuntime, lines: readonly SaidLine[]): Promise<void> {
    const { filters, canWarn } = await this.#settings.of(runtime);
    for (const { speaker, text } of lines) {
      const hits = hitsOf(filters, 'CHAT_FILTER', text, this.#deps.clock());
      const hit = strictest(canWarn ? hits : hits.filter(({ action }) => action !== 'warn'));
      if (hit === undefined) continue;
      const cause = this.#now('chat');
      const one = this.#cases.open(runtime, speaker, cause);
      one.said = [...one.said, { ...hit }];
      this.#put(runtime, dueBy(cause, [speaker.id]));
    }
  }

  /** Steam has said something of these accounts. */
  async heardSteam(ids: readonly string[]): Promise<void> {
    for (const runtime of this.#deps.runtimes().values()) {
      const stays = runtime.stays.filter(({ steam_id }) => ids.includes(steam_id ?? ''));
      if (stays.length === 0) continue;
      const { modules } = await this.#settings.of(runtime);
      const told = stays.map(({ id }) => id);
      if (asksSteam(modules.steam)) this.#look(runtime, 'steam', told);
    }
  }

  /** A server asks other things from now on. */
  changed(serverId: string, by: RulesChanged): void {
    this.#settings.forget(serverId);
    const runtime = this.#deps.runtimes().get(serverId);
    if (runtime !== undefined) this.#lookByRules(runtime, by);
  }

  /** A server begins to run here. */
  begun(runtime: ServerRuntime): void {
    this.#look(runtime, 'begun');
  }

  /** Looks at these stays on a server, or without at everybody. */
  #look(runtime: ServerRuntime, kind: Cause['kind'], stays?: readonly string[]): void {
    if (stays?.length !== 0) this.#put(runtime, dueBy(this.#now(kind), stays));
  }

  #lookByRules(runtime: ServerRuntime, changed: RulesChanged): void {
    this.#put(runtime, dueBy({ ...this.#now('rules'), changed }));
  }

  /** Whoever an entry lets in is looked at when its time is over. */
  #lookAtEnd(runtime: ServerRuntime, { nextEnd }: DoorSettings): void {
    const planned = this.#ends.get(runtime);
    if (planned?.at === nextEnd) return;
    if (planned !== undefined) this.#cancel(planned.timer);
    this.#ends.delete(runtime);
    if (nextEnd === null) return;
    const wait = Math.min(MAX_WAIT, Math.max(0, nextEnd - this.#deps.clock()));
    const timer = this.#later(wait, () => {
      this.#ends.delete(runtime);
      if (this.#runs(runtime)) this.changed(runtime.id, 'end');
    });
    this.#ends.set(runtime, { at: nextEnd, timer });
  }

  #put(runtime: ServerRuntime, due: Due): void {
    if (this.#stopped) return;
    this.#due.set(runtime, dueOfBoth(this.#due.get(runtime), due));
    if (!this.#looking.has(runtime)) this.#start(runtime);
  }

  #now(kind: Cause['kind']): Cause {
    return { kind, at: this.#deps.clock() };
  }

  #start(runtime: ServerRuntime): void {
    const looking = this.#lookAll(runtime)
      .catch((error: unknown) => {
        this.#deps.log.error({ err: error, server: runtime.id }, 'nobody looks who is on a server');
      })
      .finally(() => {
        this.#looking.delete(runtime);
        // What came between the last look and now.
        if (this.#due.has(runtime) && !this.#stopped) this.#start(runtime);
      });
    this.#looking.set(runtime, looking);
  }

  /** Looks at everybody on all servers of this host that obey a list, also through another; without, on all, whatever was missed. */
  async lookAround(list?: string): Promise<void> {
    const runtimes = this.#deps.runtimes();
    if (list === undefined) {
      this.#settings.forget();
      this.#readings.keepOnly(new Set(runtimes.keys()));
      this.#cases.close(({ runtime }) => !this.#runs(runtime));
      for (const runtime of runtimes.values()) this.#look(runtime, 'rules');
      return;
    }
    const rows = await persist(this.#deps, () => serversObeying(this.#deps.db, list));
    for (const server_id of rows) {
      const runtime = runtimes.get(server_id);
      if (runtime !== undefined) this.#lookByRules(runtime, 'ban-list');
    }
  }

  /** Looks no more; resolves when what was begun is told. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const timer of this.#timers) clearTimeout(timer);
    await Promise.all(this.#looking.values());
    await Promise.all(this.#acting);
  }

  async #lookAll(runtime: ServerRuntime): Promise<void> {
    for (let due = this.#take(runtime); due !== undefined; due = this.#take(runtime)) {
      if (this.#stopped || !this.#runs(runtime)) return;
      try {
        await this.#lookAt(runtime, due);
      } catch (error) {
        const seen = due;
        this.#later(AGAIN_MOST, () => this.#put(runtime, seen));
        throw error;
      }
    }
  }

  async #lookAt(runtime: ServerRuntime, due: Due): Promise<void> {
    const door = await this.#settings.of(runtime);
    this.#lookAtEnd(runtime, door);
    const slots = slotsAsked(runtime, door.modules);
    const on = runtime.stays;
    const here = new Set(on.map(({ id }) => id));
    const stays = [
      ...(slots === null ? on.filter(({ id }) => isDue(due, id)) : on),
      ...this.#cases.left([...due.stays.keys()], here),
    ];
    if (stays.length === 0) return;
    const sentTo = ({ id }: OpenSession) => this.#cases.get(id)?.sent ?? 0;
    const before = stays.map(sentTo);
    const { countries, vpnLists, clock, db } = this.#deps;
    const now = clock();
    const asked = await askedOf(runtime.id, door, stays, {
      countries,
      vpnLists,
      readings: this.#readings,
      said: (id) => this.#cases.standing(id, door.filters),
      isHere: (id) => here.has(id),
      now,
    });
    const decisions = await persist(this.#deps, () =>
      askDecisions(db, runtime.id, asked, { ...door, slots }, now),
    );
    // It asks other things by now: what was read of both is of no one moment.
    if ((await this.#settings.of(runtime)) !== door) {
      return this.#put(runtime, due);
    }
    const hasMadeRoom = ({ because }: KeptOut) =>
      because.rule === 'reserved-slot' && runtime.stays.length < on.length;
    for (const [at, stay] of stays.entries()) {
      const decision = decisions[at] ?? LET_IN;
      if (decision.verdict === 'let-in') continue;
      // Whoever is asked about for the places of others is looked at again at their time.
      if (this.#cases.get(stay.id)?.again && !isDue(due, stay.id)) continue;
      const cause = causeOf(due, stay.id);
      const one = this.#cases.open(runtime, stay, cause);
      if (one.busy) one.missed = cause;
      // What was decided did not know of that, or that somebody has made room.
      else if (sentTo(stay) !== before[at] || hasMadeRoom(decision)) {
        this.#put(runtime, dueBy(cause, [stay.id]));
      } else this.#begin(one, decision, asked[at]?.said ?? []);
    }
  }

  #take(runtime: ServerRuntime): Due | undefined {
    const due = this.#due.get(runtime);
    this.#due.delete(runtime);
    return due;
  }

  #runs(runtime: ServerRuntime): boolean {
    return this.#deps.runtimes().get(runtime.id) === runtime;
  }

  #begin(one: Case, decision: KeptOut, said: readonly FilterHit[]): void {
    const acting = this.#act(one, decision, said)
      .catch((error: unknown) => {
        this.#deps.log.error({ err: error, server: one.runtime.id }, 'a kick could not be told');
      })
      .finally(() => this.#acting.delete(acting));
    this.#acting.add(acting);
  }

  async #act(one: Case, decision: KeptOut, said: readonly FilterHit[]): Promise<void> {
    const { runtime, stay } = one;
    const { verdict, because } = decision;
    one.busy = true;
    one.missed = null;
    let sent = NOT_SENT;
    // Nobody looks between that it was sent and what follows of it, as a promise's own `finally` would let them.
    try {
      sent = await sendDecision(runtime, stay, decision);
    } finally {
      one.busy = false;
      one.sent += 1;
    }
    const left = sent.outcome === 'left';
    // Whoever has left is banned all the same.
    const outcome = sent.outcome === 'left' ? (verdict === 'ban' ? 'done' : null) : sent.outcome;
    const entry = `${because.rule} ${entryId(because.entry)}`;
    const telling = `${verdict} ${entry} ${stay.muster_id ?? ''} ${outcome ?? ''}`;
    const isNew = !one.told.has(telling);
    one.told.add(telling);
    if (verdict === 'warn') this.#warned(one, because, { said, outcome });
    else this.#lookAgain(one);
    // Each line that is warned of is told; of what keeps somebody out, what became of it.
    if (outcome === null || (verdict !== 'warn' && !isNew)) return;
    const { exchange } = sent;
    const told = { serverId: runtime.id, stay, decision, seen: one.cause, outcome, left, exchange };
    await tellDecision(this.#deps, told);
  }

  /**
   * Whoever was told something has until their ping is read again: a message that nobody answered for may have been read. What
   * else stands against them, or came in the meantime, is looked at now.
   */
  #warned(
    one: Case,
    { rule }: KeptOut['because'],
    { said, outcome }: { readonly said: readonly FilterHit[]; readonly outcome: Outcome | null },
  ): void {
    const { runtime, stay, missed, cause } = one;
    if (outcome !== null && rule === 'ping') {
      this.#readings.warned(runtime.id, stay.id, this.#deps.clock());
    } else if (outcome !== null) {
      one.said = one.said.filter((hit) => !said.includes(hit));
    }
    if (missed !== null || (outcome !== null && one.said.length > 0)) {
      this.#put(runtime, dueBy(missed ?? cause, [stay.id]));
    }
  }

  /** Once for each of them, however often they are looked at in the meantime. */
  #lookAgain(one: Case): void {
    if (this.#stopped || one.again !== null) return;
    const { id } = one.stay;
    const wait = Math.min(AGAIN_MOST, AGAIN * 2 ** one.times);
    one.times += 1;
    one.again = this.#later(wait, () => {
      one.again = null;
      const runtime = this.#deps.runtimes().get(one.runtime.id);
      if (runtime !== undefined && runtime.playerOf(id) !== null) {
        this.#put(runtime, dueBy(one.missed ?? one.cause, [id]));
      } else if (!one.busy) this.#cases.delete(id);
    });
  }

  #later(ms: number, work: () => void): NodeJS.Timeout {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      work();
    }, ms);
    timer.unref();
    this.#timers.add(timer);
    return timer;
  }

  #cancel(timer: NodeJS.Timeout): void {
    clearTimeout(timer);
    this.#timers.delete(timer);
  }
}
