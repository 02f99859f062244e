/**
 * Whoever is on a server that this host runs and is kept out by a decision leaves. Looked at are those of whom a tick has
 * told more or whose ping is over what the server allows, everybody where a ban list or a module changed or a server begins to
 * run, and whoever is still there after a kick.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Decision } from '../../domain/doors/decide.ts';
import { strictest } from '../../domain/doors/filters.ts';
import { isOver } from '../../domain/doors/ping.ts';
import type { FilterHit } from '../../domain/doors/rule.ts';
import { asksSteam } from '../../domain/doors/steam.ts';
import { doorText } from '../../domain/doors/text.ts';
import type { OpenSession } from '../players/play-session.ts';
import type { ServerRuntime } from '../servers/server-runtime.ts';
import type { SaidLine } from '../servers/tick-writer.ts';
import type { Settings } from '../settings.ts';
import { persist } from '../store/persist.ts';
import { askDecisions, serversObeying } from './ask.ts';
import { isSame, type Case } from './case.ts';
import type { Countries } from './countries.ts';
import { hitsOf } from './filters.ts';
import { askedOf, slotsAsked } from './known.ts';
import { Readings } from './readings.ts';
import { DoorSettingsOfServers, type DoorSettings } from './settings.ts';
import type { VpnLists } from './vpn-lists.ts';
import { entryId, tellDecision, type Outcome, type TellDeps } from './tell.ts';

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

type KeptOut = Exclude<Decision, { verdict: 'let-in' }>;
const LET_IN: Decision = { verdict: 'let-in' };
/** The stays that are looked at next; null: all. */
type Due = Set<string> | null;

export class Doors {
  readonly #deps: DoorsDeps;
  readonly #due = new Map<ServerRuntime, Due>();
  readonly #looking = new Map<ServerRuntime, Promise<void>>();
  /** By their stay. */
  readonly #cases = new Map<string, Case>();
  /** Stays as they were when a tick that told of them was looked at. */
  readonly #heard = new WeakMap<ServerRuntime, ReadonlyMap<string, OpenSession>>();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #acting = new Set<Promise<void>>();
  readonly #readings = new Readings();
  /** How many slots each had when its list was read last. */
  readonly #slots = new WeakMap<ServerRuntime, number | null>();
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
    if (!this.#looking.has(runtime)) this.#close((one) => one.runtime === runtime);
    this.look(runtime, due);
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
      this.look(runtime);
    }
    this.#slots.set(runtime, slots);
    if (!modules.ping.active) return;
    const over = stays.filter((stay) => {
      const tried = this.#cases.get(stay);
      const isTried = tried !== undefined && (tried.busy || tried.again !== null);
      return !isTried && isOver(this.#readings.of(runtime.id, stay).pings, modules.ping);
    });
    this.look(runtime, over);
  }

  /** Somebody said something: what a filter finds in it stands against them until it is done. */
  async heardChat(runtime: ServerRuntime, lines: readonly SaidLine[]): Promise<void> {
    const { filters, canWarn } = await this.#settings.of(runtime);
    for (const { speaker, text } of lines) {
      const hits = hitsOf(filters, 'CHAT_FILTER', text, this.#deps.clock());
      const hit = strictest(canWarn ? hits : hits.filter(({ action }) => action !== 'warn'));
      if (hit === undefined) continue;
      const one = this.#caseOf(runtime, speaker);
      one.said = [...one.said, { ...hit }];
      this.look(runtime, [speaker.id]);
    }
  }

  /** Steam has said something of these accounts. */
  async heardSteam(ids: readonly string[]): Promise<void> {
    for (const runtime of this.#deps.runtimes().values()) {
      const stays = runtime.stays.filter(({ steam_id }) => ids.includes(steam_id ?? ''));
      if (stays.length === 0) continue;
      const { modules } = await this.#settings.of(runtime);
      const told = stays.map(({ id }) => id);
      if (asksSteam(modules.steam)) this.look(runtime, told);
    }
  }

  /** A server asks other things from now on. */
  changed(serverId: string): void {
    this.#settings.forget(serverId);
    const runtime = this.#deps.runtimes().get(serverId);
    if (runtime !== undefined) this.look(runtime);
  }

  /** Looks at these stays on a server, or without at everybody. */
  look(runtime: ServerRuntime, stays?: readonly string[]): void {
    if (this.#stopped || stays?.length === 0) return;
    const due = this.#due.get(runtime);
    if (stays === undefined || due === null) this.#due.set(runtime, null);
    else this.#due.set(runtime, new Set([...(due ?? []), ...stays]));
    if (!this.#looking.has(runtime)) this.#start(runtime);
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
      this.#close(({ runtime }) => !this.#runs(runtime));
      for (const runtime of runtimes.values()) this.look(runtime);
      return;
    }
    const rows = await persist(this.#deps, () => serversObeying(this.#deps.db, list));
    for (const server_id of rows) {
      const runtime = runtimes.get(server_id);
      if (runtime !== undefined) this.look(runtime);
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
        this.#later(AGAIN_MOST, () => this.look(runtime, seen === null ? undefined : [...seen]));
        throw error;
      }
    }
  }

  /** Those who are due who have left with their last word are asked about, too. */
  #left(due: Due, here: ReadonlySet<string>): readonly OpenSession[] {
    return [...(due ?? [])].flatMap((id) => {
      const one = here.has(id) ? undefined : this.#cases.get(id);
      return one === undefined || one.said.length === 0 ? [] : [one.stay];
    });
  }

  async #lookAt(runtime: ServerRuntime, due: Due): Promise<void> {
    const door = await this.#settings.of(runtime);
    const slots = slotsAsked(runtime, door.modules);
    const isDue = ({ id }: OpenSession) => due?.has(id) ?? true;
    const on = runtime.stays;
    const here = new Set(on.map(({ id }) => id));
    const stays = [...(slots === null ? on.filter(isDue) : on), ...this.#left(due, here)];
    if (stays.length === 0) return;
    const sentTo = ({ id }: OpenSession) => this.#cases.get(id)?.sent ?? 0;
    const before = stays.map(sentTo);
    const { countries, vpnLists, clock, db } = this.#deps;
    const now = clock();
    const asked = await askedOf(runtime.id, door, stays, {
      countries,
      vpnLists,
      readings: this.#readings,
      said: (id) => this.#standing(id, door.filters),
      isHere: (id) => here.has(id),
      now,
    });
    const decisions = await persist(this.#deps, () =>
      askDecisions(db, runtime.id, asked, { ...door, slots }, now),
    );
    // It asks other things by now: what was read of both is of no one moment.
    if ((await this.#settings.of(runtime)) !== door) {
      return this.look(runtime, due === null ? undefined : [...due]);
    }
    const hasMadeRoom = ({ because }: KeptOut) =>
      because.rule === 'reserved-slot' && runtime.stays.length < on.length;
    for (const [at, stay] of stays.entries()) {
      const decision = decisions[at] ?? LET_IN;
      if (decision.verdict === 'let-in') continue;
      const one = this.#caseOf(runtime, stay);
      // Whoever is asked about for the places of others is looked at again at their time.
      if (one.again !== null && !isDue(stay)) continue;
      if (one.busy) one.missed = true;
      // What was decided did not know of that, or that somebody has made room.
      else if (sentTo(stay) !== before[at] || hasMadeRoom(decision)) this.look(runtime, [stay.id]);
      else this.#begin(one, decision, asked[at]?.said ?? []);
    }
  }

  #caseOf(runtime: ServerRuntime, stay: OpenSession): Case {
    const known = this.#cases.get(stay.id);
    if (known !== undefined) {
      // A server that was started anew has the same stays.
      if (!known.busy) Object.assign(known, { runtime, stay });
      return known;
    }
    const tried = {
      busy: false,
      missed: false,
      sent: 0,
      times: 0,
      told: new Set<string>(),
      again: null,
    };
    const made: Case = { runtime, stay, said: [], ...tried };
    this.#cases.set(stay.id, made);
    return made;
  }

  /** Forgets what stood against those of them who are gone. */
  #close(those: (one: Case) => boolean): void {
    for (const [id, one] of this.#cases) {
      const isOpen = one.busy || one.again !== null || one.runtime.playerOf(id) !== null;
      if (!isOpen && those(one)) this.#cases.delete(id);
    }
  }

