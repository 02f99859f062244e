import { expect, it } from 'vitest';
import { wallKey } from './keys.ts';

const plain = (key: string) => ({ key, shiftKey: false });
const shifted = (key: string) => ({ key, shiftKey: true });

it('turns pages by arrows, and looks back with Shift', () => {
  expect(wallKey(plain('ArrowRight'), false, true)).toMatchObject({ event: { kind: 'next' } });
  expect(wallKey(plain('ArrowLeft'), false, true)).toMatchObject({ event: { kind: 'previous' } });
  expect(wallKey(shifted('ArrowLeft'), false, true)).toMatchObject({ event: { ms: -10_000 } });
});

it('goes through the past by arrows, and back to now by Escape', () => {
  expect(wallKey(plain('ArrowLeft'), true, true)).toMatchObject({ event: { ms: -10_000 } });
  expect(wallKey(plain('ArrowRight'), true, true)).toMatchObject({ event: { ms: 10_000 } });
  expect(wallKey(plain('Escape'), true, true)).toMatchObject({ event: { kind: 'live' } });
  expect(wallKey(plain('Escape'), false, true)).toBeNull();
});

it('pins by a letter only where single keys are on', () => {
  expect(wallKey(plain('p'), false, true)).toMatchObject({ event: { kind: 'pin' } });
  expect(wallKey(plain('P'), false, true)).toMatchObject({ event: { kind: 'pin' } });
  expect(wallKey(plain('p'), false, false)).toBeNull();
});
