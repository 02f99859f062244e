import { afterEach, beforeAll, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../style/base.css';
import '../../parts/parts.css';
import { draw } from '../../app/doubles.tsx';
import { accountRow, refusal } from '../../data/doubles.ts';
import { startTexts } from '../../text/i18n.ts';
import { CHIEF, GROUP_ID, GUARD, id, OWNER, teamConnection, teamRow } from '../known/doubles.ts';
import { GroupPage } from '../group-page.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => {
  leave?.();
  sessionStorage.clear();
});

const SCOUT = { ...GUARD, id: id('3'), name: 'Scout', hierarchy: 3, members: 0 };

/** Where the stream of the roles stands once a page is open. */
const TOLD = 2;

function open(connection = teamConnection()) {
  connection.tell('teamRoles', [OWNER, CHIEF, GUARD, SCOUT]);
  const address = `/teams/${GROUP_ID}?tab=roles`;
  leave = draw(<GroupPage kind="team" groupId={GROUP_ID} />, connection, address);
  return connection;
}

const names = () =>
  [...document.querySelectorAll('.role-list .role-name')].map(({ textContent }) => textContent);
const handle = (name: string) =>
  page.getByRole('button', { name: new RegExp(`^Move ${name}, place`) });
const dialog = page.getByRole('dialog');
const dismiss = () => page.getByRole('button', { name: 'Dismiss' }).click();

it('moves a role by its handle and the arrow keys, keeps the focus, says where it is, and never above the owner’s', async () => {
  let answer: (() => void) | undefined;
  const connection = open().answer('teamRoleMove', async () => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    return { ok: true, value: { position: TOLD + 2 } };
  });
  await expect.element(handle('Scout')).toBeVisible();
  handle('Scout').element().focus();
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  await expect.poll(names).toEqual(['Owner', 'Scout', 'Chief', 'Guard']);
  await expect.element(handle('Scout')).toHaveFocus();
  await expect.element(page.getByText('Scout: place 2 of 4')).toBeInTheDocument();
  // It is as high as a role can be: nothing is asked, and nothing is to blame.
  await userEvent.keyboard('{ArrowUp}{Home}');
  expect(page.getByText(/The owner role holds everything/).elements()).toEqual([]);
  await expect.poll(names).toEqual(['Owner', 'Scout', 'Chief', 'Guard']);
  // What the host tells of the first move takes nothing of the second away.
  connection.tell('teamRoles', [
    OWNER,
    CHIEF,
    { ...SCOUT, hierarchy: 2 },
    { ...GUARD, hierarchy: 3 },
  ]);
  await expect.element(handle('Guard')).toHaveAccessibleName(/place 4 of 4/);
  expect(names()).toEqual(['Owner', 'Scout', 'Chief', 'Guard']);
  const list = page.getByRole('list', { name: 'Roles' });
  await expect.element(list).toHaveAttribute('aria-busy', 'true');
  answer?.();
  const params = { group_id: GROUP_ID, role_id: SCOUT.id };
  await expect
    .poll(() => connection.inputs('teamRoleMove'))
    .toEqual([
      { params, body: { above: GUARD.id } },
      { params, body: { above: CHIEF.id } },
    ]);
  answer?.();
  // Somebody else has moved one since: what the host tells is what is shown from then on.
  connection.tell('teamRoles', [
    OWNER,
    { ...SCOUT, hierarchy: 1 },
    { ...GUARD, hierarchy: 2 },
    { ...CHIEF, hierarchy: 3 },
  ]);
  await expect.poll(names).toEqual(['Owner', 'Scout', 'Guard', 'Chief']);
  await expect.element(list).toHaveAttribute('aria-busy', 'false');
});

it('shows the order of before where the host refuses a move', async () => {
  open().answer('teamRoleMove', () => refusal('hierarchy-denied'));
  await page.getByRole('button', { name: 'Move Guard down' }).click();
  await expect.element(page.getByText(/is above your own role/)).toBeVisible();
  await dismiss();
  await expect.poll(names).toEqual(['Owner', 'Chief', 'Guard', 'Scout']);
});

it('moves a role by dragging its handle', async () => {
  const connection = open().answer('teamRoleMove', () => ({
    ok: true,
    value: { position: TOLD + 1 },
  }));
  await expect.element(handle('Chief')).toBeVisible();
  const lines = [...document.querySelectorAll('[data-id]')];
  const element = handle('Chief').element();
  element.setPointerCapture = () => undefined;
  const point = (type: string, line: Element | undefined) => {
    const { top, height, left } = line!.getBoundingClientRect();
    element.dispatchEvent(
      new PointerEvent(type, {
        pointerId: 1,
        button: 0,
        bubbles: true,
        clientX: left + 5,
        clientY: top + height - 2,
      }),
    );
  };
  point('pointerdown', lines[1]);
  await expect.poll(() => lines[1]?.getAttribute('data-dragged')).toBe('true');
  point('pointermove', lines[3]);
  await expect.poll(names).toEqual(['Owner', 'Guard', 'Scout', 'Chief']);
  point('pointerup', lines[3]);
  await expect
    .poll(() => connection.inputs('teamRoleMove'))
    .toEqual([{ params: { group_id: GROUP_ID, role_id: CHIEF.id }, body: { above: null } }]);
});

