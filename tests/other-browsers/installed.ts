/** Which other browsers this machine has. Nothing is installed for a test. */
import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { startFirefox } from './firefox.ts';
import type { OtherBrowser } from './tab.ts';
import { startWebkit } from './webkit.ts';

/** A browser that can be started, or what is missing for that. */
export type Found =
  | { readonly name: string; readonly start: () => Promise<OtherBrowser> }
  | { readonly name: string; readonly lacks: string };

function onPath(...names: readonly string[]): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return firstThere(names.flatMap((name) => folders.map((folder) => join(folder, name))));
}

function firstThere(files: readonly string[]): string | null {
  return files.find((file) => isProgram(file)) ?? null;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Firefox, as it is or Debian's. */
export function findFirefox(): Found {
  const name = 'Firefox';
  const program = onPath('firefox-esr', 'firefox');
  if (program === null) return { name, lacks: 'firefox-esr (or firefox)' };
  return { name, start: () => startFirefox(program) };
}

/** WebKitGTK with its driver. */
export function findWebkit(): Found {
  const name = 'WebKit';
  const driver = onPath('WebKitWebDriver');
  const screen = onPath('Xvfb');
  const browser = firstThere(libraries().map((folder) => join(folder, 'MiniBrowser')));
  if (driver === null || browser === null) return { name, lacks: 'webkit2gtk-driver' };
  if (screen === null) return { name, lacks: 'xvfb' };
  return { name, start: () => startWebkit({ driver, browser, screen }) };
}

/** Where distributions put what belongs to WebKitGTK: beside the libraries of the machine's kind. */
function libraries(): readonly string[] {
  const folders = ['/usr/lib', '/usr/lib64', '/usr/libexec'].flatMap((folder) => [
    folder,
    ...foldersIn(folder),
  ]);
  return folders.flatMap(foldersIn).filter((folder) => folder.includes('/webkit2gtk-4.'));
}

function foldersIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(folder, entry.name));
  } catch {
    return [];
  }
}
