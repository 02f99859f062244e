import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import type { ServerPermission } from '../../protocol/permissions.ts';
import { draw } from '../app/doubles.tsx';
import { accountRow, FakeConnection, SERVER_ID } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { id } from './known/doubles.ts';
import { ServerListsPanel } from './server-lists-panel.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => leave?.());

const THEIRS = id('7');

/** A server that obeys a list which the account may not see. */
function open(permissions: readonly ServerPermission[]) {
  const connection = new FakeConnection()
    .put('account', [accountRow({ servers: { [SERVER_ID]: [...permissions] }, ban_lists: {} })])
    .tell('serverBanLists', [
      {
        id: THEIRS,
        server_id: SERVER_ID,
        identifier: 'Theirs',
        follows: [],
        primary: true,
        bans: 2,
        since: 0,
      },
    ])
    .answer('banListUnassign', () => ({ ok: true, value: { position: 2 } }));
  leave = draw(<ServerListsPanel serverId={SERVER_ID} />, connection, '/');
  return connection;
}

it('lets whoever configures the server leave a list of somebody else, after saying what follows', async () => {
  const connection = open(['server.view', 'server.modify.configuration']);
  await page.getByRole('button', { name: 'Take Theirs away' }).click();
  const asked = page.getByRole('dialog');
  await expect.element(asked.getByText(/2 bans of this list do not hold here/)).toBeVisible();
  await expect.element(asked.getByText(/You may not change this list/)).toBeVisible();
  expect(connection.inputs('banListUnassign')).toEqual([]);
  await asked.getByRole('button', { name: 'Take away' }).click();
  await expect
    .poll(() => connection.inputs('banListUnassign'))
    .toEqual([{ params: { banlist_id: THEIRS, server_id: SERVER_ID }, body: {} }]);
});

it('does not offer it to whoever only sees the server', async () => {
  open(['server.view']);
  await expect.element(page.getByText('Theirs')).toBeVisible();
  await expect.element(page.getByRole('button')).not.toBeInTheDocument();
});
