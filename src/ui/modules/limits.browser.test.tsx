/** The panels of a country, of a ping and of the whitelist. */
import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import { GAME } from '../../protocol/enumerations.ts';
import { MODULES_UNSET } from '../../protocol/modules/limits.ts';
import { draw } from '../app/doubles.tsx';
import {
  accountRow,
  FakeConnection,
  playerView,
  refusal,
  SERVER_ID,
  serverRow,
} from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { ServerModules } from './server-modules.tsx';
import type { ModuleRow } from './use-module.ts';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => leave?.());

const BUILT = Date.UTC(2026, 8, 3);
const row: ModuleRow = {
  ...structuredClone(MODULES_UNSET),
  geoblocking: { active: false, countries: ['US'], invert: false },
  id: SERVER_ID,
  server_id: SERVER_ID,
  changed_at: null,
};

function open(of: Partial<ModuleRow> = {}, game: (typeof GAME)[keyof typeof GAME] = GAME.DAYZ) {
  const server = serverRow();
  const connection = new FakeConnection()
    .tell('modules', [{ ...row, ...of }])
    .answer('modulesPreview', () => ({
      ok: true,
      value: { players: 60, kept_out: 2, unknown: 1 },
    }))
    .answer('countriesState', () => ({ ok: true, value: { built_at: BUILT, own: true } }))
    .answer('steamState', () => ({ ok: true, value: { on: false, trouble: null } }))
    .answer('vpnState', () => ({
      ok: true,
      value: { set: false, list: null, systems_at: null },
    }))
    .answer('modulesSet', () => ({ ok: true, value: { position: 2 } }))
    .answer('whitelistSet', () => ({ ok: true, value: { position: 2 } }));
  const configuration = { ...server.configuration, game };
  leave = draw(
    <ServerModules server={{ ...server, configuration }} account={accountRow()} />,
    connection,
    '/',
  );
  return connection;
}

const geoblocking = page.getByRole('region', { name: 'Geoblocking' });
const ping = page.getByRole('region', { name: 'Ping limit' });
const whitelist = page.getByRole('region', { name: 'Whitelist' });

it('finds countries by a part of their name, and keeps out all others where that is chosen', async () => {
  const connection = open();
  await geoblocking.getByLabelText('Find a country').fill('germ');
  expect(geoblocking.getByRole('listitem').elements()).toHaveLength(1);
  await geoblocking.getByLabelText('Germany').click();
  await expect.element(geoblocking.getByText('2 countries chosen')).toBeVisible();
  await geoblocking.getByLabelText('Find a country').fill('atlantis');
  await expect.element(geoblocking.getByText('No country matches.')).toBeVisible();
  await geoblocking
    .getByLabelText('Who may not play')
    .selectOptions('Players from all other countries');
  await geoblocking.getByLabelText('Kick players by country').click();
  await geoblocking.getByRole('button', { name: 'Save' }).click();
  const was = { active: false, countries: ['US'], invert: false };
  await expect
    .poll(() => connection.inputs('modulesSet'))
    .toMatchObject([
      {
        body: {
          geoblocking: { active: true, countries: ['US', 'DE'], invert: true },
          was: { geoblocking: was },
        },
      },
    ]);
});

it('says at its field that a country is missing, and from when the data is', async () => {
  const connection = open({ geoblocking: { active: false, countries: [], invert: false } });
  await expect
    .element(geoblocking.getByText(/by the file of whoever runs this Muster, of .*3.*2026/))
    .toBeVisible();
  await geoblocking.getByLabelText('Kick players by country').click();
  await geoblocking.getByRole('button', { name: 'Save' }).click();
  await expect.element(geoblocking.getByLabelText('Find a country')).toHaveFocus();
  await expect
    .element(geoblocking.getByLabelText('Find a country'))
    .toHaveAttribute('aria-invalid', 'true');
  expect(connection.inputs('modulesSet')).toEqual([]);
});

