/** What Rust's console lines and chat mean for the portal: facts, with the roster brought up to date. */
import type { SeenHarm } from '../contract.ts';
import type { UntimedFact } from '../facts.ts';
import type { Clock } from '../ports.ts';
import { parseConsoleLine, type ConsoleLine, type KnownPlayer, type LinePlayer } from './lines.ts';
import type { ChatMessage } from './payloads.ts';
import type { Missed, Roster } from './roster.ts';

/** One kick is told in up to three places: in the chat, by the anti-cheat, and as a disconnection. */
const ONE_KICK = 10_000;
const KICKED = /^(?:Kicked|Banned)\b[^:]*: (.*)$/s;
/** Everybody is thrown out when the server goes down; that is no kick of anybody. */
const GOING_DOWN = /^Server (?:Shutting Down|Restarting)/i;

const NOBODY: Missed['names'] = new Map();

interface Known {
  readonly version: number;
  readonly names: Missed['names'];
  readonly size: number;
  readonly players: readonly KnownPlayer[];
}

interface Kicked {
  readonly name: string;
  readonly steamId: string | null;
  readonly reason: string;
}

type KickedBy = Extract<UntimedFact, { kind: 'kick' }>['by'];

export class Observer {
  readonly #clock: Clock;
  readonly #roster: Roster;
  /** When somebody's kick was told, by name. */
  readonly #kicks = new Map<string, number>();
  /** Who is known, as it was put together last, and of what. */
  #known: Known = { version: -1, names: NOBODY, size: 0, players: [] };

  constructor(clock: Clock, roster: Roster) {
    this.#clock = clock;
    this.#roster = roster;
  }

