import { expect, it } from 'vitest';
import { formatAmount, formatDistance } from './format.ts';
import { localeOf } from './locale.ts';

it.each([
  [1.44, 'en', '1.4 m'],
  [13.1625, 'en', '13 m'],
  [1_212.6, 'en', '1,213 m'],
  [1.44, 'de', '1,4 m'],
  [1_212.6, 'de', '1.213 m'],
])('writes %d metres in %s as %s', (metres, locale, text) => {
  expect(formatDistance(metres, localeOf(locale))).toBe(text);
});

it('writes a measured number to a tenth', () => {
  expect(formatAmount(47.58, localeOf('en'))).toBe('47.6');
  expect(formatAmount(100, localeOf('de'))).toBe('100');
});
