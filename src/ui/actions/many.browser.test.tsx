import { afterEach, beforeAll, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import { SERVER_PERMISSION } from '../../protocol/permissions.ts';
import { draw } from '../app/doubles.tsx';
import { startClock } from '../data/clock.ts';
import { accountRow, FakeConnection, refusal, serverRow } from '../data/doubles.ts';
import { DashboardPage } from '../servers/list/page.tsx';
import { loadTexts, startTexts } from '../text/i18n.ts';

let leave: (() => void) | undefined;
beforeAll(async () => {
  startClock();
  await startTexts();
  await loadTexts();
});
afterEach(() => leave?.());

const NAMES = ['Alpha', 'Beta', 'Gamma', 'Delta'];
const idOf = (name: string) => String(NAMES.indexOf(name) + 1).repeat(24);

/** Four servers: Gamma is not connected, and on Delta one may only look. */
function open() {
  const all = [...SERVER_PERMISSION];
  const { configuration, state, environment } = serverRow();
  const servers = NAMES.map((name) =>
    serverRow({
      id: idOf(name),
      configuration: { ...configuration, identifier: name },
      state: name === 'Gamma' ? { ...state, state: 'DISCONNECTED', offline: true } : state,
      environment: { ...environment, locked: name === 'Beta' },
    }),
  );
  const account = accountRow({
    servers: Object.fromEntries(
      NAMES.map((name) => [idOf(name), name === 'Delta' ? ['server.view' as const] : all]),
    ),
  });
  const connection = new FakeConnection()
    .put('account', [account])
    .put('link', [])
    .put('totals', [])
    .put('feed', [])
    .put('intentions', []);
  connection.put('servers', servers);
  connection.act = () => ({ ok: true, value: '' });
  leave = draw(<DashboardPage />, connection, '/dashboard');
  return connection;
}

/** The host did it at each. */
const answered = (ids: readonly string[] = []) =>
  ids.map((server_id) => ({ server_id, ok: true, error: null, detail: null }));

const tick = (name: string) => page.getByRole('checkbox', { name: `Choose ${name}` });
const bar = page.getByRole('region', { name: 'Chosen servers' });
const button = (name: string) => page.getByRole('button', { name, exact: true });

it('one question says to whom it happens and to whom not and why, and each server’s result comes in', async () => {
  const connection = open();
  connection.act = (serverId) =>
    serverId === idOf('Alpha') ? { ok: true, value: '' } : refusal('no-answer');
  await page.getByRole('checkbox', { name: 'Choose all listed servers' }).click();
  await expect.element(bar.getByText('4 servers chosen')).toBeVisible();
  await button('Restart').click();
  const question = page.getByRole('dialog', { name: 'Restart 2 servers?' });
  await expect.element(question.getByText('24 players will be disconnected.')).toBeVisible();
  const who = question.getByRole('listitem');
  const lines = () => who.elements().map((line) => line.textContent);
  expect(lines()[0]).toMatch(/Gamma.*not connected/);
  expect(lines()[1]).toMatch(/Delta.*You need the permission ‘Restart’ here/);
  expect(
    lines()
      .slice(2)
      .map((line) => line?.match(/Alpha|Beta/)?.[0]),
  ).toEqual(['Alpha', 'Beta']);
  expect(connection.acts).toEqual([]);
  await page.getByText('Now', { exact: true }).click();
  await button('Restart 2 servers').click();
  const results = page.getByRole('dialog', { name: 'Restart' });
  await expect.element(results.getByText('1 of 2 done')).toBeVisible();
  expect(connection.acts.map(({ serverId, request }) => [serverId, request.action])).toEqual([
    [idOf('Alpha'), SERVER_ACTION.SERVER_RESTART],
    [idOf('Beta'), SERVER_ACTION.SERVER_RESTART],
  ]);
  connection.act = () => ({ ok: true, value: '' });
  await button('Try 1 failed server again').click();
  await expect.element(results.getByText('2 of 2 done')).toBeVisible();
  expect(connection.acts.length).toBe(3);
});

it('one that is down stays as loud when it is chosen', async () => {
  open();
  const colourOf = (name: string) =>
    getComputedStyle(tick(name).element().closest('tr')!).backgroundColor;
  await expect.element(tick('Gamma')).toBeVisible();
  const before = [colourOf('Alpha'), colourOf('Gamma')];
  for (const name of ['Alpha', 'Gamma']) await tick(name).click();
  await expect.element(bar.getByText('2 servers chosen')).toBeVisible();
  await bar.hover();
  tick('Beta').element().focus();
  expect(colourOf('Alpha')).not.toBe(before[0]);
  expect(colourOf('Gamma')).toBe(before[1]);
});

it('the result of a server names the permission that is missing there', async () => {
  const connection = open();
  const missing = refusal('permission-denied') as ReturnType<typeof refusal> & {
    error: { kind: 'problem'; problem: object };
  };
  connection.act = () => ({
    ok: false,
    error: {
      ...missing.error,
      problem: { ...missing.error.problem, needs: ['server.action.lock'] } as never,
    },
  });
  for (const name of ['Alpha', 'Beta']) await tick(name).click();
  await button('Restart').click();
  await page.getByText('Now', { exact: true }).click();
  await button('Restart 2 servers').click();
  const results = page.getByRole('dialog', { name: 'Restart' }).getByRole('listitem');
  await expect
    .poll(() => results.first().element().textContent)
    .toMatch(/You need the permission ‘Lock and unlock’ here/);
});

it('a restart in a while is asked of the host with its countdown, and taken back by what it was planned as', async () => {
  const connection = open();
  const due = Date.now() + 7 * 60_000;
  const planned = { id: 'f'.repeat(24), due };
  connection.answer('scheduleRestart', ({ body }) => ({
    ok: true,
    value: { results: answered(body?.server_ids).map((one) => ({ ...one, planned })) },
  }));
  connection.answer('scheduleMove', ({ body }) => ({
    ok: true,
    value: { results: answered(body?.occurrences.map(({ server_id }) => server_id)) },
  }));
  for (const name of ['Alpha', 'Beta']) await tick(name).click();
  await button('Restart').click();
  await page.getByRole('textbox', { name: 'Minutes' }).fill('2000');
  await expect.element(button('Restart 2 servers in 2000 min')).toHaveAccessibleDescription(/1440/);
  await page.getByRole('textbox', { name: 'Minutes' }).fill('7');
  await page.getByRole('textbox', { name: 'What players read before' }).fill('Off in {minutes}');
  await button('Restart 2 servers in 7 min').click();
  await expect.element(page.getByText('2 of 2 done').first()).toBeVisible();
  const text = 'Off in {minutes}';
  expect(connection.inputs('scheduleRestart')).toMatchObject(
    ['Alpha', 'Beta'].map((name) => ({
      body: {
        server_ids: [idOf(name)],
        minutes: 7,
        warnings: [7, 5, 3, 2, 1].map((minutes) => ({ minutes, text })),
      },
    })),
  );
  await button('Undo: do not restart').click();
  await expect.poll(() => connection.inputs('scheduleMove').length).toBe(2);
  expect(connection.inputs('scheduleMove')).toMatchObject(
    ['Alpha', 'Beta'].map((name) => ({
      body: {
        occurrences: [{ server_id: idOf(name), ...planned, at: due }],
        to: { kind: 'skip' },
      },
    })),
  );
});

it('a lock is taken back where it was done, and one that was locked before stays so', async () => {
  const connection = open();
  for (const name of ['Alpha', 'Beta']) await tick(name).click();
  await button('Lock').click();
  await expect.element(page.getByText('It is locked already.')).toBeVisible();
  await button('Lock 1 server').click();
  await button('Undo: unlock again').click();
  await expect.poll(() => connection.acts.length).toBe(2);
  expect(connection.acts.map(({ serverId, request }) => [serverId, request.action])).toEqual([
    [idOf('Alpha'), SERVER_ACTION.SERVER_LOCK],
    [idOf('Alpha'), SERVER_ACTION.SERVER_UNLOCK],
  ]);
  await expect.element(page.getByRole('dialog', { name: 'Unlock' })).toBeVisible();
});

it('a command that takes something from people is asked about, Enter alone does not send it', async () => {
  const connection = open();
  for (const name of ['Alpha', 'Beta', 'Gamma']) await tick(name).click();
  await button('Command').click();
  await page.getByRole('textbox', { name: 'Command' }).fill('#shutdown');
  await userEvent.keyboard('{Enter}');
  const question = page.getByRole('dialog', { name: '#shutdown on 2 servers?' });
  await expect.element(question.getByText('24 players will be disconnected.')).toBeVisible();
  await expect.element(question.getByRole('list')).toHaveTextContent('AlphaBeta');
  await button('Cancel').click();
  await expect.element(page.getByRole('textbox', { name: 'Command' })).toHaveValue('#shutdown');
  await page.getByRole('textbox', { name: 'Command' }).fill('#lock');
  await userEvent.keyboard('{Enter}');
  const lock = page.getByRole('dialog', { name: '#lock on 2 servers?' });
  await expect.element(lock).toBeVisible();
  expect(lock.element().textContent).not.toMatch(/disconnected/);
  expect(connection.acts).toEqual([]);
  await button('Send to 2 servers').click();
  await expect.poll(() => connection.acts.length).toBe(2);
  expect(connection.acts[0]?.request).toEqual({ action: SERVER_ACTION.RAW, command: '#lock' });
});

it('a command that takes nothing from anybody is sent at once', async () => {
  const connection = open();
  for (const name of ['Alpha', 'Beta']) await tick(name).click();
  await button('Command').click();
  await page.getByRole('textbox', { name: 'Command' }).fill('players');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => connection.acts.length).toBe(2);
});

