import { isSubscriber } from '../account/plan.ts';
import type { AccountRow } from '../rows.ts';
import { findRoute, redirectOf } from './find.ts';
import { to, ROUTES, type Found, type Gate, type Route, type Shown } from './routes.ts';

/** What a gate asks of an account. */
export type AtGate = Pick<
  AccountRow,
  'subscription' | 'subscriptions' | 'servers' | 'memberships' | 'invites' | 'expires_at'
>;

/** Where an address leads: to a page, away to another address, to the sign-in site, or nowhere. */
export type Lead =
  | { readonly kind: 'page'; readonly found: Found }
  | { readonly kind: 'away'; readonly to: string }
  | { readonly kind: 'sign-in' }
  | { readonly kind: 'not-found' };

/**
 * Where an address leads somebody; undefined is nobody. A page of a server still asks whether its server is there.
 * `search`: what the address has behind its path, without the question mark.
 */
export function lead(path: string, account: AtGate | undefined, now: number, search = ''): Lead {
  const found = findRoute(path);
  if (found === null) return { kind: 'not-found' };
  const route: Route = ROUTES[found.name];
  const page: Lead = { kind: 'page', found };
  const redirect = redirectOf(path, search);
  if (redirect !== null) return { kind: 'away', to: redirect };
  if (route.guard === 'anybody') return page;
  if (account === undefined || account.expires_at <= now) return { kind: 'sign-in' };
  const { plans = false, upgrade = false } = account.subscriptions?.omega ?? {};
  if (route.plans === true && !plans) return DASHBOARD;
  if (found.name === 'upgrade') return upgrade ? page : DASHBOARD;
  if (upgrade) return { kind: 'away', to: to.upgrade(search === '' ? path : `${path}?${search}`) };
  if (!gateOpens(route, account, now)) return DASHBOARD;
  // Of a server's the gate knows more than the account: it stands before where the address leads.
  return route.later === true && route.gate !== 'server' ? DASHBOARD : page;
}

/** Whether an account may pass the gate of a route; that of a server asks for more than the account. */
export function gateOpens({ gate }: Pick<Route, 'gate'>, account: AtGate, now: number): boolean {
  return gate === undefined || gate === 'server' || isOpen(gate, account, now);
}

const DASHBOARD: Lead = { kind: 'away', to: to.dashboard() };

/** The gate of players, before which the host asks the same as the portal. */
export function passes(
  subscription: AtGate['subscription'],
  servers: number,
  now: number,
): boolean {
  return isSubscriber(subscription, now) || servers > 0;
}

function isOpen(gate: Gate, account: AtGate, now: number): boolean {
  const { subscription, servers } = account;
  if (passes(subscription, Object.keys(servers).length, now)) return true;
  switch (gate) {
    case 'player':
      return false;
    case 'teams':
      return belongsTo(account, 'team');
    case 'organizations':
      return belongsTo(account, 'organization');
    case 'team':
      return isIn(account, 'team') || isIn(account, 'organization');
  }
}

/** Whether an account is shown an entry for a page. */
export function isShown(
  { shown, plans, later }: Pick<Route, 'shown' | 'plans' | 'later'>,
  account: AtGate,
  now: number,
): boolean {
  if (shown === undefined || later === true) return false;
  if (plans === true && account.subscriptions?.omega.plans !== true) return false;
  return mayBeShown(shown, account, now);
}

function mayBeShown(shown: Shown, account: AtGate, now: number): boolean {
  if (shown === 'all' || isSubscriber(account.subscription, now)) return true;
  if (shown === 'server') return hasServer(account);
  return belongsTo(account, shown);
}

/** Also by an invitation that is open. */
function belongsTo(account: AtGate, kind: 'team' | 'organization'): boolean {
  return isIn(account, kind) || account.invites.some((invite) => invite[kind] !== null);
}

function hasServer({ servers }: AtGate): boolean {
  return Object.keys(servers).length > 0;
}

function isIn({ memberships }: AtGate, kind: 'team' | 'organization'): boolean {
  return memberships.some((membership) => membership[kind] !== null);
}
