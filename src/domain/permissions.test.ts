import { expect, it } from 'vitest';
import type { ServerPermission } from '../protocol/permissions.ts';
import { mayManage, mayReadLogs } from './permissions.ts';

const holding = (...permissions: ServerPermission[]) => ({
  servers: { one: permissions },
  capabilities: [],
});

it.each([
  'server.modify.settings',
  'server.personnel',
  'server.view.audit',
  'server.delete',
] as const)('lets whoever has %s manage', (permission) => {
  expect(mayManage(holding('server.view', permission), 'one')).toBe(true);
  expect(mayManage(holding('server.view', permission), 'other')).toBe(false);
});

it('shows the logs to whoever may read one of them', () => {
  expect(mayReadLogs(holding('server.view.feed'), 'one')).toBe(true);
  expect(mayReadLogs(holding('server.view.console'), 'one')).toBe(true);
  expect(mayReadLogs(holding('server.view'), 'one')).toBe(false);
  expect(mayManage(holding('server.view'), 'one')).toBe(false);
  expect(mayReadLogs(undefined, 'one')).toBe(false);
});
