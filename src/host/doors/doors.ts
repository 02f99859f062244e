/**
 * Whoever is on a server that this host runs and is kept out by a decision leaves. Looked at are those of whom a tick has
 * told more or whose ping is over what the server allows, everybody where a ban list or a module changed or a server begins to
 * run, and whoever is still there after a kick.
 */
import type { Decision } from '../../domain/doors/decide.ts';
import { strictest } from '../../domain/doors/filters.ts';
import { isOver } from '../../domain/doors/ping.ts';
import type { FilterHit } from '../../domain/doors/rule.ts';
import { doorText } from '../../domain/doors/text.ts';
import type { OpenSession } from '../players/play-session.ts';
import type { ServerRuntime } from '../servers/server-runtime.ts';
import type { SaidLine } from '../servers/tick-writer.ts';
import { persist } from '../store/persist.ts';
import { askDecisions, serversObeying, type Asked } from './ask.ts';
import type { Countries } from './countries.ts';
import { hitsOf } from './filters.ts';
import { Readings } from './readings.ts';
import { DoorSettingsOfServers, type DoorSettings } from './settings.ts';
import { tellDecision, type Outcome, type TellDeps } from './tell.ts';

export interface DoorsDeps extends TellDeps {
  /** The servers that run here. */
  readonly runtimes: () => ReadonlyMap<string, ServerRuntime>;
  readonly countries: Countries;
}

/** Whoever was kicked and is still there, or could not be, is looked at again after so long, then twice as long, ms. */
const AGAIN = 1_000;
const AGAIN_MOST = 30_000;

/** What was tried with a stay. */
interface Tried {
  /** It goes on. */
  readonly busy: boolean;
  readonly times: number;
  /** By which entry, and what of it the feed has told. */
  readonly told: ReadonlySet<string>;
}

type KeptOut = Exclude<Decision, { verdict: 'let-in' }>;
const LET_IN: Decision = { verdict: 'let-in' };
/** The stays that are looked at next; null: all. */
type Due = Set<string> | null;

