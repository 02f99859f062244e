/** Where each route leads whom, written by hand from the specifications: it imports nothing of the product. */

/** Who walks. The others have a session. */
export type Walker =
  | 'nobody'
  | 'expired'
  | 'nothing'
  | 'ended plan'
  | 'free with a server'
  | 'subscriber'
  | 'team member'
  | 'organization member'
  | 'invited'
  | 'restricted'
  | 'staff'
  | 'stopped by the plan';

/** Where they land: here, or by the name of a place. */
type Landing = 'here' | 'dashboard' | 'sign-in' | 'not-found' | 'upgrade' | `/${string}`;

export const SERVER = 'a'.repeat(24);
export const CLOSED = 'c'.repeat(24);
/** Who walks, as the host calls them. */
export const ME = 'e'.repeat(24);
const ID = 'b'.repeat(24);

/** Somebody without a session, or whose session has expired, goes to the authentication site. */
const OUT: readonly Walker[] = ['nobody', 'expired'];
/** An upgrade flag leads to the upgrade route. */
const STOPPED: readonly Walker[] = ['stopped by the plan'];

export const WALKERS: readonly Walker[] = [
  ...OUT,
  'nothing',
  'ended plan',
  'free with a server',
  'subscriber',
  'team member',
  'organization member',
  'invited',
  'restricted',
  'staff',
  ...STOPPED,
];

type Row = Readonly<Record<Walker, Landing>>;

function all(landing: Landing): Row {
  return Object.fromEntries(WALKERS.map((walker) => [walker, landing])) as Row;
}

/** A route that needs login: `open` says who stays there, `else` where the others land. */
function login(landing: Landing, open: readonly Walker[] = WALKERS, other: Landing = 'dashboard') {
  return Object.fromEntries(
    WALKERS.map((walker): [Walker, Landing] => {
      if (OUT.includes(walker)) return [walker, 'sign-in'];
      if (STOPPED.includes(walker)) return [walker, 'upgrade'];
      return [walker, open.includes(walker) ? landing : other];
    }),
  ) as Row;
}

/** A subscriber, or at least one server. The restricted one subscribes, and so does staff here. */
const PLAYER: readonly Walker[] = ['free with a server', 'subscriber', 'restricted', 'staff'];
/** Its gate is passed by these; its screen comes later, and until then everybody is sent where the others are. */
function later(gate: readonly Walker[]): { readonly gate: readonly Walker[]; readonly row: Row } {
  return { gate, row: login('dashboard') };
}

function gated(gate: readonly Walker[]): { readonly gate: readonly Walker[]; readonly row: Row } {
  return { gate, row: login('here', gate) };
}

const here = (row: Row) => ({ row, gate: null });

/** Who may do something with the open server. */
const OF_SERVER: readonly Walker[] = ['free with a server', 'subscriber', 'staff'];
const OVERVIEW: Landing = `/server/${SERVER}/overview`;
const MODULES: Landing = `/server/${SERVER}/modules`;
const OVERVIEW_AT = (part: string): Landing => `${OVERVIEW}?part=${part}`;
const MODULES_AT = (part: string): Landing => `${MODULES}?part=${part}`;
/** The one whose server is restricted is sent to where it says so, whatever of the server they ask for. */
const RESTRICTED = login(`/server/${CLOSED}/access-restricted`, ['restricted']);

/** By address; those of the dashboard's own are not in the specifications and not here. */
export const TABLE: Readonly<
  Record<string, { readonly row: Row; readonly gate: readonly Walker[] | null }>
