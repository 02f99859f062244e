import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../style/base.css';
import '../../parts/parts.css';
import '../frame/frame.css';
import { SERVER_ACTION } from '../../../protocol/enumerations.ts';
import { SERVER_PERMISSION } from '../../../protocol/permissions.ts';
import type { CallAnswer, Outcome } from '../../../worker/contract.ts';
import { drawUnderOverlay } from '../../app/doubles.tsx';
import {
  accountRow,
  FakeConnection,
  playerView,
  SERVER_ID,
  serverRow,
} from '../../data/doubles.ts';
import { startTexts } from '../../text/i18n.ts';
import { closePalette, helpOpen, paletteOpen } from '../keys/overlays.ts';
import { switchShortcuts } from '../keys/shortcuts.ts';
import { rememberRecent } from './recent.ts';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => {
  closePalette();
  helpOpen.value = false;
  switchShortcuts(true);
  localStorage.clear();
  leave?.();
});

const ann = playerView();
const ANN_HIT = { player: ann, score: 90, by: null, alike: false };

function open({ kick = true, connected = true, environment = serverRow().environment } = {}) {
  const server = serverRow(
    connected
      ? { environment }
      : { state: { state: 'DISCONNECTED', offline: true, ready: false, error: null, since: 0 } },
  );
  const servers = {
    [SERVER_ID]: SERVER_PERMISSION.filter((name) => kick || name !== 'server.action.kick'),
  };
  const connection = new FakeConnection()
    .put('account', [accountRow({ servers })])
    .put('server', [server])
    .put('link', [{ id: 'link', connection: { kind: 'live', since: 0, latency: 9 }, fresh_at: 0 }]);
  connection.found = ({ text, servers: most, players }) => {
    const named = most > 0 && (text === '' || 'chernarus 1'.startsWith(text));
    const met = players > 0 && text !== '' && 'ann'.startsWith(text);
    return {
      servers: named
        ? [{ server, score: 85, ranges: [[0, text.length]] as const, beside: null }]
        : [],
      players: met ? [{ ...ANN_HIT, server, ranges: [[0, text.length]] as const }] : [],
      found: { servers: named ? 1 : 0, players: met ? 1 : 0 },
    };
  };
  connection.act = () => ({ ok: true, value: '' });
  leave = drawUnderOverlay(connection);
  return connection;
}

const field = page.getByRole('combobox');
const active = () =>
  document.getElementById(field.element().getAttribute('aria-activedescendant') ?? '');

it('opens with Ctrl K, also from a field, and leads to the best hit with Enter', async () => {
  open();
  await page.getByLabelText('a field').click();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(field).toHaveFocus();
  await field.fill('cher');
  await expect.poll(() => active()?.textContent).toContain('Chernarus 1');
  expect(active()?.querySelector('mark')?.textContent).toBe('Cher');
  expect(active()?.getAttribute('href')).toBe(`/dashboard/${SERVER_ID}`);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => location.pathname).toBe(`/dashboard/${SERVER_ID}`);
  await expect.element(field).not.toBeInTheDocument();
});

it('says in a server’s line when it restarts next', async () => {
  const next_restart = { local: null, start_unknown: true } as const;
  open({ environment: { ...serverRow().environment, next_restart } });
  paletteOpen.value = true;
  await field.fill('cher');
  await expect.poll(() => active()?.textContent).toMatch(/Chernarus 1.*next restart unknown/);
});

it('asks for the server that is looked at, and for none where there is none', async () => {
  const asked = vi.spyOn(open(), 'subscribe');
  const servers = () =>
    asked.mock.calls.flatMap(([query]) => (query.view === 'server' ? query.server_id : []));
  paletteOpen.value = true;
  await expect.poll(() => active()).not.toBeNull();
  expect(servers()).toEqual([]);
  closePalette();
  await expect.element(field).not.toBeInTheDocument();
  history.pushState(null, '', `/dashboard/${SERVER_ID}`);
  paletteOpen.value = true;
  await expect.element(page.getByRole('group', { name: 'On Chernarus 1' })).toBeVisible();
  expect(new Set(servers())).toEqual(new Set([SERVER_ID]));
});

