import { expect, it } from 'vitest';
import {
  ACCOUNT_PERMISSION,
  DISPLAY_PERMISSION,
  HOST_PERMISSION,
  ORGANIZATION_ROLE_PERMISSION,
  TEAM_ROLE_PERMISSION,
  WALL_PERMISSION,
} from './permissions.ts';

it('has every permission under one name', () => {
  const all = [
    ...ORGANIZATION_ROLE_PERMISSION,
    ...HOST_PERMISSION,
    ...ACCOUNT_PERMISSION,
    ...WALL_PERMISSION,
    ...DISPLAY_PERMISSION,
  ];
  expect(new Set(all).size).toBe(all.length);
});

it('a role of a team can hold nothing of an organization', () => {
  expect(TEAM_ROLE_PERMISSION.filter((name) => name.startsWith('organization.'))).toEqual([]);
});
