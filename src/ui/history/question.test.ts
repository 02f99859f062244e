import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fromInput, momentsOf, SPANS, spanOf, toInput, type Span } from './question.ts';

afterEach(() => vi.restoreAllMocks());

describe('an input of date and time', () => {
  it.each([
    [240, '2026-07-19T22:30'],
    [0, '2026-07-20T02:30'],
    [-330, '2026-07-20T08:00'],
  ])('has a moment as it is where the person is (%i min)', (minutes, shown) => {
    vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(minutes);
    expect(toInput(Date.UTC(2026, 6, 20, 2, 30))).toBe(shown);
  });

  it('says no moment where there is none', () => {
    expect([toInput(null), fromInput(''), fromInput('1900-01-01T00:00')]).toEqual(['', null, null]);
  });

  it('gives back each minute that it was given, but for an hour that comes twice', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40_000_000 }), (minute) => {
        const at = minute * 60_000;
        const back = fromInput(toInput(at)) ?? 0;
        expect(toInput(back)).toBe(toInput(at));
        expect(Math.abs(back - at)).toBeLessThanOrEqual(3_600_000);
      }),
    );
  });
});

describe('a span with a name', () => {
  // Half past nine in the evening where the person is.
  const now = new Date(2026, 10, 8, 21, 30).getTime();

  it.each<[Exclude<Span, 'own'>, string, string]>([
    ['any', '', ''],
    ['hour', '2026-11-08T20:30', ''],
    ['today', '2026-11-08T00:00', ''],
    ['yesterday', '2026-11-07T00:00', '2026-11-07T23:59'],
    ['week', '2026-11-01T00:00', ''],
    ['month', '2026-10-09T00:00', ''],
  ])('%s begins and ends where the days of the person do', (span, from, until) => {
    const moments = momentsOf(span, now);
    expect([toInput(moments.from), toInput(moments.until)]).toEqual([from, until]);
  });

  it('is known again as long as it means the same', () => {
    const addressed = (span: Exclude<Span, 'own'>) =>
      ({ ...momentsOf(span, now), text: '', servers: '', kinds: [], player: null }) as never;
    for (const span of SPANS) {
      if (span === 'own') continue;
      expect(spanOf(addressed(span), now + 60_000)).toBe(span === 'hour' ? 'own' : span);
      if (span !== 'any') expect(spanOf(addressed(span), now + 86_400_000)).toBe('own');
    }
  });
});
