import { basename } from 'node:path';
import { chunksOf } from './chunks-of.mjs';

/** @typedef {import('vite').Rolldown.OutputChunk | import('vite').Rolldown.OutputAsset} Part */

const IMPORT = /\bimport\s*(?:[^"'()]*?from\s*)?["']\.\/([^"']+)["']/g;

/**
 * What comes before the first page shows to somebody whose rows are on the disk: the page's scripts and the shared
 * worker's, each with everything that it imports at once; and what the worker reads besides before it asks the host.
 * @param {import('vite').Rolldown.OutputBundle} bundle
 * @param {string} entry the name of the page's entry
 * @returns {{ page: readonly import('vite').Rolldown.OutputChunk[], worker: readonly Part[], asking: readonly Part[] }}
 */
export function firstFiles(bundle, entry) {
  const parts = Object.values(bundle);
  const first = parts.find((part) => part.type === 'chunk' && part.isEntry && part.name === entry);
  if (first === undefined) throw new Error(`The build has no entry ${entry}.`);
  const page = chunksOf(bundle, first.fileName);
  // The page has other workers too, which it starts later: the one that it names at once is meant.
  const code = page.map((chunk) => chunk.code).join();
  const main = parts.find(
    (part) => /^assets\/main-.*\.js$/.test(part.fileName) && code.includes(part.fileName),
  );
  if (main === undefined) throw new Error('The build has no shared worker.');
  /** A file of this name that one of these loads. */
  const loaded = (/** @type {string} */ name, /** @type {readonly Part[]} */ by) => {
    const found = parts.find(
      ({ fileName }) =>
        fileName.startsWith(`assets/${name}-`) &&
        by.some((part) => codeOf(part).includes(basename(fileName))),
    );
    if (found === undefined) throw new Error(`The shared worker loads no file ${name}.`);
    return found;
  };
  const worker = [...filesOf(bundle, main), ...filesOf(bundle, loaded('serve', [main]))];
  const hostSide = loaded('host-side', worker);
  const asking = filesOf(bundle, hostSide).filter((part) => !worker.includes(part));
  return { page, worker, asking };
}

/** @param {Part} part */
export function codeOf(part) {
  return part.type === 'chunk' ? part.code : part.source.toString();
}

/**
 * A file of a worker, and all that it imports at once.
 * @param {import('vite').Rolldown.OutputBundle} bundle
 * @param {Part} first
 * @returns {readonly Part[]}
 */
function filesOf(bundle, first) {
  const found = new Set([first]);
  for (const part of found) {
    for (const [, name] of codeOf(part).matchAll(IMPORT)) {
      const imported = bundle[`assets/${name}`];
      if (imported !== undefined) found.add(imported);
    }
  }
  return [...found];
}
