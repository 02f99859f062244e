import { expect, it } from 'vitest';
import { NOTHING_SAID, whatToSay } from './what-to-say.ts';

const opened = whatToSay(NOTHING_SAID, { wanted: 'all', first: 101, count: '4 entries' });

it('tells how many there are when a log is opened, filtered, or read further back', () => {
  expect(opened.count).toBe('4 entries');
  const filtered = whatToSay(opened, { wanted: 'chat', first: 101, count: '2 of 4 entries' });
  expect(filtered.count).toBe('2 of 4 entries');
  expect(whatToSay(filtered, { wanted: 'chat', first: 50, count: '9 of 55' }).count).toBe(
    '9 of 55',
  );
});

it('tells nothing of a line that comes, whether or not one falls out for it', () => {
  const more = whatToSay(opened, { wanted: 'all', first: 101, count: '5 entries' });
  expect(more).toBe(opened);
  const full = whatToSay(opened, { wanted: 'all', first: 102, count: '5 entries' });
  expect(full.count).toBe('4 entries');
  expect(whatToSay(full, { wanted: 'all', first: 103, count: '6 entries' }).count).toBe(
    '4 entries',
  );
});

it('tells of a page that brings back what had fallen out', () => {
  const moved = whatToSay(opened, { wanted: 'all', first: 400, count: '' });
  expect(whatToSay(moved, { wanted: 'all', first: 200, count: '204 entries' }).count).toBe(
    '204 entries',
  );
});
