/** Lists of teams and organizations that are longer than the page, by the keyboard alone. */
import { afterEach, beforeAll, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import { ORGANIZATION_PERMISSION } from '../../protocol/permissions.ts';
import { draw } from '../app/doubles.tsx';
import { accountRow, type FakeConnection } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { GroupPage } from './group-page.tsx';
import { GroupsPage } from './groups-page.tsx';
import { ADA, GROUP_ID, GUARD, id, OWNER, teamConnection, teamRow } from './known/doubles.ts';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => leave?.());

const MANY = 90;
/** The id of the last. */
const LAST = String(MANY - 1).padStart(24, '0');
const name = (at: number) => `Thing ${String(at).padStart(3, '0')}`;
const many = <T,>(row: (at: number, id: string) => T) =>
  Array.from({ length: MANY }, (_, at) => row(at, String(at).padStart(24, '0')));

const { organization_id: _, organization: __, ...seen } = teamRow();
const organization = { ...seen, teams: 0 };
const bare = { server_id: null, group_id: GROUP_ID, created_at: 0 };
const invites = many((at, key) => ({
  ...bare,
  id: key,
  role_id: GUARD.id,
  role: 'Guard',
  from_id: ADA.muster_id,
  from_name: 'Ada',
  to_id: key,
  to_name: name(at),
  expires_at: Date.now() + 86_400_000,
  state: 'pending' as const,
}));

function connect(): FakeConnection {
  const held = { [GROUP_ID]: [...ORGANIZATION_PERMISSION] };
  return teamConnection()
    .tell('organizations', [organization])
    .tell('organizationRoles', [OWNER])
    .tell('organizationMembers', [ADA])
    .tell('organizationInvites', [])
    .tell('organizationResources', [])
    .put('account', [accountRow({ groups: held, servers: { [LAST]: ['server.view'] } })]);
}

const of = (tab: string) => ({
  screen: <GroupPage kind="organization" groupId={GROUP_ID} />,
  address: `/organizations/${GROUP_ID}?tab=${tab}`,
});

it.each([
  {
    list: 'teams',
    screen: <GroupsPage kind="team" />,
    address: '/teams',
    connection: () =>
      connect().tell(
        'teams',
        many((at, key) => teamRow({ id: key, identifier: name(at) })),
      ),
    control: () => page.getByRole('link', { name: name(MANY - 1) }),
  },
  {
    list: 'organizations',
    screen: <GroupsPage kind="organization" />,
    address: '/organizations',
    connection: () =>
      connect().tell(
        'organizations',
        many((at, key) => ({ ...organization, id: key, identifier: name(at) })),
      ),
    control: () => page.getByRole('link', { name: name(MANY - 1) }),
  },
  {
    list: 'invitations',
    ...of('invites'),
    connection: () => connect().tell('organizationInvites', invites),
    control: () =>
      page.getByRole('button', { name: `Take back the invitation of ${name(MANY - 1)}` }),
  },
  {
    list: 'teams of an organization',
    ...of('teams'),
    connection: () =>
      connect().tell(
        'organizationTeams',
        many((at, key) => ({
          ...bare,
          id: key,
          identifier: name(at),
          owner_id: id('e'),
          owner_name: 'Eve',
          members: 1,
          roles: 1,
          servers: 0,
          deleting: null,
        })),
      ),
    control: () => page.getByRole('button', { name: `Take ${name(MANY - 1)} out` }),
  },
  {
    list: 'servers of an organization',
    ...of('resources'),
    connection: () =>
      connect().tell(
        'organizationResources',
        many((at, key) => ({
          ...bare,
          id: key,
          type: 'server' as const,
          identifier: name(at),
          game: 1,
        })),
      ),
    control: () => page.getByRole('link', { name: name(MANY - 1) }),
  },
])('$list: to its end and back by one key, and into its last row', async (one) => {
  leave = draw(one.screen, one.connection(), one.address);
  const first = page.getByRole('row', { name: new RegExp(name(0)) });
  const last = page.getByRole('row', { name: new RegExp(name(MANY - 1)) });
  await expect.element(first).toBeVisible();
  await expect.element(last).not.toBeInTheDocument();
  const scroller = document.querySelector<HTMLElement>('.rows-scroller');
  scroller?.focus();
  await userEvent.keyboard('{End}');
  await expect.element(last).toBeVisible();
  await expect.element(first).not.toBeInTheDocument();
  const control = one.control().element() as HTMLElement;
  control.focus();
  await expect.element(one.control()).toHaveFocus();
  scroller?.focus();
  await userEvent.keyboard('{Home}');
  await expect.element(first).toBeVisible();
  const top = scroller?.scrollTop ?? 0;
  await userEvent.keyboard('{PageDown}');
  await expect.poll(() => scroller?.scrollTop).toBeGreaterThan(top);
});
