import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { draw } from '../app/doubles.tsx';
import { accountRow, FakeConnection, refusal, SERVER_ID } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { SupportPanel } from './support-panel.tsx';
import type { Supported } from './supported.ts';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => leave?.());

const AUTHORIZATION = 'd'.repeat(24);
const given: RowOf<'support'> = {
  id: 'e'.repeat(24),
  server_id: SERVER_ID,
  authorization_id: AUTHORIZATION,
  kind: 'server',
  of: SERVER_ID,
  identifier: 'Chernarus',
  given_by: 'a'.repeat(24),
  given_by_name: 'Ada',
  since: 0,
  until: Date.UTC(2026, 6, 1, 12),
  costs: false,
};
const TEAM = { kind: 'team', id: 'f'.repeat(24) } as const;

function open(
  rows: readonly RowOf<'support'>[],
  supported: Supported = { kind: 'server', id: SERVER_ID },
  gives = true,
) {
  const connection = new FakeConnection()
    .put('account', [accountRow()])
    .put('link', [{ id: 'link', connection: { kind: 'live', since: 0, latency: 9 }, fresh_at: 0 }])
    .tell('support', rows)
    .answer('staffList', () => ({
      ok: true,
      value: {
        people: [{ muster_id: 'b'.repeat(24), display_name: 'Bob' }],
        more: 0,
      },
    }));
  leave = draw(
    <SupportPanel supported={supported} gives={gives} audited />,
    connection,
    `/server/${SERVER_ID}/overview`,
  );
  return connection;
}
const panel = () => page.getByRole('region', { name: 'Support' });

it('lets staff act for as long as was chosen, and cause costs only where that was ticked', async () => {
  const connection = open([]).answer('serverSupportGive', () => ({
    ok: true,
    value: { position: 2 },
  }));
  await expect.element(panel().getByText(/can do nothing here/)).toBeVisible();
  await page.getByLabelText('For').selectOptions('4 hours');
  await page.getByRole('button', { name: 'Let staff act' }).click();
  await page.getByLabelText(/They may also cause costs/).click();
  await page.getByRole('button', { name: 'Let staff act' }).click();
  await expect
    .poll(() => connection.inputs('serverSupportGive'))
    .toEqual([
      { params: { server_id: SERVER_ID }, body: { minutes: 240, costs: false } },
      { params: { server_id: SERVER_ID }, body: { minutes: 240, costs: true } },
    ]);
});

it('says who may, until when, and what they did', async () => {
  open([{ ...given, costs: true }]);
  await expect.element(panel().getByText('Bob')).toBeVisible();
  await expect.element(panel().getByText(/Jul 1, 2026/)).toBeVisible();
  await expect.element(panel().getByText('act for the owner, and cause costs')).toBeVisible();
  await expect
    .element(panel().getByRole('link', { name: 'What they did' }))
    .toHaveAttribute('href', `/server/${SERVER_ID}/overview?thing=${AUTHORIZATION}`);
});

it('ends it once that was confirmed, and says why it could not', async () => {
  const connection = open([given]).answer('serverSupportEnd', () => refusal('permission-denied'));
  await panel().getByRole('button', { name: 'End it now' }).click();
  expect(connection.inputs('serverSupportEnd')).toEqual([]);
  const asked = page.getByRole('dialog');
  await asked.getByRole('button', { name: 'End it now' }).click();
  await expect.element(asked.getByRole('alert')).toBeVisible();
  connection.answer('serverSupportEnd', () => ({ ok: true, value: { position: 3 } }));
  await asked.getByRole('button', { name: 'End it now' }).click();
  await expect.element(asked).not.toBeInTheDocument();
  connection.tell('support', []);
  await expect.element(panel().getByText(/can do nothing here/)).toBeVisible();
});

it('says of what was given for the group over a server where it can be ended', async () => {
  open([{ ...given, kind: 'team', of: TEAM.id, identifier: 'Night Watch' }]);
  await expect.element(panel().getByText('Through the team Night Watch')).toBeVisible();
  expect(panel().getByRole('button', { name: 'End it now' }).elements()).toEqual([]);
  await expect.element(panel().getByRole('button', { name: 'Let staff act' })).toBeVisible();
});

it.each([
  ['team', 'teamSupport'],
  ['organization', 'organizationSupport'],
] as const)(
  'is given and ended for a %s by its own calls, from its own rows',
  async (kind, rows) => {
    const group = { kind, id: SERVER_ID } as const;
    const connection = open([], group)
      .tell(rows, [])
      .answer('groupSupportGive', () => ({ ok: true, value: { position: 2 } }))
      .answer('groupSupportEnd', () => ({ ok: true, value: { position: 3 } }));
    await page.getByRole('button', { name: 'Let staff act' }).click();
    await expect
      .poll(() => connection.inputs('groupSupportGive'))
      .toEqual([{ params: { group_id: SERVER_ID }, body: { minutes: 1440, costs: false } }]);
    const { server_id: _, ...of } = given;
    connection.tell(rows, [{ ...of, server_id: null, group_id: SERVER_ID, kind, of: SERVER_ID }]);
    await expect.element(panel().getByText(/Jul 1, 2026/)).toBeVisible();
    await panel().getByRole('button', { name: 'End it now' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End it now' }).click();
    await expect
      .poll(() => connection.inputs('groupSupportEnd'))
      .toEqual([{ params: { group_id: SERVER_ID }, body: {} }]);
    expect(connection.inputs('serverSupportGive')).toEqual([]);
  },
);

it('shows whoever may not let them only that they may', async () => {
  open([given], { kind: 'server', id: SERVER_ID }, false);
  await expect.element(panel().getByText(/Jul 1, 2026/)).toBeVisible();
  expect(panel().getByRole('button').elements()).toEqual([]);
});
