import { compileTerm } from '../../src/domain/filters/term.ts';
import { SIM_GAMES, type SimGame } from '../../src/sim/games.ts';
import type { SimServerOptions } from '../../src/sim/options.ts';
import { startSimServer, type SimServer } from '../../src/sim/server.ts';
import type { WorldEvent } from '../../src/sim/world/world-event.ts';
import { RCON_PASSWORD } from '../support/added-server.ts';

/** What nobody may be called, or say. */
export const FILTERED = { name: '^[G-J]', chat: 'medic!!!' } as const;
/** What somebody reads who is sent away by each rule. */
export const SENT_AWAY = {
  ban: 'Banned: Sixth account',
  name: 'Not this name.',
  chat: 'Not these words.',
} as const;
export type Rule = keyof typeof SENT_AWAY;

/** One in so many accounts is banned. */
const BANNED = 6n;
export const isBanned = (steamId: string) => BigInt(steamId) % BANNED === 0n;

const term = compileTerm({ kind: 'regex', term: FILTERED.name });
const isFilteredName = (name: string) => term.ok && term.matches(name);

/** A stay by the simulator's own account. Moments are of `performance.now`. */
export interface WatchedStay {
  readonly game: SimGame;
  readonly name: string;
  readonly steamId: string;
  /** Since when a rule keeps them out and the game has told what it asks, and of whom. */
  readonly due: Map<Rule, number>;
  left: number | null;
  /** The rule by which Muster has sent them away. */
  sent: Rule | null;
}

/** A simulated server on which people live, with everybody who was on it. */
export class WatchedServer {
  readonly game: SimGame;
  readonly sim: SimServer;
  readonly stays: WatchedStay[] = [];
  readonly #present = new Map<number, WatchedStay>();
  /** By what names somebody has said it: most games say no more of who speaks. */
  readonly #speakers = new Set<string>();
  #heldSince = 0;
  #seenLogins = '';

  private constructor(game: SimGame, start: (hear: (event: WorldEvent) => void) => SimServer) {
    this.game = game;
    this.sim = start((event) => this.#hear(event));
  }

  static async start(
    game: SimGame,
    seed: number,
    options: Partial<SimServerOptions>,
  ): Promise<WatchedServer> {
    let hear: (event: WorldEvent) => void = () => undefined;
    const sim = await startSimServer({
      game,
      seed,
      password: RCON_PASSWORD,
      slots: 40,
      players: 30,
      daySwing: 0,
      ...options,
      onEvent: (event) => hear(event),
    });
    return new WatchedServer(game, (listen) => {
      hear = listen;
      return sim;
    });
  }

  /** Whom Muster has sent away by a rule that lets them in. */
  wronged(): readonly WatchedStay[] {
    const against = {
      ban: isBanned,
      name: isFilteredName,
      chat: (name: string) => this.#speakers.has(name),
    };
    return this.stays.filter(
      ({ sent, name, steamId }) => sent !== null && !against[sent](sent === 'ban' ? steamId : name),
    );
  }

  /** What was said before anybody looked for it. */
  forgetChat(): void {
    for (const { due } of this.#present.values()) due.delete('chat');
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
    const logins = this.#logins();
    if (logins !== this.#seenLogins) this.#heldSince = Math.max(this.#heldSince, performance.now());
    this.#seenLogins = logins;
    this.#clear();
    const before = performance.now() - milliseconds;
    if (this.#heldSince > before) return [];
    return [...this.#present.values()].filter(({ due }) =>
      rules.some((rule) => (due.get(rule) ?? Infinity) < before),
    );
  }

  #hear(event: WorldEvent): void {
    const { id, name, steamId = '0' } = event.player;
    const now = performance.now();
    const stay = this.#present.get(id) ?? this.#comes(id, name, steamId);
    switch (event.kind) {
      case 'connected':
        if (isFilteredName(name)) stay.due.set('name', now);
        if (this.#tellsAtOnce && isBanned(steamId)) stay.due.set('ban', now);
        return;
      case 'identified':
        if (isBanned(steamId)) stay.due.set('ban', now);
        return;
      case 'chat':
        if (event.text !== FILTERED.chat) return;
        this.#speakers.add(name);
        if (!stay.due.has('chat') && this.#isTold(name)) stay.due.set('chat', now);
        return;
      case 'kicked':
        stay.sent ??= ruleOf(event.why);
        return;
      case 'left':
        stay.left = now;
        this.#present.delete(id);
        return;
      case 'spawned':
      case 'verified':
      case 'died':
      case 'hit':
    }
  }

  #comes(id: number, name: string, steamId: string): WatchedStay {
    const stay = {
      game: this.game,
      name,
      steamId,
      due: new Map(),
      left: null,
      sent: null,
    };
    this.stays.push(stay);
    this.#present.set(id, stay);
    return stay;
  }

  /** A server that restarts says of nobody that they left. */
  #clear(): void {
    const on = new Set(this.sim.roster().map(({ id }) => id));
    for (const id of this.#present.keys()) if (!on.has(id)) this.#present.delete(id);
  }

  #logins(): string {
    const accepted = this.sim.log.logins.filter(({ outcome }) => outcome === 'accepted');
    return [accepted.length, ...this.sim.admins().map(({ number }) => number)].join();
  }

  /** Whether a line of chat says who spoke: BattlEye gives their name alone, and some names look like a line. */
  #isTold(name: string): boolean {
    const alike = [...this.#present.values()].filter((stay) => stay.name === name);
    return alike.length === 1 && /^[\w -]+$/.test(name);
  }

  /** Rust says with the first line who somebody is. */
  get #tellsAtOnce(): boolean {
    return SIM_GAMES[this.game].control === 'webrcon';
  }
}

function ruleOf(why: string): Rule | null {
  const rules = Object.keys(SENT_AWAY) as Rule[];
  return rules.find((rule) => why.includes(SENT_AWAY[rule])) ?? null;
}
