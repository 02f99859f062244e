import type { Cancel, Clock } from '../clock.ts';
import { SIM_GAMES, type SimFacts, type SimGame } from '../games.ts';
import type { Random } from '../random.ts';
import { BanList } from './bans.ts';
import { oldBans } from './old-bans.ts';
import { randomAddress, randomPing, randomPort } from './people.ts';
import { pingAt } from './pings.ts';
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
  /** Rust's people load the map before they are on the server; none by default. */
  readonly loadMs?: number;
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
  /** The game's usual one by default. */
  readonly map?: string;
  readonly slots: number;
  readonly clock: Clock;
  readonly random: Random;
  /** Hears of everything that happens, before any protocol has put it into its words. */
  readonly tell: (event: WorldEvent) => void;
  /** `'manual'`: `identify`, `verify` and `enterGame` are called from outside. */
  readonly join: JoinDelays | 'manual';
  /** Whether BattlEye's master answers: without it nobody is ever verified. */
  readonly masterReachable: boolean;
  /** Numbers with gaps, and what else the lists of real servers have. */
  readonly oddLists?: boolean;
  /** How far pings stray from somebody's usual one, ms; they are steady by default. */
  readonly pingSpread?: number;
}

/** Hears of everybody who comes in and goes, but not of the end of the process. */
export interface WorldWatcher {
  readonly joined: (player: SimPlayer) => void;
  readonly left: (player: SimPlayer) => void;
}

/** A ban by SteamID, as games keep it themselves. */
export interface SteamBan {
  readonly name: string;
  readonly reason: string;
  /** Milliseconds since the epoch; without an end it is permanent. */
  readonly endsAt: number | undefined;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
interface Present {
  readonly player: Mutable<SimPlayer>;
  readonly timers: Cancel[];
}

/** Everything that is true on one game server: who is on it, who waits, bans and the lock. */
export class GameWorld {
  facts: SimFacts;
  readonly bans = new BanList();
  readonly steamBans = new Map<string, SteamBan>();
  readonly line = new WaitingLine();
  watcher: WorldWatcher | undefined;
  #locked = false;
  readonly #options: GameWorldOptions;
  readonly #present = new Map<number, Present>();
  /** Admitted, and loading the map. */
  readonly #loading = new Map<number, Cancel>();
  #nextId = 1;

  constructor(options: GameWorldOptions) {
    this.#options = options;
    this.facts = {
      ...SIM_GAMES[options.game],
      ...(options.map === undefined ? {} : { map: options.map }),
    };
    if (this.oddLists) oldBans(this.bans, options.clock.now());
  }

  get game(): SimGame {
    return this.#options.game;
  }

  get slots(): number {
    return this.#options.slots;
  }

  get oddLists(): boolean {
    return this.#options.oddLists === true;
  }

  get locked(): boolean {
    return this.#locked;
  }

  get clock(): Clock {
    return this.#options.clock;
  }

  /** How many are on the server. */
  get count(): number {
    return this.#present.size;
  }

