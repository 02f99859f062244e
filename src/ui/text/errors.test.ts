import { expect, it } from 'vitest';
import { errors } from './en/errors.ts';
import { groups } from './en/groups.ts';

it('speaks of plans only where the host refuses it by a plan that binds', () => {
  const told = Object.entries({ ...errors, ...groups.errors });
  expect(told.flatMap(([code, text]) => (/\bplans?\b/i.test(text) ? [code] : []))).toEqual([
    'plan-needed',
  ]);
});