it('says who is over a ping now, and sets the limit with what is done before and for whom not', async () => {
  const set = { active: false, max: 250, warn: true, protect_whitelist: false };
  const connection = open({ ping: set });
  connection.put('players', [
    playerView({ id: 'e'.repeat(24), ping: 180 }),
    playerView({ id: '7'.repeat(24), ping: 90 }),
  ]);
  await ping.getByLabelText('Highest ping (ms)').fill('150');
  await expect.element(ping.getByText('Now 1 of 2 players is over 150 ms.')).toBeVisible();
  await ping.getByLabelText('Kick players over the limit').click();
  await ping.getByLabelText('Warn them first').click();
  await ping.getByLabelText('Leave players on the whitelist alone').click();
  await ping.getByRole('button', { name: 'Save' }).click();
  const to = { active: true, max: 150, warn: false, protect_whitelist: true };
  await expect
    .poll(() => connection.inputs('modulesSet'))
    .toMatchObject([{ body: { ping: to, was: { ping: set } } }]);
});

it('refuses a ping that is no limit at its field, and says where a game warns nobody', async () => {
  const connection = open({}, GAME.RUST);
  await expect.element(ping.getByText(/no private messages/)).toBeVisible();
  await expect.element(ping.getByLabelText('Warn them first')).toBeDisabled();
  await ping.getByLabelText('Highest ping (ms)').fill('20');
  await ping.getByRole('button', { name: 'Save' }).click();
  await expect.element(ping.getByLabelText('Highest ping (ms)')).toHaveFocus();
  expect(connection.inputs('modulesSet')).toEqual([]);
});

it('does not switch on a whitelist where there is none', async () => {
  const connection = open();
  await expect.element(whitelist.getByText(/uses no whitelist/)).toBeVisible();
  const button = whitelist.getByRole('button', { name: 'Switch on the whitelist' });
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  await expect.element(button).toHaveAccessibleDescription(/uses no whitelist/);
  expect(connection.inputs('whitelistSet')).toEqual([]);
});

it('pauses a whitelist that is on, takes it back, and says that it is paused', async () => {
  const connection = open({ whitelist: { active: true, paused: false } });
  await whitelist.getByRole('button', { name: 'Pause the whitelist' }).click();
  const [off, on] = [
    { active: true, paused: true },
    { active: true, paused: false },
  ];
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect
    .poll(() => connection.inputs('whitelistSet'))
    // What somebody else made of it since is not written over by an undo.
    .toMatchObject([{ body: { ...off, was: on } }, { body: { ...on, was: off } }]);
  leave?.();
  const paused = open({ whitelist: { active: true, paused: true } });
  await expect.element(whitelist.getByText('Paused')).toBeVisible();
  await whitelist.getByRole('button', { name: 'Switch off the whitelist' }).click();
  await expect
    .poll(() => paused.inputs('whitelistSet'))
    .toMatchObject([{ body: { active: false, paused: false } }]);
});

it('counts again whom the whitelist would kick as somebody is added to it, and says where it cannot', async () => {
  const used = {
    id: '7'.repeat(24),
    server_id: SERVER_ID,
    identifier: 'Regulars',
    type: 'WHITELIST' as const,
    entries: 0,
    changed_at: null,
    since: 0,
  };
  const connection = open().tell('serverBuckets', [used]);
  await expect.element(whitelist.getByText(/now kick 2 of 60 players/)).toBeVisible();
  connection
    .answer('modulesPreview', () => ({
      ok: true,
      value: { players: 60, kept_out: 1, unknown: 0 },
    }))
    .tell('serverBuckets', [{ ...used, entries: 1, changed_at: 5 }]);
  await expect.element(whitelist.getByText(/now kick 1 of 60 players/)).toBeVisible();
  leave?.();
  const refused = open().answer('modulesPreview', () => refusal('permission-denied'));
  refused.tell('serverBuckets', [used]);
  await expect.element(whitelist.getByRole('button', { name: 'Try again' })).toBeVisible();
});
