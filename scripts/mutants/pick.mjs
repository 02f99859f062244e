import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectDir } from '../lib/project.mjs';
import { findChecks } from './checks.mjs';
import { findMutants } from './mutate.mjs';

/**
 * @typedef {import('./mutate.mjs').Mutant & { id: number, rank: number, layer: string, file: string, line: number, was: string }} Picked
 *   `rank` is its place in the sample of its layer, from 0 to 1
 * @typedef {'portal' | 'host' | 'access'} Side
 * @typedef {{ name: string, folders: readonly string[], side: Side, share: number, atLeast: number, find?: typeof findMutants, without?: RegExp }} Layer
 */

/** Folders of the host in which nobody is asked who they are: what runs by itself, or stands below. */
const unasked =
  /^src\/(protocol\/(games|compile-guard)|host\/(connectors|store|demo|jobs|realtime\/resume|actions\/requests|schedules\/(run|look|state)|servers\/(leases|tell-kept|grant-owners)|statistics\/(write|stays)|players\/(prune|names|erase)|calls\/value))/;

/** What is judged: the share of the mutants, and the part of them that the tests must catch. @type {readonly Layer[]} */
export const layers = [
  { name: 'domain', folders: ['src/domain'], side: 'portal', share: 0.35, atLeast: 0.95 },
  { name: 'worker', folders: ['src/worker'], side: 'portal', share: 0.2, atLeast: 0.85 },
  { name: 'connectors', folders: ['src/host/connectors'], side: 'host', share: 0.3, atLeast: 0.85 },
  { name: 'realtime', folders: ['src/host/realtime'], side: 'host', share: 0.07, atLeast: 0.85 },
  { name: 'servers', folders: ['src/host/servers'], side: 'host', share: 0.08, atLeast: 0.85 },
  {
    name: 'checks',
    folders: [
      'src/host',
      'src/protocol',
      'src/domain/access',
      'src/domain/groups/rules.ts',
      'src/domain/bans/rules.ts',
      'src/domain/buckets/rights.ts',
    ],
    side: 'access',
    share: 1,
    atLeast: 0.95,
    find: findChecks,
    without: unasked,
  },
];

/** The tests that a side has to be held by; those of browsers and of the built product are too slow to ask each time. */
export const testsOf = {
  portal: [
    'src/{domain,worker,testing,ui}/**/*.test.{ts,tsx}',
    'src/cli/recordings/**/*.test.ts',
    'tests/{worker,recordings,walls}/**/*.test.ts',
  ],
  host: ['src/host/**/*.test.ts', 'tests/**/*.test.ts'],
  access: [
    'tests/**/*.test.ts',
    'src/host/**/*.test.ts',
    'src/domain/{access,groups,bans,buckets}/**/*.test.ts',
  ],
};

/** Who holds the checks first. */
export const firstOf = { portal: null, host: null, access: 'tests/access' };

/** What runs in a browser alone, where these tests do not see it: the browser lane and the journeys do. */
const leftOut =
  /\.test\.ts$|doubles\.ts$|^src\/worker\/(main|browser-environment|zod-jitless)\.ts$|^src\/worker\/(page\/|replay\/(main|blob-lines)\.ts$)/;

/**
 * Draws mutants from every layer, the same ones for the same seed and source.
 * @param {{ seed: number, count: number, side: Side, only: readonly string[] }} options `only` names layers; none are all
 *   but the checks, which are drawn by themselves
 * @returns {Picked[]}
 */
export function pickMutants({ seed, count, side, only }) {
  /** @type {Picked[]} */
  const picked = [];
  for (const layer of layers) {
    const { name, share } = layer;
    const asked = only.length > 0 ? only.includes(name) : name !== 'checks';
    if (layer.side !== side || !asked) continue;
    const all = sourcesOf(layer).flatMap((file) => mutantsOf(layer, file));
    const random = randomOf(seed);
    const drawn = all
      .map((mutant) => ({ mutant, order: random() }))
      .sort((a, b) => a.order - b.order)
      .slice(0, Math.round(count * share));
    for (const [at, { mutant }] of drawn.entries()) {
      picked.push({ ...mutant, id: picked.length + 1, rank: at / drawn.length });
    }
  }
  return picked;
}

/** @param {Layer} layer */
function sourcesOf({ folders, without }) {
  const listed = execFileSync('git', ['ls-files', '--', ...folders], { cwd: projectDir });
  const files = listed.toString().trim().split('\n');
  const sources = files.filter((file) => file.endsWith('.ts') && !leftOut.test(file));
  return sources.filter((file) => without?.test(file) !== true);
}

/**
 * @param {Layer} layer
 * @param {string} file
 */
function mutantsOf({ name, find = findMutants }, file) {
  const source = readFileSync(join(projectDir, file), 'utf8');
  return find(file, source).map((mutant) => ({
    ...mutant,
    layer: name,
    file,
    line: source.slice(0, mutant.start).split('\n').length,
    was: source.slice(mutant.start, mutant.end),
  }));
}

/**
 * Mulberry32: small, seeded, good enough to draw a sample.
 * @param {number} seed
 */
function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
