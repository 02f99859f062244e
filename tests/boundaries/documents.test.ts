import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

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
