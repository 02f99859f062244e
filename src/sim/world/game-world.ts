import type { Cancel, Clock } from '../clock.ts';
import type { GameFacts, SimGame } from '../games.ts';
import { GAMES } from '../games.ts';
import type { Random } from '../random.ts';
import { BanList } from './bans.ts';
import { randomAddress, randomPing, randomPort } from './people.ts';
import type { Person, PlayerPhase, SimPlayer } from './player.ts';
import { battleyeGuid } from './player.ts';
import { WaitingLine } from './waiting-line.ts';
import type { WorldEvent } from './world-event.ts';

/** How long each step of a join takes, in milliseconds of the world. */
export interface JoinDelays {
  readonly guidMs: number;
  readonly verifiedMs: number;
  /** From the connection until the player is out of the lobby. */
  readonly lobbyMs: number;
}

/** What becomes of somebody who arrives. */
export type Arrival =
  | { readonly outcome: 'joined'; readonly id: number }
  | { readonly outcome: 'queued'; readonly id: number }
  | {
      readonly outcome: 'refused';
      readonly id: number;
      readonly reason: 'full' | 'locked' | 'banned';
    };

export interface GameWorldOptions {
  readonly game: SimGame;
  readonly slots: number;
  readonly clock: Clock;
  readonly random: Random;
  /** Hears of everything that happens, before any protocol has put it into its words. */
  readonly tell: (event: WorldEvent) => void;
  /** `'manual'`: `identify`, `verify` and `enterGame` are called from outside. */
  readonly join: JoinDelays | 'manual';
  /** Whether BattlEye's master answers: without it nobody is ever verified. */
  readonly masterReachable: boolean;
}

/** Hears of everybody who comes in and goes, but not of the end of the process. */
export interface WorldWatcher {
  readonly joined: (player: SimPlayer) => void;
  readonly left: (player: SimPlayer) => void;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
interface Present {
  readonly player: Mutable<SimPlayer>;
  readonly timers: Cancel[];
}

/** Everything that is true on one game server: who is on it, who waits, bans and the lock. */
export class GameWorld {
  readonly facts: GameFacts;
  readonly bans = new BanList();
  readonly line = new WaitingLine();
  watcher: WorldWatcher | undefined;
  #locked = false;
  readonly #options: GameWorldOptions;
  readonly #present = new Map<number, Present>();
  readonly #gameBans = new Set<string>();
  #nextId = 1;

  constructor(options: GameWorldOptions) {
    this.#options = options;
    this.facts = GAMES[options.game];
  }

  get game(): SimGame {
    return this.#options.game;
  }

  get slots(): number {
    return this.#options.slots;
  }

  get locked(): boolean {
    return this.#locked;
  }

  now(): number {
    return this.#options.clock.now();
  }

  lock(): void {
    this.#locked = true;
  }

  /** Opens the door again; whoever waited in line comes in while there is room. */
  unlock(): void {
    this.#locked = false;
    this.#admitWaiting();
  }

