import { gzipSync } from 'node:zlib';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { scriptSizeFile } from '../lib/project.mjs';
import { codeOf, firstFiles } from './first-files.mjs';

const ZOD = /node_modules[\\/]zod[\\/]/;

/** What every schema of zod has, however it is minified: a worker's file says nothing of its modules. */
const SCHEMAS = /\._zod\b/;

/** Bytes of script that a known account's first rows may wait for. */
const MOST_BYTES = 200_000;

/** Each file is a way to the service worker and back before the first row shows. */
const MOST_FILES = 7;

/**
 * Writes down after a build how much JavaScript comes before the first page shows to somebody whose rows are on the
 * disk, and to somebody else, for whom the worker asks the host first. Sizes are those of gzip. Fails where either would
 * read schemas before the rows on the disk show: one import brings all of zod, and nobody sees it.
 * Where it is more than `MOST_BYTES`, or the page's scripts have come apart into more files than they were grouped into, it
 * fails too.
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
        const { page, worker, asking } = firstFiles(bundle, entry);
        if (page.length > MOST_FILES) {
          const names = page.map(({ fileName }) => fileName).join(', ');
          throw new Error(
            `The first page reads more than ${MOST_FILES} files: ${names}. See vite.config.ts.`,
          );
        }
        const zod = page.find(({ moduleIds }) => moduleIds.some((id) => ZOD.test(id)));
        if (zod !== undefined)
          throw new Error(`Before the first rows the page reads zod: see ${zod.fileName}.`);
        const schemas = worker.find((part) => SCHEMAS.test(codeOf(part)));
        if (schemas !== undefined)
          throw new Error(`Before the first rows the worker reads zod: see ${schemas.fileName}.`);
        const [pageBytes, workerBytes] = [bytesOf(page), bytesOf(worker)];
        const known = pageBytes + workerBytes;
        if (known > MOST_BYTES) {
          const sizes = `${kilobytes(pageBytes)} kB of the page and ${kilobytes(workerBytes)} kB of the worker`;
          throw new Error(
            `Before the first rows a browser reads ${sizes}, more than ${kilobytes(MOST_BYTES)} kB.`,
          );
        }
        mkdirSync(dirname(scriptSizeFile), { recursive: true });
        writeFileSync(
          scriptSizeFile,
          `JavaScript before the dashboard shows: ${kilobytes(known)} kB (page ${kilobytes(pageBytes)}, worker ${kilobytes(workerBytes)}); on a first visit ${kilobytes(known + bytesOf(asking))} kB.`,
        );
      },
    },
  };
}

/** @param {readonly import('./first-files.mjs').Part[]} parts */
function bytesOf(parts) {
  return parts.reduce((sum, part) => sum + gzipSync(codeOf(part)).length, 0);
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return (bytes / 1_000).toFixed(0);
}
