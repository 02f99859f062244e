import { afterEach, beforeAll, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import type { ServerPermission } from '../../protocol/permissions.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { draw } from '../app/doubles.tsx';
import type { ServerRow } from '../../domain/rows.ts';
import { accountRow, FakeConnection, refusal, SERVER_ID, serverRow } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { KeptFiles } from './kept-files.tsx';
import { StoragePage } from './storage-page.tsx';

const MIB = 1_048_576;
const AT = Date.UTC(2026, 0, 2, 12);
const FILE = 'f'.repeat(24);
const ADDRESS = `/app/v1/server/${SERVER_ID}/files/${FILE}/download`;
const ALL: readonly ServerPermission[] = [
  'server.view',
  'server.view.server-log',
  'server.view.personal',
  'server.modify.settings',
];

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => leave?.());

const named = (name: string, id = FILE) => ({ id, server_id: SERVER_ID, name, bytes: MIB, at: AT });
const file = (name = 'a.ADM'): RowOf<'files'> => ({
  ...named(name),
  kind: 'game-log',
  sha256: 'ab',
  uploaded_by: 'c'.repeat(24),
  uploaded_by_name: 'Ada',
});

function kept(held: readonly ServerPermission[] = ALL): FakeConnection {
  const account = accountRow({ servers: { [SERVER_ID]: [...held] } });
  const connection = new FakeConnection().put('account', [account]);
  leave = draw(<KeptFiles serverId={SERVER_ID} />, connection, `/server/${SERVER_ID}/overview`);
  return connection;
}

it('lists the kept files, each with its download', async () => {
  kept().tell('files', [file()]);
  await expect.element(page.getByRole('row', { name: /a\.ADM.*1\.00 MB.*Ada/ })).toBeVisible();
  const link = page.getByRole('link', { name: 'Download a.ADM' });
  await expect.element(link).toHaveAttribute('href', expect.stringMatching(`${ADDRESS}$`));
});

it('deletes a file once asked, by keyboard too, and says what a refusal is', async () => {
  let refuses = true;
  const connection = kept().tell('files', [file()]);
  connection.answer('fileDelete', () =>
    refuses ? refusal('permission-denied') : { ok: true, value: { position: 1 } },
  );
  const button = page.getByRole('button', { name: 'Delete a.ADM' });
  await expect.element(button).toBeVisible();
  (button.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  const question = page.getByRole('dialog', { name: 'Delete a.ADM?' });
  await expect.element(question.getByText(/What was read from it stays/)).toBeVisible();
  expect(connection.calls).toEqual([]);
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect.element(question.getByText(/permission/)).toBeVisible();
  refuses = false;
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect.element(question).not.toBeInTheDocument();
  const input = { params: { server_id: SERVER_ID, file_id: FILE }, body: {} };
  expect(connection.inputs('fileDelete')).toEqual([input, input]);
});

it('gives no file to those who may not see addresses, and says why', async () => {
  kept(['server.view', 'server.view.server-log']).tell('files', [file()]);
  const button = page.getByRole('button', { name: 'Download a.ADM' });
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  await expect.element(button).toHaveAccessibleDescription(/need the permission/);
  await expect.element(page.getByRole('button', { name: /^Delete/ })).not.toBeInTheDocument();
});

it('says what is missing where no file may be seen, and what to do where there is none', async () => {
  kept(['server.view']);
  await expect.element(page.getByText(/^To see the kept files, you need/)).toBeVisible();
  leave?.();
  kept().tell('files', []);
  await expect.element(page.getByText('No file is kept yet. Choose one above.')).toBeVisible();
});

function storage(
  change: Partial<RowOf<'storage'>> = {},
  servers: readonly ServerRow[] = [],
): FakeConnection {
  const limits = { servers: null, storage: 10 * MIB };
  const account = accountRow({ limits, servers: { [SERVER_ID]: [...ALL] } });
  const connection = new FakeConnection()
    .put('account', [account])
    .put('server', servers)
    .tell('storage', [
      {
        id: 'c'.repeat(24),
        server_id: null,
        evidence: 0,
        used: MIB,
        policy: 'refuse',
        goes_at: null,
        servers: [{ server_id: SERVER_ID, identifier: 'Chernarus', files: 1, bytes: MIB }],
        oldest: [named('old.ADM')],
        largest: [named('large.ADM', 'e'.repeat(24))],
        ...change,
      },
    ]);
  connection.answer('storagePolicySet', () => ({ ok: true, value: { position: 1 } }));
  leave = draw(<StoragePage />, connection, '/account/storage');
  return connection;
}

it('says how much is used, by which servers, and which files are oldest and largest', async () => {
  storage({ servers: [{ server_id: SERVER_ID, identifier: 'Chernarus', files: 2, bytes: MIB }] });
  await expect.element(page.getByText('Storage: 1.00 MB of 10.00 MB used')).toBeVisible();
  for (const text of ['Chernarus', 'old.ADM', 'large.ADM']) {
    await expect.element(page.getByText(text).first()).toBeVisible();
  }
  await expect.element(page.getByText(/[Nn]early full/)).not.toBeInTheDocument();
});

it.each([
  [{ used: 8 * MIB }, /Nearly full\. What does not fit is refused/],
  [{ used: 8 * MIB, policy: 'delete-oldest' }, /Nearly full\. The oldest files are deleted/],
  [{ used: 11 * MIB }, /more than you may keep\. Nothing is deleted/],
  [
    { used: 11 * MIB, policy: 'delete-oldest', goes_at: AT },
    /oldest files are deleted from .*2026/,
  ],
] as const)('warns before anything goes: %j', async (change, text) => {
  storage(change);
  await expect.element(page.getByText(text)).toBeVisible();
});

it('asks before the oldest files may go, and not before they may stay', async () => {
  const connection = storage();
  await page.getByRole('radio', { name: /^Delete the oldest files/ }).click();
  const question = page.getByRole('dialog', { name: /Delete the oldest files when/ });
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(connection.calls).toEqual([]);
  await expect.element(page.getByRole('radio', { name: /^Refuse uploads/ })).toBeChecked();
  await page.getByRole('radio', { name: /^Delete the oldest files/ }).click();
  await question.getByRole('button', { name: 'Delete the oldest files' }).click();
  await expect
    .poll(() => connection.inputs('storagePolicySet'))
    .toEqual([{ body: { policy: 'delete-oldest' } }]);
  leave?.();
  const other = storage({ policy: 'delete-oldest' });
  await page.getByRole('radio', { name: /^Refuse uploads/ }).click();
  await expect
    .poll(() => other.inputs('storagePolicySet'))
    .toEqual([{ body: { policy: 'refuse' } }]);
});

it('calls a server as its people call it, with its files', async () => {
  const { configuration } = serverRow();
  const named = { ...configuration, name: 'Чернарус الخادم' };
  storage({}, [serverRow({ configuration: named })]);
  const server = page.getByText('Чернарус الخادم');
  await expect.element(server.first()).toBeVisible();
  // In the table of servers, of the oldest files and of the largest.
  expect(server.elements()).toHaveLength(2);
  await expect.element(page.getByText('Chernarus', { exact: true })).not.toBeInTheDocument();
});
