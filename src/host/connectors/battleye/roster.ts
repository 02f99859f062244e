/**
 * Who is on the server, folded from server messages and player lists into joins, leaves and changes.
 * Pure: no clock, no chance. Messages are the truth as they come; lists heal what messages lost.
 *
 * A list is older than it looks: it was asked for at one moment (`mark`) and read at a later one, so
 * players whom a message touched in between are left as the message said. In a steady session
 * (`confirm`) a difference counts only when two lists in a row show it, because a message that will
 * explain it may still be on its way; after a reconnect (`resync`) differences count at once.
 */
import type { SeenPlayer } from '../contract.ts';
import { changedPlayer } from '../facts.ts';
import { LIMITS } from '../limits.ts';
import type { PlayerRow, PlayersTable } from './answers.ts';

export type RosterFact =
  | {
      readonly kind: 'join' | 'leave';
      readonly player: SeenPlayer;
      readonly seen: 'live' | 'resync';
    }
  | { readonly kind: 'player-changed'; readonly player: SeenPlayer };

export type ReconcileMode = 'resync' | 'confirm';

export interface Reconciled {
  readonly facts: readonly RosterFact[];
  /** Differences that wait for a second list. */
  readonly unconfirmed: boolean;
}

export interface RosterEntry {
  readonly slot: number;
  readonly player: SeenPlayer;
}

interface Entry extends RosterEntry {
  player: SeenPlayer;
  /** The marks of the message that told of the join, 0 where a list did, and of the last message. */
  readonly joined: number;
  touched: number;
  /** The message of the connection has been seen, not only a list. */
  live: boolean;
  /** The last session in which a message or a list told of this player. */
  session: number;
}

interface Departed {
  readonly slot: number;
  readonly ip: string | null;
  readonly port: number | null;
  readonly mark: number;
}

const MAX_DEPARTED = 256;
/** For so many lists somebody may still be heard whom a list no longer had, where no message says that they left: about a minute. */
const HEARD_AFTER = 12;

export class Roster {
  readonly #entries = new Map<number, Entry>();
  #departed: Departed[] = [];
  /** Whom a list took away before a message did, with the lists since: what they said before may still come. */
  #missing: { readonly slot: number; readonly player: SeenPlayer; lists: number }[] = [];
  #unconfirmed = new Set<string>();
  #mark = 0;
  #keys = 0;
  #session = 0;
  /** Since this mark somebody may be on of whom nothing was told; null: everybody is known. */
  #unsure: number | null = 0;