it('remembers what was opened and offers it first', async () => {
  open();
  paletteOpen.value = true;
  await field.fill('insp');
  await expect.poll(() => active()?.textContent).toContain('Connection inspector');
  await userEvent.keyboard('{Enter}');
  await expect.element(field).not.toBeInTheDocument();
  paletteOpen.value = true;
  await expect.poll(() => active()?.textContent).toContain('Connection inspector');
});

it('goes round with the arrows, and to the ends', async () => {
  open();
  paletteOpen.value = true;
  await expect.element(field).toHaveFocus();
  await expect.poll(() => active()).not.toBeNull();
  const options = () => [...document.querySelectorAll('[role="option"]')];
  await expect.poll(() => options().length).toBeGreaterThan(4);
  await userEvent.keyboard('{ArrowUp}');
  expect(active()).toBe(options().at(-1));
  await userEvent.keyboard('{ArrowDown}');
  expect(active()).toBe(options()[0]);
  await userEvent.keyboard('{End}');
  expect(active()).toBe(options().at(-1));
  await userEvent.keyboard('{Home}');
  expect(active()).toBe(options()[0]);
});

it('does by Enter what was typed, also where the answer to it is still to come', async () => {
  open();
  paletteOpen.value = true;
  await expect.poll(() => active()).not.toBeNull();
  await field.fill('insp');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => location.pathname).toBe('/inspector');
});

/** The worker keeps its answers back until it is let go on, or fails. */
function holdAnswers(connection: FakeConnection) {
  const { found } = connection;
  let goOn = () => {};
  let fail = () => {};
  const held = new Promise<void>((resolve, reject) => {
    goOn = resolve;
    fail = () => reject(new TypeError('It hangs.'));
  });
  connection.found = async (question) => {
    await held;
    return found(question);
  };
  return { goOn: () => goOn(), fail: () => fail() };
}

it('an Enter at the very beginning waits for the first answer too', async () => {
  rememberRecent(accountRow().muster_id, 'page:inspector');
  rememberRecent(accountRow().muster_id, `server:${SERVER_ID}`);
  const worker = holdAnswers(open());
  paletteOpen.value = true;
  await expect.poll(() => active()?.textContent).toContain('Connection inspector');
  await userEvent.keyboard('{Enter}');
  expect(location.pathname).toBe('/dashboard');
  worker.goOn();
  await expect.poll(() => location.pathname).toBe(`/dashboard/${SERVER_ID}`);
});

it.each([
  ['an arrow', () => userEvent.keyboard('{ArrowDown}')],
  ['the pointer', () => page.getByRole('option').nth(2).hover()],
])('an Enter that waits is called off by %s', async (_, move) => {
  const connection = open();
  paletteOpen.value = true;
  await expect.element(page.getByRole('option').nth(2)).toBeVisible();
  await expect.element(page.getByRole('listbox')).toHaveAttribute('aria-busy', 'false');
  const worker = holdAnswers(connection);
  await field.fill('cher');
  await userEvent.keyboard('{Enter}');
  await move();
  worker.goOn();
  await expect.poll(() => active()?.textContent).toContain('Chernarus 1');
  expect(location.pathname).toBe('/dashboard');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => location.pathname).toBe(`/dashboard/${SERVER_ID}`);
});

it('an Enter that waits is called off where no answer comes: what then stands there was not meant', async () => {
  const worker = holdAnswers(open());
  paletteOpen.value = true;
  await field.fill('insp');
  await userEvent.keyboard('{Enter}');
  worker.fail();
  await expect.element(page.getByText(/can be searched in a moment/)).toBeVisible();
  await expect.poll(() => active()?.textContent).toContain('Connection inspector');
  expect(location.pathname).toBe('/dashboard');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => location.pathname).toBe('/inspector');
});

