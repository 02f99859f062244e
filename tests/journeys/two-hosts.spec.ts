import { expect, type Page } from '@playwright/test';
import { SERVER_ACTION } from '../../src/protocol/enumerations.ts';
import type { RolePermission } from '../../src/protocol/permissions.ts';
import { createMigratedDatabase } from '../support/database.ts';
import { startHost, type RunningHost } from '../support/running-host.ts';
import { pressOn, writeIn } from './support/keyboard.ts';
import { addServer, call, found, join, signUp, test as base } from './support/portal.ts';

interface Pair {
  /** Two host processes on one database. */
  readonly pair: readonly [RunningHost, RunningHost];
}

const test = base.extend<Pair>({
  pair: async ({}, use) => {
    const database = await createMigratedDatabase();
    const settings = { DATABASE_URL: database.connectionString, MUSTER_SIGNUP: 'open' };
    const one = await startHost(settings);
    const other = await startHost({ ...settings, MUSTER_DATA: one.dataDir });
    await use([one, other]);
    await other.stop();
    await one.stop();
    await database.drop();
  },
});

const SEES: readonly RolePermission[] = ['team.view', 'server.view', 'server.view.feed'];
const MODERATES: readonly RolePermission[] = [...SEES, 'server.view.console', 'server.action.kick'];
const [TEAM, MODERATOR, VIEWER, INVITE] = ['a', 'b', 'c', 'd'].map((digit) => digit.repeat(24));

async function done(page: Page, path: string, body: object): Promise<void> {
  expect(await call(page, `/app/v1/${path}`, body)).toMatchObject({ status: 200 });
}

test('a moderator kicks on one host while the owner takes the role away on another', async ({
  page: owner,
  elsewhere,
  pair: [one, other],
  sim,
}) => {
  await found(owner, one.origin);
  const server = await addServer(owner, sim, 'Chernarus 1');
  const moderator = await elsewhere.newPage();
  await signUp(moderator, other.origin, 'bea');
  const status = await moderator.request.get(`${other.origin}/app/v1/@me/status`);
  const { user } = (await status.json()) as { readonly user: { readonly muster_id: string } };

  await test.step('by a role of a team, the moderator may kick', async () => {
    await done(owner, 'teams/create', { group_id: TEAM, identifier: 'Night Watch' });
    await done(owner, `server/${server}/move`, { to: { kind: 'team', id: TEAM } });
    const colour = '#336699';
    const roles = [
      { role_id: MODERATOR, name: 'Moderator', colour, permissions: MODERATES },
      { role_id: VIEWER, name: 'Viewer', colour, permissions: SEES },
    ];
    for (const role of roles) await done(owner, `team/${TEAM}/roles`, role);
    const invited = { invite_id: INVITE, muster_id: user.muster_id, role_id: MODERATOR };
    await done(owner, `team/${TEAM}/invites`, invited);
    await done(moderator, `@me/group-invites/${INVITE}/answer`, { accept: true });
    for (const name of ['Ann', 'Bob']) join(sim, name);
    await moderator.goto(`${other.origin}/dashboard/${server}`);
    await owner.goto(`${one.origin}/dashboard/${server}`);
    await pressOn(moderator.getByRole('button', { name: /^Kick Ann/ }));
    await writeIn(moderator.getByLabel('Reason'), 'Goodbye');
    await pressOn(moderator.getByRole('dialog').getByRole('button', { name: 'Kick' }));
    await expect(owner.getByText('was kicked: Goodbye')).toBeVisible();
  });

  await test.step('the role goes while a reason is typed: it is kept, and nothing can be done', async () => {
    await pressOn(moderator.getByRole('button', { name: /^Kick Bob/ }));
    const question = moderator.getByRole('dialog');
    await writeIn(question.getByLabel('Reason'), 'Flies through walls');
    const given = { role_id: VIEWER, was: MODERATOR };
    await done(owner, `team/${TEAM}/members/${user.muster_id}/role`, given);
    const known = { timeout: 2_000 };
    await expect(question.getByText(/You need the permission/)).toBeVisible(known);
    await expect(question.getByLabel('Reason')).toHaveValue('Flies through walls');
    await expect(question.getByRole('button', { name: 'Kick' })).toBeDisabled();
    await moderator.keyboard.press('Escape');
    await expect(moderator.getByRole('button', { name: /^Kick/ })).toHaveCount(0);
    await expect(moderator.getByRole('tab', { name: 'Console' })).toHaveCount(0);
    await expect(moderator.locator('.players .player-link bdi')).toHaveText('Bob');
    // Whoever may kick would be told that there is no such player.
    const request = { action: SERVER_ACTION.SERVER_KICK, player_id: 'f'.repeat(24), reason: '' };
    const asked = { request_id: 'e'.repeat(24), request };
    expect(await call(moderator, `/app/v1/server/${server}/action`, asked)).toMatchObject({
      status: 403,
      answer: { code: 'permission-denied' },
    });
    expect(sim.roster().map(({ name }) => name)).toEqual(['Bob']);
  });

  await test.step('the audit tells both, and through which role', async () => {
    await owner.goto(`${one.origin}/server/${server}/overview`);
    const kicked = owner.getByRole('row', { name: /Bea.*Kicked Ann/ });
    await expect(kicked).toContainText('Moderator');
    await owner.goto(`${one.origin}/teams/${TEAM}?tab=audit`);
    await expect(owner.getByRole('row', { name: /Ada.*Gave Bea the role.*Viewer/ })).toBeVisible();
  });
});
