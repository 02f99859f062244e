import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../../style/base.css';
import '../../parts/parts.css';
import type { RowOf } from '../../../protocol/resources/registry.ts';
import { draw } from '../../app/doubles.tsx';
import { refusal, serverRow } from '../../data/doubles.ts';
import { startTexts } from '../../text/i18n.ts';
import { banListRow } from '../../bans/known/doubles.ts';
import { bucketRow } from '../../entries/doubles.ts';
import { CHIEF, CID, GROUP_ID, GUARD, id, ME, teamConnection, teamRow } from '../known/doubles.ts';
import { GroupPage } from '../group-page.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => {
  leave?.();
  sessionStorage.clear();
});

function open(connection = teamConnection(), tab = 'settings') {
  const address = `/teams/${GROUP_ID}?tab=${tab}`;
  leave = draw(<GroupPage kind="team" groupId={GROUP_ID} />, connection, address);
  return connection;
}

const server = (digit: string, identifier: string): RowOf<'teamResources'> => ({
  id: id(digit),
  server_id: null,
  group_id: GROUP_ID,
  type: 'server',
  identifier,
  game: 1,
  created_at: 0,
});

it('deletes a team only when its name is typed and each server has a place, and shows how far it is', async () => {
  const other = teamRow({ id: id('5'), identifier: 'Day Watch' });
  const connection = open(
    teamConnection()
      .tell('teams', [teamRow(), other])
      .tell('teamResources', [server('1', 'Alpha'), server('2', 'Beta')]),
  ).answer('groupDelete', () => ({ ok: true, value: { position: 2 } }));
  const remove = page.getByRole('button', { name: 'Delete the team' });
  await expect.element(remove).toBeDisabled();
  await page.getByLabelText('Type Night Watch to delete it').fill('Night Watch');
  await page.getByLabelText('Alpha goes to').selectOptions('your account');
  await remove.click();
  await expect.element(page.getByText('Say where it goes.')).toBeVisible();
  expect(connection.inputs('groupDelete')).toEqual([]);
  await page.getByLabelText('Beta goes to').selectOptions('is deleted with its history');
  await remove.click();
  await expect
    .poll(() => connection.inputs('groupDelete'))
    .toEqual([
      {
        params: { group_id: GROUP_ID },
        body: {
          identifier: 'Night Watch',
          servers: [
            { server_id: id('1'), to: { kind: 'account', id: ME } },
            { server_id: id('2'), to: null },
          ],
          ban_lists: [],
          buckets: [],
        },
      },
    ]);
  connection.tell('teams', [teamRow({ deleting: 'in-progress' }), other]);
  await expect.element(page.getByText(/^Night Watch is being deleted\./)).toBeVisible();
  await expect.element(remove).not.toBeInTheDocument();
  connection.tell('teams', [other]);
  await expect.element(page.getByText(/^Night Watch was deleted, or you do not/)).toBeVisible();
});

it('says of each server that is deleted with it which bans of Muster leave its game, or stay there', async () => {
  const { configuration, state } = serverRow();
  const own = (digit: string, own_bans: number | null, connected: boolean) =>
    serverRow({
      id: id(digit),
      configuration: { ...configuration, own_bans },
      state: { ...state, state: connected ? 'CONNECTED' : 'DISCONNECTED' },
    });
  const connection = open(
    teamConnection().tell('teamResources', [
      server('1', 'Alpha'),
      server('2', 'Beta'),
      server('3', 'Gamma'),
    ]),
  );
  const said = page.getByText(/bans that (Muster|it) wrote/);
  await expect.element(page.getByLabelText('Alpha goes to')).toBeVisible();
  expect(said.query()).toBeNull();
  await page.getByLabelText('All of them').selectOptions('is deleted with its history');
  for (const row of [own('1', 3, true), own('2', 1_200, false), own('3', null, false)]) {
    const isIts = (query: object) => 'server_id' in query && query.server_id === row.id;
    connection.put('server', [row], isIts);
  }
  await expect
    .element(page.getByText(/^3 bans that Muster wrote .* taken out first/))
    .toBeVisible();
  await expect.element(page.getByText(/so 1,200 bans that it wrote .* stay there/)).toBeVisible();
  await expect.element(page.getByText(/unknown whether bans that Muster wrote/)).toBeVisible();
  expect(page.getByText(/delete the lines of its bans\.txt/).elements()).toHaveLength(2);
  await page.getByLabelText('Beta goes to').selectOptions('your account');
  await expect.element(page.getByText(/so 1,200 bans/)).not.toBeInTheDocument();
});

it('asks of each ban list and bucket, too, and sends what was said of it', async () => {
  const owned = { owner_kind: 'team', team_id: GROUP_ID, group: 'Night Watch' } as const;
  const connection = open(
    teamConnection()
      .tell('banLists', [
        banListRow({ id: id('6'), identifier: 'Griefers', ...owned }),
        banListRow({ id: id('7'), identifier: 'Leaving', ...owned, deleting: 'requested' }),
        banListRow({ id: id('8'), identifier: 'Own' }),
      ])
      .tell('buckets', [bucketRow({ id: id('9'), identifier: 'Regulars', ...owned })]),
  ).answer('groupDelete', () => ({ ok: true, value: { position: 2 } }));
  await page.getByLabelText('Griefers goes to').selectOptions('your account');
  await expect.element(page.getByLabelText('Leaving goes to')).not.toBeInTheDocument();
  await expect.element(page.getByLabelText('Own goes to')).not.toBeInTheDocument();
  await page.getByLabelText('Regulars goes to').selectOptions('is deleted with its entries');
  await page.getByLabelText('Type Night Watch to delete it').fill('Night Watch');
  await page.getByRole('button', { name: 'Delete the team' }).click();
  await expect
    .poll(() => connection.inputs('groupDelete'))
    .toEqual([
      {
        params: { group_id: GROUP_ID },
        body: {
          identifier: 'Night Watch',
          servers: [],
          ban_lists: [{ banlist_id: id('6'), to: { kind: 'account', id: ME } }],
          buckets: [{ bucket_id: id('9'), to: null }],
        },
      },
    ]);
});