it('leaves Enter and the arrows to an input method', async () => {
  open();
  paletteOpen.value = true;
  await field.fill('cher');
  await expect.poll(() => active()?.textContent).toContain('Chernarus 1');
  const before = location.pathname;
  for (const key of ['Enter', 'ArrowDown']) {
    field
      .element()
      .dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, isComposing: true }));
  }
  await expect.element(field).toBeInTheDocument();
  expect(location.pathname).toBe(before);
  expect(active()?.textContent).toContain('Chernarus 1');
});

it('does what is typed as a sentence, after the same question as the screen', async () => {
  const connection = open();
  paletteOpen.value = true;
  await field.fill('kick ann');
  await expect.poll(() => active()?.textContent).toMatch(/Kick.*Ann/);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('dialog', { name: /Kick.*Ann/ })).toBeVisible();
  expect(connection.acts).toEqual([]);
  await page.getByRole('button', { name: 'Kick' }).click();
  await expect.element(page.getByText(/Kick: .*Ann.*: done/).first()).toBeVisible();
  expect(connection.acts.map(({ request }) => request)).toEqual([
    { action: SERVER_ACTION.SERVER_KICK, player_id: ann.id, reason: '' },
  ]);
});

const STEAM_ID = '76561198000000001';

/** As the worker has it: a name says nothing of identifiers, and the host told of Ann. */
function openToIdentify(account: Parameters<typeof open>[0] = {}) {
  const connection = open(account);
  const server = serverRow();
  connection.found = ({ identified = [], players }) => ({
    servers: [],
    players:
      players === 0
        ? []
        : identified.map((by) => ({ ...ANN_HIT, server, score: 75, ranges: [], by })),
    found: { servers: 0, players: identified.length },
  });
  return connection;
}

const toldAnn: Outcome<CallAnswer<'playersByIdentifier'>> = {
  ok: true,
  value: {
    players: [{ server_id: SERVER_ID, player: ann.id, id: 'steam_id', value: STEAM_ID }],
  },
};

it('asks the host for a pasted SteamID, once, and shows and acts on who it is', async () => {
  const connection = openToIdentify()
    .answer('playersByIdentifier', () => toldAnn)
    .put('players', [ann]);
  paletteOpen.value = true;
  await expect.element(field).toHaveFocus();
  // However slow the machine is, no time passes between the two.
  document.execCommand('insertText', false, STEAM_ID.slice(0, 9));
  document.execCommand('insertText', false, STEAM_ID.slice(9));
  await userEvent.keyboard('{Enter}');
  // Enter waited for the host.
  await expect.poll(() => location.pathname).toBe(`/dashboard/${SERVER_ID}`);
  const card = page.getByRole('dialog', { name: /Ann/ });
  await expect.element(card).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(card).not.toBeInTheDocument();
  expect(connection.inputs('playersByIdentifier')).toEqual([
    { query: { beginning: STEAM_ID, limit: 20 } },
  ]);
  paletteOpen.value = true;
  await field.fill(`kick ${STEAM_ID}`);
  await expect.poll(() => active()?.textContent).toMatch(/Kick.*Ann/);
  await field.fill(STEAM_ID);
  await expect.poll(() => active()?.textContent).toContain(`SteamID ${STEAM_ID}`);
});

it('does not show whom the host tells of what stood there before', async () => {
  let tell = () => {};
  const connection = openToIdentify().answer('playersByIdentifier', async () => {
    await new Promise<void>((resolve) => {
      tell = resolve;
    });
    return toldAnn;
  });
  paletteOpen.value = true;
  await field.fill(STEAM_ID);
  await expect.poll(() => connection.inputs('playersByIdentifier')).toHaveLength(1);
  expect(page.getByText(/Nothing found/).elements()).toEqual([]);
  await field.fill('nobody');
  tell();
  await expect.element(page.getByText('Nothing found for “nobody”.').first()).toBeVisible();
  expect(page.getByRole('option', { name: /Ann/ }).elements()).toEqual([]);
});

