import { afterEach, beforeAll, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../style/base.css';
import '../../parts/parts.css';
import { TEAM_PERMISSION } from '../../../protocol/permissions.ts';
import type { RowOf } from '../../../protocol/resources/registry.ts';
import { draw } from '../../app/doubles.tsx';
import { accountRow, refusal } from '../../data/doubles.ts';
import { startTexts } from '../../text/i18n.ts';
import {
  ADA,
  BEA,
  CHIEF,
  CID,
  GROUP_ID,
  GUARD,
  id,
  memberRow,
  OWNER,
  teamConnection,
  teamRow,
} from '../known/doubles.ts';
import { GroupPage } from '../group-page.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => {
  leave?.();
  sessionStorage.clear();
});

function open(connection = teamConnection()) {
  const address = `/teams/${GROUP_ID}?tab=members`;
  leave = draw(<GroupPage kind="team" groupId={GROUP_ID} />, connection, address);
  return connection;
}

/** The team of somebody else, of which the account is a chief. */
const asChief = () =>
  teamConnection(teamRow({ owner_id: id('e'), is_owner: false, role_id: CHIEF.id, role: 'Chief' }));

const dialog = page.getByRole('dialog');

it('invites an account with a role for some days, and says at its field what is wrong with it', async () => {
  const answers = [refusal('account-not-found'), { ok: true, value: { position: 2 } }] as const;
  let at = 0;
  const connection = open().answer('teamMemberAdd', () => answers[at++] ?? answers[1]);
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  const account = dialog.getByLabelText('Account id');
  await account.fill(` ${id('f')} `);
  await dialog.getByLabelText('Role').selectOptions('Guard');
  await dialog.getByLabelText('Days until it expires').fill('91');
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect
    .element(dialog.getByLabelText('Days until it expires'))
    .toHaveAccessibleDescription(/from 1 to 90/);
  await dialog.getByLabelText('Days until it expires').fill('30');
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect.element(account).toHaveAccessibleDescription(/no account with this id/);
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(connection.inputs('teamMemberAdd')).toMatchObject([
    { params: { group_id: GROUP_ID } },
    { body: { muster_id: id('f'), role_id: GUARD.id, days: 30 } },
  ]);
});

it('gives a member another role over the one that was seen, and says what somebody else made of it', async () => {
  const connection = open().answer('teamMemberRole', () => refusal('row-changed'));
  await page.getByRole('button', { name: 'Change the role of Cid' }).click();
  await dialog.getByLabelText('Role').selectOptions('Chief');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByText(/^Somebody else changed this in the/)).toBeVisible();
  expect(connection.inputs('teamMemberRole')).toEqual([
    {
      params: { group_id: GROUP_ID, muster_id: CID.muster_id },
      body: { role_id: CHIEF.id, was: GUARD.id },
    },
  ]);
  connection.tell('teamMembers', [ADA, BEA, memberRow('d', 'Cid', null)]);
  await expect.element(dialog.getByText(/^Somebody else took the role of Cid/)).toBeVisible();
  connection.answer('teamMemberRole', () => ({ ok: true, value: { position: 3 } }));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(connection.inputs('teamMemberRole')).toMatchObject([
    {},
    { body: { role_id: CHIEF.id, was: null } },
  ]);
});

it('asks before somebody is removed', async () => {
  const connection = open().answer('teamMemberRemove', () => ({
    ok: true,
    value: { position: 2 },
  }));
  await page.getByRole('button', { name: 'Remove Cid' }).click();
  expect(connection.inputs('teamMemberRemove')).toEqual([]);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect.element(page.getByText('Cid is removed.')).toBeVisible();
  expect(connection.inputs('teamMemberRemove')).toEqual([
    { params: { group_id: GROUP_ID, muster_id: CID.muster_id }, body: {} },
  ]);
});

