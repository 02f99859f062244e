/** A WebRCON connector against its server: chat, deaths and kicks once, every row the server's own. */
import type { GameFact, SeenHarm, SeenPlayer } from '../../src/host/connectors/contract.ts';
import { SUICIDES } from '../../src/sim/rust/wording.ts';
import type { SimServer } from '../../src/sim/server.ts';
import { Gap, type FollowedFigures, type Follower } from './follower.ts';
import { Ledger } from './ledger.ts';
import type { Portal } from './portal.ts';
import type { Due, Stay, Told, Truth } from './truth.ts';

/** A stream's message is late by 400 ms for each loss; a question's answer is behind all that was said before it. */
const KNOWN_AFTER = 5_000;
/** Between two player lists of a connection that holds: 5 s, and what an answer may take. */
const LISTED_EVERY = 10_000;

/**
 * Lists do not show who is loading: whoever left then, while nobody listened, and is no longer in what
 * the server tells afterwards, is taken for gone after 190 lists, 5 s apart. Milliseconds.
 */
const LINGERS = 1_000_000;

const KICKS_KEPT = 200;

type Saying = Extract<GameFact, { kind: 'chat' | 'death' | 'kick' }>;

export class RustFollower implements Follower {
  readonly #truth: Truth;
  readonly #server: SimServer;
  readonly #now: () => number;
  readonly #ledger: Ledger;
  readonly #gap: Gap;
  readonly #wrong: string[] = [];
  /** Said, and not told yet. */
  #due: Due[] = [];
  /** Kicks that were not told: of those in a gap only some are. */
  readonly #kicks: Due[] = [];
  #listedAt: number | null = null;
  #listedFrom = 0;
  /** The connection holds since here: whoever came and went in a gap is told of by nobody. */
  #heldFrom = Number.POSITIVE_INFINITY;
  #connections = 0;
  #said = 0;
  /** What was said before this is either told or was lost with the process, or before there was anybody to hear. */
  #lostUntil = Number.POSITIVE_INFINITY;

  constructor(truth: Truth, server: SimServer, now: () => number, longestGap: number) {
    this.#truth = truth;
    this.#server = server;
    this.#now = now;
    this.#gap = new Gap(longestGap);
    const isOf = (player: SeenPlayer, stay: Stay) => player.steamId === stay.steamId;
    const shows = (player: SeenPlayer, stay: Stay) =>
      isOf(player, stay) &&
      player.name === stay.name &&
      player.ip === stay.ip &&
      player.port === stay.port;
    const lingers = (stay: Stay) => this.#leftUnheard(stay);
    this.#ledger = new Ledger(truth, now, { shows, isOf, lingers, knownAfter: KNOWN_AFTER });
  }

