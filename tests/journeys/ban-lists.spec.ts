import { expect, type Page } from '@playwright/test';
import { sql } from 'kysely';
import { openDatabase, type OpenDatabase } from '../../src/host/store/database.ts';
import { createMigratedDatabase, type TestDatabase } from '../support/database.ts';
import { startHost } from '../support/running-host.ts';
import { SECRET, startReceiver } from '../webhooks/receiver.ts';
import { expectAccessible, expectNoOverflow, SIZES } from './support/accessible.ts';
import { choose, pressOn, tick, writeIn } from './support/keyboard.ts';
import { addServer, call, found, signUp, test as base } from './support/portal.ts';

const [LIST, THEIRS] = ['9'.repeat(24), '8'.repeat(24)];
const DAY = 86_400_000;

/** A host whose database the test reaches: what takes three months and 500 bans is put there. */
const test = base.extend<{ readonly database: TestDatabase; readonly open: OpenDatabase }>({
  database: async ({}, use) => {
    const database = await createMigratedDatabase();
    await use(database);
    await database.drop();
  },
  open: async ({ database }, use) => {
    const { connection } = database;
    const open = openDatabase({ connection, onIdleError: () => undefined });
    await use(open);
    await open.close();
  },
  host: async ({ database }, use) => {
    const { connectionString: DATABASE_URL } = database;
    const host = await startHost({ DATABASE_URL, MUSTER_SIGNUP: 'open' });
    await use(host);
    await host.stop();
  },
});

/** In every size a screen is as wide as the window, and axe finds nothing. */
async function look(page: Page): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expectNoOverflow(page);
  }
  await page.setViewportSize(SIZES[0]);
  await expectAccessible(page);
}

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: /^Parts of/ }).getByRole('link', { name, exact: true });

