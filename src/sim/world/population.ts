import type { Cancel, Clock } from '../clock.ts';
import type { Random } from '../random.ts';
import { CHAT_LINES } from './chat-lines.ts';
import type { Arrival, GameWorld } from './game-world.ts';
import { makeName } from './names.ts';
import { randomAddress, randomPing, randomPort } from './people.ts';
import type { Person, SimPlayer } from './player.ts';

const MINUTE = 60_000;

/** Figures measured on real servers: session lengths by Weibull, who returns and when. */
const SESSION = {
  DAYZ: { shape: 0.75, scale: 58, mean: 69 },
  ARMA: { shape: 0.62, scale: 56, mean: 81 },
};
const RETURNS = 0.56;
const RETURN_GAP = { median: 42, spread: 1, mean: 69 };
/** 3.5 chat lines in a player's hour. */
const CHAT_GAP = 60 / 3.5;
const SCORE_GAP = 9;
const PATIENCE = 4;
const RUSH = 80_000;
const COMES_BACK_AFTER_RESTART = 0.85;
const UNRESPONSIVE = 0.04;
/** Below the first account that Steam ever gave out, so that nobody living is meant. */
const FIRST_ACCOUNT = 76561190000000000n;

/** How many live on the server, and by what clock. */
export interface PopulationOptions {
  readonly world: GameWorld;
  readonly clock: Clock;
  readonly random: Random;
  /** The number that arrivals and departures balance at. */
  readonly players: number;
  /** Whether they are there when the server opens for the first time. */
  readonly settled?: boolean;
  /** Nobody who is there then has been there for longer, in milliseconds of the world. */
  readonly longestStay?: number;
  /** How many Steam accounts are other servers' people. */
  readonly accountsFrom?: number;
}

/** A person wants in, is away for a while, waits in the line, or plays. */
type Where = 'outside' | 'away' | 'inside';

/** People with lives of their own: they come, wait in line, talk, leave and mostly come back. */
export class Population {
  readonly #options: PopulationOptions;
  readonly #timers = new Set<Cancel>();
  readonly #people = new Map<Person, Where>();
  readonly #bySteamId = new Map<string, Person>();
  /** Who is in the middle of a session that the world's start or a restart cut into. */
  readonly #settled = new Set<Person>();
  #accounts: number;
  #opened = false;

  constructor(options: PopulationOptions) {
    this.#options = options;
    this.#accounts = options.accountsFrom ?? 0;
    const atOnce = this.#atOnce();
    for (let count = 0; count < atOnce; count += 1) {
      this.#settled.add(this.#newPerson('outside'));
    }
    for (let count = 0; count < options.players * RETURNS; count += 1) this.#newPerson('away');
    options.world.watcher = {
      joined: (player) => this.#joined(player),
      left: (player) => this.#left(player),
    };
  }

  /** The server takes players: those outside rush in, the others come in their own time. */
  serverUp(): void {
    const { random, settled } = this.#options;
    const inTheMiddle = settled === true && !this.#opened;
    this.#opened = true;
    for (const [person, where] of this.#people) {
      if (where === 'outside') {
        if (inTheMiddle) this.#settle(person);
        else this.#in(random.next() * RUSH, () => this.#arrive(person));
      } else {
        this.#in(random.exponential(RETURN_GAP.mean * MINUTE), () => this.#arrive(person));
      }
    }
    this.#planNewcomer();
  }

  /** The server is gone; most of those who were on it want back in. */
  serverDown(): void {
    for (const cancel of this.#timers) cancel();
    this.#timers.clear();
    for (const [person, where] of this.#people) {
      if (where !== 'inside') continue;
      this.#settled.add(person);
      this.#people.set(
        person,
        this.#options.random.chance(COMES_BACK_AFTER_RESTART) ? 'outside' : 'away',
      );
    }
  }