it('lets nobody touch the owner or themselves, and says why somebody above cannot be touched', async () => {
  const higher = { ...GUARD, id: id('3'), name: 'Marshal', hierarchy: 1 };
  const chief = { ...CHIEF, hierarchy: 2 };
  const me = memberRow('b', 'Ada', chief);
  open(
    asChief()
      .tell('teamRoles', [OWNER, higher, chief, { ...GUARD, hierarchy: 3 }])
      .tell('teamMembers', [memberRow('e', 'Eve', OWNER), memberRow('c', 'Bea', higher), me]),
  );
  const bea = page.getByRole('button', { name: 'Remove Bea' });
  await expect.element(bea).toHaveAttribute('aria-disabled', 'true');
  await expect
    .element(bea)
    .toHaveAccessibleDescription(/You cannot change anybody whose role is above yours/);
  await expect.element(page.getByRole('button', { name: 'Remove Eve' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Remove Ada' })).not.toBeInTheDocument();
});

it('takes the buttons away when the right is, and the list with the right to read it, and keeps what is typed', async () => {
  const connection = open(asChief());
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  await dialog.getByLabelText('Account id').fill('half of an id');
  const may = (...held: (typeof TEAM_PERMISSION)[number][]) =>
    connection
      .put('account', [accountRow({ groups: { [GROUP_ID]: held } })])
      .tell('teamRoles', [OWNER, { ...CHIEF, permissions: held }, GUARD]);
  may('team.view', 'team.members.list', 'team.roles.list');
  await expect
    .element(dialog.getByRole('button', { name: 'Invite', exact: true }))
    .toHaveAttribute('aria-disabled', 'true');
  await expect.element(dialog.getByText(/you need the permission ‘Invite members’/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Remove Cid' })).not.toBeInTheDocument();
  may('team.view');
  await expect
    .element(page.getByText(/^To see this you need the permission ‘See the members’/))
    .toBeVisible();
  await expect.element(page.getByRole('row', { name: /Cid/ })).not.toBeInTheDocument();
  may(...TEAM_PERMISSION);
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  await expect.element(dialog.getByLabelText('Account id')).toHaveValue('half of an id');
});

it('says how each invitation stands, and takes an open one back', async () => {
  const invite: RowOf<'teamInvites'> = {
    id: id('9'),
    server_id: null,
    group_id: GROUP_ID,
    role_id: GUARD.id,
    role: 'Guard',
    from_id: ADA.muster_id,
    from_name: 'Ada',
    to_id: id('f'),
    to_name: 'Fred',
    created_at: 0,
    expires_at: Date.now() + 86_400_000,
    state: 'pending',
  };
  const connection = open(
    teamConnection().tell('teamInvites', [
      invite,
      { ...invite, id: id('8'), to_name: 'Gus', state: 'declined' },
      { ...invite, id: id('7'), to_name: 'Hal', expires_at: 1 },
    ]),
  ).answer('teamInviteRevoke', () => ({ ok: true, value: { position: 2 } }));
  await expect.element(page.getByRole('row', { name: /Gus.*Declined/ })).toBeVisible();
  await expect.element(page.getByRole('row', { name: /Hal.*Expired/ })).toBeVisible();
  expect(page.getByRole('button', { name: /^Take back/ }).elements()).toHaveLength(1);
  await page.getByRole('button', { name: 'Take back the invitation of Fred' }).click();
  await expect.element(page.getByText('Taken back.')).toBeVisible();
  expect(connection.inputs('teamInviteRevoke')).toEqual([
    { params: { group_id: GROUP_ID, invite_id: invite.id }, body: {} },
  ]);
});

it('draws of 500 members those in sight, and finds the last by the keyboard', async () => {
  const many = Array.from({ length: 500 }, (_, at) => ({
    ...memberRow('d', `Member${String(at).padStart(3, '0')}`, GUARD),
    id: String(at).padStart(24, '0'),
    muster_id: String(at).padStart(24, 'c'),
  }));
  open(teamConnection().tell('teamMembers', many));
  await expect.element(page.getByRole('row', { name: /Member000/ })).toBeVisible();
  expect(document.querySelectorAll('tbody tr').length).toBeLessThan(80);
  const list = page.getByRole('group', { name: 'Name' });
  list.element().focus();
  list
    .element()
    .dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true, cancelable: true }));
  await expect.element(page.getByRole('row', { name: /Member499/ })).toBeVisible();
});

it('sorts members by a column, by pointer and by keyboard, and keeps that in the address', async () => {
  open();
  const names = () =>
    [...document.querySelectorAll('.rows-table tbody th .mono')].map(
      ({ previousElementSibling: name }) => name?.textContent,
    );
  const head = (name: string) => page.getByRole('columnheader', { name });
  await expect.element(head('Role')).toHaveAttribute('aria-sort', 'ascending');
  const byRank = names();
  await head('Role').getByRole('button').click();
  await expect.poll(names).toEqual(byRank.toReversed());
  expect(location.search).toContain('dir=desc');
  head('Name').getByRole('button').element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(head('Name')).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(names).toEqual(byRank.toSorted());
  expect(location.search).toContain('sort=name');
});
