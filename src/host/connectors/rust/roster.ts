/**
 * Who is on the server, by SteamID64, folded from console lines and player lists into joins, leaves and
 * changes. Pure: no clock, no chance. Lines are the truth as they come, in the server's order; lists heal
 * what was said while nobody listened, and bring pings.
 *
 * A player whose join was told is in no list until the map is loaded, which takes minutes: absence from a
 * list takes away only whom a list has shown before. A list is older than it looks, so that players whom
 * a line touched since it was asked for (`mark`) are left as the line said, and in a steady session
 * (`confirm`) a difference counts when two lists in a row show it.
 */
import type { SeenPlayer } from '../contract.ts';
import { changedPlayer } from '../facts.ts';
import { LIMITS } from '../limits.ts';
import type { PlayerList, PlayerRow } from './payloads.ts';

export type RosterFact =
  | {
      readonly kind: 'join' | 'leave';
      readonly player: SeenPlayer;
      readonly seen: 'live' | 'resync';
    }
  | { readonly kind: 'player-changed'; readonly player: SeenPlayer };

export interface Reconciled {
  readonly facts: readonly RosterFact[];
  /** Differences that wait for a second list. */
  readonly unconfirmed: boolean;
}

/** What lines that were heard late told of people whom no list may show yet. */
export interface Missed {
  readonly arrived: ReadonlyMap<string, Omit<PlayerRow, 'steamId'>>;
  readonly departed: ReadonlySet<string>;
  /** Everybody who was there at some time of the gap, by SteamID. */
  readonly names: ReadonlyMap<string, string>;
}

interface Entry {
  player: SeenPlayer;
  /** The mark of the last line about this player. */
  touched: number;
  /** The line of the join has been heard, not only a list. */
  live: boolean;
  /** A list has shown this player. */
  listed: boolean;
  /** Lists in a row without this player. */
  absences: number;
}

const MAX_DEPARTED = 256;
/** Lists, some 15 minutes of them: whoever is still loading after so many is not there. */
const MAX_ABSENCES = 190;
const NOTHING_MISSED: Missed = {
  arrived: new Map(),
  departed: new Set(),
  names: new Map(),
};

export class Roster {
  readonly #entries = new Map<string, Entry>();
  /** Marks at which players left, by SteamID. */
  #departed = new Map<string, number>();
  #unconfirmed = new Set<string>();
  #mark = 0;
  #keys = 0;
  #version = 0;

  /** To be taken when a list is asked for, and handed to `reconcile` with its answer. */
  get mark(): number {
    return this.#mark;
  }

  /** Another number whenever somebody came, left or changed. */
  get version(): number {
    return this.#version;
  }

  get size(): number {
    return this.#entries.size;
  }