  /**
   * How many are on the server and before its door at one moment. Where more come than fit, the rest of
   * them is not all in line: most gave up.
   */
  #atOnce(): number {
    const { players, world } = this.#options;
    const over = Math.max(0, players - world.slots);
    const waiting = world.facts.queues ? (over * PATIENCE) / this.#session().mean : 0;
    return Math.min(players, world.slots) + waiting;
  }

  #planNewcomer(): void {
    const { players, random } = this.#options;
    if (players === 0) return;
    const gap = (this.#session().mean * MINUTE) / (players * (1 - RETURNS));
    this.#in(random.exponential(gap), () => {
      this.#arrive(this.#newPerson('outside'));
      this.#planNewcomer();
    });
  }

  /** Somebody has been playing for a while. */
  #settle(person: Person): void {
    const { world, longestStay = Infinity } = this.#options;
    const { id } = this.#arrive(person);
    // As long as a stay is ahead on average, so long it is behind.
    const stayed = Math.min(longestStay, this.#restOfSession() * MINUTE);
    world.settle(id, person, world.now() - stayed);
  }

  #arrive(person: Person): Arrival {
    const { world, random } = this.#options;
    this.#people.set(person, 'inside');
    const arrival = world.arrive(person);
    if (arrival.outcome === 'joined') return arrival;
    if (arrival.outcome === 'queued') {
      this.#in(random.exponential(PATIENCE * MINUTE), () => {
        if (world.line.remove(arrival.id)) this.#goAway(person);
      });
    } else if (arrival.reason === 'banned') {
      this.#forget(person);
    } else {
      this.#goAway(person);
    }
    return arrival;
  }

  #joined(player: SimPlayer): void {
    const person = this.#personOf(player);
    if (person === undefined) return;
    const minutes = this.#settled.delete(person) ? this.#restOfSession() : this.#newSession();
    this.#in(minutes * MINUTE, () => this.#endSession(player));
    this.#planChat(player);
    this.#planScore(player);
  }

  #newSession(): number {
    const { shape, scale } = this.#session();
    return this.#options.random.weibull(shape, scale);
  }

  /** What is left of a session met at a random moment: long ones are met more often. */
  #restOfSession(): number {
    const { random } = this.#options;
    const sessions = Array.from({ length: 16 }, () => this.#newSession());
    let at = random.next() * sessions.reduce((sum, length) => sum + length, 0);
    const met = sessions.find((length) => (at -= length) <= 0) ?? 0;
    return met * random.next();
  }

  #endSession({ id, slot }: SimPlayer): void {
    const { world, random } = this.#options;
    if (world.find(id) === undefined) return;
    if (random.chance(UNRESPONSIVE)) world.kickByBattleye(slot, 'Client not responding');
    else world.leave(id);
  }

  #left(player: SimPlayer): void {
    const person = this.#personOf(player);
    if (person === undefined) return;
    if (this.#options.random.chance(RETURNS)) this.#goAway(person);
    else this.#forget(person);
  }

  #goAway(person: Person): void {
    const { random } = this.#options;
    this.#people.set(person, 'away');
    const gap = random.logNormal(RETURN_GAP.median, RETURN_GAP.spread);
    this.#in(gap * MINUTE, () => this.#arrive(person));
  }

  #planChat({ id }: SimPlayer): void {
    const { world, random } = this.#options;
    const { chatChannels } = world.facts;
    if (chatChannels.length === 0) return;
    this.#in(random.exponential(CHAT_GAP * MINUTE), () => {
      const player = world.find(id);
      if (player === undefined) return;
      if (!player.lobby) {
        world.chat(id, random.pick(chatChannels), random.pick(CHAT_LINES));
      }
      this.#planChat(player);
    });
  }

  #planScore({ id }: SimPlayer): void {
    const { world, random } = this.#options;
    this.#in(random.exponential(SCORE_GAP * MINUTE), () => {
      const player = world.find(id);
      if (player === undefined) return;
      world.addScore(id, random.int(1, 3));
      this.#planScore(player);
    });
  }

  #newPerson(where: Where): Person {
    const { random } = this.#options;
    this.#accounts += 1;
    const steamId = String(FIRST_ACCOUNT + BigInt(this.#accounts));
    const person = {
      name: makeName(random),
      steamId,
      address: randomAddress(random),
      port: randomPort(random),
      ping: randomPing(random),
    };
    this.#people.set(person, where);
    this.#bySteamId.set(steamId, person);
    return person;
  }

  #forget(person: Person): void {
    this.#people.delete(person);
    this.#bySteamId.delete(person.steamId ?? '');
  }

  #personOf(player: SimPlayer): Person | undefined {
    return this.#bySteamId.get(player.steamId ?? '');
  }

  #session() {
    return this.#options.world.facts.queues ? SESSION.DAYZ : SESSION.ARMA;
  }

  #in(delayMs: number, action: () => void): void {
    const cancel = this.#options.clock.schedule(delayMs, () => {
      this.#timers.delete(cancel);
      action();
    });
    this.#timers.add(cancel);
  }
}
