/** Who is one person with whom, in the tables and as a model has it. */
import { joinPersons, undoJoin } from '../../src/host/players/joins.ts';
import { db } from '../support/banning.ts';
import { PEOPLE, type Who } from './door-steps.ts';

export class Persons {
  readonly #muster: readonly string[];
  readonly #joined = new Map<string, readonly [Who, Who]>();

  constructor(muster: readonly string[]) {
    this.#muster = muster;
  }

  /** They are one from now on, or no more. */
  async turn(one: Who, other: Who, now: number): Promise<void> {
    if (one === other) return;
    const key = [one, other].toSorted((a, b) => a - b).join(' ');
    const ids = { one: this.#muster[one] ?? '', other: this.#muster[other] ?? '' };
    await db()
      .transaction()
      .execute(async (trx) => {
        if (!this.#joined.has(key)) {
          await joinPersons(trx, { ...ids, kind: 'hand' }, now);
          return;
        }
        const join = await trx
          .selectFrom('person_joins')
          .select('id')
          .where('undone_at', 'is', null)
          .where('one', 'in', Object.values(ids))
          .where('other', 'in', Object.values(ids))
          .executeTakeFirstOrThrow();
        await undoJoin(trx, join.id, now, null);
      });
    if (!this.#joined.delete(key)) this.#joined.set(key, [one, other]);
  }

  /** All who are one person with somebody, themselves first. */
  of(who: Who): readonly Who[] {
    const found = new Set<Who>([who]);
    for (let size = 0; size < found.size;) {
      size = found.size;
      for (const pair of this.#joined.values()) {
        if (pair.some((one) => found.has(one))) for (const one of pair) found.add(one);
      }
    }
    return [...found];
  }

  /** Of all who are one person with somebody, the one who was seen last. */
  seenLast(who: Who): Who {
    return PEOPLE.findLast((one) => this.of(who).includes(one)) ?? who;
  }
}
