import { describe, expect, it } from 'vitest';
import { PLAN } from '../../protocol/enumerations.ts';
import { World } from '../../testing/world.ts';
import { may, mayHost, mayOpen } from '../permissions.ts';
import { mayAddServer, planLimits } from './plan.ts';

describe('plans', () => {
  it.each([
    ['free', 1, 1, 0],
    ['basic', 1, 1, 1],
    ['pro', 5, 2, 2],
    ['community', null, null, null],
    ['advanced', null, null, null],
  ] as const)(
    '%s allows %s servers, %s ban lists and %s teams',
    (plan, servers, ban_lists, teams) => {
      expect(planLimits(plan)).toEqual({ servers, ban_lists, teams });
    },
  );

  it('give basic the count that came with it', () => {
    expect(planLimits('basic', 3).servers).toBe(3);
  });

  it('let one more server be added below the limit, and none at it', () => {
    const pro = { plan: 'pro', restricted: false } as const;
    expect([4, 5, 6].map((owned) => mayAddServer(pro, owned))).toEqual([true, false, false]);
    expect(mayAddServer({ plan: 'community', restricted: false }, 10_000)).toBe(true);
  });

  it('add nothing while the subscription is restricted', () => {
    for (const plan of PLAN) expect(mayAddServer({ plan, restricted: true }, 0)).toBe(false);
  });
});

describe('permissions', () => {
  const world = new World();
  const server = world.addServer('Chernarus', 10);
  world.permit(server, ['server.view']);
  const account = world.session();

  it('are those of the grants, for that server alone', () => {
    expect(may(account, server.id, 'server.view')).toBe(true);
    expect(may(account, server.id, 'server.action.kick')).toBe(false);
    expect(may(account, 'f'.repeat(24), 'server.view')).toBe(false);
    expect(may(account, 'constructor', 'server.view')).toBe(false);
    expect(may(undefined, server.id, 'server.view')).toBe(false);
  });

  it('for the host are capabilities', () => {
    expect(mayHost(account, 'host.operate')).toBe(true);
    expect(mayHost({ ...account, capabilities: [] }, 'host.operate')).toBe(false);
    expect(mayHost(undefined, 'host.operate')).toBe(false);
  });

  it('open a restricted server to its managers only', () => {
    const restricted = {
      id: server.id,
      configuration: { ...server.configuration, restricted: true },
    };
    expect(mayOpen(account, server)).toBe(true);
    expect(mayOpen(account, restricted)).toBe(false);
    world.permit(server, ['server.view', 'server.personnel']);
    expect(mayOpen(world.session(), restricted)).toBe(true);
    expect(mayOpen(undefined, server)).toBe(false);
  });
});
