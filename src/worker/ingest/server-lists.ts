import { LIST_IDS_MAX } from '../../protocol/servers/limits.ts';

/** More than this many missing servers, and all from the first of them on are asked for. */
const WHOLE_FROM = 2 * LIST_IDS_MAX;
/** What is asked for in vain is asked for again at once in so many parts, down to single servers. */
const SPLIT_IN = 8;
/** After so many calls in vain, one after the other, it is asked whether the host answers at all. */
const DOUBT_AFTER = 6;
/** So many in vain, one after the other, and the rest waits for the next walk, whoever is to blame. */
const GIVE_UP_AFTER = 64;
/** An id that no server has: only a host that does not answer leaves it without an answer. */
const NOBODY = '0'.repeat(24);

/** Some servers by their ids, joined by commas, or all whose ids are behind `after`. */
export type PageQuestion = { readonly ids: string } | { readonly after?: string };

/** A page has come. `next`: the id behind which the next one begins; null after the last. */
export type ServerPage = { readonly next: string | null } | 'refused';

/** Asks for one page and tells what is in it. Rejects where it does not come. */
export type AskPage = (question: PageQuestion) => Promise<ServerPage>;

/** The walk was left: nobody waits for its servers any more. */
export class LeftError extends Error {
  readonly kind = 'left';
}

/** What came of it: the host does not give them, or the ids of those that were asked for in vain. */
export type ServersOutcome = 'refused' | ReadonlySet<string>;

/**
 * Asks for servers page by page: a list that came at once would keep the worker from everything else in the meantime.
 * Where a page does not come, the others do: the rest is asked for by ids. Rejects where the host answers
 * nothing, or nothing more, and with a LeftError as soon as they are not `meant` any more.
 */
export async function askServers(
  servers: readonly string[],
  askPage: AskPage,
  meant: () => boolean,
): Promise<ServersOutcome> {
  const asking = new Asking(askPage, meant);
  const left = [...servers].sort();
  const rest = left.length > WHOLE_FROM ? await asking.whole(left) : left;
  await asking.parts(chunks(rest, LIST_IDS_MAX));
  return asking.outcome();
}

/** One walk through a list, and what was asked for in vain on it. */
class Asking {
  readonly #askPage: AskPage;
  readonly #meant: () => boolean;
  readonly #failed = new Set<string>();
  #refused = false;
  #answered = false;
  #inARow = 0;
  #error: unknown;

  constructor(askPage: AskPage, meant: () => boolean) {
    this.#askPage = askPage;
    this.#meant = meant;
  }

  outcome(): ServersOutcome {
    if (this.#refused) return 'refused';
    if (!this.#answered && this.#failed.size > 0) throw this.#error;
    return this.#failed;
  }

  /** All from the first of these to the last, by ids; answers which are left where a page does not come. */
  async whole(servers: readonly string[]): Promise<readonly string[]> {
    const last = servers.at(-1) ?? '';
    let after = idBefore(servers[0] ?? '');
    while (after < last) {
      const next = await this.#page(after === '' ? {} : { after });
      if (next === undefined) return servers.filter((id) => id > after);
      after = next ?? last;
    }
    return [];
  }

  /**
   * These, by ids. What does not come is asked for in smaller parts once all others of its size were asked for,
   * and after a part in vain comes one of the other end: servers that are broken are often neighbours, and
   * would be taken for a host that answers nothing.
   */
  async parts(parts: readonly (readonly string[])[]): Promise<void> {
    const waiting = [...parts];
    const smaller: (readonly string[])[] = [];
    while (waiting.length > 0 && !this.#refused) {
      const part = (this.#inARow > 0 ? waiting.pop() : waiting.shift()) ?? [];
      const left = await this.#part(part);
      if (left.length > 1) smaller.push(...chunks(left, Math.ceil(left.length / SPLIT_IN)));
      else for (const id of left) this.#failed.add(id);
    }
    if (smaller.length > 0) await this.parts(smaller);
  }

  /** These, by ids; answers which are left where a page does not come. */
  async #part(servers: readonly string[]): Promise<readonly string[]> {
    let left = servers;
    while (left.length > 0) {
      const next = await this.#page({ ids: left.join(',') });
      if (next === undefined) return left;
      left = next === null ? [] : left.filter((id) => id > next);
    }
    return left;
  }

  /** Where the next page begins; null: there is none; undefined: the page does not come. */
  async #page(question: PageQuestion): Promise<string | null | undefined> {
    if (!this.#meant()) throw new LeftError();
    try {
      const page = await this.#askPage(question);
      this.#answered = true;
      this.#inARow = 0;
      this.#refused = page === 'refused';
      return page === 'refused' ? null : page.next;
    } catch (error) {
      this.#error = error;
      this.#inARow += 1;
      if (this.#inARow >= GIVE_UP_AFTER) throw error;
      if (this.#inARow === DOUBT_AFTER && !(await this.#hostAnswers())) throw error;
      return undefined;
    }
  }

  async #hostAnswers(): Promise<boolean> {
    try {
      await this.#askPage({ ids: NOBODY });
      return true;
    } catch {
      return false;
    }
  }
}

/** The id that comes right before another; empty: there is none. */
function idBefore(id: string): string {
  const number = BigInt(`0x${id}`);
  return number === 0n ? '' : (number - 1n).toString(16).padStart(id.length, '0');
}

function chunks<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  const parts: T[][] = [];
  for (let from = 0; from < items.length; from += size) parts.push(items.slice(from, from + size));
  return parts;
}
