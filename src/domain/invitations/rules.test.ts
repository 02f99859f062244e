import { expect, it } from 'vitest';
import { giveable, managedServers, standing } from './rules.ts';

it('stands as it was answered, and is over with its time where nobody did', () => {
  const at = (state: 'pending' | 'accepted' | 'declined', now: number) =>
    standing({ state, expires_at: 100 }, now);
  expect([at('pending', 99), at('pending', 100)]).toEqual(['pending', 'expired']);
  expect([at('accepted', 200), at('declined', 200)]).toEqual(['accepted', 'declined']);
});

it('gives what whoever invites may do on every chosen server, and lists those where they bring people in', () => {
  const servers = {
    a: ['server.view', 'server.action.kick', 'server.personnel'],
    b: ['server.view', 'server.action.lock', 'server.personnel'],
    c: ['server.view', 'server.delete'],
  } as const;
  expect(managedServers(servers)).toEqual(['a', 'b']);
  expect(giveable(servers, ['a'])).toEqual(servers.a);
  expect(giveable(servers, ['a', 'b'])).toEqual(['server.view', 'server.personnel']);
  expect(giveable(servers, [])).not.toContain('server.delete');
  expect(giveable(servers, [])).toContain('server.action.lock');
  expect(giveable(servers, ['gone'])).toEqual([]);
});
