import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { DOOR_RULE, type DoorRule } from '../../src/protocol/modules/decision.ts';

const project = resolve(import.meta.dirname, '../..');
const NAMED = /`((?:bench|docs|scripts|src|tests)\/[\w./-]+)`/g;

/** What a document names and is not there. */
async function missingIn(document: string): Promise<readonly string[]> {
  const text = await readFile(join(project, document), 'utf8');
  return [...text.matchAll(NAMED)]
    .map(([, path = '']) => path)
    .filter((path) => !existsSync(join(project, path)))
    .map((path) => `${document}: ${path}`);
}

test('every file that a document names is there', async () => {
  const pages = await readdir(join(project, 'docs'), { recursive: true });
  const documents = ['README.md', 'CONTRIBUTING.md', ...pages.map((page) => join('docs', page))];
  const written = documents.filter((document) => document.endsWith('.md'));
  expect((await Promise.all(written.map(missingIn))).flat()).toEqual([]);
});

/** How the table of the decision calls each rule. */
const CALLED: readonly (readonly [RegExp, DoorRule])[] = [
  [/ban on /, 'ban'],
  [/^the whitelist /, 'whitelist'],
  [/^the country /, 'geoblocking'],
  [/VPN/, 'vpn'],
  [/^Steam:/, 'steam'],
  [/^the name filter/, 'name-filter'],
  [/^reserved slots/, 'reserved-slot'],
  [/^the limit of ping/, 'ping'],
  [/^the chat filter/, 'chat-filter'],
];

test('the table of the decision has the rules in the order in which they are asked', async () => {
  const text = await readFile(join(project, 'docs/decisions/decision-order.md'), 'utf8');
  const rows = [...text.matchAll(/^\| +(\d+) +\| (.+?) *\| (.+?) *\| (.*?) *\|$/gm)];
  const places = rows.map(([, place]) => Number(place));
  expect(places).toEqual(places.map((_, at) => at + 1));
  const asked = rows.flatMap(([, , rule = '', , today]) => {
    if (today !== 'yes') return [];
    const called = CALLED.find(([name]) => name.test(rule));
    return [called?.[1] ?? rule];
  });
  expect([...new Set(asked)]).toEqual([...DOOR_RULE]);
});
