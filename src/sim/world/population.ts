import type { Cancel, Clock } from '../clock.ts';
import type { Random } from '../random.ts';
import { CHAT_LINES } from './chat-lines.ts';
import { Crowd } from './crowd.ts';
import type { Arrival, GameWorld } from './game-world.ts';
import type { Happening } from './lives.ts';
import { RETURN_GAP, RETURNS, timeOfDayFactor } from './lives.ts';
import { makeName } from './names.ts';
import { randomAddress, randomPing, randomPort } from './people.ts';
import type { Person, SimPlayer } from './player.ts';

const MINUTE = 60_000;
const HOUR = 3_600_000;
const PATIENCE = 4;
const RUSH = 80_000;
const COMES_BACK_AFTER_RESTART = 0.85;
const UNRESPONSIVE = 0.04;
/** The share of those present that a hiccup of the server throws out, and within how long. */
const BURST = { share: 0.4, ms: 8_000 };
/** Below the first account that Steam ever gave out, so that nobody living is meant. */
const FIRST_ACCOUNT = 76561190000000000n;
const KICK_REASONS = ['afk', 'rule 3: no base raiding', 'Read the rules!!!', ''];

/** How many live on the server, and by what clock. */
export interface PopulationOptions {
  readonly world: GameWorld;
  readonly clock: Clock;
  readonly random: Random;
  /** The number that arrivals and departures balance at. */
  readonly players: number;
  /** Whether they are there when the server opens for the first time. */
  readonly settled: boolean;
  /** Nobody who is there then has been there for longer, in milliseconds of the world. */
  readonly longestStay?: number;
  /** How many Steam accounts are other servers' people. */
  readonly accountsFrom?: number;
  /** Share of the names that a careless parser trips over. */
  readonly awkward: number;
  /** How much more or fewer come at the busiest and the quietest hour of the day. */
  readonly daySwing: number;
}

/** A person wants in, is away for a while, waits in the line, or plays. */
type Where = 'outside' | 'away' | 'inside';

/**
 * People with lives of their own: they come, wait in line, talk, die, leave and mostly come back.
 * What happens at random while they play hangs on one timer for all of them.
 */
