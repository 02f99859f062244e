import { expect, it } from 'vitest';
import type { Way } from '../../protocol/rights/calls.ts';
import { withPermission } from './chosen.ts';

const shared: Way = {
  via: 'shared',
  role: null,
  since: 1,
  permissions: ['server.view', 'server.action.kick'],
};
const role: Way = { ...shared, via: 'support', permissions: ['server.view'] };
const rows = [
  { who: 'Ada', ways: [shared, role] },
  { who: 'Bob', ways: [role] },
];

it('shows everybody and every way where nothing is asked for', () => {
  expect(withPermission(rows, null)).toBe(rows);
});

it('shows those who may, and only the ways that let them', () => {
  expect(withPermission(rows, 'server.action.kick')).toEqual([{ who: 'Ada', ways: [shared] }]);
});

it('shows nobody where nobody may', () => {
  expect(withPermission(rows, 'server.delete')).toEqual([]);
});
