import { expect, it } from 'vitest';
import { gramsToAsk, shareOf } from './grams.ts';

const common = (shares: Readonly<Record<string, number>>) => new Map(Object.entries(shares));

it('asks for everything that is not known to be common', () => {
  expect(gramsToAsk(['griefer'], common({}))).toEqual(['gri', 'rie', 'ief', 'efe', 'fer']);
  expect(gramsToAsk(['zo'], common({}))).toEqual([' zo']);
});

it('asks for one part of a common word, the rarest', () => {
  const shares = common({ med: 0.05, edi: 0.04, dic: 0.06 });
  expect(gramsToAsk(['medic'], shares)).toEqual(['edi']);
});

it('leaves common words out once few entries are left', () => {
  const shares = common({ aaa: 0.05, bbb: 0.05, ccc: 0.05, ddd: 0.05, eee: 0.05 });
  expect(gramsToAsk(['aaa', 'bbb', 'ccc', 'ddd', 'eee'], shares)).toEqual([
    'aaa',
    'bbb',
    'ccc',
    'ddd',
  ]);
  expect(gramsToAsk(['zzz', 'aaa', 'eee'], common({ aaa: 0.9, eee: 0.4 }))).toEqual(['zzz', 'eee']);
});

it('takes words for as rare as their rarest parts, and rarer the more there are', () => {
  const shares = common({ med: 0.05, edi: 0.04, dic: 0.06, ' zo': 0.1 });
  expect(shareOf(['medic'], shares)).toBe(0.04);
  expect(shareOf(['medic', 'zo'], shares)).toBeCloseTo(0.004);
  expect(shareOf(['griefer'], shares)).toBe(0.001);
  expect(shareOf([], shares)).toBe(1);
});
