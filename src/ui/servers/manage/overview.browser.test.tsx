import { afterEach, beforeAll, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Link } from 'wouter';
import '../../style/base.css';
import '../../parts/parts.css';
import { SERVER_PERMISSION } from '../../../protocol/permissions.ts';
import type { AccountRow } from '../../../domain/rows.ts';
import type { RowOf } from '../../../protocol/resources/registry.ts';
import { draw } from '../../app/doubles.tsx';
import { accountRow, FakeConnection, refusal, SERVER_ID, serverRow } from '../../data/doubles.ts';
import { startTexts } from '../../text/i18n.ts';
import { settings } from './doubles.ts';
import { ServerPage } from './page.tsx';
import type { Settings } from './settings-draft.ts';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => {
  leave?.();
  sessionStorage.clear();
});

const bob: RowOf<'personnel'> = {
  id: 'f'.repeat(24),
  server_id: SERVER_ID,
  muster_id: 'c'.repeat(24),
  username: 'bob',
  display_name: 'Bob',
  permissions: ['server.view', 'server.action.kick'],
  since: 0,
  owner: false,
};

function open(shown: Partial<Settings> = {}) {
  const connection = new FakeConnection()
    .put('account', [accountRow()])
    .put('server', [serverRow()])
    .put('link', [{ id: 'link', connection: { kind: 'live', since: 0, latency: 9 }, fresh_at: 0 }])
    .tell('settings', [{ ...settings, ...shown }])
    .tell('personnel', [bob]);
  const screen = (
    <>
      <Link href="/dashboard">Elsewhere</Link>
      <ServerPage serverId={SERVER_ID} component="overview" />
    </>
  );
  leave = draw(screen, connection, `/server/${SERVER_ID}/overview`);
  return connection;
}

it('saves what was changed, leaves an empty password out, and is unchanged then', async () => {
  const connection = open().answer('serverEdit', () => ({
    ok: true,
    value: { status: true, position: 2 },
  }));
  const save = page.getByRole('button', { name: 'Save settings' });
  await expect.element(save).toBeDisabled();
  await page.getByLabelText('Name in Muster').fill('Livonia');
  await save.click();
  await expect.element(save).toBeDisabled();
  const { id: _, server_id: __, game: ___, rcon_password, log_root, ...was } = settings;
  expect([rcon_password, log_root]).toEqual([true, null]);
  expect(connection.inputs('serverEdit')).toEqual([
    { params: { server_id: SERVER_ID }, body: { ...was, identifier: 'Livonia', was } },
  ]);
  // Until the host has told it, it may be refused.
  connection.tell('settings', [{ ...settings, identifier: 'Sakhal' }]);
  await expect.element(page.getByLabelText('Name in Muster')).toHaveValue('Sakhal');
});

it('writes over what somebody else saved in the meantime only when that was said', async () => {
  const connection = open().answer('serverEdit', () => refusal('row-changed'));
  const name = page.getByLabelText('Name in Muster');
  await name.fill('Livonia');
  connection.tell('settings', [{ ...settings, identifier: 'Sakhal', query_port: 27_016 }]);
  await expect.element(page.getByLabelText(/^Query port/)).toHaveValue('27016');
  await expect.element(name).toHaveValue('Livonia');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect
    .element(name)
    .toHaveAccessibleDescription(/Somebody else changed this to .Sakhal. while/);
  await expect.element(name).toHaveFocus();
  const settingsPanel = page.getByRole('region', { name: 'Settings' });
  await expect.element(settingsPanel.getByRole('alert')).not.toBeInTheDocument();
  expect(connection.inputs('serverEdit')).toMatchObject([
    { body: { identifier: 'Livonia', was: { identifier: 'Chernarus 1', query_port: 27_016 } } },
  ]);
  // A third one saves: what is said is what is there by now, and what is written over.
  connection.tell('settings', [{ ...settings, identifier: 'Namalsk' }]);
  await expect.element(name).toHaveAccessibleDescription(/changed this to .Namalsk. while/);
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect
    .poll(() => connection.inputs('serverEdit')[1])
    .toMatchObject({ body: { identifier: 'Livonia', was: { identifier: 'Namalsk' } } });
});

