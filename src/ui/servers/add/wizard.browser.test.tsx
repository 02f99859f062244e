import { afterEach, beforeAll, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../style/base.css';
import '../../parts/parts.css';
import { Link } from 'wouter';
import { draw } from '../../app/doubles.tsx';
import { accountRow, FakeConnection, refusal, SERVER_ID, serverRow } from '../../data/doubles.ts';
import { startTexts } from '../../text/i18n.ts';
import { AddServerPage } from './page.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => {
  leave?.();
  sessionStorage.clear();
});

function open(address = '/servers/add', connection = new FakeConnection()) {
  connection.put('account', [accountRow()]);
  leave = draw(<AddServerPage />, connection, address);
  return connection;
}

async function fillConnection() {
  await page.getByLabelText('Name in Muster').fill('Chernarus 1');
  await page.getByLabelText('Address', { exact: true }).fill('play.example.org');
  await page.getByRole('button', { name: 'Next' }).click();
}

it('finds the servers of an address, and fills what one of them says', async () => {
  const connection = open('/servers/add?step=connection');
  const server = { map: 'enoch', players: 3, slots: 60 };
  connection.answer('serversFind', () => ({
    ok: true,
    value: {
      servers: [
        { ...server, game: 1, game_port: 2302, query_port: 27016, name: 'Первый' },
        { ...server, game: 4, game_port: 28015, query_port: 28017, name: 'Rusty' },
      ],
    },
  }));
  const find = page.getByRole('button', { name: 'Find servers here' });
  await expect.element(find).toHaveAttribute('aria-disabled', 'true');
  await page.getByLabelText('Address', { exact: true }).fill('play.example.org');
  await find.click();
  await expect.element(page.getByText('2 servers answer. Choose one:')).toBeVisible();
  expect(connection.inputs('serversFind')).toEqual([
    { body: { host: 'play.example.org', ports: [2302] } },
  ]);
  await page.getByRole('button', { name: /Rusty/ }).click();
  await expect.element(page.getByLabelText('Game port')).toHaveValue('28015');
  await expect.element(page.getByLabelText(/^Query port/)).toHaveValue('28017');
  await expect.element(page.getByLabelText('Name in Muster')).toHaveValue('Rusty');
  await expect
    .element(page.getByRole('button', { name: /Rusty/ }))
    .toHaveAttribute('aria-pressed', 'true');
  await page.getByLabelText('Address', { exact: true }).fill('other.example.org');
  await expect.element(page.getByRole('button', { name: /Rusty/ })).not.toBeInTheDocument();
});

it('says so where nothing answers at an address', async () => {
  const connection = open('/servers/add?step=connection');
  connection.answer('serversFind', () => ({ ok: true, value: { servers: [] } }));
  await page.getByLabelText('Address', { exact: true }).fill('play.example.org');
  await page.getByRole('button', { name: 'Find servers here' }).click();
  await expect.element(page.getByText(/^Nothing answers at the usual ports/)).toBeVisible();
});

it('goes through three steps by keyboard, tests, adds, and shows the deployment', async () => {
  const connection = open();
  connection.answer('serversTest', () => ({
    ok: true,
    value: { status: true, latency: 21, name: 'My DayZ', map: 'enoch', players: 3, slots: null },
  }));
  connection.answer('serversAdd', () => ({ ok: true, value: { server_id: SERVER_ID } }));
  await page.getByRole('radio', { name: /ArmA 3/ }).click();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByLabelText('Name in Muster')).toHaveFocus();
  expect(location.search).toBe('?step=connection');
  await fillConnection();
  await page.getByLabelText('RCon password').fill('secret');
  const test = page.getByRole('button', { name: 'Test the connection' });
  await test.click();
  await expect.element(page.getByText('Connected in 21 ms')).toBeVisible();
  await expect.element(test).toHaveFocus();
  await expect.element(page.getByText('3 / unknown')).toBeVisible();
  await page.getByRole('button', { name: 'Use this name' }).click();
  await page.getByRole('button', { name: 'Add server' }).click();
  await expect.poll(() => location.search).toBe(`?server=${SERVER_ID}`);
  expect(connection.inputs('serversAdd')).toEqual([
    {
      body: {
        identifier: 'Chernarus 1',
        name: 'My DayZ',
        timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        game: 3,
        host: 'play.example.org',
        game_port: 2302,
        query_port: null,
        rcon_port: 2306,
        rcon_password: 'secret',
      },
    },
  ]);
  const step = { step: 'registered', state: 'running', at: 1, detail: 'Working' } as const;
  connection.put('server', [serverRow({ deployment: [step] })]);
  await expect.element(page.getByText(/under way/)).toBeVisible();
  connection.put('server', [serverRow({ deployment: [{ ...step, state: 'failed' }] })]);
  await expect.element(page.getByText('Working')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Check its settings' })).toBeVisible();
  connection.put('server', [serverRow({ deployment: [{ ...step, state: 'done' }] })]);
  await expect.element(page.getByText('The server is ready.')).toBeVisible();
  // What was done is folded.
  await expect.element(page.getByText('What was done')).toBeVisible();
  expect(document.querySelector('details')?.open).toBe(false);
});

