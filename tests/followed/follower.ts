/** A connector that follows a simulated server, held at every moment against what truly happens there. */
import type { GameFact, SeenPlayer } from '../../src/host/connectors/contract.ts';
import type { SimServer } from '../../src/sim/server.ts';
import type { Portal } from './portal.ts';
import { KNOWN_AFTER, ToldSession } from './told-session.ts';
import { isHere, type Line, type Stay, type Truth } from './truth.ts';

/** Only player lists tell of the lobby, every half minute, and one in thirty is lost as a whole. */
const LOBBY_KNOWN_AFTER = 180_000;
export interface FollowedFigures {
  checks: number;
  /** Checks at which nothing had happened for so long that all had to be equal. */
  exact: number;
  sessions: number;
  lines: number;
  joins: number;
  /** Sessions that the server had not ended. */
  needless: number;
  longestGap: number;
}

export class Follower {
  readonly figures: FollowedFigures = {
    checks: 0,
    exact: 0,
    sessions: 0,
    lines: 0,
    joins: 0,
    needless: 0,
    longestGap: 0,
  };
  readonly wrong: string[] = [];
  readonly #truth: Truth;
  readonly #server: SimServer;
  readonly #now: () => number;
  #session: ToldSession | null = null;
  #over: ToldSession | null = null;
  readonly #ended: { readonly from: number; readonly to: number }[] = [];
  readonly #stays = new Map<string, Stay>();
  /** Lines since the last log-in that the server accepted. */
  #lines: Line[] = [];
  #badSince: number | null = null;
  readonly #longestGap: number;

  /** `longestGap`: until a dropped session has been noticed, and a log-in and a list have come through, ms. */
  constructor(truth: Truth, server: SimServer, now: () => number, longestGap: number) {
    this.#longestGap = longestGap;
    this.#truth = truth;
    this.#server = server;
    this.#now = now;
    truth.onForgotten = (stay) => this.#checkStay(stay);
  }

  /** Who the stay of a connector's key is. */
  stayOf(key: string): Stay | undefined {
    return this.#stays.get(key);
  }

