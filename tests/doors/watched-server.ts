import type { RemovalReason } from '../../src/protocol/enumerations.ts';
import type { Modules } from '../../src/protocol/modules/fields.ts';
import { SIM_GAMES } from '../../src/sim/games.ts';
import type { ExecutedCommand } from '../../src/sim/log.ts';
import type { SimServerOptions } from '../../src/sim/options.ts';
import { startSimServer, type SimServer } from '../../src/sim/server.ts';
import type { SimPlayer } from '../../src/sim/world/player.ts';
import type { WorldEvent } from '../../src/sim/world/world-event.ts';
import { RCON_PASSWORD } from '../support/added-server.ts';
import {
  isFiltered,
  isOwn,
  outcomes,
  SLOTS,
  type Outcome,
  type Present,
  type WatchedGame,
} from './day-rules.ts';

/** By which somebody is asked to leave. */
export type Rule = RemovalReason;

/** By what a game tells everybody's ping. */
const LISTS: ReadonlySet<string> = new Set(['players', 'playerlist']);
/** A host also asks for a list to find whom it means; it counts no pings of that one, and kicks, or writes, right after it. */
const MEANS_SOMEBODY = /^(?:kick|say) /;
const RIGHT_AFTER = 1_000;

/** A stay by the simulator's own account. Moments are of `performance.now`. */
export interface WatchedStay {
  readonly game: WatchedGame;
  readonly name: string;
  readonly steamId: string;
  /** They came before all of the rules held: which of these they were asked by, and in which order they came, nobody knows. */
  readonly early: boolean;
  /** Since when a rule keeps them out and the game has told what it asks, and of whom. */
  readonly due: Map<Rule, number>;
  /** What the decision has said to them at any moment, and by which rule. */
  readonly told: Map<string, Rule>;
  left: number | null;
  /** Why the game says Muster has sent them away, and by which rule, where the decision ever said so. */
  sent: { readonly why: string; readonly rule: Rule | null } | null;
}

/**
 * BattlEye kicks by a number that is free as soon as somebody leaves. Who takes it between the list that was read and the kick is
 * kicked in their place: where people live so fast, that is a moment of seconds.
 */
const TAKES_PLACE = 500;

/** A list that was asked for, and whose ping it told. */
interface ToldList {
  readonly at: number;
  readonly pings: ReadonlyMap<number, number>;
  isReading: boolean;
}

/** Somebody who is on. */
interface On {
  readonly stay: WatchedStay;
  present: Present;
}

/** A simulated server on which people live, with everybody who was on it. */
export class WatchedServer {
  readonly game: WatchedGame;
  readonly sim: SimServer;
  readonly stays: WatchedStay[] = [];
  /** What it asks, and whether all of that holds by now. */
  readonly set: Modules;
  #asks = false;
  readonly #on = new Map<number, On>();
  /** Who left each place last. */
  readonly #before = new Map<number, WatchedStay>();
  #heldSince = 0;
  #seenLogins = '';
  #lastCommand: ExecutedCommand | undefined;
  #lists: ToldList[] = [];

