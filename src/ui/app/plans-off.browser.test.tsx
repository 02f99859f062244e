/** Where plans do not bind, no screen speaks of them, whatever the host refuses. */
import type { ReactNode } from 'react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import { accountRow, FakeConnection, refusal } from '../data/doubles.ts';
import { BanListsPage } from '../ban-manager/lists-page.tsx';
import { banConnection } from '../bans/known/doubles.ts';
import { GroupPage } from '../groups/group-page.tsx';
import { GroupsPage } from '../groups/groups-page.tsx';
import { GROUP_ID, teamConnection } from '../groups/known/doubles.ts';
import { AddServerPage } from '../servers/add/page.tsx';
import { startTexts } from '../text/i18n.ts';
import { draw } from './doubles.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => {
  leave?.();
  sessionStorage.clear();
});

/** For somebody who has all that the operator's plan lets them have. */
function open(screen: ReactNode, connection: FakeConnection, address: string) {
  const full = accountRow({
    subscription: { plan: 'basic', status: 'ACTIVE', until: null, restricted: false },
    subscriptions: { omega: { tier: 'DEFAULT', plans: false, upgrade: false } },
    limits: { servers: 1, ban_lists: 1, teams: 1 },
  });
  leave = draw(screen, connection.put('account', [full]), address);
}

async function create(what: string) {
  await page.getByRole('button', { name: `Create ${what}` }).click();
  await page.getByLabelText('Name').fill('Griefers');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
}

async function says(told: RegExp) {
  await expect.element(page.getByText(told)).toBeVisible();
  expect(document.body.textContent).not.toMatch(/\bplans?\b/i);
}

it('says without them that there may be no more servers', async () => {
  open(<AddServerPage />, new FakeConnection(), '/servers/add');
  await says(/^You may have 1 server, and you have it/);
});

it('says without them that there may be no more teams', async () => {
  const connection = teamConnection().answer('teamCreate', () => refusal('plan-limit-reached'));
  open(<GroupsPage kind="team" />, connection, '/teams');
  await create('a team');
  await says(/^You may have no more teams/);
});

it('says without them that there may be no more ban lists', async () => {
  const connection = banConnection().answer('banListCreate', () => refusal('plan-limit-reached'));
  open(<BanListsPage />, connection, '/ban-manager');
  await create('a ban list');
  await says(/^You may have no more ban lists/);
});

it('says without them what giving a team away means, and that its heir may have no more', async () => {
  const connection = teamConnection().answer('groupTransfer', () => refusal('plan-limit-reached'));
  const address = `/teams/${GROUP_ID}?tab=settings`;
  open(<GroupPage kind="team" groupId={GROUP_ID} />, connection, address);
  await says(/it counts towards what they may have/);
  await page.getByLabelText('New owner').selectOptions('Cid (cid)');
  await page.getByLabelText('Type Night Watch to give it away').fill('Night Watch');
  await page.getByRole('button', { name: 'Give the team away' }).click();
  await says(/^Whoever takes it may have no more/);
});
