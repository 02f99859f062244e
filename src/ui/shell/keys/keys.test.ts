import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Keys, type KeyPlace, type Pressed } from './keys.ts';

const press = (key: string, more: Partial<Pressed> = {}): Pressed => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  timeStamp: 0,
  ...more,
});

it('g and a letter go, within a moment', () => {
  const keys = new Keys();
  expect(keys.press(press('g'), 'page', true)).toBeNull();
  expect(keys.press(press('d', { timeStamp: 900 }), 'page', true)).toEqual({
    does: 'go',
    letter: 'd',
  });
  expect(keys.press(press('d', { timeStamp: 901 }), 'page', true)).toBeNull();
  keys.press(press('g', { timeStamp: 1_000 }), 'page', true);
  expect(keys.press(press('d', { timeStamp: 9_000 }), 'page', true)).toBeNull();
});

it.each(['ctrlKey', 'metaKey'] as const)('%s and k opens the palette, from a field too', (held) => {
  const keys = new Keys();
  expect(keys.press(press('k', { [held]: true }), 'field', false)).toEqual({ does: 'palette' });
  expect(keys.press(press('K', { [held]: true }), 'page', true)).toEqual({ does: 'palette' });
  expect(keys.press(press('k', { [held]: true }), 'overlay', true)).toBeNull();
});

it.each(['ctrlKey', 'metaKey'] as const)(
  '%s and z takes back, and in a field what was typed',
  (held) => {
    const keys = new Keys();
    expect(keys.press(press('z', { [held]: true }), 'page', false)).toEqual({ does: 'undo' });
    expect(keys.press(press('z', { [held]: true }), 'field', true)).toBeNull();
    expect(keys.press(press('z', { [held]: true }), 'overlay', true)).toBeNull();
    expect(keys.press(press('Z', { [held]: true, shiftKey: true }), 'page', true)).toBeNull();
  },
);

it('no single key does anything in a field, over the page, composed, or switched off', () => {
  const key = fc.constantFrom('g', 'd', '/', '?', 'k', 'a', 'Enter');
  const where = fc.constantFrom<KeyPlace>('page', 'field', 'overlay');
  fc.assert(
    fc.property(fc.array(fc.tuple(key, where, fc.boolean(), fc.boolean())), (pressed) => {
      const keys = new Keys();
      for (const [name, place, single, isComposing] of pressed) {
        const action = keys.press(press(name, { isComposing }), place, single);
        if (place !== 'page' || !single || isComposing) expect(action).toBeNull();
      }
    }),
  );
});
