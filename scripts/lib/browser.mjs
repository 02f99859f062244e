import { execFile } from 'node:child_process';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createBrotliDecompress } from 'node:zlib';
import { PlainError, say, scriptDataDir } from './project.mjs';

const run = promisify(execFile);
const require = createRequire(import.meta.url);
const systemBrowsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The variable by which a test run tells its lanes which browser was found. */
export const browserVariable = 'MUSTER_BROWSER';

/**
 * Finds a Chromium for the tests: `CHROMIUM_PATH`, Playwright's own, the system's, or the one inside a
 * package, unpacked once.
 * @param {NodeJS.ProcessEnv} [environment]
 * @returns {Promise<string>} its path
 */
export async function findBrowser(environment = process.env) {
  const known = environment[browserVariable];
  if (known !== undefined && known !== '') return known;
  const chosen = environment['CHROMIUM_PATH'];
  if (chosen !== undefined && chosen !== '') {
    if (existsSync(chosen)) return chosen;
    throw new PlainError(
      `There is no browser at CHROMIUM_PATH (${chosen}): set it to a Chromium, or leave it out.`,
    );
  }
  const installed = [await playwrightsOwn(environment), ...systemBrowsers];
  return installed.find((path) => path !== null && existsSync(path)) ?? (await unpackBrowser());
}

/**
 * The browser of the browser lane, wherever it runs: the packed one, started without a locale as on a bare
 * machine. Where the packed one does not run, the one that is found.
 * @param {NodeJS.ProcessEnv} [environment]
 * @returns {Promise<{ packed: boolean, launch: { executablePath: string, env: NodeJS.ProcessEnv } }>}
 */
export async function bareBrowser(environment = process.env) {
  const env = { ...environment, LANG: 'C', LC_ALL: 'C', LANGUAGE: '' };
  try {
    return { packed: true, launch: { executablePath: await unpackBrowser(), env } };
  } catch (error) {
    if (!(error instanceof PlainError)) throw error;
    return { packed: false, launch: { executablePath: await findBrowser(environment), env } };
  }
}

/**
 * Playwright's own browser. Playwright itself is loaded only where it has browsers at all: it takes time.
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Promise<string | null>}
 */
async function playwrightsOwn(environment) {
  const folders = [
    environment['PLAYWRIGHT_BROWSERS_PATH'],
    join(homedir(), '.cache', 'ms-playwright'),
    join(homedir(), 'Library', 'Caches', 'ms-playwright'),
    join(environment['LOCALAPPDATA'] ?? homedir(), 'ms-playwright'),
  ];
  const some = folders.some(
    (folder) =>
      folder !== undefined &&
      existsSync(folder) &&
      readdirSync(folder).some((name) => name.startsWith('chromium-')),
  );
  if (!some) return null;
  const { chromium } = await import('@playwright/test');
  return chromium.executablePath();
}

/**
 * Unpacks the browser of @sparticuz/chromium with the libraries and fonts that a bare system lacks.
 * @param {string} [parent] the folder to unpack into
 * @returns {Promise<string>} the path of a script that starts it
 */
export async function unpackBrowser(parent = scriptDataDir) {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new PlainError(
      "No browser was found: run 'npx playwright install chromium', or set CHROMIUM_PATH.",
    );
  }
  const packed = join(dirname(require.resolve('@sparticuz/chromium')), '..', '..');
  const { version } = JSON.parse(readFileSync(join(packed, 'package.json'), 'utf8'));
  const folder = join(parent, `browser-${version}`);
  const starter = join(folder, 'chromium.sh');
  if (existsSync(starter)) return starter;

  say('Unpacking a browser for the tests …');
  mkdirSync(parent, { recursive: true });
  const draft = mkdtempSync(`${folder}.`);
  try {
    const archive = (/** @type {string} */ name) => join(packed, 'bin', name);
    await pipeline(
      createReadStream(archive('chromium.br')),
      createBrotliDecompress(),
      createWriteStream(join(draft, 'chromium'), { mode: 0o755 }),
    );
    await unpackArchive(archive('al2023.tar.br'), draft);
    await unpackArchive(archive('fonts.tar.br'), draft);
    writeFileSync(join(draft, 'fonts.conf'), fontSettings);
    writeFileSync(join(draft, 'chromium.sh'), starterScript, { mode: 0o755 });
    await run(join(draft, 'chromium.sh'), ['--version']);
    if (!existsSync(starter)) renameSync(draft, folder);
  } catch (error) {
    if (existsSync(starter)) return starter;
    const reason = error instanceof Error ? error.message.trim().split('\n').at(-1) : String(error);
    throw new PlainError(
      `No browser was found, and the packed one does not run (${reason}): set CHROMIUM_PATH.`,
    );
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return starter;
}

/**
 * @param {string} archive a tar packed by brotli
 * @param {string} folder
 */
async function unpackArchive(archive, folder) {
  const plain = join(folder, 'archive.tar');
  await pipeline(createReadStream(archive), createBrotliDecompress(), createWriteStream(plain));
  await run('tar', ['-xf', plain, '-C', folder]);
  rmSync(plain);
}

const fontSettings = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

const starterScript = `#!/bin/sh
here=$(dirname "$0")
export LD_LIBRARY_PATH="$here/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export FONTCONFIG_FILE="$here/fonts.conf"
exec "$here/chromium" "$@"
`;
