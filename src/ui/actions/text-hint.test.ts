import { expect, test } from 'vitest';
import { consoleCommand, kickReason, messageText } from '../../protocol/actions/calls.ts';
import { charactersLeft } from './text-hint.tsx';

test('the counters begin at the limits of the protocol', () => {
  expect(charactersLeft(messageText, '')).toBe(256);
  expect(charactersLeft(consoleCommand, '')).toBe(256);
  expect(charactersLeft(kickReason, '')).toBe(128);
});

test('blanks around a text do not count, and what is too long counts below zero', () => {
  expect(charactersLeft(kickReason, '  spam ')).toBe(124);
  expect(charactersLeft(kickReason, 'x'.repeat(130))).toBe(-2);
});

test('a text is refused exactly where its counter falls below zero', () => {
  for (const schema of [messageText, kickReason]) {
    const most = 'x'.repeat(charactersLeft(schema, ''));
    expect(schema.safeParse(most).success).toBe(true);
    expect(schema.safeParse(`${most}x`).success).toBe(false);
  }
});
