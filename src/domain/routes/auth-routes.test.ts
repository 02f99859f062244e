import { expect, it } from 'vitest';
import { AUTH_ROUTES, authPageOf } from './auth-routes.ts';

it('finds each page by its address, with a slash at the end or without', () => {
  for (const [name, path] of Object.entries(AUTH_ROUTES)) {
    expect(authPageOf(path, false)).toBe(name);
    expect(authPageOf(`${path}/`, false)).toBe(name);
  }
});

it('has nothing but the founding before there is an account', () => {
  for (const path of Object.values(AUTH_ROUTES)) expect(authPageOf(path, true)).toBe('found');
});

it('leads to signing in where it knows no such page', () => {
  expect(authPageOf('/auth/elsewhere', false)).toBe('signIn');
});
