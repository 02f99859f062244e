/** Somebody who asks a server for one thing after the other, and holds the answers against what was done. */
import type { CommandResult, GameCommand } from '../../src/host/connectors/contract.ts';
import type { Random } from '../../src/sim/random.ts';
import type { SimServer } from '../../src/sim/server.ts';
import type { Follower } from './follower.ts';
import type { Portal } from './portal.ts';
import type { Stay, Truth } from './truth.ts';

/** An action has to be answered, or to have failed, after so long. Milliseconds. */
const DEADLINE = 15_000;
/** What a late copy of a datagram may still do after that. */
const LATE = 1_000;
/** So long before a kick arrives its target may have left without anybody knowing: twice the way, when held back. */
const UNKNOWN_FOR = 1_000;

interface Asked {
  readonly command: GameCommand;
  /** A word that only this command bears; null where doing it twice does no more than once. */
  readonly mark: string | null;
  readonly at: number;
  readonly stay: Stay | undefined;
  result: CommandResult | null;
  answeredAt: number;
}

export interface CommandFigures {
  asked: number;
  done: number;
  failed: Record<string, number>;
  /** Executed once more because the network doubled the datagram: no client can prevent it. */
  doubledOnTheWay: number;
}

export class Commander {
  readonly figures: CommandFigures = { asked: 0, done: 0, failed: {}, doubledOnTheWay: 0 };
  readonly wrong: string[] = [];
  readonly #server: SimServer;
  readonly #truth: Truth;
  readonly #portal: Portal;
  readonly #follower: Follower;
  readonly #random: Random;
  readonly #now: () => number;
  readonly #sent: ReadonlyMap<string, number>;
  readonly #copies: number;
  #open: Asked[] = [];
  readonly #executed: { readonly at: number; readonly text: string }[] = [];
  #unlockAt: number | null = null;

  constructor(parts: {
    server: SimServer;
    truth: Truth;
    portal: Portal;
    follower: Follower;
    random: Random;
    now: () => number;
    sent: ReadonlyMap<string, number>;
    /** How often a network may bring what was sent once. */
    copies: number;
  }) {
    this.#copies = parts.copies;
    this.#server = parts.server;
    this.#truth = parts.truth;
    this.#portal = parts.portal;
    this.#follower = parts.follower;
    this.#random = parts.random;
    this.#now = parts.now;
    this.#sent = parts.sent;
  }

  /** Asks for something. */
  ask(): void {
    this.figures.asked += 1;
    const mark = `mark${this.figures.asked}.`;
    const key = this.#anybody();
    const kind =
      this.#unlockAt !== null && this.#now() > this.#unlockAt ? 9 : this.#random.int(0, 8);
    switch (kind) {
      case 0:
      case 1:
        return this.#run({ action: 'MESSAGE_PUBLIC', text: `all ${mark}` }, mark);
      case 2:
        return this.#run({ action: 'MESSAGE_PRIVATE', playerKey: key, text: `you ${mark}` }, mark);
      case 3:
      case 4:
        return this.#run({ action: 'SERVER_KICK', playerKey: key, reason: `why ${mark}` }, mark);
      case 5:
        return this.#run({ action: 'RAW', command: `say -1 raw ${mark}` }, mark);
      case 6:
        return this.#run({ action: 'RAW', command: this.#random.pick(READ) }, null);
      case 7:
        return this.#run({ action: 'RAW', command: `addBan ${'0'.repeat(32)} 1 ${mark}` }, mark);
      case 8:
        this.#unlockAt = this.#now() + 60_000;
        return this.#run({ action: 'SERVER_LOCK' }, null);
      default:
        this.#unlockAt = null;
        return this.#run({ action: 'SERVER_UNLOCK' }, null);
    }
  }

  /** What is wrong with the commands whose time is over. */
  check(): void {
    const now = this.#now();
    // Rust answers a kick of somebody who has left in the meantime that there is nobody: nothing was done.
    const heard = this.#server.log.commands.splice(0);
    const done = heard.filter(({ answer }) => answer !== 'Player not found');
    this.#executed.push(...done.map(({ at, text }) => ({ at, text })));
    const due = this.#open.filter(({ at }) => at + DEADLINE + LATE < now);
    this.#open = this.#open.filter((asked) => !due.includes(asked));
    for (const asked of due) this.#judge(asked);
    if (this.#open.length === 0) this.#executed.length = 0;
  }

  #judge({ command, mark, at, stay, result, answeredAt }: Asked): void {
    const about = JSON.stringify([command, result]);
    if (result === null || answeredAt > at + DEADLINE + 1) {
      this.wrong.push(`not answered in time: ${about}`);
      return;
    }
    if (result.ok) this.figures.done += 1;
    else this.figures.failed[result.kind] = (this.figures.failed[result.kind] ?? 0) + 1;
    if (mark === null) return;
    const executed = this.#executed.filter(({ text }) => text.includes(mark));
    const sent = [...this.#sent].reduce(
      (sum, [text, times]) => (text.includes(mark) ? sum + times : sum),
      0,
    );
    if (sent > 1) this.wrong.push(`sent ${sent} times: ${about}`);
    if (executed.length > 1) this.figures.doubledOnTheWay += executed.length - 1;
    if (executed.length > sent * this.#copies)
      this.wrong.push(`done ${executed.length} times: ${about}`);
    const kick = command.action === 'SERVER_KICK';
    const gone = kick && stay?.leftAt !== null;
    if (result.ok && executed.length === 0 && !gone) this.wrong.push(`not done: ${about}`);
    if (result.ok && kick && !gone) this.wrong.push(`not kicked: ${about}`);
    if (!result.ok && result.kind !== 'no-answer' && executed.length > 0) {
      this.wrong.push(`done, but denied: ${about}`);
    }
    const kicked = this.#truth.kicked.get(mark);
    // After a restart the same person may be there again.
    const right = kicked?.address === stay?.ip && kicked?.port === stay?.port;
    const leftAt = stay?.leftAt ?? Infinity;
    // The place was taken again while the kick was on its way.
    const underWay =
      leftAt <= (executed[0]?.at ?? 0) && leftAt > (executed[0]?.at ?? 0) - UNKNOWN_FOR;
    if (kick && kicked !== undefined && !underWay && !(right && kicked.name === stay?.name)) {
      this.wrong.push(`somebody else was kicked: ${about}`);
    }
    this.#truth.kicked.delete(mark);
  }

  #run(command: GameCommand, mark: string | null): void {
    const key = 'playerKey' in command ? command.playerKey : null;
    const stay = key === null ? undefined : this.#follower.stayOf(key);
    const at = this.#now();
    const asked: Asked = { command, mark, at, stay, result: null, answeredAt: Infinity };
    this.#open.push(asked);
    const settle = (result: CommandResult): void => {
      Object.assign(asked, { result, answeredAt: this.#now() });
    };
    this.#portal.run(command).then(settle, (error: unknown) => {
      this.wrong.push(`rejected: ${String(error)}`);
    });
  }

  #anybody(): string {
    const roster = this.#portal.connector.roster();
    return roster.length === 0 ? '0' : this.#random.pick(roster).key;
  }
}

/** Commands that only ask. */
const READ = ['version', 'bans', 'admins', 'missions', 'players', 'commands', 'nonsense'];
