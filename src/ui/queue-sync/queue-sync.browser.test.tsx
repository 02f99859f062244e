import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import { GAME } from '../../protocol/enumerations.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { draw } from '../app/doubles.tsx';
import { accountRow, FakeConnection, refusal, SERVER_ID, serverRow } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { QueueSyncPanel } from './queue-sync-panel.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => leave?.());

const KEY = `SHA256:${'a'.repeat(43)}`;
const of = { id: SERVER_ID, server_id: SERVER_ID };
const sync = (some: Partial<RowOf<'queueSync'>> = {}): RowOf<'queueSync'> => ({
  ...of,
  busy: false,
  synced_at: null,
  tried_at: null,
  problem: null,
  cause: null,
  failing_since: null,
  next_at: null,
  people: 0,
  left: 0,
  foreign: 0,
  ...some,
});
const target = (some: Partial<RowOf<'queueSyncTarget'>> = {}): RowOf<'queueSyncTarget'> => ({
  ...of,
  protocol: 'sftp',
  host: 'files.example.org',
  port: 22,
  username: 'dayz',
  folder: '/dayz',
  secret_kind: 'password',
  secret: true,
  trusted_key: KEY,
  shown_key: null,
  changed_at: 1,
  ...some,
});
const SEEN = {
  protocol: 'sftp',
  host: 'files.example.org',
  port: 22,
  username: 'dayz',
  folder: '/dayz',
};

interface Shown {
  readonly sync?: RowOf<'queueSync'>;
  readonly target?: RowOf<'queueSyncTarget'>;
  readonly account?: ReturnType<typeof accountRow>;
  readonly game?: number;
}

function open({ sync: state, target: place, account = accountRow(), game }: Shown): FakeConnection {
  const done = () => ({ ok: true, value: { position: 2 } }) as const;
  const connection = new FakeConnection()
    .tell('queueSync', state === undefined ? [] : [state])
    .tell('queueSyncTarget', place === undefined ? [] : [place])
    .answer('queueSyncSet', done)
    .answer('queueSyncNow', done)
    .answer('queueSyncTrust', done)
    .answer('queueSyncRemove', done);
  const server = serverRow();
  const configuration = { ...server.configuration, ...(game && { game: game as 1 }) };
  const shown = { ...server, configuration };
  leave = draw(<QueueSyncPanel server={shown} account={account} />, connection, '/');
  return connection;
}

const button = (name: string) => page.getByRole('button', { name, exact: true });

it('sets it up with what was typed, and asks for a password before it sends anything', async () => {
  const connection = open({});
  await expect.element(page.getByText('Not set up.')).toBeVisible();
  await page.getByLabelText('Protocol').selectOptions('FTPS (FTP with TLS)');
  await expect.element(page.getByLabelText('Port')).toHaveValue('21');
  await page.getByLabelText('Host').fill('files.example.org');
  await page.getByLabelText('User').fill('dayz');
  await button('Set up').click();
  await expect.element(page.getByLabelText('Password', { exact: true })).toHaveFocus();
  expect(connection.inputs('queueSyncSet')).toEqual([]);
  await page.getByLabelText('Password', { exact: true }).fill('secret');
  await button('Set up').click();
  const body = { ...SEEN, protocol: 'ftps', port: 21, folder: '', password: 'secret', was: null };
  await expect.poll(() => connection.inputs('queueSyncSet')).toMatchObject([{ body }]);
});

it('keeps the stored password while only the folder changes, and asks again for another host', async () => {
  const connection = open({ sync: sync(), target: target() });
  await expect.element(page.getByText('First sync pending')).toBeVisible();
  await page.getByLabelText('Folder').fill('/games/dayz');
  await button('Save').click();
  await expect
    .poll(() => connection.inputs('queueSyncSet'))
    .toMatchObject([{ body: { ...SEEN, folder: '/games/dayz', was: SEEN } }]);
  expect(JSON.stringify(connection.inputs('queueSyncSet'))).not.toContain('"password"');
  await page.getByLabelText('Host').fill('other.example.org');
  await expect.element(page.getByText(/the stored one is sent to no other/)).toBeVisible();
  await button('Save').click();
  await expect.element(page.getByLabelText('Password', { exact: true })).toHaveFocus();
});

it('says at the password that the host asks for it again', async () => {
  open({ sync: sync(), target: target() }).answer('queueSyncSet', () =>
    refusal('password-needed', { password: 'required' }),
  );
  await page.getByLabelText('Folder').fill('/games/dayz');
  await button('Save').click();
  await expect
    .element(page.getByLabelText('Password', { exact: true }))
    .toHaveAccessibleDescription(/^Type it again/);
});

it('says who is in the file, and tries now', async () => {
  const state = sync({ synced_at: Date.now(), people: 3, left: 1, foreign: 2 });
  const connection = open({ sync: state, target: target() });
  await expect
    .element(page.getByText(/3 people of your buckets.*1 more has no.*2 people in it are not from/))
    .toBeVisible();
  await button('Try now').click();
  await expect.poll(() => connection.inputs('queueSyncNow')).toHaveLength(1);
});

it('says what failed and what to do, and trusts another key only by hand', async () => {
  const other = `SHA256:${'b'.repeat(43)}`;
  const failed = sync({ problem: 'connection-denied', cause: 'key-changed', failing_since: 1 });
  const connection = open({ sync: failed, target: target({ shown_key: other }) });
  await expect.element(page.getByText(/Connection denied.*shows another key/)).toBeVisible();
  await expect.element(page.getByText(KEY)).toBeVisible();
  await button('Trust this key').click();
  await expect
    .poll(() => connection.inputs('queueSyncTrust'))
    .toMatchObject([{ body: { key: other } }]);
});

it('stops writing it once that is confirmed', async () => {
  const connection = open({ sync: sync(), target: target() });
  await button('Stop writing it').click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText(/file on the server stays/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Stop writing it' }).click();
  await expect.poll(() => connection.inputs('queueSyncRemove')).toHaveLength(1);
});

it('shows how it stands without the place to whoever may not set it up, and nothing for other games', async () => {
  const account = accountRow({ capabilities: [], servers: { [SERVER_ID]: ['server.view'] } });
  open({ sync: sync({ synced_at: Date.now(), people: 1 }), account });
  await expect.element(page.getByText('In sync')).toBeVisible();
  await expect.element(page.getByText(/you need the permission/)).toBeVisible();
  await expect.element(page.getByLabelText('Host')).not.toBeInTheDocument();
  leave?.();
  open({ game: GAME.RUST });
  await expect.element(page.getByText('Queue priority file')).not.toBeInTheDocument();
});
