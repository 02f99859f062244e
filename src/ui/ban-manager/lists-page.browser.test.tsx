import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import { draw } from '../app/doubles.tsx';
import { refusal } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { TEAM_PERMISSION } from '../../protocol/permissions.ts';
import { id as idOf, teamRow } from '../groups/known/doubles.ts';
import { accountRow } from '../data/doubles.ts';
import { banConnection, banListRow, LIST_ID, ME } from '../bans/known/doubles.ts';
import { BanListsPage } from './lists-page.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => {
  leave?.();
  sessionStorage.clear();
});

function open(connection = banConnection()) {
  leave = draw(<BanListsPage />, connection, '/ban-manager');
  return connection;
}

it('lists each ban list with whose it is, its bans, servers, followers and settings', async () => {
  open(
    banConnection().tell('banLists', [
      banListRow({ bans: 1_234, public: true, allow_followers: true, followers: 7 }),
      banListRow({
        id: idOf('5'),
        identifier: 'Night bans',
        owner_kind: 'team',
        team_id: idOf('6'),
        group: 'Night Watch',
        keep_inactive: true,
        deleting: 'in-progress',
      }),
    ]),
  );
  const own = page.getByRole('row', { name: /Griefers/ });
  await expect
    .poll(() => own.element().textContent)
    .toMatch(/Ada.*you.*1,234.*1.*7.*public, can be followed/);
  await expect
    .element(page.getByRole('link', { name: 'Griefers' }))
    .toHaveAttribute('href', `/ban-manager/${LIST_ID}`);
  await expect
    .poll(() => page.getByRole('row', { name: /Night bans/ }).element().textContent)
    .toMatch(/being deleted.*Night Watch.*keeps bans that are over/);
});

it('says what a ban list does where there is none, and creates one for a team', async () => {
  const team = teamRow({ id: idOf('6') });
  const connection = open(
    banConnection()
      .put('account', [accountRow({ groups: { [team.id]: [...TEAM_PERMISSION] } })])
      .tell('banLists', [])
      .tell('teams', [team]),
  ).answer('banListCreate', () => ({ ok: true, value: { position: 1 } }));
  await expect.element(page.getByText('You have no ban list yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Create a ban list' }).click();
  await page.getByLabelText('Name').fill('Griefers');
  await page.getByLabelText('It belongs to').selectOptions('the team Night Watch');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect.poll(() => location.pathname).toMatch(/^\/ban-manager\/[0-9a-f]{24}$/);
  expect(connection.inputs('banListCreate')).toEqual([
    {
      body: {
        banlist_id: location.pathname.split('/').pop(),
        identifier: 'Griefers',
        owner: { kind: 'team', id: team.id },
      },
    },
  ]);
});

it('says at the name that there may be no more, and what a name may be', async () => {
  const connection = open().answer('banListCreate', () => refusal('plan-limit-reached'));
  await page.getByRole('button', { name: 'Create a ban list' }).click();
  const name = page.getByLabelText('Name');
  await name.fill('Über');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect.element(name).toHaveAccessibleDescription(/Only Latin letters/);
  await name.fill('Mine');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect.element(name).toHaveAccessibleDescription(/You may have no more ban lists/);
  expect(connection.inputs('banListCreate')).toMatchObject([
    { body: { owner: { kind: 'account', id: ME } } },
  ]);
});
