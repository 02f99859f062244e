/** The same walk through the portal itself: its router, its guards and its frame, with a mark in each screen's place. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { App } from '../../src/ui/app/app.tsx';
import { draw } from '../../src/ui/app/doubles.tsx';
import { SCREENS } from '../../src/ui/app/screens.tsx';
import { accountRow, FakeConnection, serverRow } from '../../src/ui/data/doubles.ts';
import { startTexts } from '../../src/ui/text/i18n.ts';
import { accountAt } from './accounts.ts';
import { CLOSED, ENTRIES, NO_ENTRIES, SERVER, TABLE, WALKERS, type Walker } from './table.ts';

const MARK = 'the screen of this address';
type Shows = Record<keyof typeof SCREENS, { show: (params: never) => unknown }>;
const screens = SCREENS as unknown as Shows;
const shown = Object.entries(screens).map(([name, screen]) => ({
  name,
  screen,
  show: screen.show,
}));

/** Where the browser was sent away from the portal: to the sign-in site. */
let away: string | null = null;
let leave = () => {};

function stay(event: NavigateEvent) {
  const { pathname } = new URL(event.destination.url);
  if (pathname !== '/auth') return;
  event.preventDefault();
  away = pathname;
}

beforeAll(async () => {
  await startTexts();
  navigation.addEventListener('navigate', stay);
});
beforeEach(() => {
  away = null;
  for (const { name, screen } of shown) {
    // This one shows nothing but where it leads.
    if (name !== 'ownProfile') screen.show = () => <p>{MARK}</p>;
  }
});
afterEach(() => {
  leave();
  for (const { screen, show } of shown) screen.show = show;
});
afterAll(() => navigation.removeEventListener('navigate', stay));

function connect(walker: Walker, path: string): FakeConnection {
  const connection = new FakeConnection();
  connection.answer('serversList', () => ({ ok: true, value: { servers: [], next: null } }));
  const account = accountAt(Date.now(), walker);
  const out = account === undefined || account.expires_at <= Date.now();
  const since = 0;
  connection.put('link', [
    {
      id: 'link',
      connection: out
        ? { kind: 'signed-out', reason: account === undefined ? 'none' : 'expired' }
        : { kind: 'live', since, latency: 9 },
      fresh_at: null,
    },
  ]);
  const id = path.includes(CLOSED) ? CLOSED : SERVER;
  const there = Object.hasOwn(account?.servers ?? {}, id) && path.includes(id);
  const { configuration } = serverRow();
  const restricted = id === CLOSED;
  const server = serverRow({ id, configuration: { ...configuration, restricted } });
  connection.put('server', there ? [server] : []);
  connection.put('servers', there ? [server] : []);
  return connection.put(
    'account',
    account === undefined ? [] : [accountRow({ ...account, id: 'me' })],
  );
}

/** Where the portal has come to rest; null: it has not. */
function landed(path: string): string | null {
  if (away !== null) return 'sign-in';
  const text = document.querySelector('main')?.textContent ?? document.body.textContent;
  if (text.includes('Page not found')) return 'not-found';
  const at = location.pathname + location.search;
  if (path !== '/dummy' && !document.body.textContent.includes(MARK)) return null;
  if (location.pathname === '/upgrade-account' && location.search !== '') return 'upgrade';
  if (at === path) return 'here';
  return at === '/dashboard' ? 'dashboard' : at;
}

describe.each(WALKERS)('%s', (walker) => {
  it.each(Object.entries(TABLE))(
    'lands from %s where the specifications say',
    async (path, { row }) => {
      leave = draw(<App />, connect(walker, path), path);
      await expect.poll(() => landed(path), { interval: 5 }).toBe(row[walker]);
    },
  );
});

/** Those of the specifications' entries that stand in the sidebar. */
const IN_SIDEBAR = [
  '/dashboard',
  '/search',
  '/ban-manager',
  '/buckets',
  '/teams',
  '/organizations',
];

it.each(WALKERS.filter((walker) => walker !== 'nobody' && walker !== 'expired'))(
  'the sidebar shows %s the entries that the specifications name, and none of what comes later',
  async (walker) => {
    leave = draw(<App />, connect(walker, '/dashboard'), '/dashboard');
    const shownEntries = () => {
      const links = [...document.querySelectorAll('nav a')].map((link) =>
        link.getAttribute('href'),
      );
      return [...IN_SIDEBAR, ...NO_ENTRIES].filter((path) => links.includes(path));
    };
    const wanted = IN_SIDEBAR.filter((path) => ENTRIES[path]?.includes(walker));
    await expect.poll(() => document.body.textContent.includes(MARK)).toBe(true);
    await expect.poll(shownEntries).toEqual(wanted);
  },
);
