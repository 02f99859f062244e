import { describe, expect, it } from 'vitest';
import { findRoute } from '../../src/domain/routes/find.ts';
import { gateOpens, isShown, lead, type AtGate } from '../../src/domain/routes/gates.ts';
import { ROUTES, to, type Found, type Route } from '../../src/domain/routes/routes.ts';
import { serverGate } from '../../src/domain/routes/server-gate.ts';
import { accountAt } from './accounts.ts';
import { CLOSED, ENTRIES, NO_ENTRIES, OF_PLANS, ME, TABLE, WALKERS, type Walker } from './table.ts';

const NOW = 1_000_000;
const accountOf = (walker: Walker, plans = true) => accountAt(NOW, walker, plans);

/** Follows every lead, as the portal does, to where it ends. */
function land(path: string, account: AtGate | undefined): string {
  let at = path;
  for (let steps = 0; steps < 8; steps += 1) {
    const led = lead(at.split('?')[0] ?? at, account, NOW);
    if (led.kind === 'sign-in' || led.kind === 'not-found') return led.kind;
    if (led.kind === 'away') at = led.to;
    else {
      const away = atOwnProfile(at, account) ?? atServer(at, account);
      if (away === null) return at;
      at = away;
    }
  }
  throw new Error(`${path} leads nowhere.`);
}

function atOwnProfile(at: string, account: AtGate | undefined): string | null {
  return findRoute(at)?.name === 'ownProfile' && account !== undefined ? to.profile(ME) : null;
}

function atServer(at: string, account: AtGate | undefined): string | null {
  const found = findRoute(at.split('?')[0] ?? at);
  if (found === null || routeOf(found).gate !== 'server' || !('server_id' in found.params)) {
    return null;
  }
  const { server_id: serverId } = found.params;
  const restricted = serverId === CLOSED;
  const there = Object.hasOwn(account?.servers ?? {}, serverId);
  const gate = serverGate({
    serverId,
    account: account === undefined ? undefined : { ...account, capabilities: [] },
    live: true,
    ready: true,
    server: there ? { id: serverId, configuration: { restricted } } : undefined,
    seen: false,
    restrictedPage: at.endsWith('/access-restricted'),
  });
  if (gate === 'restricted') return `/server/${serverId}/access-restricted`;
  if (gate === 'allowed') return `/server/${serverId}/overview`;
  // The host does not know it either.
  return gate === 'open' && routeOf(found).later !== true ? null : '/dashboard';
}

function routeOf({ name }: Found): Route {
  return ROUTES[name];
}

/** As the table names places. */
function named(landed: string, path: string): string {
  if (landed.startsWith('/upgrade-account?')) return 'upgrade';
  if (landed === path) return 'here';
  return landed === '/dashboard' ? 'dashboard' : landed;
}

describe.each(WALKERS)('%s', (walker) => {
  it.each(Object.entries(TABLE))('lands from %s where the specifications say', (path, { row }) => {
    expect(named(land(path, accountOf(walker)), path)).toBe(row[walker]);
  });

  it.each(OF_PLANS)('is led by %s to the dashboard where plans do not bind', (path) => {
    const account = accountOf(walker, false);
    const wanted = walker === 'nobody' || walker === 'expired' ? 'sign-in' : '/dashboard';
    expect(land(path, account)).toBe(wanted);
  });
});

it('the gates of screens that come later open for those whom the specifications name', () => {
  const signedIn = WALKERS.filter((walker) => walker !== 'nobody');
  for (const [path, { gate }] of Object.entries(TABLE)) {
    const found = findRoute(path);
    if (gate === null || found === null) continue;
    const open = signedIn.filter((walker) => {
      const account = accountOf(walker);
      return account !== undefined && gateOpens(routeOf(found), account, NOW);
    });
    const has = ['expired', 'stopped by the plan'] as const;
    // Those have a server; that they are led elsewhere is no matter of the gate.
    const wanted = signedIn.filter(
      (walker) => gate.includes(walker) || has.some((one) => one === walker),
    );
    expect({ path, open }).toEqual({ path, open: wanted });
  }
});

it('somebody who was stopped goes on from there to where they were', () => {
  const led = lead('/history', accountOf('stopped by the plan'), NOW, 'q=Ada');
  expect(led).toEqual({ kind: 'away', to: '/upgrade-account?next=%2Fhistory%3Fq%3DAda' });
});

it('entries are shown to those whom the specifications name, and none of what comes later', () => {
  const signedIn = WALKERS.filter((walker) => walker !== 'nobody' && walker !== 'expired');
  const shownTo = (path: string) =>
    signedIn.filter((walker) => {
      const found = findRoute(path);
      const account = accountOf(walker);
      return found !== null && account !== undefined && isShown(routeOf(found), account, NOW);
    });
  for (const [path, walkers] of Object.entries(ENTRIES)) {
    expect([path, shownTo(path)]).toEqual([path, signedIn.filter((one) => walkers.includes(one))]);
  }
  for (const path of NO_ENTRIES) expect([path, shownTo(path)]).toEqual([path, []]);
});

it('every route of the table is one of the product, but for what is no page', () => {
  for (const [path, { row }] of Object.entries(TABLE)) {
    expect([path, findRoute(path) === null]).toEqual([path, row.nothing === 'not-found']);
  }
});
