import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import type { ServerRow } from '../../domain/rows.ts';
import { MODULES_UNSET } from '../../protocol/modules/limits.ts';
import { draw } from '../app/doubles.tsx';
import { accountRow, FakeConnection, SERVER_ID, serverRow } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { ServerModules } from './server-modules.tsx';
import type { ModuleRow } from './use-module.ts';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => leave?.());

const row = (of: Partial<ModuleRow> = {}): ModuleRow => ({
  ...structuredClone(MODULES_UNSET),
  geoblocking: { active: false, countries: [], invert: false },
  id: SERVER_ID,
  server_id: SERVER_ID,
  changed_at: null,
  ...of,
});

function open(of: Partial<ModuleRow> = {}, server: ServerRow = serverRow()): FakeConnection {
  const connection = new FakeConnection()
    .tell('modules', [row(of)])
    .answer('modulesPreview', () => ({
      ok: true,
      value: { players: 60, kept_out: 2, unknown: 1 },
    }));
  connection.answer('vpnState', () => ({
    ok: true,
    value: {
      set: true,
      list: { at: Date.UTC(2026, 8, 3), networks: 12_345, systems: 7, left: 1 },
      systems_at: null,
    },
  }));
  connection.answer('steamState', () => ({ ok: true, value: { on: false, trouble: null } }));
  leave = draw(<ServerModules server={server} account={accountRow()} />, connection, '/');
  return connection;
}

const reserved = page.getByRole('region', { name: 'Reserved slots' });

it('says how many places others have and who would be kicked now, and keeps slots free', async () => {
  const connection = open().answer('modulesSet', () => ({ ok: true, value: { position: 2 } }));
  await reserved.getByLabelText('Slots kept free').fill('5');
  await expect.element(reserved.getByText(/60 slots: up to 55 for players/)).toBeVisible();
  await expect.element(reserved.getByText(/kick 2 of 60 players\. 1 more is not/)).toBeVisible();
  await expect
    .poll(() => connection.inputs('modulesPreview').at(-1))
    .toMatchObject({ body: { reserved_slots: { active: true, amount: 5 } } });
  await reserved.getByLabelText('Keep slots free').click();
  await reserved.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => connection.inputs('modulesSet'))
    .toMatchObject([
      {
        body: {
          reserved_slots: { active: true, amount: 5 },
          was: { reserved_slots: MODULES_UNSET.reserved_slots },
        },
      },
    ]);
});

it('says that nobody is kicked where the game does not say its slots, and refuses what is no number of slots', async () => {
  const { population } = serverRow();
  open({}, serverRow({ population: { ...population, slots: null } }));
  await expect.element(reserved.getByText(/does not say how many slots/)).toBeVisible();
  await reserved.getByLabelText('Slots kept free').fill('0');
  await reserved.getByRole('button', { name: 'Save' }).click();
  await expect.element(reserved.getByLabelText('Slots kept free')).toHaveFocus();
});

it('takes an empty number of days for none, and says that Steam is not asked without a key', async () => {
  const connection = open({
    steam: { kick_private: false, kick_vac: true, vac_grace_days: 30, min_age_days: 0 },
  }).answer('modulesSet', () => ({ ok: true, value: { position: 2 } }));
  const steam = page.getByRole('region', { name: 'Steam' });
  await expect.element(steam.getByText(/no key for Steam/)).toBeVisible();
  await steam.getByLabelText('Kick private profiles').click();
  await steam.getByLabelText(/last ban is so many days/).fill('');
  await steam.getByRole('button', { name: 'Save' }).click();
  const to = { kick_private: true, kick_vac: true, vac_grace_days: 0, min_age_days: 0 };
  await expect
    .poll(() => connection.inputs('modulesSet'))
    .toMatchObject([{ body: { steam: to, was: { steam: { vac_grace_days: 30 } } } }]);
});

it('says from when the list of VPNs is, and what of it finds nobody', async () => {
  const connection = open().answer('modulesSet', () => ({ ok: true, value: { position: 2 } }));
  const vpn = page.getByRole('region', { name: 'VPN protection' });
  await expect
    .element(
      vpn.getByText(/has 12,345 networks and 7 network numbers. 1 line of it.*MUSTER_ASN_DATA/),
    )
    .toBeVisible();
  await vpn.getByLabelText('Kick players who come through a VPN').click();
  await vpn.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => connection.inputs('modulesSet'))
    .toMatchObject([{ body: { vpn: { active: true, protect_whitelist: false } } }]);
});

it('says in which order everything is asked, to whoever may only look, too', async () => {
  open();
  const order = page.getByRole('region', { name: 'In which order this is asked' });
  const rules = order.getByRole('listitem');
  await expect.element(rules.nth(8)).toHaveTextContent('Chat filters');
  expect(rules.elements().map(({ textContent }) => textContent)).toEqual([
    'Ban lists',
    'Whitelist',
    'Geoblocking',
    'VPN protection',
    'Steam',
    'Name filters',
    'Reserved slots',
    'Ping limit',
    'Chat filters',
  ]);
});
