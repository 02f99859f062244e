import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { FIRST_TEXTS, LATER_TEXTS } from './en/all.ts';

const folder = new URL('../../../docs/guides/', import.meta.url);
const all = readdirSync(folder);
const guides = all.filter((name) => name.startsWith('connect-'));
const later = await Promise.all(Object.values(LATER_TEXTS).map((load) => load()));
const texts = leaves([FIRST_TEXTS, later]);

function leaves(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [];
}

it.each(guides)('%s quotes what the portal says when a test fails', (name) => {
  const rows = readFileSync(new URL(name, folder), 'utf8').matchAll(
    /^\| (?!the portal|-)([^|]+?) +\|/gm,
  );
  const unsaid = [...rows]
    .map(([, said = '']) => said)
    .filter((said) => !texts.some((text) => text.startsWith(said)));
  expect(unsaid).toEqual([]);
});

it.each(guides)('%s names the fields and buttons of the portal as they are labelled', (name) => {
  const labels = readFileSync(new URL(name, folder), 'utf8')
    .replaceAll(/\s+/g, ' ')
    .matchAll(
      /\*\*((?:Add|Name|Address|Game|Query|RCon|Test|Manage|Lock|Restart|Generic|Log)[^*]*)\*\*/g,
    );
  const unknown = [...labels]
    .map(([, label = '']) => label)
    .filter((label) => !texts.includes(label));
  expect(unknown).toEqual([]);
});

it.each(all)('%s puts into quotation marks, in a table, what the portal says', (name) => {
  const rows = readFileSync(new URL(name, folder), 'utf8').matchAll(/^\| '([^']+)'/gm);
  const unsaid = [...rows]
    .map(([, said = '']) => said)
    .filter((said) => !texts.some((text) => text.startsWith(said)));
  expect(unsaid).toEqual([]);
});

const read = (path: string) => readFileSync(new URL(`../../${path}`, folder), 'utf8');

it('the keys of all pages are in the guide to the keyboard, and no others', () => {
  const screens = ['screens', 'list-screens'].map((name) => read(`src/ui/app/${name}.tsx`)).join();
  const pages = screens.matchAll(/\bkey: '([a-z])'/g);
  const listed = read('docs/guides/keyboard-and-consoles.md').matchAll(/\| `g ([a-z])`/g);
  const letters = (found: Iterable<RegExpMatchArray>) => [...found].map(([, key]) => key).sort();
  expect(letters(listed)).toEqual(letters(pages));
});

it('the daily work takes as many clicks and keys as its journeys allow', () => {
  const sections = read('docs/guides/daily-work.md').split('\n## ').slice(1);
  const most = sections.map((section) => {
    const [, clicks, file] =
      /^[^\n]*: (\d+)\n[^]*\/(daily-work\/\S+\.spec\.ts)\)/.exec(section) ?? [];
    return `${file}: ${clicks}`;
  });
  const files = readdirSync(new URL('../../tests/journeys/daily-work/', folder));
  const allowed = files.flatMap((name) =>
    [
      ...read(`tests/journeys/daily-work/${name}`).matchAll(
        /^(?:test| +await test\.step)\([^]*?expectAtMost\((\d+)\)/gm,
      ),
    ].map(([, clicks]) => `daily-work/${name}: ${clicks}`),
  );
  expect(most).toHaveLength(8);
  expect(allowed).toEqual(expect.arrayContaining(most));
});
