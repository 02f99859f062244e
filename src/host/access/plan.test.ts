import { expect, it } from 'vitest';
import { subscriberOf } from './plan.ts';

const NOW = 1_000;
const PAID = {
  plan: 'pro',
  plan_until: null,
  plan_servers: null,
  plan_status: 'ACTIVE',
  next_plan: null,
  plan_restricted: false,
  upgrade_from: null,
} as const;
const BINDS = { plans: true, plan: { name: 'community', servers: null } } as const;

it.each([
  [
    'a free one is inactive, whatever its status says',
    { plan: 'free', plan_status: 'ACTIVE' },
    { plan: 'free', status: 'INACTIVE', until: null },
  ],
  ['a paid one is as its status says', {}, { plan: 'pro', status: 'ACTIVE', until: null }],
  [
    'a cancelled one lasts until its period ends',
    { plan_status: 'CANCELLED', plan_until: NOW + 1 },
    { plan: 'pro', status: 'CANCELLED', until: NOW + 1 },
  ],
  [
    'one whose period has ended is free and expired',
    { plan_status: 'CANCELLED', plan_until: NOW },
    { plan: 'free', status: 'EXPIRED', until: NOW },
  ],
  [
    'a plan that is to follow is told beside the one that holds',
    { plan_until: NOW + 1, next_plan: 'basic' },
    { plan: 'pro', status: 'ACTIVE', until: NOW + 1, next_plan: 'basic' },
  ],
  [
    'and takes over at the end of the period',
    { plan_until: NOW, next_plan: 'basic' },
    { plan: 'basic', status: 'ACTIVE', until: null },
  ],
  [
    'or makes the account free and inactive',
    { plan_until: NOW, next_plan: 'free' },
    { plan: 'free', status: 'INACTIVE', until: null },
  ],
])('of subscriptions, %s', (_, change, told) => {
  expect(subscriberOf({ ...PAID, ...change }, BINDS, NOW)).toEqual({ ...told, restricted: false });
});

it('is the operator’s plan where plans do not bind, and restricted all the same', () => {
  const free = { ...PAID, plan: 'free', plan_restricted: true };
  expect(subscriberOf(free, { ...BINDS, plans: false }, NOW)).toEqual({
    plan: 'community',
    status: 'ACTIVE',
    until: null,
    restricted: true,
  });
});