it('creates a role of 4 to 12 characters, and each tick brings seeing the thing', async () => {
  const connection = open().answer('teamRoleCreate', () => ({ ok: true, value: { position: 2 } }));
  await page.getByRole('button', { name: 'Create a role' }).click();
  await dialog.getByLabelText('Name').fill('Mod');
  await dialog.getByRole('checkbox', { name: 'Kick players' }).click();
  await dialog.getByRole('button', { name: 'Save the role' }).click();
  await expect.element(dialog.getByLabelText('Name')).toHaveAccessibleDescription(/At least 4/);
  expect(connection.inputs('teamRoleCreate')).toEqual([]);
  await dialog.getByLabelText('Name').fill('Mods');
  await dialog.getByRole('button', { name: 'Save the role' }).click();
  await expect.element(page.getByText('The role Mods is there.')).toBeVisible();
  expect(connection.inputs('teamRoleCreate')).toMatchObject([
    { body: { name: 'Mods', permissions: ['server.action.kick', 'server.view'] } },
  ]);
});

it('gives nothing that whoever edits lacks, and takes what they lack only where it was there', async () => {
  const held = ['team.view', 'team.roles.list', 'team.roles.modify'] as const;
  const chief = { ...CHIEF, permissions: [...held, 'server.view' as const] };
  const connection = open(
    teamConnection(teamRow({ owner_id: id('e'), is_owner: false, role_id: CHIEF.id }), [...held]),
  ).tell('teamRoles', [OWNER, chief, GUARD, SCOUT]);
  connection.answer('teamRoleEdit', () => ({ ok: true, value: { position: 2 } }));
  await page.getByRole('button', { name: 'Edit Guard' }).click();
  const lock = dialog.getByRole('checkbox', { name: /^Lock and unlock/ });
  await expect.element(lock).toBeDisabled();
  await dialog.getByRole('checkbox', { name: 'Kick players' }).click();
  await dialog.getByRole('button', { name: 'Save the role' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(connection.inputs('teamRoleEdit')).toMatchObject([
    {
      params: { role_id: GUARD.id },
      body: {
        permissions: ['team.view', 'server.view'],
        was: { name: 'Guard', permissions: GUARD.permissions },
      },
    },
  ]);
});

it('keeps what is typed in a role while the right to write it is away, and over a reload', async () => {
  const connection = open(
    teamConnection(teamRow({ owner_id: id('e'), is_owner: false, role_id: CHIEF.id })),
  );
  await page.getByRole('button', { name: 'Edit Guard' }).click();
  await dialog.getByLabelText('Name').fill('Sentry');
  await dialog.getByRole('checkbox', { name: 'Lock and unlock' }).click();
  const held = ['team.view', 'team.roles.list'] as const;
  connection
    .put('account', [accountRow({ groups: { [GROUP_ID]: [...held] } })])
    .tell('teamRoles', [OWNER, { ...CHIEF, permissions: [...held] }, GUARD, SCOUT]);
  const save = dialog.getByRole('button', { name: 'Save the role' });
  await expect.element(save).toHaveAttribute('aria-disabled', 'true');
  await expect.element(save).toHaveAccessibleDescription(/you need the permission ‘Change roles’/);
  await expect.element(dialog.getByLabelText('Name')).toHaveValue('Sentry');
  leave?.();
  open(teamConnection());
  await page.getByRole('button', { name: 'Edit Guard' }).click();
  await expect.element(dialog.getByLabelText('Name')).toHaveValue('Sentry');
  await expect.element(dialog.getByRole('checkbox', { name: 'Lock and unlock' })).toBeChecked();
});

it('says what goes with a role before it is deleted', async () => {
  const connection = open().answer('teamRoleDelete', () => ({ ok: true, value: { position: 2 } }));
  await page.getByRole('button', { name: 'Delete Guard' }).click();
  await expect.element(dialog.getByText(/^1 member loses it/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByText('The role Guard is deleted.')).toBeVisible();
  expect(connection.inputs('teamRoleDelete')).toEqual([
    { params: { group_id: GROUP_ID, role_id: GUARD.id }, body: {} },
  ]);
});

it('leaves the owner role alone', async () => {
  open();
  await expect.element(page.getByText('Holds everything, and stays first.')).toBeVisible();
  expect(page.getByRole('button', { name: /Owner/ }).elements()).toEqual([]);
});