export class Doors {
  readonly #deps: DoorsDeps;
  readonly #due = new Map<ServerRuntime, Due>();
  readonly #looking = new Map<ServerRuntime, Promise<void>>();
  readonly #tried = new Map<string, Tried>();
  /** Stays as they were when a tick that told of them was looked at. */
  readonly #heard = new WeakMap<ServerRuntime, ReadonlyMap<string, OpenSession>>();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #acting = new Set<Promise<void>>();
  readonly #readings = new Readings();
  /** What filters found in what somebody said, by their stay. */
  readonly #said = new Map<string, readonly FilterHit[]>();
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
    this.look(runtime, due);
  }

  /** Everybody's ping was read: those are looked at who are over what the server allows. */
  async heardPings(runtime: ServerRuntime, pings: ReadonlyMap<string, number>): Promise<void> {
    const stays = runtime.stays.map(({ id }) => id);
    this.#readings.add(runtime.id, stays, pings);
    const { modules } = await this.#settings.of(runtime);
    if (!modules.ping.active) return;
    const over = stays.filter((stay) =>
      isOver(this.#readings.of(runtime.id, stay).pings, modules.ping),
    );
    this.look(runtime, over);
  }

  /** Somebody said something: what a filter finds in it stands against them until it is done. */
  async heardChat(runtime: ServerRuntime, lines: readonly SaidLine[]): Promise<void> {
    const { filters } = await this.#settings.of(runtime);
    for (const { stay, text } of lines) {
      const hit = strictest(hitsOf(filters, 'CHAT_FILTER', text, this.#deps.clock()));
      if (hit === undefined || runtime.playerOf(stay) === null) continue;
      this.#said.set(stay, [...(this.#said.get(stay) ?? []), hit]);
      this.look(runtime, [stay]);
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
      const stays = runtime.stays.filter(({ id }) => due?.has(id) ?? true);
      if (stays.length === 0) continue;
      const door = await this.#settings.of(runtime);
      const now = this.#deps.clock();
      const asked = await this.#known(runtime, door, stays);
      const decisions = await persist(this.#deps, () =>
        askDecisions(this.#deps.db, runtime.id, asked, door, now),
      );
      for (const [at, stay] of stays.entries()) {
        const decision = decisions[at] ?? LET_IN;
        if (decision.verdict === 'let-in' || this.#tried.get(stay.id)?.busy === true) continue;
        this.#begin(runtime, stay, decision);
      }
    }
  }

  /** With what no table has of them, as far as somebody asks for it. */
  #known(
    { id }: ServerRuntime,
    { modules, filters }: DoorSettings,
    stays: readonly OpenSession[],
  ): Promise<readonly Asked[]> {
    const asks = modules.geoblocking.active;
    return Promise.all(
      stays.map(async (present): Promise<Asked> => {
        const { pings, warnedAt: warnedOfPing } = this.#readings.of(id, present.id);
        const country = asks ? await this.#deps.countries.of(present.ip) : null;
        const named = hitsOf(filters, 'NAME_FILTER', present.name, this.#deps.clock());
        const said = this.#said.get(present.id) ?? [];
        return { present, country, named, said, pings, warnedOfPing };
      }),
    );
  }

  #take(runtime: ServerRuntime): Due | undefined {
    const due = this.#due.get(runtime);
    this.#due.delete(runtime);
    return due;
  }

  #runs(runtime: ServerRuntime): boolean {
    return this.#deps.runtimes().get(runtime.id) === runtime;
  }

  #begin(runtime: ServerRuntime, stay: OpenSession, decision: KeptOut): void {
    const acting = this.#act(runtime, stay, decision)
      .catch((error: unknown) => {
        this.#deps.log.error({ err: error, server: runtime.id }, 'a kick could not be told');
      })
      .finally(() => this.#acting.delete(acting));
    this.#acting.add(acting);
  }

  async #act(runtime: ServerRuntime, stay: OpenSession, decision: KeptOut): Promise<void> {
    const { verdict, because } = decision;
    const { times, told } = this.#tried.get(stay.id) ?? { times: 0, told: new Set<string>() };
    this.#tried.set(stay.id, { busy: true, times, told });
    const outcome = await this.#send(runtime, stay, decision);
    const telling = `${verdict} ${because.rule} ${entryId(because.entry)} ${outcome ?? ''}`;
    const tried = { busy: false, times: times + 1, told: new Set([...told, telling]) };
    this.#tried.set(stay.id, tried);
    // Whoever was told something has until their ping is read again.
    if (verdict !== 'warn') this.#lookAgain(runtime, stay.id, times);
    else if (because.rule === 'ping' && outcome === 'done') {
      this.#readings.warned(runtime.id, stay.id, this.#deps.clock());
    } else this.#said.delete(stay.id);
    // Each line that is warned of is told; of what keeps somebody out, what became of it.
    if (outcome === null || (verdict !== 'warn' && told.has(telling))) return;
    await tellDecision(this.#deps, { serverId: runtime.id, stay, decision, outcome });
  }

  /**
   * Sends it to whoever has this stay, which is read again: they may have left, or be known as somebody else. null: nobody is
   * there, or the server is away.
   */
  async #send(
    runtime: ServerRuntime,
    stay: OpenSession,
    { verdict, because }: KeptOut,
  ): Promise<Outcome | null> {
    const playerKey = runtime.playerKey(stay.id);
    const now = runtime.playerOf(stay.id);
    if (playerKey === null || now === null || !isSame(now, stay)) return null;
    const text = doorText(verdict, because);
    const result = await runtime.run(
      verdict === 'warn'
        ? { action: 'MESSAGE_PRIVATE', playerKey, text }
        : { action: 'SERVER_KICK', playerKey, reason: text },
      null,
    );
    if (result.ok) return 'done';
    if (result.kind === 'player-gone' || result.kind === 'not-connected') return null;
    return result.kind === 'no-answer' ? 'no-answer' : 'failed';
  }

  #lookAgain(runtime: ServerRuntime, stay: string, times: number): void {
    if (this.#stopped) return;
    const wait = Math.min(AGAIN_MOST, AGAIN * 2 ** times);
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      if (this.#runs(runtime) && runtime.playerOf(stay) !== null) this.look(runtime, [stay]);
      else {
        this.#tried.delete(stay);
        this.#said.delete(stay);
      }
    }, wait);
    timer.unref();
    this.#timers.add(timer);
  }
}

/** What tells entries apart: who is told twice of one reads nothing new. */
function entryId(entry: KeptOut['because']['entry']): string {
  if (entry.kind === 'ban') return entry.ban.id;
  return entry.kind === 'filter' ? entry.filter.id : '';
}

/** Whether a stay is still of whom the decision was about. */
function isSame(now: OpenSession, then: OpenSession): boolean {
  const parts = ['muster_id', 'steam_id', 'guid', 'bohemia_id', 'ip'] as const;
  return parts.every((part) => now[part] === then[part]);
}
