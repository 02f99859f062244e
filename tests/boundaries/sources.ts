import { readdir, readFile } from 'node:fs/promises';
import { join, posix, resolve } from 'node:path';

const source = resolve(import.meta.dirname, '../../src');
const RELATIVE = /\b(?:from|import|URL\()\s*\(?\s*'(\.[^'?]+)/g;

/** Texts by path from `src/` on. */
export type Sources = ReadonlyMap<string, string>;

/** Everything below `src/` but its tests. */
export async function readSources(): Promise<Sources> {
  const names = (await readdir(source, { recursive: true })).filter(
    (name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name),
  );
  const texts = names.map(async (name) => {
    return [name, await readFile(join(source, name), 'utf8')] as const;
  });
  return new Map(await Promise.all(texts));
}

/** Which file uses which. */
export function usesIn(files: Sources): { readonly file: string; readonly target: string }[] {
  return [...files].flatMap(([file, text]) =>
    [...text.matchAll(RELATIVE)]
      .map(([, to = '']) => ({ file, target: posix.join(posix.dirname(file), to) }))
      .filter(({ target }) => files.has(target)),
  );
}
