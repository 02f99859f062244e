import { describe, expect, it } from 'vitest';
import { PLAN } from '../../protocol/enumerations.ts';
import { SERVER_PERMISSION } from '../../protocol/permissions.ts';
import { World } from '../../testing/world.ts';
import { may, mayHost, mayOpen, whileRestricted } from '../permissions.ts';
import { beyondLimit, isSubscriber, planInForce, planLimits, tierOf, whyNotMake } from './plan.ts';

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

  it('let one more be made below the limit, and none at it', () => {
    const paid = { restricted: false };
    const why = [4, 5, 6].map((owned) => whyNotMake(paid, { limit: 5, owned }));
    expect(why).toEqual([null, 'limit', 'limit']);
    expect(whyNotMake(paid, { limit: null, owned: 10_000 })).toBeNull();
  });

  it('let nothing be made while the subscription is restricted', () => {
    expect(whyNotMake({ restricted: true }, { limit: null, owned: 0 })).toBe('restricted');
  });

  it('no longer hold the newest beyond their limit', () => {
    expect(beyondLimit(['first', 'second', 'third'], 1)).toEqual(['second', 'third']);
    expect(beyondLimit(['first', 'second'], 2)).toEqual([]);
    expect(beyondLimit(['first'], null)).toEqual([]);
  });

  it.each([
    ['free', 'ACTIVE', null, false],
    ['free', 'INACTIVE', null, false],
    ['pro', 'ACTIVE', null, true],
    ['pro', 'ACTIVE', 10, false],
    ['pro', 'ACTIVE', 11, true],
    ['basic', 'CANCELLED', 11, true],
    ['basic', 'CANCELLED', 10, false],
    ['pro', 'INACTIVE', null, false],
    ['pro', 'ARCHIVED', null, false],
    ['pro', 'EXPIRED', null, false],
    ['pro', 'PAYMENT_PENDING', null, false],
    ['pro', 'CONFIRMATION_PENDING', null, false],
  ] as const)(
    '%s that is %s until %s makes a subscriber: %s',
    (plan, status, until, subscriber) => {
      const subscription = { plan, status, until, restricted: true };
      expect(isSubscriber(subscription, 10)).toBe(subscriber);
      expect(planInForce(subscription, 10)).toBe(subscriber ? plan : 'free');
    },
  );

  it('have a tier each', () => {
    expect(PLAN.map(tierOf)).toEqual(['FREE', 'BASIC', 'PRO', 'EXTENDED', 'EXTENDED']);
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

  it('open a restricted server to nobody', () => {
    const restricted = {
      id: server.id,
      configuration: { ...server.configuration, restricted: true },
    };
    expect(mayOpen(account, server)).toBe(true);
    expect(mayOpen(account, restricted)).toBe(false);
    world.permit(server, SERVER_PERMISSION);
    expect(mayOpen(world.session(), restricted)).toBe(false);
    expect(mayOpen(undefined, server)).toBe(false);
  });

  it('leave the owner of a restricted server its deletion, and everybody else nothing', () => {
    expect(whileRestricted(SERVER_PERMISSION, true)).toEqual(['server.delete']);
    expect(whileRestricted(['server.view'], true)).toEqual([]);
    expect(whileRestricted(SERVER_PERMISSION, false)).toEqual([]);
  });
});