  private constructor(
    game: WatchedGame,
    set: Modules,
    start: (hear: (event: WorldEvent) => void) => SimServer,
  ) {
    this.game = game;
    this.set = set;
    this.sim = start((event) => this.#hear(event));
  }

  static async start(
    game: WatchedGame,
    seed: number,
    options: Partial<SimServerOptions>,
    set: Modules,
  ): Promise<WatchedServer> {
    let hear: (event: WorldEvent) => void = () => undefined;
    const sim = await startSimServer({
      game,
      seed,
      password: RCON_PASSWORD,
      slots: SLOTS,
      players: 30,
      daySwing: 0,
      ...options,
      onEvent: (event) => hear(event),
    });
    return new WatchedServer(game, set, (listen) => {
      hear = listen;
      return sim;
    });
  }

  /** From now on all of it holds. */
  asks(): void {
    this.#asks = true;
    this.#seenLogins = this.#logins();
    this.#lastCommand = this.sim.log.commands.at(-1);
    this.#lists = [];
    this.#decide();
  }

  /** Whom Muster has sent away in words that the decision never had for them. */
  wronged(): readonly WatchedStay[] {
    return this.stays.filter(({ sent, early }) => sent !== null && sent.rule === null && !early);
  }

  /** What was said before anybody looked for it. */
  forgetChat(): void {
    for (const { stay } of this.#on.values()) stay.due.delete('chat-filter');
  }

  /** Nobody holds it for so many milliseconds: its host was killed. */
  unheldFor(milliseconds: number): void {
    this.#heldSince = performance.now() + milliseconds;
  }

  /**
   * Who is on it now, of whom this many milliseconds ago a rule asked that they leave; since the last log-in, where that was
   * later.
   */
  overdue(milliseconds: number, rules: readonly Rule[]): readonly WatchedStay[] {
    this.#readPings();
    const logins = this.#logins();
    if (logins !== this.#seenLogins) this.#heldSince = Math.max(this.#heldSince, performance.now());
    this.#seenLogins = logins;
    this.#clear();
    const before = performance.now() - milliseconds;
    if (this.#heldSince > before) return [];
    return [...this.#on.values()]
      .map(({ stay }) => stay)
      .filter(({ due }) => rules.some((rule) => (due.get(rule) ?? Infinity) < before));
  }

  #hear(event: WorldEvent): void {
    this.#readPings();
    const { player } = event;
    const now = performance.now();
    const one = this.#on.get(player.id) ?? this.#comes(player);
    switch (event.kind) {
      case 'connected':
      case 'spawned':
        return this.#decide();
      case 'identified':
        one.present = { ...one.present, known: true };
        return this.#decide();
      case 'chat':
        if (isFiltered(event.text)) this.#decide(performance.now(), [player.id, event.text]);
        return;
      case 'kicked':
        if (!isOwn(event.why)) return;
        one.stay.sent ??= {
          why: event.why,
          rule: ruleOf(one.stay, event.why) ?? this.#ruleOfPlace(one, player.slot, event.why),
        };
        return;
      case 'left':
        one.stay.left = now;
        this.#before.set(player.slot, one.stay);
        this.#on.delete(player.id);
        return this.#decide();
      case 'verified':
      case 'died':
      case 'hit':
    }
  }

  #comes({ id, name, steamId = '0', address, ping }: SimPlayer): On {
    const early = !this.#asks;
    const stay: WatchedStay = {
      game: this.game,
      name,
      steamId,
      early,
      due: new Map(),
      told: new Map(),
      left: null,
      sent: null,
    };
    const joinedAt = early ? 0 : performance.now();
    // A list that was under way when they came says nothing of them.
    const nothing = { known: this.#tellsAtOnce, readings: -1, warnedOfPing: null };
    const on = { stay, present: { id, name, steamId, address, ping, joinedAt, ...nothing } };
    this.stays.push(stay);
    this.#on.set(id, on);
    return on;
  }

  /** Asks the decision about everybody who is on; `said`: what one of them says at that moment. */
  #decide(now = performance.now(), said?: readonly [number, string]): void {
    const people = [...this.#on.values()].map(({ present }) => present);
    const asked = { game: this.game, set: this.set };
    const heard = said === undefined ? {} : { said };
    // What was lost on its way, or told to a host that is dead, no host has read or heard.
    const ways = [{}, { readings: 0, ...heard }, { readings: Infinity }];
    // A host may have warned somebody by lists that seem to be of a kick.
    const warned = people.map((one) => ({ ...one, warnedOfPing: now }));
    const told = [
      ...ways.flatMap((of) => outcomes(people, asked, now, of)),
      ...outcomes(warned, asked, now, { readings: Infinity }),
    ];
    for (const { id, text, rule } of told) this.#on.get(id)?.stay.told.set(text, rule);
    const found = outcomes(people, asked, now, heard);
    const kept = new Set(found.filter(({ rule }) => rule === 'reserved-slot').map(({ id }) => id));
    for (const [id, { stay }] of this.#on) if (!kept.has(id)) stay.due.delete('reserved-slot');
    for (const outcome of found) this.#found(outcome, now);
  }

  #found({ id, verdict, rule, text }: Outcome, now: number): void {
    const one = this.#on.get(id);
    if (one === undefined) return;
    const { stay, present } = one;
    stay.told.set(text, rule);
    if (!this.#asks) return;
    if (verdict === 'warn') {
      // A list that comes while they are being told counts no more.
      one.present = { ...present, readings: -1, warnedOfPing: now };
      return;
    }
    if (rule === 'chat-filter' && !this.#isTold(stay.name)) return;
    if (rule === 'reserved-slot' && stay.early) return;
    if (!stay.due.has(rule)) stay.due.set(rule, now);
  }

  /** Each list that was asked for to read it has everybody's ping. */
  #readPings(): void {
    const now = performance.now();
    const { commands } = this.sim.log;
    const seen = this.#lastCommand === undefined ? -1 : commands.lastIndexOf(this.#lastCommand);
    this.#lastCommand = commands.at(-1);
    for (const { text } of commands.slice(seen + 1)) {
      if (LISTS.has(text)) this.#lists.push({ at: now, pings: this.#pings(), isReading: true });
      const last = this.#lists.findLast(({ isReading }) => isReading);
      if (MEANS_SOMEBODY.test(text) && last !== undefined) last.isReading = false;
    }
    while (this.#lists[0] !== undefined && this.#lists[0].at < now - RIGHT_AFTER) {
      const { at, pings, isReading } = this.#lists.shift() as ToldList;
      if (isReading) this.#read(at, pings);
    }
  }

  #read(at: number, pings: ReadonlyMap<number, number>): void {
    for (const [id, ping] of pings) {
      const on = this.#on.get(id);
      if (on === undefined) continue;
      on.present = { ...on.present, ping, readings: on.present.readings + 1 };
    }
    this.#decide(at);
  }

  #pings(): ReadonlyMap<number, number> {
    const known = this.sim.roster().filter(({ phase }) => phase !== 'connecting');
    return new Map(known.map(({ id, ping }) => [id, ping]));
  }

  #ruleOfPlace({ present }: On, slot: number, why: string): Rule | null {
    const before = this.#before.get(slot);
    const isNew = performance.now() - present.joinedAt < TAKES_PLACE;
    return isNew && before !== undefined ? ruleOf(before, why) : null;
  }

  /** A server that restarts says of nobody that they left. */
  #clear(): void {
    const on = new Set(this.sim.roster().map(({ id }) => id));
    for (const id of this.#on.keys()) if (!on.has(id)) this.#on.delete(id);
  }

  #logins(): string {
    const accepted = this.sim.log.logins.filter(({ outcome }) => outcome === 'accepted');
    return [accepted.length, ...this.sim.admins().map(({ number }) => number)].join();
  }

  /** Whether a line of chat says who spoke: BattlEye gives their name alone, and some names look like a line. */
  #isTold(name: string): boolean {
    const alike = [...this.#on.values()].filter(({ stay }) => stay.name === name);
    return alike.length === 1 && /^[\w -]+$/.test(name);
  }

  /** Rust says with the first line who somebody is. */
  get #tellsAtOnce(): boolean {
    return SIM_GAMES[this.game].control === 'webrcon';
  }
}

function ruleOf({ told }: WatchedStay, why: string): Rule | null {
  for (const [text, rule] of told) if (why.includes(text)) return rule;
  return null;
}