  /** Folds a line that has just been printed into the roster. */
  line(text: string): readonly UntimedFact[] {
    const line = this.#parse(text);
    switch (line.kind) {
      case 'joined':
        return this.#roster.joined(line.steamId, line.name, line.ip, line.port);
      case 'disconnecting':
        return [...this.#disconnection(line), ...this.#roster.disconnected(line.steamId)];
      case 'death':
      case 'eac-kick':
        return this.#isKnown(line) ? this.#event(line) : [];
      case 'spawned':
      case 'chat':
      case 'known':
      case 'unexplained':
        return [];
    }
  }

  /**
   * Folds what was printed while a command was obeyed. An answer may begin with words of its own and go on
   * with a name that imitates a line, so that it says something only of people as they are known.
   */
  answered(text: string): readonly UntimedFact[] {
    const line = this.#parse(text);
    return 'steamId' in line && this.#isKnown(line) ? this.line(text) : [];
  }

  /** The facts of a line that was missed. Who came and went is told by the next list. */
  missedLine(text: string, { names }: Missed): readonly UntimedFact[] {
    const line = this.#parse(text, names);
    if (line.kind !== 'death' && line.kind !== 'eac-kick') return [];
    const known = this.#isKnown(line) || names.get(line.steamId) === line.name;
    return known ? this.#event(line) : [];
  }

  /** Who came and went in lines that were missed, as far as lists may not show it yet. */
  missedMoves(texts: readonly string[]): Missed {
    const arrived = new Map<string, { name: string; ip: string; port: number; ping: null }>();
    const departed = new Set<string>();
    const names = new Map(this.#roster.players().map(({ steamId, name }) => [steamId ?? '', name]));
    for (const text of texts) {
      const line = this.#parse(text);
      if (line.kind === 'joined' && line.port !== null) {
        const { name, ip, port } = line;
        names.set(line.steamId, name);
        arrived.set(line.steamId, { name, ip, port, ping: null });
        departed.delete(line.steamId);
      } else if (line.kind === 'disconnecting') {
        arrived.delete(line.steamId);
        departed.add(line.steamId);
      }
    }
    return { arrived, departed, names };
  }

  /**
   * A chat message. What the server says itself is an admin's message, or tells of a kick. `missed`: what is known
   * of the gap in which it was said, for whoever was kicked then is no longer there.
   */
  chat(message: ChatMessage, missed?: Missed): readonly UntimedFact[] {
    const { channel, steamId, name, text } = message;
    if (steamId !== '0') {
      return [{ kind: 'chat', channel, player: this.#roster.bySteamId(steamId), name, text }];
    }
    const kick = /^Kick(ing|banning) /.exec(text);
    const told = kick === null ? null : this.#kicked(text.slice(kick[0].length), missed?.names);
    if (told === null) {
      return [{ kind: 'admin', admin: null, did: 'message-public', to: null, text, ip: null }];
    }
    const by = kick?.[1] === 'ing' ? 'admin-kick' : 'admin-ban';
    return this.#kick(told.name, told.steamId, told.reason, by);
  }

  /** Plugins print what people write: a death is believed of somebody by the name that they have. */
  #isKnown({ name, steamId }: LinePlayer): boolean {
    return this.#roster.bySteamId(steamId)?.name === name;
  }

  #parse(text: string, names: Missed['names'] = NOBODY): ConsoleLine {
    const { version } = this.#roster;
    const { size } = names;
    const before = this.#known;
    // Lines come by the hundred between two changes of the roster.
    if (before.version !== version || before.names !== names || before.size !== size) {
      this.#known = { version, names, size, players: this.#knownWith(names) };
    }
    return parseConsoleLine(text, this.#known.players);
  }

  #knownWith(names: Missed['names']): readonly KnownPlayer[] {
    const known: KnownPlayer[] = this.#roster
      .players()
      .map(({ name, steamId, ip, port }) => ({ name, steamId: steamId ?? '', ip, port }));
    for (const [steamId, name] of names) known.push({ name, steamId, ip: null, port: null });
    return known;
  }

  #event(line: Extract<ConsoleLine, { kind: 'death' | 'eac-kick' }>): readonly UntimedFact[] {
    const { name, steamId } = line;
    if (line.kind === 'eac-kick') return this.#kick(name, steamId, line.reason, 'eac');
    const player = this.#roster.bySteamId(steamId);
    return [{ kind: 'death', player, name, by: this.#harm(line), position: line.position }];
  }

  #harm(death: Extract<ConsoleLine, { kind: 'death' }>): SeenHarm | null {
    const { killer, cause, suicide } = death;
    const base = { weapon: null, distance: null };
    // 'Suicide by Suicide' is the command; by anything else it is what the player did it with.
    if (suicide && cause !== 'Suicide') {
      const player = this.#roster.bySteamId(death.steamId);
      return { player, name: death.name, isPlayer: true, weapon: cause, distance: null };
    }
    if (killer === null) return { ...base, player: null, name: cause, isPlayer: false };
    const player = this.#roster.bySteamId(killer.steamId);
    return { ...base, player, name: killer.name, isPlayer: true };
  }

  #disconnection(line: Extract<ConsoleLine, { kind: 'disconnecting' }>): readonly UntimedFact[] {
    const reason = KICKED.exec(line.reason)?.[1];
    if (reason === undefined || GOING_DOWN.test(reason)) return [];
    const by = /^EAC\b/.test(reason)
      ? 'eac'
      : line.reason.startsWith('Banned')
        ? 'admin-ban'
        : 'game';
    return this.#kick(line.name, line.steamId, reason, by);
  }

  #kick(
    name: string,
    steamId: string | null,
    reason: string,
    by: KickedBy,
  ): readonly UntimedFact[] {
    const now = this.#clock.elapsed();
    for (const [kicked, at] of this.#kicks) if (now - at > ONE_KICK) this.#kicks.delete(kicked);
    if (this.#kicks.has(name)) return [];
    this.#kicks.set(name, now);
    const player = steamId === null ? null : this.#roster.bySteamId(steamId);
    return [{ kind: 'kick', player, name, guid: null, reason, by }];
  }

  /**
   * 'NAME (reason)', where both may hold parentheses: the longest name that is known, else the shortest.
   * `steamId` null: nobody is known by that name, or several are.
   */
  #kicked(text: string, names: Missed['names'] = NOBODY): Kicked | null {
    if (!text.endsWith(')')) return null;
    const fitting = this.#knownWith(names).filter(({ name }) => text.startsWith(`${name} (`));
    const longest = Math.max(...fitting.map(({ name }) => name.length));
    const end = fitting.length > 0 ? longest : text.indexOf(' (');
    if (end < 0) return null;
    const bearers = fitting.filter(({ name }) => name.length === longest);
    const [steamId = null, ...others] = new Set(bearers.map((bearer) => bearer.steamId));
    return {
      name: text.slice(0, end),
      steamId: others.length > 0 ? null : steamId,
      reason: text.slice(end + 2, -1),
    };
  }
}
