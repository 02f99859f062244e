import { expect, it } from 'vitest';
import { formatAmount, formatBytes, formatDistance } from './format.ts';
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

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [251, '251 bytes'],
  [1_024, '1.00 kB'],
  [3 * 1_024 ** 3, '3.00 GB'],
])('writes a size of %d as %s', (bytes, text) => {
  expect(formatBytes(bytes, localeOf('en'))).toBe(text);
});