test('a list says what it is, staff verify it, and others find it', async ({
  page,
  elsewhere,
  browser,
  host,
  sim,
  open: { db },
}) => {
  await found(page, host.origin);
  const owned = async (by: Page, banlist_id: string, identifier: string) => {
    const me = await by.evaluate(async () => {
      const answer = await fetch('/app/v1/@me/bootstrap');
      return ((await answer.json()) as { persona: { muster_id: string } }).persona.muster_id;
    });
    const owner = { kind: 'account', id: me };
    await call(by, '/app/v1/banlists/create', { banlist_id, identifier, owner });
  };
  await owned(page, LIST, 'Coastwatch');
  const bea = await elsewhere.newPage();
  await signUp(bea, host.origin, 'bea');
  await bea.goto(`${host.origin}/dashboard`);
  await owned(bea, THEIRS, 'Ours');
  const cyds = await browser.newContext();
  const cyd = await cyds.newPage();
  await signUp(cyd, host.origin, 'cyd');
  await sql`update accounts set titles = array['staff'] where username = 'cyd'`.execute(db);

  await test.step('its owner sees what it lacks, and writes its profile', async () => {
    await page.goto(`${host.origin}/ban-manager/${LIST}?tab=verification`);
    await expect(page.getByText('Something is missing yet.')).toBeVisible();
    await look(page);
    await pressOn(page.getByRole('main').getByRole('link', { name: 'Profile' }).last());
    await choose(page.getByLabel('Category'), 'Sharing');
    await writeIn(page.getByLabel('Description'), 'Cheaters of five servers, each with a video.');
    await writeIn(page.getByLabel('Contact e-mail'), 'bans@example.org');
    await writeIn(page.getByLabel('Discord invitation'), 'https://discord.gg/coastwatch');
    await look(page);
    await pressOn(page.getByRole('button', { name: 'Save the profile' }));
    await expect(page.getByRole('region', { name: 'Public profile', exact: true })).toBeVisible();
    await pressOn(tab(page, 'Settings'));
    await tick(page.getByRole('checkbox', { name: 'Public' }));
    await tick(page.getByRole('checkbox', { name: /Let other lists follow/ }));
    await pressOn(page.getByRole('button', { name: 'Save the settings' }));
    await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
  });

  await test.step('somebody else’s server comes to obey it', async () => {
    const { rows } = await sql<{ share_code: string }>`
      select share_code from ban_lists where id = ${LIST}
    `.execute(db);
    await call(bea, `/app/v1/banlist/${THEIRS}/follows`, { share_code: rows[0]?.share_code });
    const server_id = await addServer(bea, sim, 'Chernarus 1');
    await call(bea, `/app/v1/banlist/${THEIRS}/servers`, { server_id, primary: true });
    await sql`
      update ban_lists set bans = 612, created_at = ${Date.now() - 100 * DAY} where id = ${LIST}
    `.execute(db);
  });

  await test.step('its owner asks once it has what it takes', async () => {
    await page.goto(`${host.origin}/ban-manager/${LIST}?tab=verification`);
    await tick(page.getByRole('checkbox', { name: /keeps to the code of conduct/ }));
    await look(page);
    await pressOn(page.getByRole('button', { name: 'Ask for verification' }));
    await expect(page.getByText(/^Staff look at it/)).toBeVisible();
  });

  await test.step('staff look at it, and verify it; the owner sees that at once', async () => {
    await cyd.goto(`${host.origin}/dashboard`);
    await pressOn(cyd.getByRole('button', { name: 'Your account' }));
    await pressOn(cyd.getByRole('menuitem', { name: 'Ban lists to verify' }));
    await expect(cyd.getByRole('row', { name: /Coastwatch.*Ada.*612 in force/ })).toBeVisible();
    await look(cyd);
    await pressOn(cyd.getByRole('button', { name: /Look at/ }));
    await expect(cyd.getByText('Cheaters of five servers, each with a video.')).toBeVisible();
    await look(cyd);
    await pressOn(cyd.getByRole('button', { name: 'Verify', exact: true }));
    const dialog = cyd.getByRole('dialog');
    await writeIn(dialog.getByLabel('Reason'), 'Well kept.');
    await pressOn(dialog.getByRole('button', { name: 'Verify', exact: true }));
    await expect(page.getByText(/^Verified since/)).toBeVisible();
    await expect(page.getByText('Well kept.')).toBeVisible();
    await cyds.close();
  });

  await test.step('others find it among the verified lists, and whom to ask', async () => {
    await bea.goto(`${host.origin}/ban-manager`);
    const verified = bea.getByRole('region', { name: 'Verified lists' });
    await pressOn(verified.getByRole('link', { name: 'Coastwatch' }));
    await expect(bea.getByRole('link', { name: 'bans@example.org' })).toBeVisible();
    await expect(bea.getByText('verified', { exact: true })).toBeVisible();
    await look(bea);
  });

  await test.step('a program of the owner’s is told of a ban, and the owner sees that it was', async () => {
    const receiver = await startReceiver('plain');
    await page.goto(`${host.origin}/ban-manager/${LIST}?tab=integrations`);
    await look(page);
    await pressOn(page.getByRole('button', { name: 'Add a webhook' }));
    const dialog = page.getByRole('dialog');
    await choose(dialog.getByLabel('Format'), 'Muster');
    await writeIn(dialog.getByLabel('Address'), `${receiver.origin}/bans/TOKEN`);
    await writeIn(dialog.getByLabel('Secret', { exact: true }), SECRET);
    await look(page);
    await pressOn(dialog.getByRole('button', { name: 'Add', exact: true }));
    const row = page.getByRole('row', { name: /bans\/…/ });
    await expect(row.getByText('active', { exact: true })).toBeVisible();
    await expect(row.getByText('not encrypted')).toBeVisible();
    await look(page);
    await call(page, `/app/v1/banlist/${LIST}/bans/create`, {
      ban_id: '7'.repeat(24),
      who: { kind: 'identity', steam_id: '76561190000000009', name: 'Mallory' },
      reason: 'Aimbot',
      minutes: null,
    });
    await expect
      .poll(() => receiver.received.map(({ signed }) => signed?.type))
      .toEqual(['verification', 'ban.added']);
    await pressOn(row.getByRole('button', { name: /^History/ }));
    await expect(page.getByRole('dialog').getByText('Somebody was banned')).toBeVisible();
    await expect(page.getByRole('dialog').getByText('delivered', { exact: true })).toBeVisible();
    await look(page);
    await receiver.stop();
  });
});
