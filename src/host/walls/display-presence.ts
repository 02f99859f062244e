import { accountStream } from '../../protocol/streams.ts';
import { appendFacts } from '../realtime/log.ts';
import type { Database } from '../store/database.ts';
import { DISPLAY_CHECK_MS, signOfLife } from './display-tokens.ts';

/** What one host writes down of the displays that it has: one thing after the other. */
export class DisplayPresence {
  readonly #db: Database;
  /** The sign of life that this host has written last, by display: a later one is another host's. */
  readonly #signs = new Map<string, number>();
  #work: Promise<unknown> = Promise.resolve();

  constructor(db: Database) {
    this.#db = db;
  }

  /** When an open display is looked at next; null where it may not be there any more. */
  end(displayId: string, now: number): Promise<number | null> {
    return this.#inTurn(async () => {
      return (await this.#sign(displayId, now)) ? now + DISPLAY_CHECK_MS : null;
    });
  }

  /** Writes down that a display came or went, and tells whoever paired it. */
  tell(
    display: { readonly id: string; readonly owner: string },
    here: boolean,
    now: number,
  ): Promise<void> {
    return this.#inTurn(async () => {
      if (here) await this.#sign(display.id, now);
      else await this.#gone(display.id, now);
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
    await this.#work;
  }

  #sign(displayId: string, now: number): Promise<boolean> {
    this.#signs.set(displayId, now);
    return signOfLife(this.#db, displayId, now);
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

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#work.then(work);
    // Whoever asked hears of a failure; the next one is done all the same.
    this.#work = Promise.allSettled([done]);
    return done;
  }
}
