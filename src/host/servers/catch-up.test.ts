import { expect, it } from 'vitest';
import type { SeenPlayer } from '../connectors/contract.ts';
import { catchUp } from './catch-up.ts';
import { openSession, player } from './doubles.ts';

const sessions = new Map([['1', openSession()]]);
const kinds = (people: boolean, roster: readonly SeenPlayer[] | null) =>
  catchUp({ count: 3, said: null, holding: [], people }, sessions, roster, 9).map(
    ({ kind }) => kind,
  );

it('who came and went is told where that was left out and is still known, and nowhere else', () => {
  const here = [player({ key: '2', name: 'Bob' })];
  expect(kinds(true, here)).toEqual(['leave', 'join', 'console']);
  expect(kinds(false, here)).toEqual(['console']);
  expect(kinds(true, null)).toEqual(['console']);
});
