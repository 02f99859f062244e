import { expect, it } from 'vitest';
import { projectDir } from '../../scripts/lib/project.mjs';
import { joinReached, planOf } from '../../scripts/mutants/reach.mjs';

const MUTANT = {
  id: 7,
  rank: 0,
  layer: 'domain',
  file: 'src/domain/pick.ts',
  line: 1,
  start: 0,
  end: 4,
  kind: 'condition',
  was: 'true',
  becomes: 'false',
  block: false,
};
const [beside, quick, slow, broken] = [
  'src/domain/pick.test.ts',
  'src/ui/quick.test.ts',
  'tests/slow.test.ts',
  'tests/broken.test.ts',
].map((file) => `${projectDir}/${file}`) as [string, string, string, string];

const REACHED = {
  milliseconds: { a: 50, b: 1, c: 900, d: 1, e: 1 },
  failed: [broken],
  told: [
    { file: slow, task: 'c', reached: [[7, 2]] as [number, number][] },
    { file: quick, task: 'b', reached: [[7, 40]] as [number, number][] },
    { file: beside, task: 'a', reached: [[7, 1]] as [number, number][] },
    { file: beside, task: 'e', reached: [[8, 1]] as [number, number][] },
    { file: broken, task: 'd', reached: [[7, 1]] as [number, number][] },
  ],
};

it('asks the tests that reach a mutant, those beside it first and then the quickest', () => {
  const plan = planOf(MUTANT, REACHED);
  expect(plan.chosen).toEqual([
    { file: beside, tasks: ['a'] },
    { file: quick, tasks: ['b'] },
    { file: slow, tasks: ['c'] },
  ]);
  expect(plan).toMatchObject({ limit: 14_000, milliseconds: 951 });
});

it('asks the tests of a folder before all others, where it is told to', () => {
  const chosen = planOf(MUTANT, REACHED, 'tests').chosen.map(({ file }) => file);
  expect(chosen).toEqual([slow, beside, quick]);
});

it('asks all tests of a file that reaches a mutant outside of them', () => {
  const told = [...REACHED.told, { file: quick, task: null, reached: [[7, 1]] as never }];
  expect(planOf(MUTANT, { ...REACHED, told }).chosen[1]).toEqual({ file: quick, tasks: null });
});

it('knows what a rewritten test file reaches now, and nothing of what it reached before', () => {
  const fresh = {
    milliseconds: { f: 5 },
    failed: [],
    told: [{ file: slow, task: 'f', reached: [] }],
  };
  const joined = joinReached(REACHED, fresh);
  expect(planOf(MUTANT, joined).chosen.map(({ file }) => file)).toEqual([beside, quick]);
});
