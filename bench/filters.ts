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
import { hostileRegex, LONG_TEXTS } from '../src/testing/hostile-regex.ts';
import { createRandom } from '../src/testing/random.ts';

const { values } = parseArgs({
  options: {
    regexes: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
  },
});
const random = createRandom(Number(values.seed));
const counts = { asked: 0, 'invalid-regex': 0, 'regex-too-large': 0 };
const [reading, asking]: [number[], number[]] = [[], []];
const slowest = { read: { ms: 0, regex: '' }, asked: { ms: 0, regex: '' } };

/** The better of two tries, each with a regex that was just read: what else the machine does is in no figure. */
function measure(regex: string): void {
  const tries = [once(regex), once(regex)];
  const read = Math.min(...tries.map((one) => one.read));
  reading.push(read);
  if (read > slowest.read.ms) slowest.read = { ms: read, regex };
  for (const at of LONG_TEXTS.keys()) {
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
  const asked = LONG_TEXTS.map((text) => {
    const from = performance.now();
    compiled.matches(text);
    return performance.now() - from;
  });
  return { read, asked, problem: null };
}

for (let at = 0; at < Number(values.regexes); at++) measure(hostileRegex(random));

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
