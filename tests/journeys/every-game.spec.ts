import { expect, type Page } from '@playwright/test';
import { startSimServer, type SimServer } from '../../src/sim/server.ts';
import { expectAccessible, expectNoOverflow, SIZES } from './support/accessible.ts';
import { pressOn, tick, writeIn } from './support/keyboard.ts';
import { AT_ONCE, expectRight, found, join, test } from './support/portal.ts';

/** Fills the first two steps of the wizard; ends where the connection can be tested. */
async function fill(page: Page, origin: string, game: RegExp, name: string, sim: SimServer) {
  await page.goto(`${origin}/servers/add`);
  await tick(page.getByRole('radio', { name: game }));
  await pressOn(page.getByRole('button', { name: 'Next' }));
  await writeIn(page.getByLabel('Name in Muster'), name);
  await writeIn(page.getByLabel('Address', { exact: true }), sim.address.host);
  await writeIn(page.getByLabel('Game port'), String(sim.address.gamePort));
  await writeIn(page.getByLabel(/^Query port/), String(sim.address.queryPort));
}

/** Tests, adds, and goes to the server; answers its address. */
async function add(page: Page): Promise<string> {
  await pressOn(page.getByRole('button', { name: 'Test the connection' }));
  await expect(page.getByText(/^Connected in/)).toBeVisible({ timeout: 20_000 });
  await expectAccessible(page);
  await pressOn(page.getByRole('button', { name: 'Add server' }));
  await expect(page.getByText('The server is ready.')).toBeVisible({ timeout: 30_000 });
  await pressOn(page.getByRole('link', { name: 'Go to the server' }));
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
    await pressOn(page.getByRole('button', { name: 'Next' }));
    await writeIn(page.getByLabel('RCon port'), String(rust.address.rconPort));
    await writeIn(page.getByLabel('RCon password'), rust.address.password);
    const rustRoom = await add(page);
    const ann = join(rust, 'Ann (Lobby)');
    join(rust, '\u202Eשלום חובק');
    await expectRight(page, rust);
    await pressOn(page.getByRole('table').getByRole('link', { name: 'Ann (Lobby)' }));
    await expect(page.getByRole('dialog').getByText('SteamID')).toBeVisible();
    await expectAccessible(page);
    await pressOn(page.getByRole('button', { name: 'Close' }));
    await pressOn(page.getByRole('button', { name: /^Kick Ann/ }));
    await writeIn(page.getByLabel('Reason'), 'Goodbye');
    await pressOn(page.getByRole('dialog').getByRole('button', { name: 'Kick' }));
    await expect.poll(() => rust.roster().some(({ id }) => id === ann)).toBe(false);
    await expectRight(page, rust);

    await fill(page, host.origin, /Generic/, 'Any game', other);
    const otherRoom = await add(page);
    await expect(page.getByText('This server is only watched: it has no RCon.')).toBeVisible();
    await pressOn(page.getByRole('tab', { name: 'Console' }));
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
