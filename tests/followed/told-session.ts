/** One log-in of a connector, held against what the server said in the meantime: each line once, in order, none lost. */
import type { GameFact } from '../../src/host/connectors/contract.ts';
import type { Line } from './truth.ts';

type Heard = Extract<GameFact, { kind: 'chat' | 'kick' }>;

/**
 * A server says a line again every 2 s, five times in all, and drops whoever has not acknowledged it
 * after 10 s. So whatever is older than that and one way through the network is known, or the session
 * is over. Milliseconds.
 */
export const KNOWN_AFTER = 11_000;

interface ToldLine {
  readonly text: string;
  readonly heard: Heard[];
}

export class ToldSession {
  readonly connectedAt: number;
  /** When the first player list of the session was read. */
  listedAt: number | null = null;
  /** When the server forgot it. */
  deadAt: number | null = null;
  /** The `n` of `RCon admin #n`; null until the line of the log-in is found. */
  admin: number | null = null;
  lines = 0;
  /** A log-in that the network doubles is told again, perhaps under another number: no copy can be told from it. */
  #login = '';
  /**
   * When such a log-in began the server's session again. Lines on their way are forgotten then, and an
   * acknowledgement still on its way counts for a new line with that number: no client can know of either.
   */
  readonly #begunAnew: number[] = [];
  #said: Line[] = [];
  #told: ToldLine[] = [];

  constructor(connectedAt: number) {
    this.connectedAt = connectedAt;
  }

  /** The connector logged in again, and goes on: the server had forgotten it, or is about to forget the one before. */
  renew(line: Line): void {
    this.admin = adminOf(line);
    if (loginOf(line) === this.#login) return;
    this.deadAt = null;
    this.#login = '';
    this.#begunAnew.push(line.at);
  }

  say(line: Line): void {
    const login = loginOf(line);
    if (login !== '' && login === this.#login) {
      this.#begunAnew.push(line.at);
      return;
    }
    if (this.#login === '') this.#login = login;
    if (this.deadAt === null || line.at <= this.deadAt) this.#said.push(line);
  }

  tell(fact: GameFact): void {
    if (fact.kind === 'console' && fact.direction === 'in') {
      this.#told.push({ text: fact.text, heard: [] });
    } else if (fact.kind === 'chat' || fact.kind === 'kick') {
      this.#told.at(-1)?.heard.push(fact);
    }
  }

  /** What is wrong at `now`. What was found right is let go of. */
  check(now: number, over: boolean): readonly string[] {
    const end = this.deadAt ?? (over ? now : null);
    const wrong: string[] = [];
    let at = 0;
    for (const told of this.#told) {
      let line = this.#said[at];
      while (line !== undefined && line.text !== told.text) {
        const dying = end !== null && line.at > end - KNOWN_AFTER;
        if (!dying && !this.#mayBeForgotten(line)) break;
        at += 1;
        line = this.#said[at];
      }
      if (line?.text !== told.text) {
        wrong.push(`told ${quoted(told.text)} where ${quoted(line?.text)} was said`);
        break;
      }
      wrong.push(...misheard(line, told.heard, this.listedAt));
      at += 1;
    }
    this.lines += this.#told.length;
    this.#told = [];
    this.#said = this.#said.slice(at);
    const due = (end ?? now) - KNOWN_AFTER;
    const lost = this.#said.filter((line) => line.at <= due && !this.#mayBeForgotten(line));
    if (lost.length > 0)
      wrong.push(`never told ${lost.map(({ text }) => quoted(text)).join(', ')}`);
    return wrong;
  }

  #mayBeForgotten({ at }: Line): boolean {
    return this.#begunAnew.some((anew) => Math.abs(at - anew) < KNOWN_AFTER);
  }
}

/** The number in `RCon admin #n (…) logged in`. */
export function adminOf(line: Line | undefined): number {
  return Number(/#(\d+)/.exec(line?.text ?? '')?.[1]);
}

/** Who logged in, by address; empty where the line tells of something else. */
function loginOf({ text }: Line): string {
  return /\([\d.:]+\) logged in$/.exec(text)?.[0] ?? '';
}

function misheard(
  { event, text }: Line,
  heard: readonly Heard[],
  listedAt: number | null,
): readonly string[] {
  const [fact, ...more] = heard;
  const about = `${quoted(text)} was told as ${JSON.stringify(heard)}`;
  if (event === null) return fact === undefined ? [] : [`${about}, which is nobody's`];
  if (fact === undefined || more.length > 0) return [`${about}, not once`];
  const { player } = event;
  const of = fact.player;
  if (of !== null && (of.ip !== player.address || of.port !== player.port)) {
    return [`${about}, of somebody else`];
  }
  if (event.kind === 'chat') {
    if (fact.kind !== 'chat' || fact.channel !== event.channel) return [about];
    const whole = `${player.name}: ${event.text}`;
    if (whole !== `${fact.name}: ${fact.text}`) return [about];
    // Before the first list nobody can tell where the name of a stranger ends.
    if (of === null && (listedAt === null || fact.at <= listedAt)) return [];
    // Where several people's names fit nobody can tell; else it has to be the right one.
    const fits = event.names.filter((name) => whole.startsWith(`${name}: `));
    return fits.every((name) => name === player.name) && fact.name !== player.name ? [about] : [];
  }
  if (event.kind !== 'kicked' || fact.kind !== 'kick' || fact.name !== player.name) return [about];
  return reasonOf(fact) === event.why || `Admin Kick ()` === event.why ? [] : [about];
}

function reasonOf({ by, reason }: Extract<Heard, { kind: 'kick' }>): string {
  if (by === 'admin-ban') return `Admin Ban (${reason})`;
  if (by !== 'admin-kick') return reason;
  return reason === '' ? 'Admin Kick' : `Admin Kick (${reason})`;
}

function quoted(text: string | undefined): string {
  return text === undefined ? 'nothing' : JSON.stringify(text);
}
