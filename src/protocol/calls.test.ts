import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ACTION_PERMISSION, serverActionBody } from './actions/calls.ts';
import { COMMON_ERRORS, type Call } from './call.ts';
import { CALLS } from './calls.ts';
import { ERROR } from './errors.ts';
import {
  ACCOUNT_PERMISSION,
  BAN_LIST_PERMISSION,
  BUCKET_PERMISSION,
  DISPLAY_PERMISSION,
  HOST_PERMISSION,
  ORGANIZATION_PERMISSION,
  SERVER_PERMISSION,
  TEAM_PERMISSION,
  WALL_PERMISSION,
} from './permissions.ts';

const calls: [string, Call][] = Object.entries(CALLS);

describe('calls', () => {
  it('have names and addresses of their own', () => {
    expect(new Set(calls.map(([, call]) => call.name)).size).toBe(calls.length);
    expect(new Set(calls.map(([, { method, path }]) => `${method} ${path}`)).size).toBe(
      calls.length,
    );
  });

  it.each(calls)('%s says in a sentence what it does', (_, call) => {
    expect(call.summary).toMatch(/^[A-Z@].+\.$/);
  });

  it.each(calls)('%s takes exactly the parameters of its path', (_, call) => {
    const named = [...call.path.matchAll(/:(\w+)/g)].map((match) => match[1]);
    const params = z.toJSONSchema(call.params, { io: 'input' });
    expect(Object.keys(params.properties ?? {})).toEqual(named);
  });

  it.each(calls)('%s has a limit, known errors and a known permission', (_, call) => {
    expect(call.limit.max).toBeGreaterThan(0);
    for (const code of [...call.errors, ...COMMON_ERRORS]) expect(ERROR).toHaveProperty([code]);
    expect([
      'anyone',
      'signed-in',
      'display',
      ...SERVER_PERMISSION,
      ...TEAM_PERMISSION,
      ...BAN_LIST_PERMISSION,
      ...BUCKET_PERMISSION,
      ...ORGANIZATION_PERMISSION,
      ...HOST_PERMISSION,
      ...ACCOUNT_PERMISSION,
      ...WALL_PERMISSION,
      ...DISPLAY_PERMISSION,
    ]).toContain(call.access);
  });

  it.each(calls)('%s can answer that nobody is signed in, if it asks for somebody', (_, call) => {
    expect(call.errors.includes('not-signed-in')).toBe(call.access !== 'anyone');
  });

  it.each(calls.filter(([, call]) => call.method === 'POST'))(
    '%s changes something, so its body carries the token',
    (_, call) => {
      const body = z.toJSONSchema(call.body, { io: 'input' });
      expect(body.required).toContain('acsrf_token');
      expect(call.errors).toContain('invalid-csrf-token');
    },
  );

  it.each(calls.filter(([, call]) => call.method === 'GET'))(
    '%s reads, so it has no body',
    (_, call) => {
      expect(z.toJSONSchema(call.body)).toMatchObject({
        properties: {},
        additionalProperties: false,
      });
    },
  );

  it('name a permission for every action that can be asked for', () => {
    const actions = serverActionBody.options.map((option) => option.shape.action.value);
    expect(new Set(Object.keys(ACTION_PERMISSION).map(Number))).toEqual(new Set(actions));
  });

  it.each([
    ['GET', '/app/v1/@me/status'],
    ['GET', '/app/v1/@me/bootstrap'],
    ['GET', '/app/v1/@me/acsrf-token'],
    ['POST', '/app/v1/@me/logout'],
  ])('have %s %s of the first specification, section 7', (method, path) => {
    expect(calls.some(([, call]) => call.method === method && call.path === path)).toBe(true);
  });
});