it('knows after a reload what was typed over, where somebody else saved in between', async () => {
  open();
  const name = page.getByLabelText('Name in Muster');
  await name.fill('Livonia');
  leave?.();
  const connection = open({ identifier: 'Sakhal' });
  connection.answer('serverEdit', () => refusal('row-changed'));
  await expect.element(name).toHaveValue('Livonia');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect.element(name).toHaveAccessibleDescription(/changed this to .Sakhal. while/);
  expect(connection.inputs('serverEdit')).toMatchObject([
    { body: { was: { identifier: 'Chernarus 1' } } },
  ]);
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect.element(name).toHaveValue('Sakhal');
  expect(Object.keys(sessionStorage).join()).not.toContain('muster-draft:');
});

it('tells whoever may know it where the server is, and nobody else', async () => {
  const { rcon_port, host, game_port, query_port } = settings;
  const value = { host, game_port, query_port, rcon_port };
  const may = (permissions: AccountRow['servers'][string]) =>
    connection.put('account', [accountRow({ servers: { [SERVER_ID]: permissions } })]);
  const connection = new FakeConnection()
    .put('server', [serverRow()])
    .answer('serverInfo', () => ({ ok: true, value }));
  may(['server.view', 'server.view.info']);
  leave = draw(<ServerPage serverId={SERVER_ID} component="overview" />, connection, '/server');
  await expect.element(page.getByText('play.example.org')).toBeVisible();
  may(['server.view']);
  await expect.element(page.getByText('play.example.org')).not.toBeInTheDocument();
  expect(connection.inputs('serverInfo')).toHaveLength(1);
});

it('asks for the password again where the address is another, and says why', async () => {
  const connection = open().answer('serverEdit', () => ({
    ok: true,
    value: { status: true, position: 2 },
  }));
  const password = page.getByLabelText('RCon password');
  await expect.element(password).toHaveAccessibleDescription(/the password stays as it is/);
  await page.getByLabelText('Address', { exact: true }).fill('other.example.org');
  await expect.element(password).toHaveAccessibleDescription(/Type it again/);
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect.element(password).toHaveAccessibleDescription(/This is required/);
  await expect.element(password).toHaveFocus();
  expect(connection.inputs('serverEdit')).toEqual([]);
  await password.fill('its password');
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(() => connection.inputs('serverEdit'))
    .toMatchObject([{ body: { host: 'other.example.org', rcon_password: 'its password' } }]);
});

it('keeps what is typed while it saves, and marks a refusal at its field', async () => {
  const connection = open();
  let answer: (() => void) | undefined;
  connection.answer('serverEdit', async () => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    return refusal('authentication-failed');
  });
  const password = page.getByLabelText('RCon password');
  await password.fill('wrong');
  await userEvent.keyboard('{Enter}');
  await page.getByLabelText('Name in Muster').fill('Livonia');
  await expect.poll(() => answer).toBeDefined();
  answer?.();
  await expect.element(password).toHaveAccessibleDescription(/Wrong RCon password/);
  await expect.element(password).toHaveFocus();
  await expect.element(page.getByLabelText('Name in Muster')).toHaveValue('Livonia');
});

it('keeps what somebody else saved while it saves', async () => {
  const connection = open();
  let answer: (() => void) | undefined;
  connection.answer('serverEdit', async () => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    return { ok: true, value: { status: true, position: 2 } };
  });
  await page.getByLabelText('Name in Muster').fill('Livonia');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => answer).toBeDefined();
  const host = page.getByLabelText('Address', { exact: true });
  connection.tell('settings', [{ ...settings, host: 'other.example.org' }]);
  await expect.element(host).toHaveValue('other.example.org');
  answer?.();
  await expect.poll(() => Object.keys(sessionStorage).join()).not.toContain('muster-draft:');
  await expect.element(page.getByRole('button', { name: 'Save settings' })).toBeDisabled();
  await expect.element(host).toHaveValue('other.example.org');
});

