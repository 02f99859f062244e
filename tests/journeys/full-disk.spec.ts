import { expect, type CDPSession, type Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { pressOn } from './support/keyboard.ts';
import {
  addServer,
  expectRight,
  found,
  join,
  inWorker,
  openServer,
  test,
} from './support/portal.ts';

/** How much this portal may store in the browser while the session lasts; null: as there is room for. */
async function quota(session: CDPSession, origin: string, bytes: number | null): Promise<void> {
  const size = bytes === null ? {} : { quotaSize: bytes };
  await session.send('Storage.overrideQuotaForOrigin', { origin, ...size });
}

const kept = (tab: Page) => tab.getByText(/^Kept in memory only/);

test('a full disk is said in every tab, which all stay live, and past when there is room', async ({
  page,
  context,
  host,
  sim,
}) => {
  const devtools = await context.newCDPSession(page);
  // Before the first write: Chromium counts again what may be written only once that is used up.
  await quota(devtools, host.origin, 1);
  await found(page, host.origin);
  const id = await addServer(page, sim, 'Full disk');
  const tabs = [
    await openServer(context, host.origin, id),
    await openServer(context, host.origin, id),
  ] as const;
  join(sim, 'In memory');
  for (const tab of tabs) await expect(kept(tab)).toContainText('the disk is full');
  for (const tab of tabs) await expectRight(tab, sim);
  const later = await openServer(context, host.origin, id);
  await expect(kept(later)).toBeVisible();
  await pressOn(later.getByRole('button', { name: 'Try now' }));
  await expect(later.getByText(/^Tried at .*: still not saved/)).toBeVisible();
  await expectAccessible(later);
  await later.goto(`${host.origin}/inspector`);
  await expect(later.getByText('nothing (no room)')).toBeVisible();

  await quota(devtools, host.origin, null);
  await pressOn(tabs[0].getByRole('button', { name: 'Try now' }));
  for (const tab of [...tabs, later]) await expect(kept(tab)).toHaveCount(0);
  join(sim, 'After it');
  for (const tab of tabs) await expectRight(tab, sim);
});

test('where the database is deleted and no other can be opened, the portal works and says so', async ({
  page,
  context,
  browser,
  host,
  sim,
}) => {
  await found(page, host.origin);
  const id = await addServer(page, sim, 'Private window');
  const tab = await openServer(context, host.origin, id);
  join(sim, 'Before');
  await expectRight(tab, sim);
  await inWorker(
    browser,
    `IDBFactory.prototype.open = () => {
      throw new DOMException('Nothing is stored in this window.', 'InvalidStateError');
    }`,
  );
  await page.evaluate(async () => {
    for (const { name = '' } of await indexedDB.databases()) {
      if (name.startsWith('muster-account')) indexedDB.deleteDatabase(name);
    }
  });
  await expect(kept(tab)).toContainText('stores nothing here');
  join(sim, 'Live all the same');
  await expectRight(tab, sim);
  await pressOn(tab.getByRole('button', { name: 'Hide' }));
  await expect(kept(tab)).toHaveCount(0);
});
