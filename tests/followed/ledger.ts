/** The people of a server, held against those a connector tells of: each stay once, from its beginning to its end. */
import type { SeenPlayer } from '../../src/host/connectors/contract.ts';
import { isHere, type Stay, type Truth } from './truth.ts';

/** Time in which a connector heard everything. */
export interface Heard {
  readonly from: number;
  readonly to: number;
}

export interface LedgerRules {
  /** Whether a row shows exactly this stay. */
  shows(player: SeenPlayer, stay: Stay): boolean;
  /** Whether it is this stay's, though something about it is not told yet. */
  isOf(player: SeenPlayer, stay: Stay): boolean;
  /** What is older than this is known while the connection holds, ms. */
  readonly knownAfter: number;
  /** Whether a ping can have been read that was never printed. */
  misread?(ping: number, stay: Stay): boolean;
  /** Whether nothing can have told of this stay's end yet. */
  lingers?(stay: Stay): boolean;
}

export class Ledger {
  readonly wrong: string[] = [];
  joins = 0;
  checks = 0;
  /** Checks at which nothing had happened for so long that all had to be equal. */
  exact = 0;
  /** When the connector heard everything, the newest last. */
  readonly heard: Heard[] = [];
  readonly #truth: Truth;
  readonly #now: () => number;
  readonly #rules: LedgerRules;
  readonly #stays = new Map<string, Stay>();

  constructor(truth: Truth, now: () => number, rules: LedgerRules) {
    this.#truth = truth;
    this.#now = now;
    this.#rules = rules;
    truth.onForgotten = (stay) => this.#checkStay(stay);
  }

  /** Whose stay a connector's key is. */
  stayOf(key: string): Stay | undefined {
    return this.#stays.get(key);
  }

  join(player: SeenPlayer): void {
    this.joins += 1;
    const since = this.#now() - this.#rules.knownAfter;
    const fitting = [...this.#truth.stays.values()].filter(
      (stay) =>
        this.#rules.isOf(player, stay) &&
        (stay.leftAt === null || stay.leftAt > since) &&
        (stay.name === player.name || stay.name === `${player.name} (Lobby)`),
    );
    const stay = fitting.find(({ joins }) => joins === 0) ?? fitting.at(-1);
    if (stay === undefined) {
      this.wrong.push(`joined, but was not there: ${JSON.stringify(player)}`);
      return;
    }
    stay.joins += 1;
    if (stay.joins > 1) this.wrong.push(`joined twice: ${JSON.stringify(stay)}`);
    this.#stays.set(player.key, stay);
  }

  leave(player: SeenPlayer): void {
    const stay = this.#stays.get(player.key);
    this.#stays.delete(player.key);
    if (stay === undefined) {
      this.wrong.push(`left without having joined: ${JSON.stringify(player)}`);
      return;
    }
    stay.leaves += 1;
    if (isHere(stay)) this.wrong.push(`left, but is there: ${JSON.stringify(stay)}`);
  }

  /** Whether somebody's join was told, and their end was not. */
  knows({ id }: { readonly id: number }): boolean {
    return [...this.#stays.values()].some((stay) => stay.id === id);
  }

  /** Everybody's ping is one that the server printed a moment ago, and is nobody else's. */
  pings(pings: ReadonlyMap<string, number>): void {
    this.#truth.sample();
    const since = this.#now() - this.#rules.knownAfter;
    for (const [key, stay] of this.#stays) {
      const printed = stay.pings.filter(({ until }) => until >= since).map(({ ping }) => ping);
      // Whoever left is in no list, and their row is as the list before had it.
      if (!isHere(stay)) continue;
      const told = pings.get(key) ?? -1;
      const known = printed.includes(told) || (stay.changedAt > since && told === -1);
      if (!known && this.#rules.misread?.(told, stay) !== true) {
        this.wrong.push(`a ping of ${told} for ${JSON.stringify(stay)}`);
      }
    }
  }

  /** The roster may differ from the truth only by what happened after `since`. */
  compare(roster: readonly SeenPlayer[], since: number): void {
    this.checks += 1;
    const stays = [...this.#truth.stays.values()];
    const steady = stays.filter((stay) => isHere(stay) && stay.changedAt <= since);
    const unsteady = stays.filter(
      (stay) => !steady.includes(stay) && (stay.leftAt === null || stay.leftAt > since),
    );
    if (unsteady.length === 0) this.exact += 1;
    const rows = new Set(roster);
    for (const stay of steady) {
      const row = [...rows].find((player) => this.#rules.shows(player, stay));
      if (row === undefined) this.wrong.push(`missing ${JSON.stringify(stay)}`);
      else rows.delete(row);
    }
    for (const row of rows) {
      const place = unsteady.findIndex((stay) => this.#rules.isOf(row, stay));
      if (place >= 0) unsteady.splice(place, 1);
      else if (!stays.some((stay) => this.#rules.isOf(row, stay) && this.#rules.lingers?.(stay))) {
        this.wrong.push(`not there: ${JSON.stringify(row)}`);
      }
    }
  }

  /** Whoever came and went while everything was heard was told of once. */
  #checkStay(stay: Stay): void {
    const { knownAfter } = this.#rules;
    const to = stay.leftAt ?? 0;
    const within = this.heard.some(
      (part) => part.from + knownAfter <= stay.joinedAt && to <= part.to - knownAfter,
    );
    if (within && (stay.joins !== 1 || stay.leaves !== 1)) {
      this.wrong.push(`told ${stay.joins} times to join: ${JSON.stringify(stay)}`);
    }
  }
}

export function sameAddress(player: SeenPlayer, stay: Stay): boolean {
  return player.ip === stay.ip && player.port === stay.port;
}