it('takes a log folder below the one that the operator allowed, and marks a refusal there', async () => {
  const connection = open({ log_root: '/srv/games' });
  connection.answer('serverEdit', () => refusal('log-folder-refused'));
  const folder = page.getByLabelText(/^Log folder of the game/);
  await expect.element(folder).toHaveAccessibleDescription(/below \/srv\/games/);
  await folder.fill(' /etc ');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect.element(folder).toHaveAccessibleDescription(/The log folder cannot be read/);
  await expect.element(folder).toHaveFocus();
  expect(connection.inputs('serverEdit')).toMatchObject([{ body: { log_folder: '/etc' } }]);
});

it('says who could allow log folders where none is, and lets an old one be taken away', async () => {
  open();
  const folder = page.getByLabelText(/^Log folder of the game/);
  await expect.element(folder).toBeDisabled();
  await expect.element(folder).toHaveAccessibleDescription(/MUSTER_LOG_ROOT/);
  leave?.();
  open({ log_folder: '/srv/old' });
  await expect.element(folder).toHaveValue('/srv/old');
  await expect.element(folder).toBeEnabled();
});

it('asks for what each game has: nothing of RCon or logs where a server is only watched', async () => {
  const connection = open({ game: 0, rcon_port: null });
  connection.answer('serverEdit', () => refusal('socket-unreachable'));
  await page.getByLabelText('Address', { exact: true }).fill('other.example.org');
  await expect.element(page.getByLabelText('RCon password')).not.toBeInTheDocument();
  await expect.element(page.getByLabelText(/^Log folder/)).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect
    .element(page.getByLabelText(/^Query port/))
    .toHaveAccessibleDescription(/Nothing answered on the query port/);
  expect(connection.inputs('serverEdit')).toMatchObject([{ body: { rcon_port: null } }]);
});

it('asks before unsaved changes are left', async () => {
  open();
  await page.getByLabelText('Name in Muster').fill('Livonia');
  await page.getByRole('link', { name: 'Elsewhere' }).click();
  await page.getByRole('button', { name: 'Stay here' }).click();
  expect(location.pathname).toBe(`/server/${SERVER_ID}/overview`);
  await expect.element(page.getByLabelText('Name in Muster')).toHaveValue('Livonia');
  await page.getByRole('link', { name: 'Elsewhere' }).click();
  await page.getByRole('button', { name: 'Leave without saving' }).click();
  expect(location.pathname).toBe('/dashboard');
});

it('leads to an invitation of somebody for this server', async () => {
  open();
  const link = page.getByRole('link', { name: 'Invite somebody' });
  await expect.element(link).toHaveAttribute('href', `/people/invite?server=${SERVER_ID}`);
});