  /** To be taken when a list is asked for, and handed to `reconcile` with its answer. */
  get mark(): number {
    return this.#mark;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Everybody, with the slot number of this moment. */
  entries(): readonly RosterEntry[] {
    return [...this.#entries.values()];
  }

  /** The player of a key, while on the server. */
  byKey(key: string): RosterEntry | null {
    return this.entries().find((entry) => entry.player.key === key) ?? null;
  }

  /** The player in a slot, if the name fits: a late message may speak of the slot's last owner. */
  at(slot: number, name: string): SeenPlayer | null {
    const entry = this.#entries.get(slot);
    return entry !== undefined && nameFits(entry, name) ? entry.player : null;
  }

  /** The one player of a name; null where nobody or several bear it. */
  byName(name: string): SeenPlayer | null {
    const bearers = this.entries().filter((entry) => entry.player.name === name);
    return bearers.length === 1 ? (bearers[0]?.player ?? null) : null;
  }

  /**
   * Who speaks, by a name alone. While somebody may be on of whom nothing was told, or somebody else of that name is gone by a
   * list alone, it may be theirs, too: then nobody is said to have spoken.
   */
  speaker(name: string): SeenPlayer | null {
    const isDoubtful = this.#missing.some(({ player }) => player.name === name);
    return this.#unsure === null && !isDoubtful ? this.byName(name) : null;
  }

  /** Messages were lost for good, or come out of their order: who is on is known again by a list that is asked for from now on. */
  missed(): void {
    this.#mark += 1;
    this.#unsure = this.#mark;
  }

  /** 'Player #slot name (ip:port) connected'. */
  connected(slot: number, name: string, ip: string, port: number): RosterFact[] {
    this.#mark += 1;
    const facts: RosterFact[] = [];
    const old = this.#entries.get(slot);
    if (old === undefined && this.#entries.size >= LIMITS.players) return facts;
    if (old !== undefined) {
      const same = nameFits(old, name) && old.player.ip === ip && old.player.port === port;
      if (same && !old.live && old.session === this.#session) {
        // A list was faster than the message.
        old.live = true;
        old.touched = this.#mark;
        this.#found(slot);
        return this.#apply(old, { name });
      }
      facts.push(this.#leave(old, 'resync'));
    }
    this.#found(slot);
    const base = { name, ip, port, guid: null, verified: false, lobby: false, ping: null };
    facts.push(this.#join(slot, base, 'live'));
    return facts;
  }

  /** A GUID became known, by its own message. */
  identified(slot: number, name: string, guid: string): RosterFact[] {
    return this.#change(slot, name, { guid });
  }

  /** BattlEye vouches for the GUID. */
  verified(slot: number, name: string, guid: string): RosterFact[] {
    return this.#change(slot, name, { guid, verified: true });
  }

  /** 'Player #slot name disconnected'. */
  disconnected(slot: number, name: string): RosterFact[] {
    this.#mark += 1;
    const entry = this.#entries.get(slot);
    const isOfMissing = this.#found(slot, name);
    // The slot's next owner came by a list, too: of them nothing was told yet.
    if (entry === undefined || !nameFits(entry, name) || (isOfMissing && !entry.live)) return [];
    return [this.#leave(entry, 'live')];
  }

  /** A session begins: nothing that is known has been told in it yet. */
  begin(): void {
    this.#session += 1;
    this.#missing = [];
    this.#unsure = this.#mark;
    this.#unconfirmed = new Set();
  }

  /** The session is with another process: of whoever was there before it nobody stayed. */
  emptied(): RosterFact[] {
    return [...this.#entries.values()]
      .filter((entry) => entry.session !== this.#session)
      .map((entry) => this.#leave(entry, 'resync'));
  }

  /**
   * Compares with a list that was asked for at `mark`. Rows add and change players; absence takes
   * players away only where the list is complete.
   */
  reconcile(table: PlayersTable, mark: number, mode: ReconcileMode): Reconciled {
    const facts: RosterFact[] = [];
    this.#missing = this.#missing.filter((one) => (one.lists += 1) <= HEARD_AFTER);
    const waiting = new Set<string>();
    const due = (difference: string): boolean => {
      if (mode === 'resync' || this.#unconfirmed.has(difference)) return true;
      waiting.add(difference);
      return false;
    };
    const rows = this.#bySlot(table.rows);
    let isNew = false;
    for (const entry of this.#entries.values()) {
      if (entry.touched > mark) continue;
      const row = rows.get(entry.slot);
      if (row !== undefined && samePlayer(entry.player, row, mode)) continue;
      const gone = row !== undefined || table.complete;
      if (gone && due(`gone ${entry.player.key}`)) facts.push(this.#leave(entry, 'resync'));
    }
    const guids = new Set([...this.#entries.values()].map(({ player }) => player.guid));
    for (const row of rows.values()) {
      const entry = this.#entries.get(row.slot);
      if (entry !== undefined && samePlayer(entry.player, row, 'confirm')) {
        // A row from before the join is of whoever was there before, even if it is the same person.
        if (entry.joined <= mark) facts.push(...this.#refresh(entry, row));
        guids.add(row.guid);
        continue;
      }
      if (this.#leftSince(row, mark)) continue;
      const difference = `new ${row.slot} ${row.ip}:${row.port}`;
      // A second place of one GUID is mostly a place on its way out: it has to last.
      const once = mode === 'resync' && (row.guid === null || !guids.has(row.guid));
      if (entry === undefined && (once || this.#unconfirmed.has(difference))) {
        facts.push(this.#join(row.slot, row, 'resync'));
        guids.add(row.guid);
      } else {
        isNew = true;
        waiting.add(difference);
      }
    }
    // Whoever has another place by now is not missing.
    this.#missing = this.#missing.filter(({ player }) => !guids.has(player.guid ?? ''));
    const told = table.rows.length + table.dropped.length;
    const isWhole = table.total !== null && told >= table.total;
    if (isWhole && !isNew && mark >= (this.#unsure ?? 0)) this.#unsure = null;
    this.#departed = this.#departed.filter((departed) => departed.mark > mark);
    this.#unconfirmed = waiting;
    return { facts, unconfirmed: waiting.size > 0 };
  }

  #join(slot: number, seen: Omit<PlayerRow, 'slot'>, how: 'live' | 'resync'): RosterFact {
    this.#keys += 1;
    const { name, guid, verified, lobby, ping, ip, port } = seen;
    const key = String(this.#keys);
    const player = {
      key,
      name,
      guid,
      steamId: null,
      bohemiaId: null,
      verified,
      lobby,
      ping,
      ip,
      port,
    };
    const live = how === 'live';
    const joined = live ? this.#mark : 0;
    const session = this.#session;
    this.#entries.set(slot, { slot, player, joined, touched: joined, live, session });
    return { kind: 'join', player, seen: how };
  }

  #leave(entry: Entry, how: 'live' | 'resync'): RosterFact {
    this.#entries.delete(entry.slot);
    if (how === 'live') {
      const { ip, port } = entry.player;
      this.#departed.push({ slot: entry.slot, ip, port, mark: this.#mark });
      if (this.#departed.length > MAX_DEPARTED) this.#departed.shift();
    } else {
      this.#missing.push({ slot: entry.slot, player: entry.player, lists: 0 });
    }
    return { kind: 'leave', player: entry.player, seen: how };
  }

  /** A message tells of a slot, and so all that was said before by those (of a name) who had it was told; whether there are any. */
  #found(slot: number, name?: string): boolean {
    const before = this.#missing.length;
    this.#missing = this.#missing.filter(
      (one) => one.slot !== slot || (name !== undefined && one.player.name !== name),
    );
    return this.#missing.length < before;
  }

  #change(slot: number, name: string, change: Partial<SeenPlayer>): RosterFact[] {
    this.#mark += 1;
    const entry = this.#entries.get(slot);
    if (entry === undefined || !nameFits(entry, name)) return [];
    entry.touched = this.#mark;
    entry.session = this.#session;
    return this.#apply(entry, change);
  }

  /** Takes from a row what a message has not told better: knowledge is never taken back. */
  #refresh(entry: Entry, row: PlayerRow): RosterFact[] {
    const { player } = entry;
    entry.session = this.#session;
    const guid = player.guid ?? row.guid;
    const verified = player.verified || (row.verified && row.guid === guid);
    // A name that truly ends in ' (Lobby)' reads like somebody in the lobby.
    const lobby = row.lobby && player.name !== `${row.name} (Lobby)`;
    const facts = this.#apply(entry, { guid, verified, lobby, ip: row.ip, port: row.port });
    // Pings change with every list and are told in one fact for all; one that is not told is not known.
    entry.player = { ...entry.player, ping: row.ping };
    return facts;
  }

  #apply(entry: Entry, change: Partial<SeenPlayer>): RosterFact[] {
    const after = changedPlayer(entry.player, change);
    if (after === null) return [];
    entry.player = after;
    return [{ kind: 'player-changed', player: after }];
  }

  /** One row for each slot. Of two (old place and lobby) the one that fits whom we know, else the last. */
  #bySlot(rows: readonly PlayerRow[]): Map<number, PlayerRow> {
    const chosen = new Map<number, PlayerRow>();
    for (const row of rows) {
      const other = chosen.get(row.slot);
      const entry = this.#entries.get(row.slot);
      const keep =
        other !== undefined &&
        entry !== undefined &&
        samePlayer(entry.player, other, 'confirm') &&
        !(samePlayer(entry.player, row, 'confirm') && other.lobby);
      if (!keep) chosen.set(row.slot, row);
    }
    return chosen;
  }

  #leftSince(row: PlayerRow, mark: number): boolean {
    return this.#departed.some(
      (departed) =>
        departed.mark > mark &&
        departed.slot === row.slot &&
        departed.ip === row.ip &&
        departed.port === row.port,
    );
  }
}

function nameFits(entry: Entry, name: string): boolean {
  return entry.player.name === name || (!entry.live && listedAs(entry.player.name, name));
}

/** A name out of a list may have lost its blanks, all after a line feed, or a true ' (Lobby)'. */
function listedAs(listed: string, name: string): boolean {
  const shown = name.split('\n', 1)[0] ?? '';
  return listed.trim() === shown.trim() || name === `${listed} (Lobby)`;
}

/**
 * Whether a row shows the player known in its slot. GUIDs decide where both are known. While we were
 * connected another port is a moved address; across a gap (`resync`) it is somebody who left and came back,
 * and an address may be somebody else's behind the same router.
 */
function samePlayer(player: SeenPlayer, row: PlayerRow, mode: ReconcileMode): boolean {
  const sameAddress = player.ip === row.ip && player.port === row.port;
  if (player.guid === null || row.guid === null) {
    return sameAddress && (mode === 'confirm' || listedAs(row.name, player.name));
  }
  return player.guid === row.guid && (sameAddress || mode === 'confirm');
}