  hear(fact: GameFact): void {
    if (fact.kind === 'state') this.#state(fact);
    else if (fact.kind === 'join') this.#join(fact.player);
    else if (fact.kind === 'leave') this.#leave(fact.player);
    else if (fact.kind === 'pings' && this.#session !== null)
      this.#session.listedAt ??= this.#now();
    this.#session?.tell(fact);
  }

  /** To be called after each moment. */
  look(): void {
    this.#truth.look();
    const { log } = this.#server;
    const lines = this.#truth.takeLines();
    const login = log.logins.splice(0).findLast(({ outcome }) => outcome === 'accepted');
    const current = this.#over ?? this.#session;
    if (current === null || current.admin === null) this.#lines.push(...lines);
    else for (const line of lines) current.say(line);
    if (login !== undefined) {
      if (current?.admin !== null) this.#lines = [...lines];
      const own = this.#lines.findIndex(({ text }) => text.endsWith(`(${login.from}) logged in`));
      this.#lines = this.#lines.slice(Math.max(0, own));
    }
    if (this.#session !== null && this.#session.admin === null && this.#lines.length > 0) {
      this.#session.admin = Number(/#(\d+)/.exec(this.#lines[0]?.text ?? '')?.[1]);
      for (const line of this.#lines.splice(0)) this.#session.say(line);
    }
    for (const { at, admin } of log.forgotten.splice(0)) {
      if (current?.admin === admin) current.deadAt ??= at;
    }
    const { endedAt } = this.#truth;
    if (current !== null && endedAt !== null && endedAt >= current.connectedAt) {
      current.deadAt ??= endedAt;
    }
    this.#finish();
    this.#watchGap();
  }

  /** Compares all that is known, as far as it has to be known by now. */
  check(portal: Portal): void {
    const now = this.#now();
    this.wrong.push(...portal.check());
    this.wrong.push(...(this.#session?.check(now, false) ?? []));
    this.#truth.forget();
    for (const player of this.#server.roster()) {
      const stay = this.#truth.stays.get(player.id);
      if (stay !== undefined && stay.lobby !== player.lobby) {
        Object.assign(stay, { lobby: player.lobby, lobbyAt: now });
      }
    }
    const listedAt = this.#session?.listedAt ?? null;
    if (listedAt === null || this.#session?.deadAt !== null || now - listedAt < KNOWN_AFTER) return;
    this.figures.checks += 1;
    this.#compare(portal.connector.roster(), now);
  }

  #compare(roster: readonly SeenPlayer[], now: number): void {
    const since = now - KNOWN_AFTER;
    const stays = [...this.#truth.stays.values()];
    const steady = stays.filter((stay) => isHere(stay) && stay.changedAt <= since);
    const unsteady = stays.filter(
      (stay) => !steady.includes(stay) && (stay.leftAt === null || stay.leftAt > since),
    );
    if (unsteady.length === 0) this.figures.exact += 1;
    const rows = new Set(roster);
    for (const stay of steady) {
      const row = [...rows].find((player) => this.#shows(player, stay, now));
      if (row === undefined) this.wrong.push(`missing ${JSON.stringify(stay)}`);
      else rows.delete(row);
    }
    for (const row of rows) {
      const place = unsteady.findIndex((stay) => sameAddress(row, stay));
      if (place < 0) this.wrong.push(`not there: ${JSON.stringify(row)}`);
      else unsteady.splice(place, 1);
    }
  }

  #shows(player: SeenPlayer, stay: Stay, now: number): boolean {
    const lobby = now - stay.lobbyAt < LOBBY_KNOWN_AFTER || player.lobby === stay.lobby;
    const name =
      player.name === stay.name || (player.lobby && `${player.name} (Lobby)` === stay.name);
    return (
      sameAddress(player, stay) &&
      player.guid === stay.guid &&
      player.verified === stay.verified &&
      name &&
      (lobby || player.name !== stay.name)
    );
  }

  #state(fact: Extract<GameFact, { kind: 'state' }>): void {
    if (fact.state === 'CONNECTED') {
      if (fact.ready) return;
      this.#session = new ToldSession(this.#now());
      this.figures.sessions += 1;
    } else if (this.#session !== null) {
      this.#over = this.#session;
      this.#session = null;
    }
  }

  #finish(): void {
    const over = this.#over;
    if (over === null) return;
    this.#over = null;
    const now = this.#now();
    if (over.deadAt === null) this.figures.needless += 1;
    this.wrong.push(...over.check(now, true));
    this.figures.lines += over.lines;
    this.#ended.push({ from: over.connectedAt, to: over.deadAt ?? now });
  }

  #watchGap(): void {
    const now = this.#now();
    const followed = this.#session?.listedAt !== null && this.#session?.deadAt === null;
    if (followed || this.#server.state !== 'running') {
      this.#badSince = null;
      return;
    }
    this.#badSince ??= now;
    const gap = now - this.#badSince;
    this.figures.longestGap = Math.max(this.figures.longestGap, gap);
    if (gap > this.#longestGap) {
      this.wrong.push(`not followed for ${Math.round(gap / 1_000)} s`);
      this.#badSince = now;
    }
  }

  #join(player: SeenPlayer): void {
    this.figures.joins += 1;
    const since = this.#now() - KNOWN_AFTER;
    const fitting = [...this.#truth.stays.values()].filter(
      (stay) =>
        sameAddress(player, stay) &&
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

  #leave(player: SeenPlayer): void {
    const stay = this.#stays.get(player.key);
    this.#stays.delete(player.key);
    if (stay === undefined) {
      this.wrong.push(`left without having joined: ${JSON.stringify(player)}`);
      return;
    }
    stay.leaves += 1;
    if (isHere(stay)) this.wrong.push(`left, but is there: ${JSON.stringify(stay)}`);
  }

  /** Whoever came and went within one session was told to, once. */
  #checkStay(stay: Stay): void {
    const to = stay.leftAt ?? 0;
    const session = { from: this.#session?.connectedAt ?? Infinity, to: this.#now() };
    const within = [...this.#ended, session].some(
      (part) => part.from + KNOWN_AFTER <= stay.joinedAt && to <= part.to - KNOWN_AFTER,
    );
    if (within && (stay.joins !== 1 || stay.leaves !== 1)) {
      this.wrong.push(`told ${stay.joins} times to join: ${JSON.stringify(stay)}`);
    }
  }
}

function sameAddress(player: SeenPlayer, stay: Stay): boolean {
  return player.ip === stay.ip && player.port === stay.port;
}
