import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { bareBrowser, findBrowser, unpackBrowser } from '../../scripts/lib/browser.mjs';

const packed = process.platform === 'linux' && process.arch === 'x64';

test('the browser that the person names is taken', async () => {
  expect(await findBrowser({ CHROMIUM_PATH: process.execPath })).toBe(process.execPath);
});

test('a named browser that is not there is one sentence', async () => {
  await expect(findBrowser({ CHROMIUM_PATH: '/nowhere/chromium' })).rejects.toThrow(
    'There is no browser at CHROMIUM_PATH (/nowhere/chromium): set it to a Chromium, or leave it out.',
  );
});

test.runIf(packed)(
  'the browser lane runs in the packed browser and without a locale, whatever else there is',
  async () => {
    const { packed: own, launch } = await bareBrowser({
      CHROMIUM_PATH: process.execPath,
      LANG: 'de_DE.UTF-8',
      LC_ALL: 'fr_FR.UTF-8',
      LANGUAGE: 'it',
    });
    expect([own, launch.executablePath]).toEqual([true, await unpackBrowser()]);
    expect(launch.env).toMatchObject({ LANG: 'C', LC_ALL: 'C', LANGUAGE: '' });
  },
);

test.runIf(packed)(
  'the packed browser is unpacked once, and runs with its own libraries',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'muster-browser-'));
    try {
      const [one, other] = await Promise.all([unpackBrowser(folder), unpackBrowser(folder)]);
      expect(other).toBe(one);
      const { stdout } = await promisify(execFile)(one, ['--version']);
      expect(stdout).toContain('Chromium');
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);
