/** The pages of organizations, tab by tab: what differs from those of teams, and that each is there. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import { ORGANIZATION_PERMISSION } from '../../protocol/permissions.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { draw } from '../app/doubles.tsx';
import { accountRow, FakeConnection } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { GroupPage } from './group-page.tsx';
import { GroupsPage } from './groups-page.tsx';
import { ADA, BEA, CHIEF, GROUP_ID, GUARD, id, OWNER, teamRow } from './known/doubles.ts';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => {
  leave?.();
  sessionStorage.clear();
});

type Held = (typeof ORGANIZATION_PERMISSION)[number][];
const ALL: Held = [...ORGANIZATION_PERMISSION];

function row(change: Partial<RowOf<'organizations'>> = {}): RowOf<'organizations'> {
  const { organization_id: _, organization: __, ...seen } = teamRow({ identifier: 'Iron Harbour' });
  return { ...seen, teams: 1, ...change };
}

const TEAM: RowOf<'organizationTeams'> = {
  id: id('5'),
  server_id: null,
  group_id: GROUP_ID,
  identifier: 'Night Watch',
  owner_id: id('e'),
  owner_name: 'Eve',
  members: 4,
  roles: 3,
  servers: 2,
  created_at: 0,
  deleting: null,
};
const INVITE: RowOf<'organizationInvites'> = {
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
const OF_EVE = row({ owner_id: id('e'), owner_name: 'Eve', is_owner: false, role: 'Guard' });

function connect(held: Held = ALL, organization = row()): FakeConnection {
  const permissions: RowOf<'organizationRoles'>['permissions'] = ['organization.view'];
  return new FakeConnection()
    .put('account', [accountRow({ groups: { [GROUP_ID]: held } })])
    .put('link', [
      { id: 'link', connection: { kind: 'live', since: 0, latency: 9 }, fresh_at: 0, refused: [] },
    ])
    .tell('teams', [])
    .tell('organizations', [organization])
    .tell('groupInvites', [])
    .tell('organizationRoles', [OWNER, { ...CHIEF, permissions }, { ...GUARD, permissions }])
    .tell('organizationMembers', [ADA, BEA])
    .tell('organizationInvites', [INVITE])
    .tell('organizationTeams', [TEAM])
    .tell('organizationResources', [])
    .tell('banLists', [])
    .tell('buckets', []);
}

function open(tab: string, connection = connect()) {
  const address = `/organizations/${GROUP_ID}?tab=${tab}`;
  leave = draw(<GroupPage kind="organization" groupId={GROUP_ID} />, connection, address);
  return connection;
}

const told = { ok: true, value: { position: 2 } } as const;
const params = { group_id: GROUP_ID };
const dialog = page.getByRole('dialog');
const tabs = page.getByRole('navigation', { name: /^Parts of/ });
const press = (name: string | RegExp) => page.getByRole('button', { name }).click();

it('has a tab for each of its parts, which the keyboard opens', async () => {
  open('overview');
  await expect.element(page.getByText('You own it: you may do everything.')).toBeVisible();
  const named = tabs.getByRole('link').elements();
  expect(named.map(({ textContent }) => textContent)).toEqual([
    'Overview',
    'People',
    'Invitations',
    'Roles',
    'Teams',
    'Servers and lists',
    'Audit',
    'Settings',
  ]);
  for (const tab of ['People', 'Teams'] as const) {
    const link = tabs.getByRole('link', { name: tab });
    (link.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(link).toHaveAttribute('aria-current', 'page');
    await expect.element(page.getByRole('region', { name: tab })).toBeVisible();
  }
});

it('says on its overview whose it is, what it has, and what one may do', async () => {
  open('overview', connect(['organization.view', 'organization.teams.add'], OF_EVE));
  await expect.element(page.getByText('See the organization', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Bring in their own teams', { exact: true })).toBeVisible();
  expect(page.getByText('Rename it, and move servers to it and away').elements()).toEqual([]);
  const facts = document.querySelector('.facts')?.textContent ?? '';
  expect(facts).toContain('OwnerEve');
  expect(facts).toContain('Teams1');
});

it('invites into it, and gives its people other roles of its own', async () => {
  const connection = open('members')
    .answer('organizationMemberAdd', () => told)
    .answer('organizationMemberRole', () => told)
    .answer('organizationMemberRemove', () => told);
  await press('Invite somebody');
  await dialog.getByLabelText('Account id').fill(id('f'));
  await dialog.getByLabelText('Role').selectOptions('Guard');
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await press('Change the role of Bea');
  await dialog.getByLabelText('Role').selectOptions('Guard');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await press('Remove Bea');
  await dialog.getByRole('button', { name: /^Remove/ }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(connection.inputs('organizationMemberAdd')).toMatchObject([{ params }]);
  expect(connection.inputs('organizationMemberRole')).toMatchObject([
    { params: { ...params, muster_id: BEA.muster_id }, body: { role_id: GUARD.id } },
  ]);
  expect(connection.inputs('organizationMemberRemove')).toMatchObject([
    { params: { ...params, muster_id: BEA.muster_id } },
  ]);
});

it('takes back an invitation by the keyboard', async () => {
  const connection = open('invites').answer('organizationInviteRevoke', () => told);
  await expect.element(page.getByRole('row', { name: /Fred.*Guard.*Ada/ })).toBeVisible();
  const button = page.getByRole('button', { name: 'Take back the invitation of Fred' });
  (button.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Taken back.')).toBeVisible();
  expect(connection.inputs('organizationInviteRevoke')).toEqual([
    { params: { ...params, invite_id: INVITE.id }, body: {} },
  ]);
});

it('creates a role that can hold what an organization’s can', async () => {
  const connection = open('roles').answer('organizationRoleCreate', () => told);
  await press('Create a role');
  await dialog.getByLabelText('Name').fill('Manager');
  await dialog.getByRole('checkbox', { name: 'Take teams out of it' }).click();
  await dialog.getByRole('button', { name: 'Save the role' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(connection.inputs('organizationRoleCreate')).toMatchObject([
    {
      params,
      body: { name: 'Manager', permissions: ['organization.teams.remove', 'organization.view'] },
    },
  ]);
});

describe('its teams', () => {
  const own = (change: Partial<RowOf<'teams'>> = {}) =>
    teamRow({ id: id('6'), identifier: 'Rust Crew', ...change });

  it('are brought in by who owns them, those alone that are free', async () => {
    const taken = { organization_id: id('7'), organization: 'Elsewhere' };
    const connection = open(
      'teams',
      connect().tell('teams', [
        own(),
        own({ id: id('4'), identifier: 'Taken', ...taken }),
        own({ id: id('3'), identifier: 'Of Eve', is_owner: false }),
        own({ id: id('2'), identifier: 'Going', deleting: 'requested' }),
      ]),
    ).answer('organizationTeamAdd', () => told);
    await expect.element(page.getByRole('row', { name: /Night Watch.*Eve/ })).toBeVisible();
    await press('Bring in a team');
    const offered = dialog.getByLabelText('Team').element() as HTMLSelectElement;
    expect([...offered.options].map(({ text }) => text)).toContain('Rust Crew');
    expect(offered.textContent).not.toMatch(/Taken|Of Eve|Going/);
    await dialog.getByLabelText('Team').selectOptions('Rust Crew');
    await dialog.getByRole('button', { name: 'Bring it in' }).click();
    await expect.element(page.getByText('Rust Crew belongs to Iron Harbour now.')).toBeVisible();
    expect(connection.inputs('organizationTeamAdd')).toEqual([
      { params, body: { team_id: id('6') } },
    ]);
  });

  it('are taken out once that was confirmed', async () => {
    const connection = open('teams').answer('organizationTeamRemove', () => told);
    await press('Take Night Watch out');
    await expect
      .element(dialog.getByText(/^Roles of Iron Harbour stop counting there/))
      .toBeVisible();
    expect(connection.inputs('organizationTeamRemove')).toEqual([]);
    await dialog.getByRole('button', { name: 'Take out' }).click();
    await expect.element(page.getByText('Night Watch is out of Iron Harbour.')).toBeVisible();
    expect(connection.inputs('organizationTeamRemove')).toEqual([
      { params: { ...params, team_id: TEAM.id }, body: {} },
    ]);
  });

  it('are left alone by whoever may only see them, and say what is missing and who gives it', async () => {
    open('teams', connect(['organization.view'], OF_EVE));
    await expect.element(page.getByRole('row', { name: /Night Watch/ })).toBeVisible();
    const add = page.getByRole('button', { name: 'Bring in a team' });
    await expect.element(add).toHaveAccessibleDescription(/Bring in their own teams.*Eve/);
    expect(page.getByRole('button', { name: /^Take .* out$/ }).elements()).toEqual([]);
  });
});

it.each([
  ['members', 'See who belongs to it'],
  ['invites', 'See who belongs to it'],
  ['roles', 'See its roles'],
  ['teams', 'See the organization'],
  ['resources', 'See the organization'],
  ['audit', 'Rename it, and move servers to it and away'],
])('%s says which permission is missing and who gives it', async (tab, needed) => {
  open(tab, connect([], OF_EVE));
  await expect.element(page.getByText(new RegExp(`${needed}.*Eve.*can give it`))).toBeVisible();
});

it('a team is taken out of it on the team’s own page, by the team’s owner alone', async () => {
  const joined = { organization_id: id('7'), organization: 'Iron Harbour' };
  const connection = connect()
    .tell('organizations', [])
    .tell('teams', [teamRow(joined)])
    .tell('teamRoles', [OWNER])
    .tell('teamMembers', [ADA])
    .tell('teamResources', [])
    .answer('teamLeaveOrganization', () => told);
  const screen = <GroupPage kind="team" groupId={GROUP_ID} />;
  leave = draw(screen, connection, `/teams/${GROUP_ID}?tab=settings`);
  await press('Take it out of Iron Harbour');
  await dialog.getByRole('button', { name: 'Take out' }).click();
  await expect.element(page.getByText('The team is out of Iron Harbour.')).toBeVisible();
  expect(connection.inputs('teamLeaveOrganization')).toEqual([{ params, body: {} }]);
  const theirs = teamRow({ ...joined, owner_id: id('e'), owner_name: 'Eve', is_owner: false });
  connection.tell('teams', [theirs]);
  await expect
    .element(page.getByText('Only Eve, who owns the team, can take it out.'))
    .toBeVisible();
  expect(page.getByRole('button', { name: /Take it out/ }).elements()).toEqual([]);
});

describe('the list of organizations', () => {
  const list = (connection: FakeConnection) => {
    leave = draw(<GroupsPage kind="organization" />, connection, '/organizations');
    return connection;
  };

  it('answers an invitation into one, and shows none into a team', async () => {
    const invite: RowOf<'groupInvites'> = {
      id: id('9'),
      server_id: null,
      kind: 'organization',
      team_id: null,
      organization_id: id('8'),
      identifier: 'Iron Harbour',
      role: 'Manager',
      from_id: id('7'),
      from_name: 'Eve',
      created_at: 0,
      expires_at: Date.now() + 86_400_000,
      state: 'pending',
    };
    const connection = list(
      connect().tell('groupInvites', [
        invite,
        { ...invite, id: id('4'), kind: 'team', identifier: 'Day Watch' },
      ]),
    ).answer('groupInviteAnswer', () => told);
    await expect
      .element(page.getByText('Eve invites you into the organization Iron Harbour as Manager.'))
      .toBeVisible();
    expect(page.getByText(/Day Watch/).elements()).toEqual([]);
    await press('Decline the invitation into Iron Harbour');
    await expect
      .poll(() => connection.inputs('groupInviteAnswer'))
      .toEqual([{ params: { invite_id: invite.id }, body: { accept: false } }]);
  });

  it('says of each how many teams it has, and whose it is', async () => {
    list(connect(ALL, row({ teams: 12 })));
    await expect
      .element(page.getByRole('row', { name: /Iron Harbour.*Ada.*you.*Owner.*12/ }))
      .toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Iron Harbour' }))
      .toHaveAttribute('href', `/organizations/${GROUP_ID}`);
  });
});
