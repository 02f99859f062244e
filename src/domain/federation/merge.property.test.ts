/** Whatever is lost, repeated or late between two installations: once they talk undisturbed, both have the same. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { merge, mustBeginAnew, readAnew, UNREAD, type Page, type Reading } from './merge.ts';

const PAGE = 3;

/** The list that is shared, as the other installation numbers and tells it. */
class Shared {
  epoch = 'a';
  #number = 0;
  #floor = 0;
  readonly #last = new Map<string, { number: number; ban: string | null }>();

  write(id: string, ban: string | null): void {
    this.#number += 1;
    this.#last.set(id, { number: this.#number, ban });
  }

  /** What is gone is forgotten: whoever has not asked since has to begin anew. */
  forget(): void {
    for (const [id, { number, ban }] of this.#last) {
      if (ban !== null) continue;
      this.#floor = Math.max(this.#floor, number);
      this.#last.delete(id);
    }
  }

  page({ epoch, cursor, base }: Reading): Page<string> {
    const [head, floor] = [this.#number, this.#floor];
    const now = { epoch: this.epoch, head, floor };
    const anew = mustBeginAnew({ epoch, after: cursor, base }, now);
    const after = anew ? 0 : cursor;
    const behind = [...this.#last]
      .map(([id, told]) => ({ id, ...told }))
      .filter(({ number }) => number > after)
      .toSorted((a, b) => a.number - b.number);
    const changes = behind.slice(0, PAGE);
    return { epoch: this.epoch, anew, head, changes, more: behind.length > PAGE };
  }

  get bans(): ReadonlyMap<string, string> {
    return new Map([...this.#last].flatMap(([id, { ban }]) => (ban === null ? [] : [[id, ban]])));
  }
}

/** The list that follows it. */
class Following {
  reading: Reading = UNREAD;
  readonly #bans = new Map<string, { ban: string; pass: number }>();

  take(asked: Reading, page: Page<string>): void {
    const merged = merge(this.reading, asked, page);
    if (merged === null) return;
    const { put, gone, reading, sweeps } = merged;
    for (const id of gone) this.#bans.delete(id);
    for (const { id, ban } of put) this.#bans.set(id, { ban, pass: reading.pass });
    if (sweeps) {
      for (const [id, { pass }] of this.#bans) if (pass < reading.pass) this.#bans.delete(id);
    }
    this.reading = reading;
  }

  get bans(): ReadonlyMap<string, string> {
    return new Map([...this.#bans].map(([id, { ban }]) => [id, ban]));
  }
}

const id = fc.constantFrom('p', 'q', 'r', 's', 't', 'u', 'v');
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ does: fc.constant('write' as const), id, ban: fc.string() }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('end' as const), id }) },
  { weight: 6, arbitrary: fc.constant({ does: 'ask' as const }) },
  // An answer that came is taken now, again, or late: after others.
  { weight: 6, arbitrary: fc.record({ does: fc.constant('take' as const), nth: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.constant({ does: 'forget' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('share anew' as const), epoch: fc.string() }),
  },
  { weight: 1, arbitrary: fc.constant({ does: 'doubt' as const }) },
);

it('the lists are equal once they talk undisturbed, and nothing holds that never held', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const shared = new Shared();
      const following = new Following();
      const answers: [Reading, Page<string>][] = [];
      const ever = new Set<string>();
      for (const one of steps) {
        if (one.does === 'write') {
          shared.write(one.id, one.ban);
          ever.add(`${one.id} ${one.ban}`);
        } else if (one.does === 'end') shared.write(one.id, null);
        else if (one.does === 'ask') {
          answers.push([following.reading, shared.page(following.reading)]);
        } else if (one.does === 'take') {
          const answer = answers[one.nth % Math.max(1, answers.length)];
          if (answer !== undefined) following.take(...answer);
        } else if (one.does === 'forget') shared.forget();
        else if (one.does === 'share anew') shared.epoch = `new ${one.epoch}`;
        else following.reading = readAnew(following.reading);
        for (const [name, ban] of following.bans) expect(ever).toContain(`${name} ${ban}`);
      }
      for (let more = true; more;) {
        const asked = following.reading;
        const page = shared.page(asked);
        following.take(asked, page);
        ({ more } = page);
      }
      expect(following.bans).toEqual(shared.bans);
      expect(following.reading.whole).toBe(false);
    }),
    { numRuns: 2_000 },
  );
});

it('what holds all the time holds on all the time, also while everything is read again', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const shared = new Shared();
      const following = new Following();
      shared.write('always', 'out');
      following.take(following.reading, shared.page(following.reading));
      for (const one of steps) {
        if (one.does === 'write') shared.write(one.id, one.ban);
        else if (one.does === 'end') shared.write(one.id, null);
        else if (one.does === 'doubt') following.reading = readAnew(following.reading);
        else if (one.does === 'share anew') shared.epoch = `new ${one.epoch}`;
        else if (one.does === 'forget') shared.forget();
        else following.take(following.reading, shared.page(following.reading));
        expect(following.bans.get('always')).toBe('out');
      }
    }),
    { numRuns: 2_000 },
  );
});