it('Shift chooses all between two, and the keyboard does all of it', async () => {
  const connection = open();
  await expect.element(tick('Alpha')).toBeVisible();
  (tick('Alpha').element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  await expect.element(tick('Alpha')).toBeChecked();
  await tick('Gamma').click({ modifiers: ['Shift'] });
  await expect.element(bar.getByText('3 servers chosen')).toBeVisible();
  (tick('Gamma').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Message')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('textbox', { name: 'Message' })).toHaveFocus();
  await userEvent.keyboard('restart soon{Enter}');
  await expect.element(page.getByText('2 of 2 done').first()).toBeVisible();
  expect(connection.acts.map(({ request }) => request)).toEqual([
    { action: SERVER_ACTION.MESSAGE_PUBLIC, text: 'restart soon' },
    { action: SERVER_ACTION.MESSAGE_PUBLIC, text: 'restart soon' },
  ]);
});

it('what is chosen and what became of it is there again on the way back', async () => {
  const connection = open();
  await tick('Alpha').click();
  await button('Command').click();
  await page.getByRole('textbox', { name: 'Command' }).fill('#shutdown');
  await button('Send to 1 server').click();
  await page
    .getByRole('dialog', { name: '#shutdown on 1 server?' })
    .getByRole('button', { name: 'Send to 1 server' })
    .click();
  await button('Close').click();
  leave?.();
  leave = draw(<DashboardPage />, connection, '/dashboard');
  await expect.element(bar.getByText('1 server chosen')).toBeVisible();
  await expect.element(bar.getByText('#shutdown: 1 of 1 done').first()).toBeVisible();
  await button('#shutdown: 1 of 1 done').click();
  await expect.element(page.getByRole('list', { name: 'Answers' })).toHaveTextContent('Alphadone');
  await button('Close').click();
  await button('Hide the results').click();
  await button('Choose none').click();
  await expect.element(bar).not.toBeInTheDocument();
});

it('nothing is sent where none of the chosen can, and it says so', async () => {
  const connection = open();
  await tick('Gamma').click();
  await button('Restart').click();
  const yes = button('Restart 0 servers in 10 min');
  await expect.element(yes).toHaveAccessibleDescription(/None of the chosen servers/);
  await yes.click({ force: true });
  expect(connection.acts).toEqual([]);
});

it('whoever may only look at servers chooses none, and nobody does in a recording', async () => {
  const connection = open();
  await expect.element(tick('Alpha')).toBeVisible();
  connection.put('account', [accountRow({ servers: { [idOf('Alpha')]: ['server.view'] } })]);
  await expect.element(tick('Alpha')).not.toBeInTheDocument();
  leave?.();
  const replayed = open();
  leave?.();
  replayed.replaying = true;
  leave = draw(<DashboardPage />, replayed, '/dashboard');
  await expect.element(page.getByText('Alpha')).toBeVisible();
  await expect.element(tick('Alpha')).not.toBeInTheDocument();
});