  get wrong(): readonly string[] {
    return [...this.#wrong, ...this.#ledger.wrong];
  }

  stayOf(key: string): Stay | undefined {
    return this.#ledger.stayOf(key);
  }

  figures(): FollowedFigures {
    return {
      checks: this.#ledger.checks,
      exact: this.#ledger.exact,
      connections: this.#connections,
      said: this.#said,
      joins: this.#ledger.joins,
      needless: 0,
      longestGapSeconds: Math.round(this.#gap.longest / 1_000),
    };
  }

  hear(fact: GameFact): void {
    if (fact.kind === 'state') {
      if (fact.state === 'CONNECTED' && fact.ready) this.#connections += 1;
      if (fact.state !== 'CONNECTED') this.#heldUntilNow();
    } else if (fact.kind === 'join') this.#ledger.join(fact.player);
    else if (fact.kind === 'leave') this.#ledger.leave(fact.player);
    else if (fact.kind === 'pings') {
      this.#ledger.pings(fact.pings);
      this.#listed();
    } else if (fact.kind === 'chat' || fact.kind === 'death' || fact.kind === 'kick') {
      this.#take();
      this.#tell(fact);
    }
  }

  look(): void {
    const before = this.#truth.endedAt;
    this.#truth.look();
    this.#take();
    const { endedAt } = this.#truth;
    if (endedAt !== null && endedAt !== before) this.#lostUntil = endedAt;
    const now = this.#now();
    const fresh = this.#listedAt !== null && now - this.#listedAt <= LISTED_EVERY;
    this.#wrong.push(...this.#gap.watch(fresh || this.#server.state !== 'running', now));
  }

  check(portal: Portal): void {
    const now = this.#now();
    const to = this.#listedAt ?? 0;
    this.#ledger.heard.push({ from: this.#heldFrom, to });
    this.#truth.forget();
    this.#ledger.heard.pop();
    if (this.#listedAt === null || now - this.#listedAt > LISTED_EVERY) return;
    const since = this.#listedAt - KNOWN_AFTER;
    this.#ledger.compare(portal.connector.roster(), since);
    const lost = this.#due.filter(({ at }) => at <= since && at >= this.#listedFrom);
    this.#due = this.#due.filter(({ at }) => at > since);
    for (const { at, told } of lost) {
      // A list was read after it, and yet it was not told.
      if (at > this.#lostUntil) this.#wrong.push(`never told ${JSON.stringify(told)}`);
    }
  }

  /** A player list was read: all that was said before it was asked for has been heard. */
  #listed(): void {
    const now = this.#now();
    if (this.#listedAt === null || now - this.#listedAt > LISTED_EVERY) {
      this.#heldUntilNow();
      this.#listedFrom = now;
    }
    if (this.#heldFrom === Number.POSITIVE_INFINITY) this.#heldFrom = now;
    if (this.#lostUntil === Number.POSITIVE_INFINITY) this.#lostUntil = now;
    this.#listedAt = now;
  }

  #heldUntilNow(): void {
    this.#ledger.heard.push({ from: this.#heldFrom, to: this.#listedAt ?? 0 });
    this.#heldFrom = Number.POSITIVE_INFINITY;
  }

  #leftUnheard({ leftAt }: Stay): boolean {
    if (leftAt === null || this.#now() - leftAt > LINGERS) return false;
    const parts = [...this.#ledger.heard, { from: this.#heldFrom, to: this.#listedAt ?? 0 }];
    return !parts.some(({ from, to }) => from <= leftAt && leftAt <= to);
  }

  #take(): void {
    for (const due of this.#truth.take().told) {
      if (due.told.kind === 'kicked') this.#kicks.push(due);
      else this.#due.push(due);
    }
    while (this.#kicks.length > KICKS_KEPT) this.#kicks.shift();
  }

  #tell(fact: Saying): void {
    this.#said += 1;
    const list = fact.kind === 'kick' ? this.#kicks : this.#due;
    const known = ({ player }: Told) =>
      fact.kind !== 'chat' || fact.player !== null || !this.#ledger.knows(player);
    const place = list.findIndex(({ told }) => isTold(told, fact) && known(told));
    if (place < 0) this.#wrong.push(`told, but not said, or twice: ${JSON.stringify(fact)}`);
    else list.splice(place, 1);
  }
}

function isTold(told: Told, fact: Saying): boolean {
  const { player } = told;
  if (fact.name !== player.name) return false;
  if (fact.player !== null && fact.player.steamId !== player.steamId) return false;
  switch (told.kind) {
    case 'chat':
      return fact.kind === 'chat' && fact.channel === told.channel && fact.text === told.text;
    case 'died':
      return (
        fact.kind === 'death' &&
        isHarm(fact.by, told) &&
        JSON.stringify(fact.position) === JSON.stringify(told.position)
      );
    case 'kicked':
      return fact.kind === 'kick' && KICK[fact.by](fact.reason) === told.why;
  }
}

/** The words of a kick, by who did it. The disconnection alone does not say whether it was an admin. */
const KICK = {
  'admin-kick': (reason: string) => `Kicked: ${reason}`,
  game: (reason: string) => `Kicked: ${reason}`,
  'admin-ban': (reason: string) => `Banned: ${reason}`,
  eac: (reason: string) => `EAC: ${reason}`,
  battleye: (reason: string) => `BattlEye: ${reason}`,
} as const;

function isHarm(by: SeenHarm | null, told: Extract<Told, { kind: 'died' }>): boolean {
  const { player, killer, cause } = told;
  if (killer !== null) {
    const steamId = by?.player?.steamId ?? killer.steamId;
    return by?.isPlayer === true && by.name === killer.name && steamId === killer.steamId;
  }
  // By the command it is a cause like any other, by anything else the player did it with that.
  if (cause !== 'Suicide' && SUICIDES.includes(cause)) {
    return by?.isPlayer === true && by.name === player.name && by.weapon === cause;
  }
  return by?.isPlayer === false && by.name === cause.replace(/!$| \(entity\)$/, '');
}
