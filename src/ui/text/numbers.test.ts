import i18next from 'i18next';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FIRST_TEXTS, LATER_TEXTS } from './en/all.ts';
import { loadTexts, startTexts } from './i18n.ts';
import { localeOf } from './locale.ts';
import { writeNumbersBy } from './numbers.ts';

beforeAll(async () => {
  await startTexts();
  await loadTexts();
});
afterAll(() => writeNumbersBy(localeOf('en')));

/** The paths of a namespace's texts that have something put into them, and what that is called. */
function filled(value: unknown, path = ''): (readonly [string, readonly string[]])[] {
  if (typeof value === 'string') {
    const names = [...value.matchAll(/\{\{(.+?)\}\}/g)].map(([, name = '']) => name);
    return names.length === 0 ? [] : [[path, names]];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) =>
    filled(one, path === '' ? key : `${path}.${key}`),
  );
}

/** Ports are typed as they are read. */
const PLAIN = ['game', 'port', 'query', 'rcon'];

it.each([
  ['en', '1,234,567'],
  ['de', '1.234.567'],
  ['en-IN', '12,34,567'],
])('every number in every text is written as %s writes it', (locale, number) => {
  writeNumbersBy(localeOf(locale));
  let counted = 0;
  for (const ns of [...Object.keys(FIRST_TEXTS), ...Object.keys(LATER_TEXTS)]) {
    for (const [path, names] of filled(i18next.getResourceBundle('en', ns))) {
      const given = Object.fromEntries(names.map((name) => [name, 1_234_567]));
      // By its whole path, plural and all: a rule that chooses between them is not asked.
      const text = i18next.t(path as never, { ns: ns as never, ...given, count: 1_234_567 });
      const plain = names.filter((name) => PLAIN.includes(name)).length;
      expect([path, String(text).split('1234567').length - 1]).toEqual([path, plain]);
      const formatted = String(text).split(number).length - 1;
      expect([path, formatted >= names.length - plain]).toEqual([path, true]);
      counted += formatted;
    }
  }
  expect(counted).toBeGreaterThan(1_000);
});

it('what is no number, and a number without thousands, stay as they are', () => {
  writeNumbersBy(localeOf('de'));
  expect(i18next.t('entries.chosen', { ns: 'buckets', count: 999 })).toBe('999 chosen');
  expect(i18next.t('title', { page: '1234' })).toBe('1234 · Muster');
});