it('sets a Rust server up with its ports, and says which of its settings they are', async () => {
  const connection = open();
  connection.answer('serversTest', () => refusal('authentication-failed'));
  await page.getByRole('radio', { name: /Rust/ }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect.element(page.getByLabelText('Game port')).toHaveValue('28015');
  const query = page.getByLabelText(/^Query port/);
  await expect.element(query).toHaveValue('28017');
  await expect.element(query).toHaveAccessibleDescription(/\+server\.queryport/);
  await fillConnection();
  const port = page.getByLabelText('RCon port');
  await expect.element(port).toHaveValue('28016');
  await expect.element(port).toHaveAccessibleDescription(/\+rcon\.port/);
  await expect.element(page.getByText(/the password travels in the clear/)).toBeVisible();
  await page.getByLabelText('RCon password').fill('secret');
  await page.getByRole('button', { name: 'Test the connection' }).click();
  await expect
    .element(page.getByLabelText('RCon password'))
    .toHaveAccessibleDescription(/Wrong RCon password/);
  expect(connection.inputs('serversTest')).toEqual([
    {
      body: {
        game: 4,
        host: 'play.example.org',
        game_port: 28_015,
        query_port: 28_017,
        rcon_port: 28_016,
        rcon_password: 'secret',
      },
    },
  ]);
});

it('asks two steps for a server that is only watched, and tests its query port alone', async () => {
  const connection = open();
  connection.answer('serversTest', () => refusal('socket-unreachable'));
  await page.getByRole('radio', { name: /Generic/ }).click();
  const steps = page.getByRole('list', { name: 'Steps' }).getByRole('listitem');
  await expect.poll(() => steps.elements().length).toBe(2);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect.element(page.getByLabelText('RCon password')).not.toBeInTheDocument();
  await page.getByLabelText('Name in Muster').fill('Quake');
  await page.getByLabelText('Address', { exact: true }).fill('play.example.org');
  await page.getByRole('button', { name: 'Test the connection' }).click();
  const query = page.getByLabelText(/^Query port/);
  await expect.element(query).toHaveAccessibleDescription(/Nothing answered on the query port/);
  await expect.element(query).toHaveFocus();
  const wire = {
    game: 0,
    host: 'play.example.org',
    game_port: 27_015,
    query_port: null,
    rcon_port: null,
    rcon_password: null,
  };
  expect(connection.inputs('serversTest')).toEqual([{ body: wire }]);
  connection.answer('serversAdd', () => ({ ok: true, value: { server_id: SERVER_ID } }));
  await page.getByRole('button', { name: 'Add server' }).click();
  await expect.poll(() => location.search).toBe(`?server=${SERVER_ID}`);
  expect(connection.inputs('serversAdd')).toEqual([
    {
      body: {
        identifier: 'Quake',
        name: null,
        timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        ...wire,
      },
    },
  ]);
});

it('shows the last step of a game whose address names one that it does not have', async () => {
  open();
  await page.getByRole('radio', { name: /Generic/ }).click();
  leave?.();
  open('/servers/add?step=rcon');
  await expect.element(page.getByRole('button', { name: 'Test the connection' })).toBeVisible();
  await expect.element(page.getByLabelText('Game port')).toHaveValue('27015');
});

it('keeps what was typed when another game is chosen, over a reload as well', async () => {
  open();
  await page.getByRole('radio', { name: /Rust/ }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabelText('Game port').fill('28115');
  await fillConnection();
  leave?.();
  open('/servers/add?step=game');
  await page.getByRole('radio', { name: /ArmA 2/ }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect.element(page.getByLabelText('Name in Muster')).toHaveValue('Chernarus 1');
  await expect.element(page.getByLabelText('Game port')).toHaveValue('28115');
  const query = page.getByLabelText(/^Query port/);
  await expect.element(query).toHaveValue('');
  await expect.element(query).toHaveAttribute('placeholder', '28116');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect.element(page.getByLabelText('RCon port')).toHaveValue('28115');
});

it('marks what is wrong at its field and does not go on', async () => {
  open('/servers/add?step=connection');
  await page.getByLabelText('Name in Muster').fill('Черно');
  await page.getByRole('button', { name: 'Next' }).click();
  const name = page.getByLabelText('Name in Muster');
  await expect.element(name).toHaveFocus();
  await expect.element(name).toHaveAccessibleDescription(/Only Latin letters, digits/);
  await expect.element(page.getByText('This is required.')).toBeVisible();
  expect(location.search).toBe('?step=connection');
});

it('shows a refusal at the field that it concerns, also where another step has the field', async () => {
  const connection = open('/servers/add?step=connection');
  await fillConnection();
  await page.getByLabelText('RCon password').fill('wrong');
  connection.answer('serversTest', () => refusal('authentication-failed'));
  await page.getByRole('button', { name: 'Test the connection' }).click();
  const password = page.getByLabelText('RCon password');
  await expect.element(password).toHaveAccessibleDescription(/Wrong RCon password/);
  await expect.element(password).toHaveFocus();
  connection.answer('serversTest', () => refusal('hostname-not-resolved'));
  await page.getByRole('button', { name: 'Test the connection' }).click();
  await page.getByRole('link', { name: 'Go to “Server”' }).click();
  const address = page.getByLabelText('Address', { exact: true });
  await expect.element(address).toHaveValue('play.example.org');
  await expect.element(address).toHaveAccessibleDescription(/cannot be resolved/);
  await expect.element(address).toHaveFocus();
});

it('does not show the answer to a test of what has been changed in the meantime', async () => {
  const connection = open('/servers/add?step=connection');
  await fillConnection();
  let answer: (() => void) | undefined;
  connection.answer('serversTest', async () => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    return refusal('authentication-failed');
  });
  await page.getByLabelText('RCon password').fill('first');
  await page.getByRole('button', { name: 'Test the connection' }).click();
  await page.getByLabelText('RCon password').fill('second');
  answer?.();
  await expect.element(page.getByRole('button', { name: 'Test the connection' })).toBeEnabled();
  await expect.element(page.getByText('Wrong RCon password.')).not.toBeInTheDocument();
});

it('has what was typed after a reload, but for the password', async () => {
  open('/servers/add?step=connection');
  await fillConnection();
  await page.getByLabelText('RCon password').fill('secret');
  expect(Object.values(sessionStorage).join()).not.toContain('secret');
  leave?.();
  open('/servers/add?step=rcon');
  await expect.element(page.getByLabelText('RCon password')).toHaveValue('');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect.element(page.getByLabelText('Name in Muster')).toHaveValue('Chernarus 1');
});

it('asks once before it is left with something typed, and not for a game that was looked at', async () => {
  const link = page.getByRole('link', { name: 'away' });
  const around = () =>
    draw(
      <>
        <AddServerPage />
        <Link href="/dashboard">away</Link>
      </>,
      new FakeConnection().put('account', [accountRow()]),
      '/servers/add',
    );
  leave = around();
  await page.getByRole('radio', { name: /Rust/ }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  await link.click();
  expect(location.pathname).toBe('/dashboard');
  leave();
  leave = around();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabelText('Name in Muster').fill('Chernarus 1');
  await page.getByRole('button', { name: 'Back' }).click();
  await link.click();
  await page.getByRole('button', { name: 'Stay here' }).click();
  expect(location.pathname).toBe('/servers/add');
  await link.click();
  await page.getByRole('button', { name: 'Leave without saving' }).click();
  expect(location.pathname).toBe('/dashboard');
  expect(sessionStorage.getItem('muster-draft:add-server')).toBeNull();
});

it('leads to the step where something is missing when a later one was opened by its address', async () => {
  open('/servers/add?step=rcon');
  await page.getByLabelText('RCon password').fill('secret');
  await page.getByRole('button', { name: 'Test the connection' }).click();
  await expect.element(page.getByLabelText('Address', { exact: true })).toHaveFocus();
});

it('finds a time zone by a part of its name', async () => {
  open('/servers/add?step=connection');
  const zone = page.getByRole('combobox', { name: 'Time zone of the server' });
  await zone.fill('tokyo');
  await userEvent.keyboard('{Enter}');
  await expect.element(zone).toHaveValue('Asia/Tokyo');
  await expect
    .poll(() => sessionStorage.getItem('muster-draft:add-server'))
    .toContain('Asia/Tokyo');
  await zone.fill('nowhere');
  await expect.element(page.getByText('No time zone matches.')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await page.getByLabelText('Game port').click();
  await expect.element(zone).toHaveValue('Asia/Tokyo');
});

it('tells why nothing can be added', async () => {
  const connection = open();
  connection.put('account', [accountRow({ capabilities: [] })]);
  await expect.element(page.getByText(/You may not add servers here/)).toBeVisible();
  connection.put('account', [
    accountRow({
      subscription: { plan: 'free', status: 'ACTIVE', until: null, restricted: false },
      subscriptions: { omega: { tier: 'FREE', plans: true, upgrade: false } },
      limits: { servers: 1 },
    }),
  ]);
  await expect
    .element(page.getByText(/^Your plan \(free\) allows 1 server, and you have it/))
    .toBeVisible();
});
