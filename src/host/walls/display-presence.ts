import type { HostDeps } from '../calls/deps.ts';
import { change, type Change } from '../change/change.ts';
import { DISPLAY_CHECK_MS, signOfLife } from '../identity/display-tokens.ts';
import { DISPLAY_ROWS, tellGranted } from './rows.ts';

type Deps = Pick<HostDeps, 'db' | 'publish' | 'secrets'>;

/** What one host writes down of the displays that it has: of each one thing after the other. */
export class DisplayPresence {
  readonly #deps: Deps;
  /** The sign of life that this host has written last, by display: a later one is another host's. */
  readonly #signs = new Map<string, number>();
  /** The last thing that is to be written, by display. */
  readonly #work = new Map<string, Promise<unknown>>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Writes down that a display lives, and where it did not, tells that it came. Answers when to look next, null where
   * it may not be there any more.
   */
  lives(displayId: string, now: number): Promise<number | null> {
    return this.#inTurn(displayId, async () => {
      const sign = await this.#change(now, async (made) => {
        const sign = await signOfLife(made.trx, displayId, now);
        if (sign?.came === true) await tellGranted(made, DISPLAY_ROWS, [displayId]);
        return sign;
      });
      if (sign === null) return null;
      this.#signs.set(displayId, now);
      return now + DISPLAY_CHECK_MS;
    });
  }

  /** Writes down that a display went, and tells it; one that another host has heard of since is there. */
  gone(displayId: string, now: number): Promise<void> {
    return this.#inTurn(displayId, async () => {
      const sign = this.#signs.get(displayId);
      this.#signs.delete(displayId);
      if (sign === undefined) return;
      await this.#change(now, async (made) => {
        const went = await made.trx
          .updateTable('displays')
          .set({ last_seen: now, online_until: 0 })
          .where('id', '=', displayId)
          .where('last_seen', '=', sign)
          .returning('id')
          .execute();
        await tellGranted(
          made,
          DISPLAY_ROWS,
          went.map(({ id }) => id),
        );
      });
    });
  }

  /** Resolves when everything is written. */
  async idle(): Promise<void> {
    await Promise.all(this.#work.values());
  }

  #change<T>(now: number, work: (made: Change) => Promise<T>): Promise<T> {
    return change({ ...this.#deps, now }, work);
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

/** Tells that displays went whose host ended before it could: none has heard of them in time. */
export async function sweepDisplays(deps: Deps, now: number): Promise<void> {
  await change({ ...deps, now }, async (made) => {
    const { trx } = made;
    const late = await trx
      .selectFrom('displays')
      .select('id')
      .where('online_until', '>', 0)
      .where('online_until', '<=', now)
      // What is written down of one just now is newer.
      .forUpdate()
      .skipLocked()
      .execute();
    const ids = late.map(({ id }) => id);
    if (ids.length === 0) return;
    await trx.updateTable('displays').set({ online_until: 0 }).where('id', 'in', ids).execute();
    await tellGranted(made, DISPLAY_ROWS, ids);
  });
}