  /** Everybody on the server, by slot. */
  roster(): readonly SimPlayer[] {
    return [...this.#present.values()]
      .map(({ player }) => ({ ...player }))
      .toSorted((left, right) => left.slot - right.slot);
  }

  /** Somebody who is on the server; undefined when they are not. */
  find(id: number): SimPlayer | undefined {
    const player = this.#present.get(id)?.player;
    return player === undefined ? undefined : { ...player };
  }

  /** Brings somebody to the door: onto the server, into the waiting line, or away again. */
  arrive(person: Person): Arrival {
    const id = this.#nextId++;
    if (this.#locked) return { outcome: 'refused', id, reason: 'locked' };
    if (this.#gameBans.has(person.steamId ?? person.name))
      return { outcome: 'refused', id, reason: 'banned' };
    if (this.#present.size >= this.slots) {
      if (!this.facts.queues) return { outcome: 'refused', id, reason: 'full' };
      return this.line.add(id, person)
        ? { outcome: 'queued', id }
        : { outcome: 'refused', id, reason: 'full' };
    }
    this.#connect(id, person);
    return { outcome: 'joined', id };
  }

  /** BattlEye learns the GUID; a banned player is kicked at this moment. */
  identify(id: number): void {
    const present = this.#present.get(id);
    if (present?.player.phase !== 'connecting') return;
    const { player } = present;
    const { guid } = player;
    if (guid === undefined) return;
    player.phase = 'unverified';
    this.#options.tell({ kind: 'identified', player, guid });
    const ban = this.bans.find(guid, player.address, this.now());
    if (ban !== undefined) this.kickByBattleye(player.slot, `Admin Ban (${ban.reason})`);
  }

  /** BattlEye's master confirms the GUID. */
  verify(id: number): void {
    const player = this.#present.get(id)?.player;
    if (player?.phase !== 'unverified' || player.guid === undefined) return;
    player.phase = 'verified';
    this.#options.tell({ kind: 'verified', player, guid: player.guid });
  }

  enterGame(id: number): void {
    const player = this.#present.get(id)?.player;
    if (player === undefined) return;
    player.lobby = false;
    this.#options.tell({ kind: 'spawned', player });
  }

  /** Somebody goes, from the server or from the waiting line; false when they were in neither. */
  leave(id: number, why = 'closing'): boolean {
    if (this.line.remove(id)) return true;
    const present = this.#present.get(id);
    if (present === undefined) return false;
    this.#options.tell({ kind: 'left', player: present.player, why });
    this.#remove(present);
    this.watcher?.left(present.player);
    this.#admitWaiting();
    return true;
  }

  /** Prints the kick, then the disconnect. False when nobody has that slot. */
  kickByBattleye(slot: number, why: string): boolean {
    const player = this.#bySlot(slot);
    if (player === undefined) return false;
    const guid = player.phase === 'connecting' ? undefined : player.guid;
    this.#options.tell({ kind: 'kicked', player, guid, why });
    return this.leave(player.id, why);
  }

  /** The game's own `#exec ban`: BattlEye only sees the player go, and they cannot come back. */
  banByGame(slot: number): boolean {
    const player = this.#bySlot(slot);
    if (player === undefined) return false;
    this.#gameBans.add(player.steamId ?? player.name);
    return this.leave(player.id);
  }

  chat(id: number, channel: string, text: string): void {
    const player = this.#present.get(id)?.player;
    if (player !== undefined) this.#options.tell({ kind: 'chat', player, channel, text });
  }

  addScore(id: number, points: number): void {
    const player = this.#present.get(id)?.player;
    if (player !== undefined) player.score += points;
  }

  /** A new mission: everybody stays connected and is back in the lobby for a while. */
  restartMission(): void {
    for (const present of this.#present.values()) {
      present.player.lobby = true;
      present.player.score = 0;
      this.#planLobby(present);
    }
  }

  /** The process ends: everybody is gone without a word, unwritten bans with them. */
  shutDown(): void {
    for (const present of this.#present.values()) this.#remove(present);
    this.line.clear();
    this.bans.load();
    this.#locked = false;
  }

  #connect(id: number, person: Person): void {
    const { random } = this.#options;
    const player = {
      id,
      name: person.name,
      steamId: person.steamId,
      guid: person.steamId === undefined ? undefined : battleyeGuid(person.steamId),
      slot: this.#freeSlot(),
      address: person.address ?? randomAddress(random),
      port: person.port ?? randomPort(random),
      ping: person.ping ?? randomPing(random),
      joinedAt: this.now(),
      phase: 'connecting' as PlayerPhase,
      lobby: true,
      score: 0,
    };
    const present: Present = { player, timers: [] };
    this.#present.set(id, present);
    this.#options.tell({ kind: 'connected', player });
    this.#planSteps(present);
    this.watcher?.joined({ ...player });
  }

  #planSteps(present: Present): void {
    const { join, clock, masterReachable } = this.#options;
    if (join === 'manual') return;
    const { id } = present.player;
    present.timers.push(clock.schedule(join.guidMs, () => this.identify(id)));
    if (masterReachable) {
      present.timers.push(clock.schedule(join.verifiedMs, () => this.verify(id)));
    }
    this.#planLobby(present);
  }

  #planLobby(present: Present): void {
    const { join, clock } = this.#options;
    if (join === 'manual') return;
    const { id } = present.player;
    present.timers.push(clock.schedule(join.lobbyMs, () => this.enterGame(id)));
  }

  #remove(present: Present): void {
    for (const cancel of present.timers) cancel();
    this.#present.delete(present.player.id);
  }

  #admitWaiting(): void {
    while (!this.#locked && this.#present.size < this.slots) {
      const next = this.line.next();
      if (next === undefined) return;
      this.#connect(next.id, next.person);
    }
  }

  #bySlot(slot: number): SimPlayer | undefined {
    for (const { player } of this.#present.values()) if (player.slot === slot) return player;
    return undefined;
  }

  #freeSlot(): number {
    const taken = new Set([...this.#present.values()].map(({ player }) => player.slot));
    let slot = 0;
    while (taken.has(slot)) slot += 1;
    return slot;
  }
}