it('gives the team to a member when its name is typed, and says at the field why not', async () => {
  let why: 'subscription-restricted' | 'plan-limit-reached' = 'subscription-restricted';
  const connection = open().answer('groupTransfer', () => refusal(why));
  await page.getByLabelText('New owner').selectOptions('Cid (cid)');
  await page.getByLabelText('Your role then').selectOptions('Guard');
  await page.getByLabelText('Type Night Watch to give it away').fill('Night Watch');
  const give = page.getByRole('button', { name: 'Give the team away' });
  await give.click();
  await expect.element(page.getByText(/^Whoever takes it is restricted/)).toBeVisible();
  why = 'plan-limit-reached';
  await give.click();
  await expect.element(page.getByText(/^Whoever takes it may have no more/)).toBeVisible();
  const asked = {
    params: { group_id: GROUP_ID },
    body: { muster_id: CID.muster_id, identifier: 'Night Watch', role_id: GUARD.id },
  };
  expect(connection.inputs('groupTransfer')).toEqual([asked, asked]);
});

it('lets a member leave, who may neither give the team away nor delete it', async () => {
  const member = teamRow({
    owner_id: id('e'),
    owner_name: 'Eve',
    is_owner: false,
    role_id: CHIEF.id,
  });
  const connection = open(teamConnection(member)).answer('groupLeave', () => ({
    ok: true,
    value: { position: 2 },
  }));
  await expect.element(page.getByText(/^Only Eve, who owns it, can give it away/)).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: 'Delete the team' }))
    .not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Leave the team' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave the team' }).click();
  await expect.poll(() => location.pathname).toBe('/teams');
  expect(connection.inputs('groupLeave')).toEqual([{ params: { group_id: GROUP_ID }, body: {} }]);
});

it('saves a name over the one that was seen', async () => {
  const connection = open().answer('teamEdit', () => ({ ok: true, value: { position: 2 } }));
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Day Watch');
  await page.getByRole('button', { name: 'Save the name' }).click();
  await expect
    .poll(() => connection.inputs('teamEdit'))
    .toEqual([
      { params: { group_id: GROUP_ID }, body: { identifier: 'Day Watch', was: 'Night Watch' } },
    ]);
});

it('moves a server to the team, and back where it was', async () => {
  const row = serverRow({ id: GROUP_ID });
  const connection = open(teamConnection().put('servers', [row]), 'resources')
    .tell('personnel', [])
    .answer('serverMove', () => ({ ok: true, value: { status: true } }));
  connection.tell('personnel', [
    {
      id: id('7'),
      server_id: GROUP_ID,
      muster_id: ME,
      username: 'ada',
      display_name: 'Ada',
      permissions: [],
      since: 0,
      owner: true,
    },
  ]);
  await page.getByRole('button', { name: 'Move a server here' }).click();
  await page.getByLabelText('Server').selectOptions('Chernarus 1');
  await page.getByRole('button', { name: 'Move the server' }).click();
  await expect
    .element(page.getByText(/^Chernarus 1 belongs to the team .Night Watch. now\.$/))
    .toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByText('Chernarus 1 is back where it was.')).toBeVisible();
  const params = { server_id: GROUP_ID };
  expect(connection.inputs('serverMove')).toEqual([
    { params, body: { to: { kind: 'team', id: GROUP_ID } } },
    { params, body: { to: { kind: 'account', id: ME } } },
  ]);
});

it('lists the ban lists and buckets of the team, and moves one away and back', async () => {
  const owned = { owner_kind: 'team', team_id: GROUP_ID, group: 'Night Watch' } as const;
  const connection = open(
    teamConnection()
      .tell('banLists', [banListRow({ id: id('6'), identifier: 'Griefers', ...owned })])
      .tell('buckets', [bucketRow({ id: id('9'), identifier: 'Own' })]),
    'resources',
  ).answer('banListMove', () => ({ ok: true, value: { position: 2 } }));
  await expect.element(page.getByText(/^No bucket belongs to it\./)).toBeVisible();
  await page.getByRole('button', { name: 'Move Griefers away' }).click();
  await page.getByLabelText('It belongs to').selectOptions('your account');
  await page.getByRole('button', { name: 'Move the ban list' }).click();
  await expect.element(page.getByText('Griefers belongs to your account now.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByText('Griefers is back where it was.')).toBeVisible();
  const params = { banlist_id: id('6') };
  expect(connection.inputs('banListMove')).toEqual([
    { params, body: { to: { kind: 'account', id: ME } } },
    { params, body: { to: { kind: 'team', id: GROUP_ID } } },
  ]);
});

it('moves a ban list away for nobody who holds less on it than everything', async () => {
  const owned = { owner_kind: 'team', team_id: GROUP_ID, group: 'Night Watch' } as const;
  const list = { id: id('6'), identifier: 'Griefers', ...owned, permissions: ['banlist.view'] };
  open(teamConnection().tell('banLists', [banListRow(list as never)]), 'resources');
  await expect.element(page.getByRole('link', { name: 'Griefers' })).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: 'Move Griefers away' }))
    .not.toBeInTheDocument();
});
