import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { findMutants, instrument, switchName } from '../../scripts/mutants/mutate.mjs';

const SOURCE = `
import { other } from './other.ts';

export interface Shape { readonly size: 1 | 2; readonly kind: 'a' }

export function pick(list: readonly number[], least = 2): readonly number[] {
  if (list.length > least && !list.includes(7)) {
    return list.filter((one) => one >= least).slice(1);
  }
  return [other?.first ?? 0];
}
`;

it('finds each operator, condition, block, list and call, and nothing of types and imports', () => {
  const found = findMutants('pick.ts', SOURCE);
  const changes = found.map(
    ({ start, end, becomes }) => `${SOURCE.slice(start, end)} -> ${becomes}`,
  );
  expect(changes.map((change) => change.replaceAll(/\s+/g, ' '))).toEqual([
    expect.stringMatching(/^\{ if .* -> \{\}$/),
    'list.length > least && !list.includes(7) -> true',
    'list.length > least && !list.includes(7) -> false',
    'list.length > least && !list.includes(7) -> (list.length > least) || (!list.includes(7))',
    'list.length > least -> list.length >= least',
    'list.length > least -> list.length <= least',
    '!list.includes(7) -> list.includes(7)',
    expect.stringMatching(/^\{ return list\.filter.* -> \{\}$/),
    'list.filter((one) => one >= least).slice(1) -> list.filter((one) => one >= least)',
    'list.filter((one) => one >= least) -> list',
    'one >= least -> one > least',
    'one >= least -> one < least',
    '[other?.first ?? 0] -> []',
    'other?.first ?? 0 -> (other?.first) && (0)',
    'other?.first -> undefined',
  ]);
});

/** What the function does with one mutant switched on; none where it is 0. */
function pickWith(active: number, list: readonly number[]): unknown {
  const mutants = findMutants('pick.js', PLAIN).map((mutant, index) => ({
    ...mutant,
    id: index + 1,
  }));
  const on = (id: number) => id === active;
  const code = `${instrument(PLAIN, mutants)}; JSON.stringify(pick(${JSON.stringify(list)}) ?? null)`;
  return JSON.parse(String(runInNewContext(code, { [switchName]: on })));
}

const PLAIN = `function pick(list) {
  if (list.length > 2 && !list.includes(7)) { return list.filter((one) => one >= 2).slice(1); }
  return [0];
}`;

it('does as the source with no mutant on, and something else with each', () => {
  const inputs = [[], [7, 7, 7], [1, 2], [1, 2, 3], [3, 2, 1, 5]];
  const plain = inputs.map((input) => pickWith(0, input));
  expect(plain).toEqual([[0], [0], [0], [3], [2, 5]]);
  const count = findMutants('pick.js', PLAIN).length;
  expect(count).toBe(13);
  for (let id = 1; id <= count; id++) {
    expect(
      inputs.map((input) => pickWith(id, input)),
      `mutant ${id}`,
    ).not.toEqual(plain);
  }
});
