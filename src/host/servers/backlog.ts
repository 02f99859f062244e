/**
 * Facts of one server that are not written yet, bounded however long the database is away. Of what is left out it
 * keeps from when to when it was, and the last state, population, environment and pings.
 */
import type { GameFact } from '../connectors/contract.ts';
import type { Actor } from './tell-server.ts';

/** So many facts wait. Beyond that only those are kept that say who is there and how the server is. */
export const MAX_WAITING = 20_000;
const KEPT: ReadonlySet<GameFact['kind']> = new Set([
  'state',
  'gap',
  'join',
  'leave',
  'player-changed',
  'kick',
]);
/** Only the last one of each is true. */
const HOLDING: ReadonlySet<GameFact['kind']> = new Set([
  'state',
  'population',
  'environment',
  'pings',
]);
/** The feed has an entry for each. */
const SAID: ReadonlySet<GameFact['kind']> = new Set([
  'gap',
  'join',
  'leave',
  'kick',
  'death',
  'hit',
  'chat',
  'admin',
]);

export interface Waiting {
  readonly fact: GameFact;
  readonly actor: Actor | null;
  /** A log told more of a player; everything else is as RCon told it last. */
  readonly fromLog?: boolean;
}

export interface LeftOut {
  readonly count: number;
  /** When the first and the last was said that the feed lacks, epoch ms; null where it lacks none. */
  readonly said: { readonly from: number; readonly to: number } | null;
  /** The last of each kind that holds on. */
  readonly holding: readonly GameFact[];
  /** Who came and went is among it. */
  readonly people: boolean;
}

const NOTHING: LeftOut = { count: 0, said: null, holding: [], people: false };

export class Backlog {
  #waiting: Waiting[] = [];
  /** Too much waits: only what is kept is added, and once that is too much nothing, until all is taken. */
  #room: 'all' | 'kept' | 'none' = 'all';
  #leftOut = NOTHING;

  get size(): number {
    return this.#waiting.length;
  }

  add(waiting: Waiting): void {
    const { kind } = waiting.fact;
    if (this.#waiting.length >= MAX_WAITING) this.#makeRoom();
    if (this.#room === 'all' || (this.#room === 'kept' && KEPT.has(kind))) {
      this.#waiting.push(waiting);
    } else this.#leave(waiting.fact);
  }

  /** The oldest, at most so many. */
  take(most: number): readonly Waiting[] {
    return this.#waiting.splice(0, most);
  }

  /** What was left out, once nothing waits any more; null where nothing was. */
  takeLeftOut(): LeftOut | null {
    if (this.#waiting.length > 0 || this.#room === 'all') return null;
    const leftOut = this.#leftOut;
    this.#room = 'all';
    this.#leftOut = NOTHING;
    return leftOut;
  }

  #makeRoom(): void {
    if (this.#room !== 'all') {
      this.#room = 'none';
      return;
    }
    this.#room = 'kept';
    const all = this.#waiting;
    this.#waiting = all.filter(({ fact }) => KEPT.has(fact.kind));
    for (const { fact } of all) if (!KEPT.has(fact.kind)) this.#leave(fact);
    if (this.#waiting.length >= MAX_WAITING) this.#room = 'none';
  }

  #leave(fact: GameFact): void {
    const { count, said, holding, people } = this.#leftOut;
    const { kind, at } = fact;
    const from = Math.min(said?.from ?? at, fact.kind === 'gap' ? fact.from : at);
    this.#leftOut = {
      count: count + 1,
      said: SAID.has(kind) ? { from, to: Math.max(said?.to ?? at, at) } : said,
      holding: HOLDING.has(kind) ? [...holding.filter((old) => old.kind !== kind), fact] : holding,
      people: people || kind === 'join' || kind === 'leave' || kind === 'player-changed',
    };
  }
}