  /** What somebody said stands against them as long as the filter is what it was. */
  #standing(stay: string, filters: DoorSettings['filters']): readonly FilterHit[] {
    const one = this.#cases.get(stay);
    if (one === undefined || one.said.length === 0) return [];
    const now = new Map(filters.map(({ hit }) => [hit.id, hit]));
    one.said = one.said.filter((hit) => isDeepStrictEqual(now.get(hit.id), hit));
    return one.said;
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
    one.missed = false;
    let sent: Outcome | 'left' | null = null;
    // Nobody looks between that it was sent and what follows of it, as a promise's own `finally` would let them.
    try {
      sent = await this.#send(runtime, stay, decision);
    } finally {
      one.busy = false;
      one.sent += 1;
    }
    const left = sent === 'left';
    // Whoever has left is banned all the same.
    const outcome = sent === 'left' ? (verdict === 'ban' ? 'done' : null) : sent;
    const entry = `${because.rule} ${entryId(because.entry)}`;
    const telling = `${verdict} ${entry} ${stay.muster_id ?? ''} ${outcome ?? ''}`;
    const isNew = !one.told.has(telling);
    one.told.add(telling);
    if (verdict === 'warn') this.#warned(one, because, { said, outcome });
    else this.#lookAgain(one);
    // Each line that is warned of is told; of what keeps somebody out, what became of it.
    if (outcome === null || (verdict !== 'warn' && !isNew)) return;
    await tellDecision(this.#deps, { serverId: runtime.id, stay, decision, outcome, left });
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
    const { runtime, stay, missed } = one;
    if (outcome !== null && rule === 'ping') {
      this.#readings.warned(runtime.id, stay.id, this.#deps.clock());
    } else if (outcome !== null) {
      one.said = one.said.filter((hit) => !said.includes(hit));
    }
    if (missed || (outcome !== null && one.said.length > 0)) this.look(runtime, [stay.id]);
  }

  /**
   * Sends it to whoever has this stay, which is read again: they may have left, or be known as somebody else. null: so they are,
   * or the server is away.
   */
  async #send(
    runtime: ServerRuntime,
    stay: OpenSession,
    { verdict, because }: KeptOut,
  ): Promise<Outcome | 'left' | null> {
    const playerKey = runtime.playerKey(stay.id);
    const now = runtime.playerOf(stay.id);
    if (playerKey === null || now === null) return 'left';
    if (!isSame(now, stay)) return null;
    const text = doorText(verdict, because);
    const result = await runtime.run(
      verdict === 'warn'
        ? { action: 'MESSAGE_PRIVATE', playerKey, text }
        : { action: 'SERVER_KICK', playerKey, reason: text },
      null,
    );
    if (result.ok) return 'done';
    if (result.kind === 'player-gone') return 'left';
    if (result.kind === 'not-connected') return null;
    return result.kind === 'no-answer' ? 'no-answer' : 'failed';
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
      if (runtime !== undefined && runtime.playerOf(id) !== null) this.look(runtime, [id]);
      else if (!one.busy) this.#cases.delete(id);
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
}