  /** How many load the map. */
  get joining(): number {
    return this.#loading.size;
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
      .map(({ player }) => this.#shown(player))
      .toSorted((left, right) => left.slot - right.slot);
  }

  /** Somebody who is on the server; undefined when they are not. */
  find(id: number): SimPlayer | undefined {
    const player = this.#present.get(id)?.player;
    return player === undefined ? undefined : this.#shown(player);
  }

  /**
   * Brings somebody to the door: onto the server, into the waiting line, or away again. At once:
   * the steps of the join are left to the caller, even of one that is not manual.
   */
  arrive(person: Person, how: 'step by step' | 'at once' = 'step by step'): Arrival {
    const id = this.#nextId++;
    if (this.#locked) return { outcome: 'refused', id, reason: 'locked' };
    if (this.#isBanned(person)) return { outcome: 'refused', id, reason: 'banned' };
    if (this.#isFull()) {
      if (!this.facts.queues) return { outcome: 'refused', id, reason: 'full' };
      return this.line.add(id, person)
        ? { outcome: 'queued', id }
        : { outcome: 'refused', id, reason: 'full' };
    }
    if (how === 'at once') this.#connect(id, person, false);
    else this.#admit(id, person);
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
    if (player?.lobby !== true) return;
    player.lobby = false;
    player.enteredAt = this.now();
    this.#options.tell({ kind: 'spawned', player });
  }

  /** Somebody who was let in has been playing since then, and is known. */
  settle(id: number, since: number): void {
    const present = this.#present.get(id);
    if (present === undefined) return;
    for (const cancel of present.timers.splice(0)) cancel();
    present.player.joinedAt = since;
    this.identify(id);
    this.verify(id);
    this.enterGame(id);
  }

  /** Somebody goes, from the server or from the waiting line; false when they were in neither. */
  leave(id: number, why = 'closing'): boolean {
    if (this.line.remove(id) || this.#stopLoading(id)) return true;
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

  /** The game throws somebody out; false when they are not there. */
  kick(id: number, why: string): boolean {
    const player = this.#present.get(id)?.player;
    if (player === undefined) return false;
    this.#options.tell({ kind: 'kicked', player, guid: undefined, why });
    return this.leave(id, why);
  }

  /** The game's own `#exec ban`: BattlEye only sees the player go, and they cannot come back. */
  banByGame(slot: number): boolean {
    const player = this.#bySlot(slot);
    if (player === undefined) return false;
    const { name, steamId = name } = player;
    this.steamBans.set(steamId, { name, reason: '', endsAt: undefined });
    return this.leave(player.id);
  }

  chat(id: number, channel: string, text: string): void {
    const player = this.#present.get(id)?.player;
    if (player !== undefined) this.#options.tell({ kind: 'chat', player, channel, text });
  }

  /** Somebody dies, by another's hand or of `cause`. */
  die(id: number, killerId: number | undefined, cause: string): void {
    this.#hurt('died', id, killerId, cause);
  }

  /** Somebody is hit, by another or by `cause`. */
  hit(id: number, killerId: number | undefined, cause: string): void {
    this.#hurt('hit', id, killerId, cause);
  }

  #hurt(kind: 'died' | 'hit', id: number, killerId: number | undefined, cause: string): void {
    const player = this.#present.get(id)?.player;
    if (player === undefined) return;
    const killer = killerId === undefined ? undefined : this.#present.get(killerId)?.player;
    this.#options.tell({ kind, player, killer, cause });
  }

  addScore(id: number, points: number): void {
    const player = this.#present.get(id)?.player;
    if (player !== undefined) player.score += points;
  }

  /** A new mission, on another map or the same: everybody stays connected and is back in the lobby for a while. */
  restartMission(map = this.facts.map): void {
    this.facts = { ...this.facts, map };
    for (const present of this.#present.values()) {
      present.player.lobby = true;
      present.player.score = 0;
      this.#planLobby(present);
    }
  }

  /** The process ends: everybody is gone without a word, unwritten bans with them. */
  shutDown(): void {
    for (const present of this.#present.values()) this.#remove(present);
    for (const cancel of this.#loading.values()) cancel();
    this.#loading.clear();
    this.line.clear();
    this.bans.load();
    this.#locked = false;
  }

  #shown(player: SimPlayer): SimPlayer {
    return { ...player, ping: pingAt(player, this.now(), this.#options.pingSpread ?? 0) };
  }

  #admit(id: number, person: Person): void {
    const { join, clock } = this.#options;
    const loadMs = join === 'manual' ? 0 : (join.loadMs ?? 0);
    if (loadMs === 0) {
      this.#connect(id, person);
      return;
    }
    const loaded = clock.schedule(loadMs, () => {
      this.#loading.delete(id);
      this.#connect(id, person);
    });
    this.#loading.set(id, loaded);
  }

  #stopLoading(id: number): boolean {
    this.#loading.get(id)?.();
    const was = this.#loading.delete(id);
    if (was) this.#admitWaiting();
    return was;
  }

  #isFull(): boolean {
    return this.#present.size + this.#loading.size >= this.slots;
  }

  #isBanned({ name, steamId = name }: Person): boolean {
    const ban = this.steamBans.get(steamId);
    return ban !== undefined && (ban.endsAt === undefined || ban.endsAt > this.now());
  }

  #connect(id: number, person: Person, inSteps = true): void {
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
      phase: (this.facts.control === 'battleye' ? 'connecting' : 'verified') as PlayerPhase,
      lobby: true,
      enteredAt: undefined,
      score: 0,
    };
    const present: Present = { player, timers: [] };
    this.#present.set(id, present);
    this.#options.tell({ kind: 'connected', player });
    if (inSteps) this.#planSteps(present);
    this.watcher?.joined({ ...player });
  }

  #planSteps(present: Present): void {
    const { join, clock, masterReachable } = this.#options;
    if (join === 'manual') return;
    const { id } = present.player;
    if (present.player.phase === 'connecting') {
      present.timers.push(clock.schedule(join.guidMs, () => this.identify(id)));
      if (masterReachable) {
        present.timers.push(clock.schedule(join.verifiedMs, () => this.verify(id)));
      }
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
    while (!this.#locked && !this.#isFull()) {
      const next = this.line.next();
      if (next === undefined) return;
      this.#admit(next.id, next.person);
    }
  }

  #bySlot(slot: number): SimPlayer | undefined {
    for (const { player } of this.#present.values()) if (player.slot === slot) return player;
    return undefined;
  }

  #freeSlot(): number {
    const taken = new Set([...this.#present.values()].map(({ player }) => player.slot));
    const { random } = this.#options;
    let slot = 0;
    while (taken.has(slot) || (this.oddLists && slot < 250 && random.chance(0.2))) slot += 1;
    return slot;
  }
}
