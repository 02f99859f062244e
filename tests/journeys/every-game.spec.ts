import { expect, type Page } from '@playwright/test';
import { startSimServer, type SimServer } from '../../src/sim/server.ts';
import { expectAccessible, expectNoOverflow, SIZES } from './support/accessible.ts';
import { AT_ONCE, expectRight, found, join, test } from './support/portal.ts';

/** Fills the first two steps of the wizard; ends where the connection can be tested. */
async function fill(page: Page, origin: string, game: RegExp, name: string, sim: SimServer) {
  await page.goto(`${origin}/servers/add`);
  await page.getByRole('radio', { name: game }).check();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('Name in Muster').fill(name);
  await page.getByLabel('Address', { exact: true }).fill(sim.address.host);
  await page.getByLabel('Game port').fill(String(sim.address.gamePort));
  await page.getByLabel(/^Query port/).fill(String(sim.address.queryPort));
}

/** Tests, adds, and goes to the server; answers its address. */
async function add(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Test the connection' }).click();
  await expect(page.getByText(/^Connected in/)).toBeVisible({ timeout: 20_000 });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add server' }).click();
  await expect(page.getByText('The server is ready.')).toBeVisible({ timeout: 30_000 });
  await page.getByRole('link', { name: 'Go to the server' }).click();
  await expect(page).toHaveURL(/\/dashboard\/[0-9a-f]{24}$/);
  return new URL(page.url()).pathname;
}

test('a Rust server is followed and kicked from, and says what it lacks; any other is watched', async ({
  page,
  host,
}) => {
  const rust = await startSimServer({
    game: 'RUST',
    password: 'to /%?#',
    slots: 60,
    seed: 3,
    join: AT_ONCE,
  });
  const other = await startSimServer({ game: 'GENERIC', password: '', slots: 20, seed: 4 });
  try {
    await found(page, host.origin);
    await fill(page, host.origin, /Rust/, 'Rust 1', rust);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByLabel('RCon port').fill(String(rust.address.rconPort));
    await page.getByLabel('RCon password').fill(rust.address.password);
    const rustRoom = await add(page);
    const ann = join(rust, 'Ann (Lobby)');
    join(rust, '\u202Eשלום חובק');
    await expectRight(page, rust);
    await page.getByRole('table').getByRole('link', { name: 'Ann (Lobby)' }).click();
    await expect(page.getByRole('dialog').getByText('SteamID')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: /^Kick Ann/ }).click();
    await page.getByLabel('Reason').fill('Goodbye');
    await page.getByRole('dialog').getByRole('button', { name: 'Kick' }).click();
    await expect.poll(() => rust.roster().some(({ id }) => id === ann)).toBe(false);
    await expectRight(page, rust);

    await fill(page, host.origin, /Generic/, 'Any game', other);
    const otherRoom = await add(page);
    await expect(page.getByText('This server is only watched: it has no RCon.')).toBeVisible();
    await page.getByRole('tab', { name: 'Console' }).click();
    await expect(page.getByText(/There is no console/)).toBeVisible();

    for (const [index, size] of SIZES.entries()) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme: index === 1 ? 'light' : 'dark' });
      for (const room of [rustRoom, otherRoom]) {
        await page.goto(host.origin + room);
        await expect(page.getByText(/RCon\.$/).first()).toBeVisible();
        await expectAccessible(page);
        await expectNoOverflow(page);
      }
    }
  } finally {
    await Promise.all([rust.stop(), other.stop()]);
  }
});