it('says what somebody else made of the permissions that are being changed, and goes on from there', async () => {
  const connection = open().answer('personnelSet', ({ body }) =>
    body?.was?.length === 2
      ? refusal('row-changed')
      : { ok: true, value: { status: true, muster_id: bob.muster_id, position: 3 } },
  );
  const sent = () => connection.inputs('personnelSet').at(-1);
  await page.getByRole('button', { name: 'Change what Bob may do' }).click();
  await page.getByRole('checkbox', { name: 'The feed' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.element(page.getByText(/^Somebody else changed this in the meantime/)).toBeVisible();
  expect(sent()).toMatchObject({ body: { was: bob.permissions } });
  connection.tell('personnel', [{ ...bob, permissions: ['server.view'] }]);
  const now =
    /changed these permissions while you were editing\. They are now: The server and who is on it\./;
  await expect.element(page.getByText(now)).toBeVisible();
  await page.getByRole('button', { name: 'Use these instead' }).click();
  await expect.element(page.getByText(now)).not.toBeInTheDocument();
  await expect.element(page.getByRole('checkbox', { name: 'Kick players' })).not.toBeChecked();
  await page.getByRole('checkbox', { name: 'The feed' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  const permissions = ['server.view', 'server.view.feed'];
  expect(sent()).toMatchObject({
    body: { identifier: bob.muster_id, permissions, was: ['server.view'] },
  });
});

it('marks who is being changed', async () => {
  open().tell('personnel', [bob], true);
  const row = page.getByRole('row', { name: /Bob/ });
  await expect.element(row).toHaveAttribute('aria-busy', 'true');
});

it('lets nobody give what they lack, and says that somebody must be left who manages', async () => {
  const connection = open().answer('personnelSet', () => refusal('last-manager'));
  const own = SERVER_PERMISSION.filter((one) => one !== 'server.delete');
  connection.put('account', [accountRow({ servers: { [SERVER_ID]: own } })]);
  await expect.element(page.getByText('The server and who is on it · Kick players')).toBeVisible();
  await page.getByRole('button', { name: 'Change what Bob may do' }).click();
  await expect.element(page.getByRole('checkbox', { name: /Delete the server/ })).toBeDisabled();
  await page.getByRole('checkbox', { name: 'The server and who is on it' }).click();
  await page.getByRole('button', { name: 'Take all permissions' }).click();
  await expect
    .element(page.getByText(/Somebody must still be able to give permissions/))
    .toBeVisible();
});

it('changes nothing of the owner’s, for anybody else', async () => {
  const owner = { ...bob, permissions: [...SERVER_PERMISSION], owner: true };
  open().tell('personnel', [owner]);
  await expect.element(page.getByRole('rowheader', { name: /Bob.*owner/ })).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: 'Change what Bob may do' }))
    .not.toBeInTheDocument();
});

it('deletes only when the name is typed, and shows how far it is', async () => {
  const connection = open().answer('serverDelete', () => ({ ok: true, value: { status: true } }));
  const remove = page.getByRole('button', { name: 'Delete this server' });
  const typed = page.getByLabelText('Type Chernarus 1 to delete it');
  await typed.fill('chernarus 1');
  await expect.element(remove).toBeDisabled();
  await typed.fill('Chernarus 1');
  await remove.click();
  expect(connection.inputs('serverDelete')).toEqual([
    { params: { server_id: SERVER_ID }, body: { identifier: 'Chernarus 1' } },
  ]);
  const { configuration } = serverRow();
  connection.put('server', [
    serverRow({ configuration: { ...configuration, deleting: 'in-progress' } }),
  ]);
  await expect.element(page.getByText('The server is being deleted.')).toBeVisible();
});

it('says of each part that somebody does not see which permission it needs, and whom to ask', async () => {
  const connection = open().answer('serverOwner', () => ({
    ok: true,
    value: { muster_id: bob.muster_id, display_name: 'Bob' },
  }));
  connection.put('account', [accountRow({ servers: { [SERVER_ID]: ['server.view'] } })]);
  const lacking = page.getByRole('region', { name: 'What you do not see here' });
  await expect.element(lacking.getByText(/^Ask .?Bob.?, who owns this server\.$/)).toBeVisible();
  for (const [name, needed] of [
    ['Settings', 'Change settings'],
    ['Game logs', 'The feed'],
    ['Access', 'Give permissions'],
    ['Support', 'Let staff of this Muster act for the owner'],
    ['Notes', 'Notes about players'],
    ['Audit', 'The audit'],
    ['Danger zone', 'Delete the server'],
  ] as const) {
    await expect
      .element(lacking.getByRole('row', { name: new RegExp(`^${name} .*${needed}$`) }))
      .toBeVisible();
    await expect.element(page.getByRole('heading', { name })).not.toBeInTheDocument();
  }
});

it('says nothing of the kind to whoever sees all of it, and asks for nobody', async () => {
  const connection = open();
  await expect.element(page.getByRole('heading', { name: 'Danger zone' })).toBeVisible();
  await expect
    .element(page.getByRole('heading', { name: 'What you do not see here' }))
    .not.toBeInTheDocument();
  expect(connection.inputs('serverOwner')).toEqual([]);
});
