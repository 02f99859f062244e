/** What is asked of a game now, and in whose name: its console says of no line who sent it. */
import type { GameFact, OwnBanList } from '../connectors/contract.ts';
import type { Actor } from './tell-server.ts';

interface Act {
  /** null: by a schedule, or the host itself. */
  readonly actor: Actor | null;
  readonly text: string | null;
  /** It is what the host does with the game's own ban list. */
  readonly isOwn?: boolean;
}

/** What is sent for that. */
const OWN_LIST = /^(?:addBan|removeBan|banid|unban) |^(?:writeBans|server\.writecfg)$/;

export class Acting {
  #acts: readonly Act[] = [];

  async during<T>(act: Act, work: () => Promise<T>): Promise<T> {
    this.#acts = [...this.#acts, act];
    try {
      return await work();
    } finally {
      this.#acts = this.#acts.filter((other) => other !== act);
    }
  }

  /** A ban list that is changed in nobody's name. */
  ownBans(list: OwnBanList): OwnBanList {
    const change = (work: () => Promise<boolean>) =>
      this.during({ actor: null, text: null, isOwn: true }, work);
    return {
      by: list.by,
      read: () => list.read(),
      add: (bans) => change(() => list.add(bans)),
      remove: (bans) => change(() => list.remove(bans)),
      keep: () => change(() => list.keep()),
    };
  }

  /** Whose command a console line belongs to; null where it is the host's own or cannot be told. */
  actorOf(fact: Extract<GameFact, { kind: 'console' }>): Actor | null {
    if (fact.direction === 'in') return null;
    const raw = this.#acts.find(({ text }) => text !== null && text === fact.text);
    if (raw !== undefined) return raw.actor;
    const people = this.#acts.filter(({ isOwn }) => isOwn !== true);
    const isShared = people.length < this.#acts.length;
    // An answer may be to either; a command for the ban list is the host's.
    if (isShared && (fact.direction === 'answer' || OWN_LIST.test(fact.text))) return null;
    return people.length === 1 ? (people[0]?.actor ?? null) : null;
  }
}
