import { afterEach, beforeAll, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { draw } from '../app/doubles.tsx';
import { refusal } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { id, ME, teamConnection, teamRow } from './known/doubles.ts';
import { GroupsPage } from './groups-page.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => {
  leave?.();
  sessionStorage.clear();
});

function open(connection = teamConnection()) {
  leave = draw(<GroupsPage kind="team" />, connection, '/teams');
  return connection;
}

const invite: RowOf<'groupInvites'> = {
  id: id('9'),
  server_id: null,
  kind: 'team',
  team_id: id('8'),
  organization_id: null,
  identifier: 'Day Watch',
  role: 'Guard',
  from_id: id('7'),
  from_name: 'Eve',
  created_at: 0,
  expires_at: Date.now() + 86_400_000,
  state: 'pending',
};

it('says what to do where there is no team, and has the account’s own id to hand out', async () => {
  open(teamConnection().tell('teams', []));
  await expect.element(page.getByText(/^You belong to no team yet\. Create one/)).toBeVisible();
  await expect.element(page.getByText(ME)).toBeVisible();
});

it('says of each team what it has, and which one is being deleted', async () => {
  const other = teamRow({ id: id('5'), identifier: 'Old', deleting: 'in-progress' });
  open(teamConnection().tell('teams', [teamRow(), other]));
  await expect
    .element(page.getByRole('row', { name: /Night Watch.*Ada.*you.*Owner.*none/ }))
    .toBeVisible();
  await expect.element(page.getByRole('row', { name: /Old.*being deleted/ })).toBeVisible();
  const link = page.getByRole('link', { name: 'Night Watch' });
  await expect.element(link).toHaveAttribute('href', `/teams/${teamRow().id}`);
});

it('creates a team once however often it is sent, and says at the field what stands in the way', async () => {
  const answers = [
    { ok: false, error: { kind: 'unreachable' } },
    refusal('plan-limit-reached', { identifier: 'plan-limit-reached' }),
    refusal('subscription-restricted'),
    { ok: true, value: { position: 2 } },
  ] as const;
  let at = 0;
  const connection = open().answer('teamCreate', () => answers[at++] ?? answers[3]);
  await page.getByRole('button', { name: 'Create a team' }).click();
  const name = page.getByLabelText('Name');
  await name.fill('Nachtwächter');
  await userEvent.keyboard('{Enter}');
  await expect.element(name).toHaveAccessibleDescription(/Only Latin letters/);
  expect(connection.inputs('teamCreate')).toEqual([]);
  await name.fill('Guards');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(/^Muster cannot be reached/)).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(name).toHaveAccessibleDescription(/You may have no more teams/);
  await userEvent.keyboard('{Enter}');
  await expect.element(name).toHaveAccessibleDescription(/Your account is restricted/);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => location.pathname).toMatch(/^\/teams\/[0-9a-f]{24}$/);
  const ids = connection
    .inputs('teamCreate')
    .map((input) => (input as { body: { group_id: string } }).body.group_id);
  expect(ids).toHaveLength(4);
  expect(new Set(ids).size).toBe(1);
});

it('answers an invitation, and shows none that has expired or is into an organization', async () => {
  const connection = open(
    teamConnection().tell('groupInvites', [
      invite,
      { ...invite, id: id('6'), identifier: 'Too late', expires_at: 1 },
      { ...invite, id: id('4'), kind: 'organization', identifier: 'Elsewhere' },
    ]),
  ).answer('groupInviteAnswer', () => ({ ok: true, value: { position: 2 } }));
  await expect
    .element(page.getByText('Eve invites you into the team Day Watch as Guard.'))
    .toBeVisible();
  await expect.element(page.getByText(/Too late|Elsewhere/)).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Accept the invitation into Day Watch' }).click();
  await expect.element(page.getByText('You belong to Day Watch now.')).toBeVisible();
  expect(connection.inputs('groupInviteAnswer')).toEqual([
    { params: { invite_id: invite.id }, body: { accept: true } },
  ]);
});
