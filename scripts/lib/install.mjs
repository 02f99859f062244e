import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { childEnvironment, runProgram } from './child.mjs';
import { PlainError, projectDir, say } from './project.mjs';

const modules = join(projectDir, 'node_modules');
const installed = join(modules, '.package-lock.json');
const mark = join(modules, '.muster-installed');
const flags = [
  '--include=dev',
  '--include=optional',
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
];

/** What npm may keep of its settings: where packages come from, and how to get there. */
const keptSettings =
  /^npm_config_(registry|@.*|\/\/.*|_auth.*|cache|userconfig|globalconfig|proxy|https_proxy|noproxy|ca|cafile|strict_ssl|offline|prefer_offline)$/i;

/** Whether the packages in node_modules are those of the lock file, for this platform. */
export function isInstalled() {
  if (!existsSync(installed)) return false;
  if (isMarked()) return true;
  const wanted = readPackages(join(projectDir, 'package-lock.json'));
  const found = readPackages(installed);
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '' || !isForThisPlatform(entry)) return true;
    return found[path]?.version === entry.version;
  });
}

/**
 * Installs what the lock file names: by `npm ci`, or by `npm install` where the registry lacks a package
 * for another platform that the lock file names.
 */
export async function install() {
  say('Installing packages …');
  // What it may say against the lock file is no news: the second way tells what truly stands against it.
  const clean = await npm(['ci', ...flags], 'silent');
  if (clean !== 0 && (await npm(['install', '--no-save', ...flags], 'error')) !== 0) {
    throw new PlainError(
      'The packages could not be installed: see what npm says above, and try again.',
    );
  }
  writeFileSync(mark, lockHash());
}

/**
 * @param {readonly string[]} args
 * @param {'silent' | 'error'} loglevel
 */
function npm(args, loglevel) {
  const dropped = Object.keys(childEnvironment()).filter(
    (name) => /^npm_/i.test(name) && !keptSettings.test(name),
  );
  // NODE_ENV=production would leave out what builds the portal.
  const env = Object.fromEntries([...dropped, 'NODE_ENV'].map((name) => [name, undefined]));
  const script = npmScript();
  const all = [...args, `--loglevel=${loglevel}`];
  if (script !== null) return runProgram(process.execPath, [script, ...all], { env });
  return runProgram(process.platform === 'win32' ? 'npm.cmd' : 'npm', all, { env });
}

/** The npm that called us, or the one that came with this Node; null for whichever is in the path. */
function npmScript() {
  const bin = dirname(process.execPath);
  const candidates = [
    process.env.npm_execpath ?? '',
    join(bin, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(bin, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ];
  return candidates.find((file) => file.endsWith('npm-cli.js') && existsSync(file)) ?? null;
}

/** Whether we installed this lock file's packages, and nobody changed them since. */
function isMarked() {
  if (!existsSync(mark) || statSync(mark).mtimeMs < statSync(installed).mtimeMs) return false;
  return readFileSync(mark, 'utf8') === lockHash();
}

function lockHash() {
  const lock = readFileSync(join(projectDir, 'package-lock.json'));
  return createHash('sha256')
    .update(lock)
    .update(process.platform)
    .update(process.arch)
    .digest('hex');
}

/**
 * @typedef {{ version?: string, optional?: boolean, devOptional?: boolean, os?: string[], cpu?: string[], libc?: string[] }} LockEntry
 */

/**
 * @param {string} file
 * @returns {Record<string, LockEntry>}
 */
function readPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

/**
 * Whether a package must be there: an optional one only when it is made for this platform.
 * @param {LockEntry} entry
 */
function isForThisPlatform(entry) {
  if (entry.optional !== true && entry.devOptional !== true) return true;
  // Which C library is here is not asked: without its package, the program that needs it says so.
  if (entry.libc !== undefined && !entry.libc.includes('glibc')) return false;
  if (entry.os === undefined || entry.cpu === undefined) return false;
  return entry.os.includes(process.platform) && entry.cpu.includes(process.arch);
}
