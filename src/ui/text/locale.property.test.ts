import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  formatAge,
  formatAmount,
  formatBytes,
  formatCount,
  formatDay,
  formatDistance,
  formatDuration,
  formatHour,
  formatList,
  formatMoment,
  formatTime,
} from './format.ts';
import { localeOf } from './locale.ts';

const STRANGE = [
  '',
  ' ',
  'C',
  'POSIX',
  'C.UTF-8',
  'en-US@posix',
  'en_US.UTF-8',
  'sr@latin',
  'sr-RS@latin',
  'de_DE@euro',
  'ca_ES@valencia',
  'no_NO',
  'xx',
  'tlh',
  'i-klingon',
  'x-private',
  'en-u-nu-arab',
  'en-u-ca-nonsense-nu-none',
  'de-DE-u-hc-h12-co-phonebk',
  'zh-Hant-TW',
  '*',
  'de,en;q=0.5',
  'undefined',
  'null',
  '__proto__',
  'sr@__proto__',
  '@',
  '.',
  '-',
  '\u0000',
  '\ud800',
  'de\udc00',
  'ＤＥ',
  'İ',
  `en${'-aaaaaaaa'.repeat(11)}`,
  `en-x${'-a'.repeat(48)}`,
  'a'.repeat(1_000_000),
];

const subtag = fc.string({
  minLength: 1,
  maxLength: 9,
  unit: fc.constantFrom(...Array.from('abcdetuxzATU019')),
});
const strange = fc.oneof(
  fc.constantFrom(...STRANGE),
  fc.string({ unit: 'binary' }),
  fc.array(subtag, { minLength: 1, maxLength: 12 }).map((parts) => parts.join('-')),
  fc
    .tuple(fc.constantFrom('de', 'sr', 'en', 'ar', 'xx', 'C'), subtag, subtag, fc.string())
    .map(([language, place, codeset, modifier]) => `${language}_${place}.${codeset}@${modifier}`),
);

it('any text at all comes to a locale in which every number, moment and list is written', () => {
  fc.assert(
    fc.property(fc.array(strange, { maxLength: 4 }), (wishes) => {
      const locale = localeOf(...wishes);
      expect(Intl.getCanonicalLocales(locale)).toEqual([locale]);
      const written = [
        formatCount(1_234.5, locale),
        formatAmount(1.25, locale),
        formatDistance(12, locale),
        formatBytes(123_456, locale),
        formatDuration(98_765, locale),
        formatAge(98_765, locale),
        formatHour(0, locale),
        formatTime(0, locale),
        formatDay(0, locale),
        formatMoment(0, locale),
        formatList(['1', '2'], 'unit', locale),
        formatList(['1', '2'], 'disjunction', locale),
      ];
      for (const text of written) expect(text).not.toBe('');
    }),
    { examples: STRANGE.map((wish) => [[wish]]), numRuns: 300 },
  );
});

it.each([
  ['en-US@posix', 'en-US'],
  ['en_US.UTF-8', 'en-US'],
  ['de_DE@euro', 'de-DE'],
  ['sr-RS@latin', 'sr-Latn-RS'],
  ['sr@latin', 'sr-Latn'],
  ['pt-br', 'pt-BR'],
  ['de-u-hc-h12', 'de-u-hc-h12'],
])('%s is read as %s', (wish, locale) => {
  expect(localeOf(wish)).toBe(locale);
});

it('a wish that is no locale, or that nobody has words for, leaves it to the next, and at last to English', () => {
  for (const wish of ['', 'C', 'POSIX', 'xx', 'C.UTF-8', 'de'.repeat(100), '\ud800']) {
    expect(localeOf(wish, 'de-AT')).toBe('de-AT');
    expect(localeOf(wish)).toBe('en');
  }
});
