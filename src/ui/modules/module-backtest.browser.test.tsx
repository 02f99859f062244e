import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import type { ServerPermission } from '../../protocol/permissions.ts';
import { MODULES_UNSET } from '../../protocol/modules/limits.ts';
import type { CallAnswer } from '../../worker/contract.ts';
import { draw } from '../app/doubles.tsx';
import { accountRow, FakeConnection, SERVER_ID, serverRow } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { ServerModules } from './server-modules.tsx';

type Answer = CallAnswer<'modulesBacktest'>;

const NOON = Date.UTC(2026, 0, 1, 12);
const RIGHTS: readonly ServerPermission[] = [
  'server.view',
  'server.view.feed',
  'server.view.personal',
  'server.modify.configuration',
];
let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => leave?.());

const person = (n: number, rule: Answer['people'][number]['rule']) => ({
  id: n.toString(16).padStart(24, '0'),
  name: `Bob ${n}`,
  joined_at: NOON - n,
  rule,
});

const LIST = { at: NOON, networks: 9, systems: 0, left: 0 };

function open(
  answers: Answer[],
  held = RIGHTS,
  { list = LIST, asks = true }: { list?: typeof LIST | null; asks?: boolean } = {},
): FakeConnection {
  const geoblocking = { active: false, countries: ['DE'], invert: false };
  const row = { ...structuredClone(MODULES_UNSET), geoblocking, changed_at: null };
  const preview = { players: 60, kept_out: 2, unknown: 0 };
  const connection = new FakeConnection()
    .put('account', [accountRow({ servers: { [SERVER_ID]: [...held] } })])
    .tell('modules', [{ ...row, id: SERVER_ID, server_id: SERVER_ID }])
    .answer('vpnState', () => ({ ok: true, value: { set: true, list, systems_at: null } }))
    .answer('steamState', () => ({ ok: true, value: { on: asks, trouble: null } }))
    .answer('modulesPreview', () => ({ ok: true, value: preview }))
    .answer('modulesBacktest', () => ({ ok: true, value: answers.shift()! }));
  const account = accountRow({ servers: { [SERVER_ID]: [...held] } });
  leave = draw(<ServerModules server={serverRow()} account={account} />, connection, '/');
  return connection;
}

const panel = (name: string) => page.getByRole('region', { name, exact: true });
const ask = (name: string) => panel(name).getByRole('button', { name: /last 30 days/ });

it('looks at all stays by what is typed, names each person once, and says what is not known', async () => {
  const connection = open([
    {
      stays: 500,
      days: 30,
      back_to: NOON,
      unknown: 1,
      people: [person(1, 'vac'), person(2, 'steam-age')],
      next: `1.${'a'.repeat(24)}`,
    },
    {
      stays: 3,
      days: 30,
      back_to: NOON - 5,
      unknown: 2,
      people: [person(2, 'steam-age')],
      next: null,
    },
  ]);
  await expect.element(ask('Steam')).not.toBeInTheDocument();
  await panel('Steam').getByLabelText('Kick accounts with a VAC ban').click();
  await ask('Steam').click();
  const steam = panel('Steam');
  await expect.element(steam.getByText(/^2 people who were here/)).toBeVisible();
  expect(
    steam
      .getByRole('listitem')
      .elements()
      .map((one) => one.textContent),
  ).toEqual([
    expect.stringMatching(/^Bob 1 Steam: VAC ban · /),
    expect.stringMatching(/^Bob 2 Steam: age of the account · /),
  ]);
  await expect.element(steam.getByText(/says today.*Of 3 stays Steam does not say/)).toBeVisible();
  const set = { kick_private: false, kick_vac: true, vac_grace_days: 0, min_age_days: 0 };
  expect(connection.inputs('modulesBacktest')).toEqual([
    { params: { server_id: SERVER_ID }, body: { steam: set, days: 30 } },
    {
      params: { server_id: SERVER_ID },
      body: { steam: set, days: 30, after: `1.${'a'.repeat(24)}` },
    },
  ]);
});

it('asks again for another setting, and keeps what it found when the module is switched on', async () => {
  const none = { stays: 1, days: 30, back_to: NOON, unknown: 0, people: [], next: null };
  open([none]);
  await ask('Geoblocking').click();
  const nobody = panel('Geoblocking').getByText(/^Nobody who was here/);
  await expect.element(nobody).toBeVisible();
  await panel('Geoblocking').getByLabelText('Kick players by country').click();
  await expect.element(nobody).toBeVisible();
  await panel('Geoblocking').getByLabelText('Chile').click();
  await expect.element(nobody).not.toBeInTheDocument();
  await expect.element(ask('Geoblocking')).toBeVisible();
});

it('says for how many days something is kept, where it is fewer', async () => {
  open([{ stays: 1, days: 7, back_to: NOON, unknown: 0, people: [], next: null }]);
  await ask('Geoblocking').click();
  const said = panel('Geoblocking');
  await expect.element(said.getByText(/^Nobody who was here in the last 7 days/)).toBeVisible();
  await expect.element(said.getByText(/^Only the last 7 days are kept here/)).toBeVisible();
});

it('looks again where somebody asks, since lists and buckets change', async () => {
  const none = { stays: 1, days: 30, back_to: NOON, unknown: 0, people: [], next: null };
  const connection = open([none, { ...none, people: [person(1, 'geoblocking')] }]);
  await ask('Geoblocking').click();
  await expect.poll(() => document.activeElement?.getAttribute('role')).toBe('status');
  const again = panel('Geoblocking').getByRole('button', { name: 'Look again' });
  // It looks like a word of the line, not like a button of the platform.
  expect(getComputedStyle(again.element()).borderTopWidth).toBe('0px');
  await again.click();
  await expect.element(panel('Geoblocking').getByText(/^1 person who was here/)).toBeVisible();
  expect(connection.inputs('modulesBacktest')).toHaveLength(2);
});

it('offers nothing that nothing is known for: no list of VPNs, no key of Steam', async () => {
  open([], RIGHTS, { list: null, asks: false });
  await panel('Steam').getByLabelText('Kick accounts with a VAC ban').click();
  await expect
    .element(
      panel('VPN protection')
        .getByText(/MUSTER|list/i)
        .first(),
    )
    .toBeVisible();
  await expect.element(ask('Geoblocking')).toBeVisible();
  expect([...ask('VPN protection').elements(), ...ask('Steam').elements()]).toEqual([]);
});

it('says what failed, with a way to try again', async () => {
  let isDown = true;
  const none = { stays: 0, days: 30, back_to: null, unknown: 0, people: [], next: null };
  open([]).answer('modulesBacktest', () =>
    isDown ? { ok: false, error: { kind: 'unreachable' } } : { ok: true, value: none },
  );
  await ask('VPN protection').click();
  const again = panel('VPN protection').getByRole('button', { name: 'Try again' });
  await expect.element(again).toBeVisible();
  isDown = false;
  await again.click();
  await expect.element(panel('VPN protection').getByText(/^Nobody who was here/)).toBeVisible();
});

it.each(['server.view.feed', 'server.view.personal', 'server.modify.configuration'] as const)(
  'is not offered without %s',
  async (missing) => {
    open(
      [],
      RIGHTS.filter((one) => one !== missing),
    );
    await expect.element(panel('VPN protection')).toBeVisible();
    await expect.element(ask('VPN protection')).not.toBeInTheDocument();
  },
);