it('says that the host cannot be asked for an identifier', async () => {
  openToIdentify();
  paletteOpen.value = true;
  await field.fill(STEAM_ID);
  await expect.element(page.getByText(/identifiers and addresses find only/)).toBeVisible();
  await expect.element(page.getByText(`Nothing found for “${STEAM_ID}”.`).first()).toBeVisible();
});

it('asks for no identifier where the account may know none, nor without a connection', async () => {
  const connection = openToIdentify().answer('playersByIdentifier', () => toldAnn);
  connection.put('account', [accountRow({ servers: { [SERVER_ID]: ['server.view'] } })]);
  paletteOpen.value = true;
  await field.fill(STEAM_ID);
  await expect.element(page.getByText(/Nothing found/).first()).toBeVisible();
  expect(page.getByText(/identifiers and addresses find only/).elements()).toEqual([]);
  connection.put('account', [accountRow()]);
  await expect.poll(() => active()?.textContent).toContain('Ann');
  connection.put('link', [
    { id: 'link', connection: { kind: 'connecting', since: 0, attempt: 1 }, fresh_at: 0 } as never,
  ]);
  await expect.element(page.getByText(/identifiers and addresses find only/)).toBeVisible();
  expect(connection.inputs('playersByIdentifier')).toHaveLength(1);
});

it('never offers what the account may not do', async () => {
  open({ kick: false });
  paletteOpen.value = true;
  await field.fill('kick ann');
  await expect.element(page.getByText('Nothing found for “kick ann”.').first()).toBeVisible();
  await field.fill('ann');
  await expect.element(page.getByRole('option', { name: /Message to a player/ })).toBeVisible();
  expect(page.getByRole('option', { name: /Kick/ }).elements()).toEqual([]);
});

it('says why something cannot be done now, and does nothing', async () => {
  const connection = open({ connected: false });
  paletteOpen.value = true;
  await field.fill('restart cher');
  await expect.poll(() => active()?.getAttribute('aria-disabled')).toBe('true');
  expect(active()?.textContent).toContain('not connected');
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toBeVisible();
  expect(connection.acts).toEqual([]);
});

it('works without the worker for the pages, and says what is missing', async () => {
  const connection = open();
  connection.found = () => {
    throw new TypeError('There is no worker yet.');
  };
  paletteOpen.value = true;
  await field.fill('dash');
  await expect.element(page.getByText(/can be searched in a moment/)).toBeVisible();
  await expect.poll(() => active()?.getAttribute('href')).toBe('/dashboard');
});

it('single keys help and search, and can be switched off in the help', async () => {
  open();
  await expect.element(page.getByRole('heading', { name: 'a page' })).toBeVisible();
  await userEvent.keyboard('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect.element(help).toBeVisible();
  const texts = ['Search this page, or everything', 'Dashboard', 'Connection inspector'];
  const lists = ['The server above, the server below', 'Eight lines up or down', 'The newest line'];
  for (const text of [...texts, ...lists]) {
    await expect.element(help.getByText(text).first()).toBeVisible();
  }
  await help.getByRole('checkbox').click();
  await userEvent.keyboard('{Escape}');
  await expect.element(help).not.toBeInTheDocument();
  await userEvent.keyboard('?');
  await userEvent.keyboard('/');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(field).toBeVisible();
});

it('the focus is back on a page that was clicked into, also after the palette led to a dialog', async () => {
  open();
  await page.getByRole('heading', { name: 'a page' }).click();
  await expect.poll(() => document.activeElement?.id).toBe('content');
  await userEvent.keyboard('{Control>}k{/Control}');
  await field.fill('keyboard sho');
  await expect.poll(() => active()?.textContent).toContain('Keyboard shortcuts');
  await userEvent.keyboard('{Enter}');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect.element(help).toBeVisible();
  await expect.element(field).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(help).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement?.id).toBe('content');
});

it('another tab that switches single keys off switches them off here', async () => {
  open();
  localStorage.setItem('muster-shortcuts-off', '1');
  dispatchEvent(new StorageEvent('storage', { key: 'muster-shortcuts-off', newValue: '1' }));
  await userEvent.keyboard('?');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});