export class Population {
  readonly #options: PopulationOptions;
  readonly #timers = new Set<Cancel>();
  readonly #people = new Map<Person, Where>();
  readonly #bySteamId = new Map<string, Person>();
  /** Who is in the middle of a session that the world's start or a restart cut into. */
  readonly #settled = new Set<Person>();
  readonly #crowd = new Crowd();
  #next: Cancel | undefined;
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
    const inTheMiddle = settled && !this.#opened;
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
    this.#planBurst();
  }

  /** The server is gone; most of those who were on it want back in. */
  serverDown(): void {
    for (const cancel of this.#timers) cancel();
    this.#timers.clear();
    this.#crowd.clear();
    this.#planNext();
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
    const waiting = world.facts.queues ? (over * PATIENCE) / this.#lives().session.mean : 0;
    return Math.min(players, world.slots) + waiting;
  }

  #planNewcomer(): void {
    const { players, random, clock, daySwing } = this.#options;
    if (players === 0) return;
    const gap = (this.#lives().session.mean * MINUTE) / (players * (1 - RETURNS));
    const now = timeOfDayFactor(clock.now(), daySwing);
    this.#in(random.exponential(gap / now), () => {
      this.#arrive(this.#newPerson('outside'));
      this.#planNewcomer();
    });
  }

  /** Somebody has been playing for a while. */
  #settle(person: Person): void {
    const { world, longestStay = Infinity } = this.#options;
    this.#people.set(person, 'inside');
    const arrival = world.arrive(person, 'at once');
    if (arrival.outcome !== 'joined') {
      this.#turnedAway(person, arrival);
      return;
    }
    // As long as a stay is ahead on average, so long it is behind.
    const stayed = Math.min(longestStay, this.#restOfSession() * MINUTE);
    world.settle(arrival.id, world.now() - stayed);
  }

  #arrive(person: Person): void {
    this.#people.set(person, 'inside');
    const arrival = this.#options.world.arrive(person);
    if (arrival.outcome !== 'joined') this.#turnedAway(person, arrival);
  }

  #turnedAway(person: Person, arrival: Exclude<Arrival, { outcome: 'joined' }>): void {
    const { world, random } = this.#options;
    if (arrival.outcome === 'queued') {
      this.#in(random.exponential(PATIENCE * MINUTE), () => {
        if (world.line.remove(arrival.id)) this.#goAway(person);
      });
    } else if (arrival.reason === 'banned') {
      this.#forget(person);
    } else {
      this.#goAway(person);
    }
  }

  #joined(player: SimPlayer): void {
    const person = this.#personOf(player);
    if (person === undefined) return;
    const minutes = this.#settled.delete(person) ? this.#restOfSession() : this.#newSession();
    this.#in(minutes * MINUTE, () => this.#endSession(player));
    this.#crowd.add(player.id);
    this.#planNext();
  }

  #newSession(): number {
    const { shape, scale } = this.#lives().session;
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
    if (!this.#crowd.has(id)) return;
    if (!random.chance(UNRESPONSIVE)) world.leave(id);
    else if (world.facts.control === 'battleye') {
      world.kickByBattleye(slot, 'Client not responding');
    } else world.leave(id, 'Timed Out');
  }

  #left(player: SimPlayer): void {
    if (this.#crowd.remove(player.id)) this.#planNext();
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

  /** Draws again when the next thing happens: chance remembers nothing, so that nothing is lost. */
  #planNext(): void {
    this.#next?.();
    this.#next = undefined;
    const { clock, random } = this.#options;
    const rate = this.#crowd.size * sum(Object.values(this.#lives().perHour));
    if (rate === 0) return;
    this.#next = clock.schedule(random.exponential(HOUR / rate), () => {
      this.#next = undefined;
      const id = this.#crowd.pick(random);
      const player = id === undefined ? undefined : this.#options.world.find(id);
      if (player !== undefined) this.#happen(this.#drawHappening(), player);
      if (this.#next === undefined) this.#planNext();
    });
  }

  #drawHappening(): Happening {
    const { perHour } = this.#lives();
    let at = this.#options.random.next() * sum(Object.values(perHour));
    const drawn = Object.entries(perHour).find(([, rate]) => (at -= rate) < 0);
    return (drawn?.[0] ?? 'score') as Happening;
  }

  #happen(what: Happening, player: SimPlayer): void {
    const { world, random } = this.#options;
    const { id, lobby } = player;
    switch (what) {
      case 'chat':
        if (!lobby) world.chat(id, random.pick(world.facts.chatChannels), random.pick(CHAT_LINES));
        return;
      case 'score':
        world.addScore(id, random.int(1, 3));
        return;
      case 'hit':
      case 'death':
        if (!lobby) this.#hurt(what, id);
        return;
      case 'ping-kick':
        this.#kickByPing(player);
        return;
      case 'admin-kick':
        this.#kickByAdmin(player);
    }
  }

  #hurt(what: 'hit' | 'death', id: number): void {
    const { world, random } = this.#options;
    const other = this.#crowd.pick(random);
    const by = other !== id && random.chance(0.6) ? other : undefined;
    const { causes } = world.facts;
    if (what === 'hit') world.hit(id, by, random.pick(causes));
    else world.die(id, by, random.pick(causes));
  }

  #kickByPing({ id, slot }: SimPlayer): void {
    const { world } = this.#options;
    const { by, why } = world.facts.pingKick;
    if (by === 'anti-cheat') world.kick(id, why);
    else if (by === 'game') world.leave(id, why);
    else world.kickByBattleye(slot, why);
  }

  #kickByAdmin({ id, slot }: SimPlayer): void {
    const { world, random } = this.#options;
    const reason = random.pick(KICK_REASONS);
    if (world.facts.control === 'battleye') world.kickByBattleye(slot, `Admin Kick (${reason})`);
    else world.kick(id, `Kicked: ${reason}`);
  }

  /** The server stutters, and the game throws out whoever fell behind. */
  #planBurst(): void {
    const { random, world } = this.#options;
    const rate = this.#lives().burstsPerHour;
    if (rate === 0) return;
    this.#in(random.exponential(HOUR / rate), () => {
      for (const { id } of world.roster()) {
        if (!this.#crowd.has(id) || !random.chance(BURST.share)) continue;
        this.#in(random.next() * BURST.ms, () => world.leave(id, 'Desync too high'));
      }
      this.#planBurst();
    });
  }

  #newPerson(where: Where): Person {
    const { random, world, awkward } = this.#options;
    this.#accounts += 1;
    const steamId = String(FIRST_ACCOUNT + BigInt(this.#accounts));
    const person = {
      name: makeName(random, world.facts.control, awkward),
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

  #lives() {
    return this.#options.world.facts.lives;
  }

  #in(delayMs: number, action: () => void): void {
    const cancel = this.#options.clock.schedule(delayMs, () => {
      this.#timers.delete(cancel);
      action();
    });
    this.#timers.add(cancel);
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
