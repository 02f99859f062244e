/** What a filter would have found of the past is what the doors find when it happens. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pastHits } from '../../src/domain/filters/past-hits.ts';
import { compileTerm } from '../../src/domain/filters/term.ts';
import { hitsOf, type ReadyFilter } from '../../src/host/doors/filters.ts';
import { FILTER_BUCKET, TERM_KIND } from '../../src/protocol/buckets/limits.ts';
import type { HistoryEntry } from '../../src/protocol/history/calls.ts';

const ID = 'a'.repeat(24);
// Few letters, so that terms are in texts; some look alike.
const text = fc.string({
  unit: fc.constantFrom('a', 'A', 'á', '4', 'а', 'b', '8', '.', ' '),
  maxLength: 12,
});
const term = fc.record({
  kind: fc.constantFrom(...TERM_KIND),
  term: fc.string({
    unit: fc.constantFrom('a', '4', 'b', '.', '+', '^'),
    minLength: 1,
    maxLength: 4,
  }),
});

it('on any texts, by any term, of names and of chat', () => {
  let found = 0;
  fc.assert(
    fc.property(term, fc.constantFrom(...FILTER_BUCKET), fc.array(text), (of, type, texts) => {
      const compiled = compileTerm(of);
      fc.pre(compiled.ok);
      if (!compiled.ok) return;
      const hit = {
        id: ID,
        bucket: { id: ID, identifier: 'B' },
        term: of.term,
        action: 'kick',
        message: '',
        minutes: null,
      } as const;
      const ready: ReadyFilter = { type, until: null, hit, matches: compiled.matches };
      const then = texts.map((one) => hitsOf([ready], type, one, 0).length > 0);
      const entries = texts.map((one, seq): HistoryEntry => {
        const named = { id: null, muster_id: null, name: type === 'NAME_FILTER' ? one : 'Ann' };
        const entry =
          type === 'NAME_FILTER'
            ? ({ kind: 'join', player: named, found: false } as const)
            : ({ kind: 'chat', player: named, channel: '', text: one } as const);
        return { of: 'feed', server_id: ID, seq, at: seq, entry };
      });
      const past = new Set(pastHits(entries, type, compiled.matches).map(({ at }) => at));
      expect(texts.map((_, at) => past.has(at))).toEqual(then);
      found += past.size;
    }),
    { numRuns: 500 },
  );
  expect(found).toBeGreaterThan(100);
});
