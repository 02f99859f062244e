import { gzipSync } from 'node:zlib';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { scriptSizeFile } from '../lib/project.mjs';
import { chunksOf } from './chunks-of.mjs';

const ZOD = /node_modules[\\/]zod[\\/]/;

/**
 * Writes down after a build how much JavaScript comes before the first page shows: the entry with everything it
 * imports at once, and the shared worker. Sizes are those of gzip. Fails where the page would read schemas first:
 * one import of a resource brings all of zod, and nobody sees it.
 * @param {string} entry the name of the page's entry
 * @returns {import('vite').Plugin}
 */
export function scriptSize(entry) {
  return {
    name: 'muster:script-size',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const first = Object.values(bundle).find(
        (part) => part.type === 'chunk' && part.isEntry && part.name === entry,
      );
      if (first === undefined) throw new Error(`The build has no entry ${entry}.`);
      const page = chunksOf(bundle, first.fileName);
      const zod = page.find(({ moduleIds }) => moduleIds.some((id) => ZOD.test(id)));
      if (zod !== undefined)
        throw new Error(`Before the first rows the page reads zod: see ${zod.fileName}.`);
      let pageBytes = 0;
      for (const chunk of page) pageBytes += gzipped(chunk);
      // The page has other workers too, which it starts later: the one that it names at once is meant.
      const code = page.map((chunk) => chunk.code).join();
      const worker = Object.values(bundle).find(
        (part) => /^assets\/main-.*\.js$/.test(part.fileName) && code.includes(part.fileName),
      );
      if (worker === undefined) throw new Error('The build has no shared worker.');
      const workerBytes = gzipped(worker);
      mkdirSync(dirname(scriptSizeFile), { recursive: true });
      writeFileSync(
        scriptSizeFile,
        `JavaScript before the dashboard shows: ${kilobytes(pageBytes + workerBytes)} kB (page ${kilobytes(pageBytes)}, worker ${kilobytes(workerBytes)}).`,
      );
    },
  };
}

/** @param {import('vite').Rolldown.OutputChunk | import('vite').Rolldown.OutputAsset} part */
function gzipped(part) {
  return gzipSync(part.type === 'chunk' ? part.code : part.source).length;
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return (bytes / 1_000).toFixed(0);
}
