import { expect, test } from 'vitest';
import { HELD_ENTRIES } from '../../domain/feed/entries.ts';
import { before, FIRST_SHOWN } from './use-older.ts';

const NOTHING = { hidden: false, kept: false, beyond: false };

test('before anything is told there is nothing older', () => {
  expect(before(undefined, FIRST_SHOWN)).toEqual(NOTHING);
});

test('a short stream that the host has told whole has nothing older', () => {
  expect(before({ position: 40, floor: 1, more: false }, FIRST_SHOWN)).toEqual(NOTHING);
});

test('what is held and does not show is older', () => {
  expect(before({ position: 500, floor: 1, more: false }, FIRST_SHOWN)).toEqual({
    ...NOTHING,
    hidden: true,
  });
});

test('what the host keeps is older while there is room for it', () => {
  expect(before({ position: 500, floor: 401, more: true }, FIRST_SHOWN)).toEqual({
    ...NOTHING,
    kept: true,
  });
});

test('with everything held that there is room for, the rest is for the logs', () => {
  const full = { position: 5_000, floor: 5_001 - HELD_ENTRIES, more: true };
  expect(before(full, FIRST_SHOWN)).toEqual({ ...NOTHING, hidden: true });
  expect(before(full, HELD_ENTRIES)).toEqual({ ...NOTHING, beyond: true });
});
