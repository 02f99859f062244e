/**
 * Runs a measurement of this folder: bundles it with the project's own Vite and starts it.
 *
 *   node bench/run.mjs replay [options of the measurement]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';

const name = process.argv.splice(2, 1)[0];
if (name === undefined) throw new Error('Say which measurement: node bench/run.mjs replay');
const here = fileURLToPath(new URL('.', import.meta.url));
// Inside the folder, so that packages are found from where the bundle stands.
const outDir = mkdtempSync(join(here, '.run-'));
try {
  await build({
    configFile: false,
    logLevel: 'warn',
    root: here,
    build: { ssr: join(here, `${name}.ts`), outDir, emptyOutDir: true, target: 'esnext' },
  });
  await import(pathToFileURL(join(outDir, `${name}.js`)).href);
} finally {
  rmSync(outDir, { recursive: true, force: true });
}
