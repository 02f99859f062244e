/** A BattlEye connector against its server: every line once and in order, every row the server's own. */
import type { GameFact, SeenPlayer } from '../../src/host/connectors/contract.ts';
import type { SimServer } from '../../src/sim/server.ts';
import { Gap, type FollowedFigures, type Follower } from './follower.ts';
import { gluedPings } from './glued.ts';
import { Ledger, sameAddress } from './ledger.ts';
import type { Portal } from './portal.ts';
import { adminOf, KNOWN_AFTER, ToldSession } from './told-session.ts';
import type { Line, Stay, Truth } from './truth.ts';

/** What the network doubles comes so much later at most, and the answers to it as well. Milliseconds. */
const DOUBLED_WITHIN = 1_000;
/** Only player lists tell of the lobby, every five seconds, and some are lost as a whole. */
const LOBBY_KNOWN_AFTER = 60_000;

export class BattlEyeFollower implements Follower {
  readonly #truth: Truth;
  readonly #server: SimServer;
  readonly #now: () => number;
  readonly #ledger: Ledger;
  readonly #gap: Gap;
  readonly #wrong: string[] = [];
  #session: ToldSession | null = null;
  #over: ToldSession | null = null;
  /** Lines since the last log-in that the server accepted. */
  #lines: Line[] = [];
  #connections = 0;
  #said = 0;
  #needless = 0;
  /** The last lists that the server printed. */
  #lists: { readonly at: number; readonly answer: string }[] = [];
  #lookedAt = 0;

  constructor(truth: Truth, server: SimServer, now: () => number, longestGap: number) {
    this.#truth = truth;
    this.#server = server;
    this.#now = now;
    this.#gap = new Gap(longestGap);
    const shows = (player: SeenPlayer, stay: Stay) => showsStay(player, stay, now());
    const misread = (ping: number, { ip, port }: Stay) => {
      const lists = this.#lists.map(({ answer }) => answer);
      return gluedPings(lists, `${ip}:${port}`).includes(ping);
    };
    const rules = { shows, isOf: sameAddress, misread, knownAfter: KNOWN_AFTER };
    this.#ledger = new Ledger(truth, now, rules);
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
      said: this.#said + (this.#session?.lines ?? 0),
      joins: this.#ledger.joins,
      needless: this.#needless,
      longestGapSeconds: Math.round(this.#gap.longest / 1_000),
    };
  }

  hear(fact: GameFact): void {
    if (fact.kind === 'state') this.#state(fact);
    else if (fact.kind === 'join') this.#ledger.join(fact.player);
    else if (fact.kind === 'leave') this.#ledger.leave(fact.player);
    else if (fact.kind === 'pings') {
      this.#ledger.pings(fact.pings);
      if (this.#session !== null) this.#session.listedAt ??= this.#now();
    }
    this.#session?.tell(fact);
  }

  look(): void {
    this.#truth.look();
    this.#takeLists();
    const { log } = this.#server;
    const { lines } = this.#truth.take();
    const login = log.logins.splice(0).findLast(({ outcome }) => outcome === 'accepted');
    const isOwn = ({ text }: Line) => text.endsWith(`(${login?.from}) logged in`);
    const current = this.#over ?? this.#session;
    // While a server starts, one session may follow another without a word.
    const own = login === undefined ? undefined : lines.find(isOwn);
    const renews = own !== undefined && current?.listedAt === null && current.admin !== null;
    if (renews) current.renew(own);
    if (current === null || current.admin === null) this.#lines.push(...lines);
    else for (const line of lines) current.say(line);
    if (login !== undefined && !renews) {
      const doubled = current === null && this.#lines[0] !== undefined && isOwn(this.#lines[0]);
      if (current?.admin !== null && !doubled) this.#lines = [...lines];
      this.#lines = this.#lines.slice(Math.max(0, this.#lines.findIndex(isOwn)));
    }
    if (this.#session !== null && this.#session.admin === null && this.#lines.length > 0) {
      this.#session.admin = adminOf(this.#lines[0]);
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
    const followed = this.#session !== null && this.#session.listedAt !== null;
    const alive = followed && this.#session?.deadAt === null;
    this.#wrong.push(...this.#gap.watch(alive || this.#server.state !== 'running', this.#now()));
  }

  check(portal: Portal): void {
    const now = this.#now();
    this.#wrong.push(...(this.#session?.check(now, false) ?? []));
    const { heard } = this.#ledger;
    const session = this.#session;
    if (session !== null) heard.push({ from: session.connectedAt, to: session.deadAt ?? now });
    this.#truth.forget();
    if (session !== null) heard.pop();
    const listedAt = session?.listedAt ?? null;
    if (listedAt === null || session?.deadAt !== null || now - listedAt < KNOWN_AFTER) return;
    this.#ledger.compare(portal.connector.roster(), now - KNOWN_AFTER);
  }

  #state(fact: Extract<GameFact, { kind: 'state' }>): void {
    if (fact.state === 'CONNECTED') {
      // Not ready any more, a session is in doubt, and goes on.
      if (fact.ready || this.#session !== null) return;
      this.#session = new ToldSession(this.#now());
      this.#connections += 1;
    } else if (this.#session !== null) {
      this.#over = this.#session;
      this.#session = null;
    }
  }

  #takeLists(): void {
    const now = this.#now();
    const { commands } = this.#server.log;
    const fresh = commands.slice(commands.findLastIndex(({ at }) => at <= this.#lookedAt) + 1);
    this.#lists.push(...fresh.filter(({ text }) => text === 'players'));
    this.#lists = this.#lists.filter(({ at }) => at > now - DOUBLED_WITHIN);
    this.#lookedAt = now;
  }

  #finish(): void {
    const over = this.#over;
    if (over === null) return;
    this.#over = null;
    const now = this.#now();
    if (over.deadAt === null) this.#needless += 1;
    this.#wrong.push(...over.check(now, true));
    this.#said += over.lines;
    this.#ledger.heard.push({ from: over.connectedAt, to: over.deadAt ?? now });
  }
}

function showsStay(player: SeenPlayer, stay: Stay, now: number): boolean {
  // In a list, a name that ends like this reads like somebody in the lobby.
  const misread = player.lobby && `${player.name} (Lobby)` === stay.name;
  const lobby = now - stay.lobbyAt < LOBBY_KNOWN_AFTER || player.lobby === stay.lobby;
  return (
    sameAddress(player, stay) &&
    player.guid === stay.guid &&
    player.verified === stay.verified &&
    (misread || (player.name === stay.name && lobby))
  );
}
