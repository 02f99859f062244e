import { expect, test } from 'vitest';
import { Random } from '../random.ts';
import { makeName } from './names.ts';

const drawn = (control: 'battleye' | 'webrcon' | 'none', awkward: number) => {
  const random = new Random(5);
  return Array.from({ length: 5_000 }, () => makeName(random, control, awkward));
};

test('names that confuse parsers come in every kind, on each protocol its own', () => {
  const names = drawn('battleye', 1);
  const kinds = [
    /: /,
    / \(Lobby\)$/,
    /"/,
    /\p{Extended_Pictographic}/u,
    /[\u200F\u202E]/,
    /\p{Script=Hebrew}|\p{Script=Arabic}/u,
    /^.{64}$/,
    / $/,
    /^\((Global|Side)\) /,
    / disconnected$/,
    /has been kicked by BattlEye/,
  ];
  const missing = kinds.filter((kind) => names.filter((name) => kind.test(name)).length < 20);
  expect(missing).toEqual([]);
  expect(drawn('webrcon', 1).some((name) => name.includes(' joined [windows/'))).toBe(true);
  expect(drawn('webrcon', 1).some((name) => name.includes('\n'))).toBe(true);
  expect(names.filter((name) => name.includes('\n') || name.length > 64)).toEqual([]);
});

test('the share of them is what was asked for', () => {
  const ordinary = new Set(drawn('none', 0));
  expect([...ordinary].filter((name) => name.includes('\u202E'))).toEqual([]);
  const odd = drawn('none', 0.3).filter((name) => !ordinary.has(name)).length;
  expect(odd / 5_000).toBeGreaterThan(0.2);
});
