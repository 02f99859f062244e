import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CALLS } from '../../protocol/calls.ts';
import { FIRST_TEXTS, LATER_TEXTS } from './en/all.ts';

const root = new URL('../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

/** The first column of the page's last table. */
const avoided = [
  ...(read('docs/voice.md').split('## Words to avoid')[1] ?? '').matchAll(/^\| (.+?) \|/gm),
]
  .flatMap(([, cell = '']) => cell.split(', '))
  .map((word) => word.trim())
  .filter((word) => /^[a-z]/i.test(word) && word !== 'Avoid');
const AVOIDED = new RegExp(String.raw`\b(?:${avoided.join('|')})\b`, 'i');

function leaves(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [];
}

/** Texts that the specification's catalogue of errors gives word for word. */
const GIVEN = /^We are currently unable to serve your request|\(E:1\)\.$/;

/** The words of a text, without what is put into it. */
function breaks(text: string): boolean {
  return !GIVEN.test(text) && AVOIDED.test(text.replaceAll(/\$?\{+[^}]*\}+/g, ''));
}

/** What stands in quotation marks in code and reads as words: two blanks, no path, no query. */
function quoted(folder: string): string[] {
  return readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|doubles|^store|migrations/.test(name))
    .flatMap((name) => read(`${folder}/${name}`).split('\n'))
    .filter((line) => !/^\s*(?:\*|\/|import |export )/.test(line))
    .flatMap((line) => [...line.matchAll(/'((?:[^'\\]|\\.)*)'|`([^`]*)`/g)])
    .map(([, single, template]) => single ?? template ?? '')
    .filter((text) => / \S+ /.test(text) && /^[A-Z]|[.:]$/.test(text));
}

it('has a list', () => {
  expect(avoided).toContain('A2S');
  expect(avoided.length).toBeGreaterThan(15);
});

it('the portal and the sign-in site use no word of the list', async () => {
  const later = await Promise.all(Object.values(LATER_TEXTS).map((load) => load()));
  const texts = leaves([FIRST_TEXTS, later]);
  expect(texts.length).toBeGreaterThan(500);
  expect(texts.filter(breaks)).toEqual([]);
});

it('the helps of the command line use no word of the list', () => {
  const files = readdirSync(new URL('src/cli', root), { recursive: true, encoding: 'utf8' });
  const helps = files
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => [...read(`src/cli/${name}`).matchAll(/HELP = `([^`]*)`/g)])
    .map(([, help = '']) => help);
  expect(helps.length).toBeGreaterThan(10);
  expect(helps.filter(breaks)).toEqual([]);
});

it('what the API says of its calls uses no word of the list', () => {
  expect(
    Object.values(CALLS)
      .map(({ summary }) => summary)
      .filter(breaks),
  ).toEqual([]);
});

it.each(['src/cli', 'src/host'])('what %s says uses no word of the list', (folder) => {
  const texts = quoted(folder);
  expect(texts.length).toBeGreaterThan(50);
  expect(texts.filter(breaks)).toEqual([]);
});
