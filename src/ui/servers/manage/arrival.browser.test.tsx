/** Addresses of the specifications that mean one panel of a page with several. */
import { afterEach, beforeAll, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useSearch } from 'wouter';
import '../../style/base.css';
import '../../parts/parts.css';
import type { AccountRow } from '../../../domain/rows.ts';
import { MODULES_UNSET } from '../../../protocol/modules/limits.ts';
import { draw } from '../../app/doubles.tsx';
import { accountRow, FakeConnection, SERVER_ID, serverRow } from '../../data/doubles.ts';
import { startTexts } from '../../text/i18n.ts';
import { ServerPage } from './page.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => {
  leave?.();
  document.documentElement.style.overflowAnchor = '';
});

const connectionOf = (account: AccountRow) =>
  new FakeConnection()
    .put('account', [account])
    .put('server', [serverRow()])
    .put('link', [{ id: 'link', connection: { kind: 'live', since: 0, latency: 9 }, fresh_at: 0 }]);

function open(component: 'overview' | 'modules', part: string, account = accountRow()) {
  const connection = connectionOf(account);
  const screen = <ServerPage serverId={SERVER_ID} component={component} />;
  leave = draw(screen, connection, `/server/${SERVER_ID}/${component}?part=${part}`);
  return connection;
}

const heading = (name: string) => page.getByRole('heading', { name, exact: true });
const topOf = (name: string) => heading(name).element().getBoundingClientRect().top;
/** Reading begins there. */
async function begins(name: string) {
  await expect.element(heading(name)).toHaveFocus();
  expect(topOf(name)).toBeGreaterThanOrEqual(0);
  expect(topOf(name)).toBeLessThan(innerHeight / 2);
}

it.each([
  ['settings', 'Settings'],
  ['personnel', 'Access'],
  ['protocol', 'Audit'],
  ['queue-priority', 'Queue priority file'],
  ['name-filter', 'Buckets'],
  ['chat-filter', 'Buckets'],
])('an address of a server’s %s begins at its panel of the overview', async (part, name) => {
  open('overview', part);
  await begins(name);
});

it('stays there while what stands above comes, until somebody does something', async () => {
  // Not every browser keeps what is read in its place by itself.
  document.documentElement.style.overflowAnchor = 'none';
  const connection = open('overview', 'protocol');
  await begins('Audit');
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      id: String(at).padStart(24, '0'),
      server_id: SERVER_ID,
      muster_id: String(at).padStart(24, 'c'),
      username: `bob${at}`,
      display_name: `Bob ${at}`,
      permissions: ['server.view' as const],
      since: 0,
      owner: false,
    }));
  connection.tell('personnel', many(40));
  await expect.element(page.getByRole('row', { name: /Bob 39/ })).toBeInTheDocument();
  await expect.poll(() => topOf('Audit')).toBeLessThan(innerHeight / 2);
  await userEvent.keyboard('{Shift}');
  scrollTo(0, 0);
  const bottom = topOf('Audit');
  connection.tell('personnel', many(59));
  await expect.poll(() => topOf('Audit')).toBeGreaterThan(bottom);
  // What grows is told once it is laid out.
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  expect(scrollY).toBe(0);
});

/** The page, drawn again for each address. */
function Visits() {
  return <ServerPage key={useSearch()} serverId={SERVER_ID} component="overview" />;
}

it('a way back leads to where the page stood, and not to its panel once more', async () => {
  const connection = connectionOf(accountRow());
  const address = (part: string) => `/server/${SERVER_ID}/overview?part=${part}`;
  leave = draw(<Visits />, connection, address('protocol'));
  await begins('Audit');
  history.pushState(null, '', address('settings'));
  await begins('Settings');
  history.back();
  await expect.poll(() => location.search).toBe('?part=protocol');
  await expect.poll(() => document.activeElement).toBe(document.body);
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  expect(document.activeElement).toBe(document.body);
  // A new way to a panel is one.
  history.pushState(null, '', address('settings'));
  await begins('Settings');
});

it('whoever does not see that panel begins where it says what it needs', async () => {
  open('overview', 'personnel', accountRow({ servers: { [SERVER_ID]: ['server.view'] } }));
  await begins('What you do not see here');
});

it.each([
  ['whitelist', 'Whitelist'],
  ['reserved-slots', 'Reserved slots'],
])('an address of a server’s %s begins at its module, once that is told', async (part, name) => {
  const connection = open('modules', part);
  await expect.element(heading(name)).not.toBeInTheDocument();
  const row = structuredClone(MODULES_UNSET);
  connection.tell('modules', [
    {
      ...row,
      geoblocking: { active: false, countries: [], invert: false },
      id: SERVER_ID,
      server_id: SERVER_ID,
      changed_at: null,
    },
  ]);
  await begins(name);
});

it('an address that means no panel begins at the top', async () => {
  open('overview', 'nothing');
  await expect.element(heading('Audit')).toBeInTheDocument();
  expect(document.activeElement).toBe(document.body);
  expect(scrollY).toBe(0);
});
