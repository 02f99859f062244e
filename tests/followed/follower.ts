/** What holds a connector against the server that it follows, moment by moment. */
import type { GameFact } from '../../src/host/connectors/contract.ts';
import type { Portal } from './portal.ts';
import type { Stay } from './truth.ts';

export interface Follower {
  readonly wrong: readonly string[];
  hear(fact: GameFact): void;
  /** To be called after each moment. */
  look(): void;
  /** Compares all that is known, as far as it has to be known by now. */
  check(portal: Portal): void;
  /** Whose stay a connector's key is. */
  stayOf(key: string): Stay | undefined;
  figures(): FollowedFigures;
}

export interface FollowedFigures {
  readonly checks: number;
  /** Checks at which nothing had happened for so long that all had to be equal. */
  readonly exact: number;
  readonly connections: number;
  /** Chat, kicks and lines that were held against those of the server. */
  readonly said: number;
  readonly joins: number;
  /** Connections that were given up although the server still held them. */
  readonly needless: number;
  readonly longestGapSeconds: number;
}

/** How long a running server has gone without being followed. */
export class Gap {
  longest = 0;
  #since: number | null = null;
  readonly #allowed: number;

  /** `allowed`: until a lost connection has been noticed, and another has brought a player list, ms. */
  constructor(allowed: number) {
    this.#allowed = allowed;
  }

  /** What is wrong at `now`. */
  watch(followed: boolean, now: number): readonly string[] {
    if (followed) {
      this.#since = null;
      return [];
    }
    this.#since ??= now;
    const gap = now - this.#since;
    this.longest = Math.max(this.longest, gap);
    if (gap <= this.#allowed) return [];
    this.#since = now;
    return [`not followed for ${Math.round(gap / 1_000)} s`];
  }
}
