import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { nextPath } from './address.ts';

const origin = 'https://muster.example.org';
const next = (value: string) => nextPath(`?next=${encodeURIComponent(value)}`, origin);

it('leads back to where the person was', () => {
  expect(next('/dashboard/abc?sort=players')).toBe('/dashboard/abc?sort=players');
  expect(nextPath('', origin)).toBe('/dashboard');
});

it.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  '\t//evil.example',
  '/logout',
  '/auth',
  '/auth/sign-up',
])('does not follow %s', (value) => {
  expect(next(value)).toBe('/dashboard');
});

it('never leaves this origin', () => {
  fc.assert(
    fc.property(fc.string(), (value) => {
      const path = next(value);
      expect(new URL(path, origin).origin).toBe(origin);
      expect(path.startsWith('//')).toBe(false);
    }),
  );
});