  players(): readonly SeenPlayer[] {
    return [...this.#entries.values()].map((entry) => entry.player);
  }

  byKey(key: string): SeenPlayer | null {
    return this.players().find((player) => player.key === key) ?? null;
  }

  bySteamId(steamId: string): SeenPlayer | null {
    return this.#entries.get(steamId)?.player ?? null;
  }

  /** Whether a list has shown this player, so that a list without them says that they are gone. */
  isListed(steamId: string): boolean {
    return this.#entries.get(steamId)?.listed ?? false;
  }

  /** A join. `port` null: the line that repeats it, or an old server's only one. */
  joined(steamId: string, name: string, ip: string, port: number | null): RosterFact[] {
    this.#mark += 1;
    const old = this.#entries.get(steamId);
    if (old === undefined && this.#entries.size >= LIMITS.players) return [];
    if (old === undefined) return [this.#join(steamId, { name, ip, port, ping: null }, true)];
    old.touched = this.#mark;
    const same = old.player.ip === ip && old.player.port === port;
    if (same || port === null) return this.#apply(old, { name });
    if (!old.live) {
      // A list was faster than the line.
      old.live = true;
      return this.#apply(old, { name, ip, port });
    }
    return [
      this.#leave(steamId, old, 'resync'),
      this.#join(steamId, { name, ip, port, ping: null }, true),
    ];
  }

  /** A disconnection, also of somebody who was never let in. */
  disconnected(steamId: string): RosterFact[] {
    this.#mark += 1;
    // Also of whom nobody knows yet: that they came in a gap may be told only after this.
    this.#departed.set(steamId, this.#mark);
    const [oldest] = this.#departed.keys();
    if (this.#departed.size > MAX_DEPARTED && oldest !== undefined) this.#departed.delete(oldest);
    const entry = this.#entries.get(steamId);
    return entry === undefined ? [] : [this.#leave(steamId, entry, 'live')];
  }

  /** The server's process is another: whoever no line has touched since `mark` was on the old one. */
  emptiedBefore(mark: number): RosterFact[] {
    return [...this.#entries]
      .filter(([, entry]) => entry.touched <= mark)
      .map(([steamId, entry]) => this.#leave(steamId, entry, 'resync'));
  }

  /**
   * Compares with a list that was asked for at `mark`. Absence counts only where every row was read.
   * `missed`: what is known of the gap before a `resync`.
   */
  reconcile(
    list: PlayerList,
    mark: number,
    mode: 'resync' | 'confirm',
    missed: Missed = NOTHING_MISSED,
  ): Reconciled {
    const facts: RosterFact[] = [];
    const waiting = new Set<string>();
    const due = (difference: string): boolean => {
      if (mode === 'resync' || this.#unconfirmed.has(difference)) return true;
      waiting.add(difference);
      return false;
    };
    const rows = new Map(list.rows.map((row) => [row.steamId, row]));
    for (const [steamId, entry] of this.#entries) {
      const row = rows.get(steamId);
      if (entry.touched > mark) continue;
      if (row === undefined) {
        entry.absences += 1;
        const loading = !entry.listed && entry.absences <= MAX_ABSENCES;
        const gone = list.dropped === 0 && (!loading || missed.departed.has(steamId));
        if (gone && due(`gone ${steamId}`)) facts.push(this.#leave(steamId, entry, 'resync'));
      } else if (mode === 'resync' && movedAway(entry.player, row)) {
        facts.push(this.#leave(steamId, entry, 'resync'));
      }
    }
    for (const [steamId, row] of rows) {
      const entry = this.#entries.get(steamId);
      if (entry !== undefined) {
        if (entry.touched <= mark) facts.push(...this.#refresh(entry, row));
      } else if ((this.#departed.get(steamId) ?? 0) <= mark && due(`new ${steamId}`)) {
        facts.push(this.#join(steamId, row, false));
      }
    }
    for (const [steamId, seen] of missed.arrived) {
      if (this.#entries.has(steamId) || this.#departed.has(steamId)) continue;
      facts.push(this.#join(steamId, seen, false));
      const entry = this.#entries.get(steamId);
      if (entry !== undefined) entry.listed = false;
    }
    for (const [steamId, left] of this.#departed) {
      if (left <= mark) this.#departed.delete(steamId);
    }
    this.#unconfirmed = waiting;
    return { facts, unconfirmed: waiting.size > 0 };
  }

  #join(steamId: string, seen: Omit<PlayerRow, 'steamId'>, live: boolean): RosterFact {
    this.#keys += 1;
    this.#version += 1;
    const { name, ping, ip, port } = seen;
    const player: SeenPlayer = {
      key: String(this.#keys),
      name,
      guid: null,
      steamId,
      bohemiaId: null,
      // Steam has vouched for the identity before the server lets anybody in.
      verified: true,
      lobby: false,
      ping,
      ip,
      port,
    };
    const touched = live ? this.#mark : 0;
    this.#entries.set(steamId, { player, touched, live, listed: !live, absences: 0 });
    return { kind: 'join', player, seen: live ? 'live' : 'resync' };
  }

  #leave(steamId: string, entry: Entry, how: 'live' | 'resync'): RosterFact {
    this.#entries.delete(steamId);
    this.#version += 1;
    return { kind: 'leave', player: entry.player, seen: how };
  }

  #refresh(entry: Entry, row: PlayerRow): RosterFact[] {
    const { player } = entry;
    entry.listed = true;
    entry.absences = 0;
    const facts = this.#apply(entry, {
      name: row.name === '' ? player.name : row.name,
      ip: row.ip ?? player.ip,
      port: row.port ?? player.port,
    });
    // Pings change with every list and are told in one fact for all; one that is not told is not known.
    entry.player = { ...entry.player, ping: row.ping };
    return facts;
  }

  #apply(entry: Entry, change: Partial<SeenPlayer>): RosterFact[] {
    const after = changedPlayer(entry.player, change);
    if (after === null) return [];
    entry.player = after;
    this.#version += 1;
    return [{ kind: 'player-changed', player: after }];
  }
}

/** Across a gap another address is somebody who left and came back in between. */
function movedAway(player: SeenPlayer, row: PlayerRow): boolean {
  if (player.ip === null || row.ip === null) return false;
  return player.ip !== row.ip || (player.port !== null && player.port !== row.port);
}
