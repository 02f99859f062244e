import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import { draw } from '../app/doubles.tsx';
import { accountRow, FakeConnection, SERVER_ID } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { ActingNote } from './acting-note.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => leave?.());

const ID = 'd'.repeat(24);
const acting = {
  id: ID,
  kind: 'organization',
  identifier: 'Iron Harbour',
  until: Date.UTC(2100, 0, 1),
  servers: [SERVER_ID],
} as const;

function open(change: object = {}): FakeConnection {
  const connection = new FakeConnection()
    .put('account', [accountRow({ support: [{ ...acting, servers: [SERVER_ID], ...change }] })])
    .answer('supportEnd', () => ({ ok: true, value: { status: true } }));
  leave = draw(<ActingNote serverId={SERVER_ID} />, connection, `/dashboard/${SERVER_ID}`);
  return connection;
}

it('says for whom staff act on a server and until when, and ends it once asked', async () => {
  const connection = open();
  await expect
    .element(page.getByText(/You act as support for the organization Iron Harbour until/))
    .toBeVisible();
  await page.getByRole('button', { name: 'End it now' }).click();
  const question = page.getByRole('dialog', { name: 'Act as support no longer?' });
  await expect.element(question.getByText(/Iron Harbour/)).toBeVisible();
  expect(connection.calls).toEqual([]);
  await question.getByRole('button', { name: 'End it now' }).click();
  await expect
    .poll(() => connection.calls)
    .toEqual([{ name: 'supportEnd', input: { params: { authorization_id: ID }, body: {} } }]);
});

it.each([
  ['of another server', { servers: ['f'.repeat(24)] }],
  ['that is over', { until: 1 }],
])('says nothing of one %s', async (_, change) => {
  open(change);
  await expect.poll(() => document.body.textContent).not.toContain('You act');
});
