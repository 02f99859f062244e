import { expect, it } from 'vitest';
import { modalDue, RESTRICTED_REPEAT_MS } from './restricted-modal.ts';

it('a restricted account is told so, and again four hours after it has acknowledged that', () => {
  expect(RESTRICTED_REPEAT_MS).toBe(14_400_000);
  expect(modalDue(true, null, 5)).toBe(true);
  expect(modalDue(true, 5, 5 + RESTRICTED_REPEAT_MS - 1)).toBe(false);
  expect(modalDue(true, 5, 5 + RESTRICTED_REPEAT_MS)).toBe(true);
  expect(modalDue(true, 6, 5)).toBe(true);
  expect(modalDue(false, null, 5)).toBe(false);
});
