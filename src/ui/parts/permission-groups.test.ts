import { expect, it } from 'vitest';
import { SERVER_PERMISSION } from '../../protocol/permissions.ts';
import { maySwitch, PERMISSION_GROUPS, toggled } from './permission-groups.ts';

it('has every permission in one group', () => {
  expect(Object.values(PERMISSION_GROUPS).flat().toSorted()).toEqual(
    [...SERVER_PERMISSION].toSorted(),
  );
});

it('brings seeing the server with every permission, and takes all with it', () => {
  expect(toggled([], 'server.action.kick', true)).toEqual(['server.view', 'server.action.kick']);
  expect(toggled(['server.view', 'server.action.kick'], 'server.view', false)).toEqual([]);
  expect(toggled(['server.view', 'server.action.kick'], 'server.action.kick', false)).toEqual([
    'server.view',
  ]);
});

it('lets nobody switch what they lack, nor seeing the server where more would go with it', () => {
  const own = ['server.view', 'server.action.kick', 'server.personnel'] as const;
  expect(maySwitch(own, ['server.view'], 'server.action.kick')).toBe(true);
  expect(maySwitch(own, ['server.view'], 'server.delete')).toBe(false);
  expect(maySwitch(own, ['server.view', 'server.action.kick'], 'server.view')).toBe(true);
  expect(maySwitch(own, ['server.view', 'server.delete'], 'server.view')).toBe(false);
});
