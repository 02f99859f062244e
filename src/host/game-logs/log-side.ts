/** What RCon and the logs of one server must know of each other while a host runs it. */
import type { FeedEntry } from '../../protocol/feed/fields.ts';
import type { GameFact } from '../connectors/contract.ts';
import { LogIdentities } from '../connectors/logs/identities.ts';
import type { LogEvent } from '../connectors/logs/log-event.ts';
import type { Span, Told } from '../connectors/logs/merge.ts';
import { playerName } from '../players/play-session.ts';
import { toldOf } from './known.ts';

/** What RCon told last may not be in the database yet; it is within so many entries. */
const MAX_RECENT = 500;

export class LogSide {
  readonly identities = new LogIdentities();
  #since: number | null = null;
  /** RCon is connected, and its player list was read. */
  #listed = false;
  #ended: Span[] = [];
  #recent: Told[] = [];
  /** Joins and leaves that a log told since RCon was heard last, by name. */
  readonly #joined = new Map<string, number>();
  readonly #left = new Map<string, number>();

  /** RCon connects and is lost. */
  hear(fact: GameFact): void {
    if (fact.kind !== 'state') return;
    const connected = fact.state === 'CONNECTED';
    if (!connected) this.#listed = false;
    if (connected && this.#since === null) this.#since = fact.at;
    if (!connected && this.#since !== null) {
      this.#ended.push({ since: this.#since, until: fact.at });
      this.#since = null;
    }
  }

  /** When RCon was connected, as far as it is not recorded yet. */
  spans(now: number): readonly Span[] {
    const open = this.#since === null ? [] : [{ since: this.#since, until: now }];
    return [...this.#ended, ...open];
  }

  /** Whether RCon has been connected from a moment to this one. */
  connectedFrom(at: number): boolean {
    return this.#since !== null && this.#since <= at;
  }

  /** Connections that ended and are not recorded yet. */
  get ended(): readonly Span[] {
    return this.#ended;
  }

  /** These spans are recorded. */
  recorded(spans: readonly Span[]): void {
    this.#ended = this.#ended.filter((span) => !spans.includes(span));
  }

  /** RCon told an entry of the feed. */
  fed(entry: FeedEntry, at: number): void {
    const told = toldOf(at, entry);
    if (told === null) return;
    this.#recent.push(told);
    if (this.#recent.length > MAX_RECENT) this.#recent.shift();
  }

  /** What RCon told last. */
  get recent(): readonly Told[] {
    return this.#recent;
  }

  /** A log tells these: the player list that RCon reads next does not tell them again. */
  willTell(events: readonly LogEvent[]): void {
    if (this.#listed) return;
    for (const { kind, person } of events) {
      const name = playerName(person.name);
      if (kind === 'join') count(this.#joined, name, 1);
      if (kind === 'leave' && !take(this.#joined, name)) count(this.#left, name, 1);
    }
  }

  /** A player list shows somebody whose coming a log told. */
  takesJoin(name: string): boolean {
    return take(this.#joined, name);
  }

  /** A player list lacks somebody whose going a log told. */
  takesLeave(name: string): boolean {
    return take(this.#left, name);
  }

  /** A player list was read whole: from here on RCon tells. */
  listRead(): void {
    this.#listed = this.#since !== null;
    this.#joined.clear();
    this.#left.clear();
  }
}

function count(map: Map<string, number>, name: string, by: number): void {
  map.set(name, (map.get(name) ?? 0) + by);
}

function take(map: Map<string, number>, name: string): boolean {
  const left = map.get(name) ?? 0;
  if (left === 0) return false;
  if (left === 1) map.delete(name);
  else map.set(name, left - 1);
  return true;
}
