/**
 * Ten thousand hostile regexes of 32 characters against texts as long as any that is looked at: how long the slowest takes to be
 * read, and to be asked.
 *
 *   node bench/run.mjs filters
 *   node bench/run.mjs filters --regexes 100000 --seed 7
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { compileTerm, FILTERED_TEXT_MAX } from '../src/domain/filters/term.ts';
import { createRandom } from '../src/testing/random.ts';

const { values } = parseArgs({
  options: {
    regexes: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
  },
});
const random = createRandom(Number(values.seed));
/** What made engines that go back take for ever, and what makes programs large. */
const PARTS = [
  'a',
  '.',
  '\\w',
  '\\pL',
  '\\PL',
  '[^b]',
  '\\b',
  '^',
  '$',
  '|',
  'x',
  'ж',
  '(?i)',
  '\\s',
];
const GROUPS = ['(', '(?:', '((', '(|'];
const REPEATS = ['*', '+', '?', '*?', '{2,}', '{99}', '{1,300}', '{0,40}', '{9}', '{20}'];
const TERM_MAX = 32;

const pick = (of: readonly string[]) => random.pick(of) ?? '';

/** Grows until it is as long as a term may be. */
function hostile(): string {
  let regex = pick(PARTS);
  while (regex.length < TERM_MAX) {
    const roll = random.next();
    const next =
      roll < 0.4
        ? `${pick(GROUPS)}${regex}${pick(PARTS)})`.replace(/^\(\((.*)\)$/, '(($1))') + pick(REPEATS)
        : roll < 0.7
          ? regex + pick(PARTS) + pick(REPEATS)
          : pick(PARTS) + regex;
    if (next.length > TERM_MAX) break;
    regex = next;
  }
  return regex;
}

const long = (text: string) => text.repeat(FILTERED_TEXT_MAX).slice(0, FILTERED_TEXT_MAX);
const TEXTS = [
  long('a'),
  `${long('a').slice(1)}!`,
  long('aж1 '),
  long('ß\u0301'),
  long('\ud83d\ude00'),
];

const counts = { asked: 0, 'invalid-regex': 0, 'regex-too-large': 0 };
const [reading, asking]: [number[], number[]] = [[], []];
const slowest = { read: { ms: 0, regex: '' }, asked: { ms: 0, regex: '' } };

/** The better of two tries, each with a regex that was just read: what else the machine does is in no figure. */
function measure(regex: string): void {
  const tries = [once(regex), once(regex)];
  const read = Math.min(...tries.map((one) => one.read));
  reading.push(read);
  if (read > slowest.read.ms) slowest.read = { ms: read, regex };
  for (const at of TEXTS.keys()) {
    const ms = Math.min(...tries.map((one) => one.asked[at] ?? 0));
    if (tries[0]?.problem === null) asking.push(ms);
    if (ms > slowest.asked.ms) slowest.asked = { ms, regex };
  }
  counts[tries[0]?.problem ?? 'asked'] += 1;
}

function once(regex: string) {
  const begun = performance.now();
  const compiled = compileTerm({ kind: 'regex', term: regex });
  const read = performance.now() - begun;
  if (!compiled.ok) return { read, asked: [], problem: compiled.problem };
  const asked = TEXTS.map((text) => {
    const from = performance.now();
    compiled.matches(text);
    return performance.now() - from;
  });
  return { read, asked, problem: null };
}

for (let at = 0; at < Number(values.regexes); at++) measure(hostile());

const say = (name: string, of: number[]) => {
  const sorted = of.toSorted((a, b) => a - b);
  const part = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(2);
  console.log(
    `${name}: median ${part(0.5)} ms, p99 ${part(0.99)}, p99.9 ${part(0.999)}, most ${part(1)}`,
  );
};
console.log(`${cpus().length} x ${cpus()[0]?.model}`);
console.log(
  `${counts.asked} asked, ${counts['regex-too-large']} too large, ${counts['invalid-regex']} not read`,
);
say('read or refused', reading);
say(`asked of ${FILTERED_TEXT_MAX} characters`, asking);
console.log(`slowest: ${slowest.read.regex} to be read, ${slowest.asked.regex} to be asked`);
