import { expect, it } from 'vitest';
import { whyNotAdd } from './plan.ts';

const account: Parameters<typeof whyNotAdd>[0] = {
  servers: {},
  capabilities: ['host.server.create'],
  subscription: { plan: 'pro', status: 'ACTIVE', until: null, restricted: false },
  limits: { servers: 5 },
  usage: { servers: 4 },
};

it('lets an account add as many servers as its plan allows', () => {
  expect(whyNotAdd(account)).toBeNull();
  expect(whyNotAdd({ ...account, usage: { servers: 5 } })).toBe('limit');
});

it('knows no limit where the plan has none', () => {
  const subscription = { ...account.subscription, plan: 'community' as const };
  const limits = { servers: null };
  expect(whyNotAdd({ ...account, subscription, limits, usage: { servers: 900 } })).toBeNull();
});

it('names what is missing before the plan', () => {
  expect(whyNotAdd({ ...account, capabilities: [] })).toBe('permission');
  const subscription = { ...account.subscription, restricted: true };
  expect(whyNotAdd({ ...account, subscription })).toBe('restricted');
});
