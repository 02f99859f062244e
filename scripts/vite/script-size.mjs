import { gzipSync } from 'node:zlib';
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { scriptSizeFile } from '../lib/project.mjs';
import { chunksOf } from './chunks-of.mjs';

const ZOD = /node_modules[\\/]zod[\\/]/;

/** What every schema of zod has, however it is minified: a worker's file says nothing of its modules. */
const SCHEMAS = /\._zod\b/;
const IMPORT = /\bimport\s*(?:[^"'()]*?from\s*)?["']\.\/([^"']+)["']/g;

/**
 * Writes down after a build how much JavaScript comes before the first page shows to somebody whose rows are on the
 * disk: the entry and the shared worker, with everything they import at once; and to somebody else, for whom the worker
 * asks the host first. Sizes are those of gzip. Fails where either would read schemas before the rows on the disk show:
 * one import brings all of zod, and nobody sees it.
 * @param {string} entry the name of the page's entry
 * @returns {import('vite').Plugin}
 */
export function scriptSize(entry) {
  return {
    name: 'muster:script-size',
    apply: 'build',
    enforce: 'post',
    // After Vite has written the lists of files that a later page needs, which count.
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const first = Object.values(bundle).find(
          (part) => part.type === 'chunk' && part.isEntry && part.name === entry,
        );
        if (first === undefined) throw new Error(`The build has no entry ${entry}.`);
        const page = chunksOf(bundle, first.fileName);
        const zod = page.find(({ moduleIds }) => moduleIds.some((id) => ZOD.test(id)));
        if (zod !== undefined)
          throw new Error(`Before the first rows the page reads zod: see ${zod.fileName}.`);
        const pageBytes = bytesOf(page);
        // The page has other workers too, which it starts later: the one that it names at once is meant.
        const code = page.map((chunk) => chunk.code).join();
        const worker = Object.values(bundle).find(
          (part) => /^assets\/main-.*\.js$/.test(part.fileName) && code.includes(part.fileName),
        );
        if (worker === undefined) throw new Error('The build has no shared worker.');
        const early = filesOf(bundle, worker);
        const schemas = early.find((part) => SCHEMAS.test(codeOf(part)));
        if (schemas !== undefined)
          throw new Error(`Before the first rows the worker reads zod: see ${schemas.fileName}.`);
        const asking = Object.values(bundle).find(
          ({ fileName }) =>
            /^assets\/host-side-.*\.js$/.test(fileName) &&
            codeOf(worker).includes(basename(fileName)),
        );
        if (asking === undefined)
          throw new Error('The shared worker has no file that asks the host.');
        const late = filesOf(bundle, asking).filter((part) => !early.includes(part));
        const workerBytes = bytesOf(early);
        const known = pageBytes + workerBytes;
        mkdirSync(dirname(scriptSizeFile), { recursive: true });
        writeFileSync(
          scriptSizeFile,
          `JavaScript before the dashboard shows: ${kilobytes(known)} kB (page ${kilobytes(pageBytes)}, worker ${kilobytes(workerBytes)}); on a first visit ${kilobytes(known + bytesOf(late))} kB.`,
        );
      },
    },
  };
}

/** @typedef {import('vite').Rolldown.OutputChunk | import('vite').Rolldown.OutputAsset} Part */

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

/** @param {Part} part */
function codeOf(part) {
  return part.type === 'chunk' ? part.code : part.source.toString();
}

/** @param {readonly Part[]} parts */
function bytesOf(parts) {
  return parts.reduce((sum, part) => sum + gzipSync(codeOf(part)).length, 0);
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return (bytes / 1_000).toFixed(0);
}
