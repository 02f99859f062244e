import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { runTool } from './child.mjs';
import { PlainError, projectDir, say, scriptDataDir, scriptSizeFile } from './project.mjs';

/**
 * @typedef {object} Part
 * @property {string} name
 * @property {readonly string[]} inputs files and folders below the project that it is made from
 * @property {readonly string[]} outputs files that exist when it was made
 * @property {() => Promise<boolean>} make false when it failed
 */

const shared = ['package-lock.json', 'tsconfig.base.json', 'src/protocol', 'src/domain'];

/** @type {readonly Part[]} */
const parts = [
  {
    name: 'host',
    inputs: [...shared, 'src/host', 'src/sim', 'src/cli'],
    outputs: ['dist/host/main.js'],
    make: async () => (await runTool('typescript/bin/tsc', ['-b', 'src/cli'])) === 0,
  },
  {
    name: 'portal',
    inputs: [...shared, 'src/worker', 'src/ui', 'vite.config.ts'],
    outputs: ['dist/portal/index.html', relative(projectDir, scriptSizeFile)],
    make: makePortal,
  },
];

/** Whether everything that runs was made from the present sources. */
export function isBuilt() {
  return parts.every((part) => isFresh(part));
}

/** Builds what is not fresh. */
export async function build() {
  for (const part of parts) {
    if (isFresh(part)) continue;
    say(`Building the ${part.name} …`);
    const hash = inputHash(part);
    if (!(await part.make()))
      throw new PlainError(`The ${part.name} could not be built: see above.`);
    mkdirSync(scriptDataDir, { recursive: true });
    writeFileSync(markOf(part), hash);
  }
}

/** Builds beside what is being served, and puts it in its place in one step. */
async function makePortal() {
  const draft = join(projectDir, 'dist', 'portal.new');
  const code = await runTool('vite/bin/vite.js', [
    'build',
    '--outDir',
    draft,
    '--logLevel',
    'warn',
  ]);
  if (code !== 0) return false;
  const portal = join(projectDir, 'dist', 'portal');
  const old = join(projectDir, 'dist', 'portal.old');
  rmSync(old, { recursive: true, force: true });
  if (existsSync(portal)) renameSync(portal, old);
  renameSync(draft, portal);
  rmSync(old, { recursive: true, force: true });
  return true;
}

/** @param {Part} part */
function isFresh(part) {
  if (part.name === 'portal' && !existsSync(join(projectDir, 'src/ui/index.html'))) return true;
  if (
    [...part.outputs.map((file) => join(projectDir, file)), markOf(part)].some(
      (file) => !existsSync(file),
    )
  )
    return false;
  return readFileSync(markOf(part), 'utf8') === inputHash(part);
}

/** @param {Part} part */
function markOf(part) {
  return join(scriptDataDir, `built-${part.name}`);
}

/** @param {Part} part */
function inputHash(part) {
  const hash = createHash('sha256');
  for (const input of part.inputs) {
    for (const file of filesOf(join(projectDir, input))) {
      hash.update(relative(projectDir, file)).update('\0').update(readFileSync(file)).update('\0');
    }
  }
  return hash.digest('hex');
}

/**
 * The files below a path in a fixed order, tests left out; nothing when it does not exist.
 * @param {string} path
 * @returns {string[]}
 */
function filesOf(path) {
  if (!existsSync(path)) return [];
  try {
    return readdirSync(path, { withFileTypes: true })
      .toSorted((one, other) => (one.name < other.name ? -1 : 1))
      .flatMap((entry) => {
        const child = join(path, entry.name);
        if (entry.isDirectory()) return filesOf(child);
        return /\.test\.tsx?$/.test(entry.name) ? [] : [child];
      });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return [path];
    throw error;
  }
}