> = {
  '/': here(login('dashboard')),
  '/dummy': here(all('here')),
  '/upgrade-account': here({ ...login('dashboard'), 'stopped by the plan': 'here' }),
  [`/authorize/${ID}`]: later(WALKERS),
  '/dashboard': here(login('here')),
  '/subscribe': later(WALKERS),
  '/subscribe/return': later(WALKERS),
  '/account': later(WALKERS),
  '/invoices': later(WALKERS),
  [`/invoice/${ID}`]: later(WALKERS),
  '/preferences': here(login('/preferences/server-nav')),
  '/preferences/server-nav': here(login('here')),
  '/buckets': here(login('here')),
  [`/buckets/${ID}`]: here(login('here')),
  '/support': later(WALKERS),
  '/support/open': later(WALKERS),
  [`/support/${ID}`]: later(WALKERS),
  '/search': gated(PLAYER),
  '/profile': { gate: PLAYER, row: login(`/profile/${ME}`, PLAYER) },
  [`/profile/${ID}`]: gated(PLAYER),
  '/profile/somebody': gated(PLAYER),
  '/ban-manager': gated(PLAYER),
  [`/ban-manager/${ID}`]: gated(PLAYER),
  '/watchers': later(PLAYER),
  '/teams': gated([...PLAYER, 'team member', 'invited']),
  [`/teams/${ID}`]: gated([...PLAYER, 'team member', 'organization member']),
  '/organizations': gated([...PLAYER, 'organization member', 'invited']),
  [`/organizations/${ID}`]: gated([...PLAYER, 'team member', 'organization member']),
  '/servers/add': here(login('here')),
  [`/server/${SERVER}`]: here(login(OVERVIEW, OF_SERVER)),
  [`/server/${SERVER}/overview`]: here(login('here', OF_SERVER)),
  [`/server/${SERVER}/logs-server`]: here(login('here', OF_SERVER)),
  [`/server/${SERVER}/access-restricted`]: here(login(OVERVIEW, OF_SERVER)),
  [`/dashboard/${SERVER}`]: here(login('here', OF_SERVER)),
  // The components that the specifications name and that stand on a page with others.
  [`/server/${SERVER}/players`]: here(login(`/dashboard/${SERVER}?panel=players`, OF_SERVER)),
  [`/server/${SERVER}/protocol`]: here(login(OVERVIEW_AT('protocol'), OF_SERVER)),
  [`/server/${SERVER}/settings`]: here(login(OVERVIEW_AT('settings'), OF_SERVER)),
  [`/server/${SERVER}/personnel`]: here(login(OVERVIEW_AT('personnel'), OF_SERVER)),
  [`/server/${SERVER}/queue-priority`]: here(login(OVERVIEW_AT('queue-priority'), OF_SERVER)),
  [`/server/${SERVER}/name-filter`]: here(login(OVERVIEW_AT('name-filter'), OF_SERVER)),
  [`/server/${SERVER}/chat-filter`]: here(login(OVERVIEW_AT('chat-filter'), OF_SERVER)),
  [`/server/${SERVER}/configuration`]: here(login(MODULES, OF_SERVER)),
  [`/server/${SERVER}/whitelist`]: here(login(MODULES_AT('whitelist'), OF_SERVER)),
  [`/server/${SERVER}/reserved-slots`]: here(login(MODULES_AT('reserved-slots'), OF_SERVER)),
  // Their screens come later.
  [`/server/${SERVER}/webhooks`]: here(login('dashboard')),
  [`/server/${SERVER}/integrations`]: here(login('dashboard')),
  ...Object.fromEntries(
    [
      'overview',
      'logs-server',
      'players',
      'protocol',
      'settings',
      'personnel',
      'queue-priority',
      'name-filter',
      'chat-filter',
      'configuration',
      'whitelist',
      'reserved-slots',
      'webhooks',
      'integrations',
    ].map((component) => [`/server/${CLOSED}/${component}`, here(RESTRICTED)]),
  ),
  [`/dashboard/${CLOSED}`]: here(RESTRICTED),
  [`/server/${CLOSED}/access-restricted`]: here(login('here', ['restricted'])),
  [`/server/${ID}/overview`]: here(login('dashboard')),
  [`/server/${SERVER}/no-component`]: here(all('not-found')),
  '/billing': later(WALKERS),
  '/billing/approve': later(WALKERS),
  '/billing/subscription': later(WALKERS),
  '/billing/invoices': later(WALKERS),
  '/logout': here(all('here')),
  '/anything/else': here(all('not-found')),
};

/** Addresses that speak of plans: where plans do not bind, they lead to the dashboard. */
export const OF_PLANS: readonly string[] = [
  '/upgrade-account',
  '/subscribe',
  '/subscribe/return',
  '/invoices',
  `/invoice/${ID}`,
  '/billing',
  '/billing/approve',
  '/billing/subscription',
  '/billing/invoices',
];

/** The specifications' entries of the sidebar whose screens are there, by whom they are shown to. */
export const ENTRIES: Readonly<Record<string, readonly Walker[]>> = {
  '/dashboard': [...PLAYER, 'stopped by the plan'],
  '/preferences/server-nav': [...PLAYER, 'stopped by the plan'],
  '/search': [...PLAYER, 'stopped by the plan'],
  '/profile': [...PLAYER, 'stopped by the plan'],
  '/ban-manager': [...PLAYER, 'stopped by the plan'],
  '/buckets': WALKERS.filter((walker) => !OUT.includes(walker)),
  '/teams': ['subscriber', 'restricted', 'staff', 'team member', 'invited'],
  '/organizations': ['subscriber', 'restricted', 'staff', 'organization member', 'invited'],
};

/** Those whose screens come later: nobody is shown one. */
export const NO_ENTRIES: readonly string[] = ['/account', '/billing', '/support', '/watchers'];
