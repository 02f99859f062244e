import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import './modules.css';
import type { AccountRow } from '../../domain/rows.ts';
import { MODULES_UNSET } from '../../protocol/modules/limits.ts';
import { SERVER_PERMISSION } from '../../protocol/permissions.ts';
import { draw } from '../app/doubles.tsx';
import { accountRow, FakeConnection, SERVER_ID, serverRow } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { OwnListPanel } from './own-list-panel.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => leave?.());

function open(account: AccountRow = accountRow(), left?: number | null): FakeConnection {
  const connection = new FakeConnection();
  const row = {
    ...structuredClone(MODULES_UNSET),
    geoblocking: { active: false, countries: [], invert: false },
    id: SERVER_ID,
    server_id: SERVER_ID,
    changed_at: null,
    ...(left !== undefined && { own_list: { active: false } }),
  };
  const { configuration } = serverRow();
  const server = serverRow({
    configuration: { ...configuration, ...(left !== undefined && { own_bans: left }) },
  });
  const panel = <OwnListPanel server={server} account={account} row={row} why={undefined} />;
  leave = draw(<div className="stack">{panel}</div>, connection, '/');
  return connection;
}

const inGame = page.getByRole('region', { name: 'Bans in the game' });
const show = inGame.getByRole('button', { name: 'Show the game’s list' });

it('keeps bans out of the game’s own list', async () => {
  const connection = open().answer('modulesSet', () => ({ ok: true, value: { position: 2 } }));
  const own = page.getByRole('region', { name: 'The game’s own list' });
  await own.getByLabelText('Also in the game’s own list').click();
  await own.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => connection.inputs('modulesSet'))
    .toMatchObject([
      { body: { own_list: { active: false }, was: { own_list: { active: true } } } },
    ]);
});

it('shows what stands there, and by whom', async () => {
  const connection = open();
  connection.act = () => ({
    ok: true,
    value: [
      'GUID Bans:',
      `0  ${'a'.repeat(32)} perm Griefing [M:0123abcd]`,
      `1  ${'b'.repeat(32)} -    \u202eold`,
      'IP Bans:',
      '2  192.0.2.7 90 ',
    ].join('\n'),
  });
  await show.click();
  await expect.element(inGame.getByText(/^3 bans, read/)).toBeVisible();
  await expect.element(inGame.getByText('Muster', { exact: true })).toBeVisible();
  expect(inGame.getByText('Others', { exact: true }).elements()).toHaveLength(2);
  await expect.element(inGame.getByText('For good')).toBeVisible();
  await expect.element(inGame.getByText('Over', { exact: true })).toBeVisible();
  expect(connection.acts.map(({ request }) => request)).toEqual([{ action: 1, command: 'bans' }]);
  connection.act = () => ({ ok: true, value: 'GUID Bans:\n\nIP Bans:\n' });
  await inGame.getByRole('button', { name: 'Read it again' }).click();
  await expect.element(inGame.getByText('Nobody is banned in the game itself.')).toBeVisible();
});

it('says why it cannot be read, or not to its end', async () => {
  const connection = open();
  connection.act = () => ({ ok: false, error: { kind: 'deadline' } });
  await show.click();
  await expect.element(inGame.getByRole('alert')).toBeVisible();
  connection.act = () => ({ ok: true, value: 'GUID Bans:\n0  cut off' });
  await show.click();
  await expect.element(inGame.getByText(/could not be read to its end/)).toBeVisible();
  await expect.element(inGame.getByRole('alert')).not.toBeInTheDocument();
});

it('says what it takes to see it', async () => {
  const held = SERVER_PERMISSION.filter((one) => one !== 'server.action.console');
  open(accountRow({ servers: { [SERVER_ID]: held } }));
  await expect.element(inGame.getByText(/you need the permissions ‘Send commands’/)).toBeVisible();
  expect(show.query()).toBeNull();
});

it('says what is still in it once it is switched off', async () => {
  open(accountRow(), 4);
  await expect.element(page.getByText(/^4 bans of Muster are still there/)).toBeVisible();
  leave?.();
  open(accountRow(), null);
  await expect.element(page.getByText(/^It is unknown how many bans of Muster/)).toBeVisible();
});
