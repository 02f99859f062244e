import { accountStream } from '../../protocol/streams.ts';
import { appendFacts } from './log.ts';
import type { Database } from '../store/database.ts';
import { DISPLAY_CHECK_MS, signOfLife } from '../identity/display-tokens.ts';

/** What one host writes down of the displays that it has: of each one thing after the other. */
export class DisplayPresence {
  readonly #db: Database;
  /** The sign of life that this host has written last, by display: a later one is another host's. */
  readonly #signs = new Map<string, number>();
  /** The last thing that is to be written, by display. */
  readonly #work = new Map<string, Promise<unknown>>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** Writes down that a display lives; answers when to look next, null where it may not be there any more. */
  end(displayId: string, now: number): Promise<number | null> {
    return this.#inTurn(displayId, async () => {
      const lives = await signOfLife(this.#db, displayId, now);
      this.#signs.set(displayId, now);
      return lives ? now + DISPLAY_CHECK_MS : null;
    });
  }

  /** Tells whoever paired a display that it came, which `end` has written down, or that it went. */
  tell(
    display: { readonly id: string; readonly owner: string },
    here: boolean,
    now: number,
  ): Promise<void> {
    return this.#inTurn(display.id, async () => {
      if (!here) await this.#gone(display.id, now);
      await appendFacts(this.#db, [
        {
          stream: accountStream(display.owner),
          event: 'update',
          data: { muster_id: display.owner, reason: 'walls' },
          at: now,
        },
      ]);
    });
  }

  /** Resolves when everything is written. */
  async idle(): Promise<void> {
    await Promise.all(this.#work.values());
  }

  /** A display that another host has heard of since is there. */
  async #gone(displayId: string, now: number): Promise<void> {
    const sign = this.#signs.get(displayId);
    this.#signs.delete(displayId);
    if (sign === undefined) return;
    await this.#db
      .updateTable('displays')
      .set({ last_seen: now, online_until: 0 })
      .where('id', '=', displayId)
      .where('last_seen', '=', sign)
      .execute();
  }

  #inTurn<T>(displayId: string, work: () => Promise<T>): Promise<T> {
    const done = (this.#work.get(displayId) ?? Promise.resolve()).then(work);
    // Whoever asked hears of a failure; the next one is done all the same.
    const settled = Promise.allSettled([done]).then(() => {
      if (this.#work.get(displayId) === settled) this.#work.delete(displayId);
    });
    this.#work.set(displayId, settled);
    return done;
  }
}
