import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, type Page } from '@playwright/test';
import { findBrowser } from '../../scripts/lib/browser.mjs';
import { LOCALHOST, startHttpsFront } from '../federation/https-front.ts';
import { startHost, type RunningHost } from '../support/running-host.ts';
import { expectAccessible, expectNoOverflow, SIZES } from './support/accessible.ts';
import { pressOn, tick, writeIn } from './support/keyboard.ts';
import { call, found, test as base } from './support/portal.ts';

const [THEIRS, OWN] = ['8'.repeat(24), '9'.repeat(24)];

/** Another Muster, whose portal and API are reached over HTTPS alone, and one that trusts it. */
const test = base.extend<{
  readonly trusted: string;
  readonly there: { readonly host: RunningHost; readonly origin: string };
}>({
  trusted: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'muster-ca-'));
    const file = join(folder, 'ca.pem');
    await writeFile(file, LOCALHOST.cert);
    await use(file);
    await rm(folder, { recursive: true });
  },
  there: async ({}, use) => {
    let port = 0;
    const front = await startHttpsFront(() => port);
    const origin = `https://localhost:${front.port}`;
    const host = await startHost({ MUSTER_ORIGIN: origin });
    ({ port } = host);
    await use({ host, origin });
    await host.stop();
    await front.stop();
  },
  host: async ({ trusted }, use) => {
    const host = await startHost({ NODE_EXTRA_CA_CERTS: trusted });
    await use(host);
    await host.stop();
  },
});

async function newList(page: Page, banlist_id: string, identifier: string): Promise<void> {
  const me = await page.evaluate(async () => {
    const answer = await fetch('/app/v1/@me/bootstrap');
    return ((await answer.json()) as { persona: { muster_id: string } }).persona.muster_id;
  });
  const owner = { kind: 'account', id: me };
  await call(page, '/app/v1/banlists/create', { banlist_id, identifier, owner });
}

test('a list follows one of another Muster by its link, and what is revoked there is gone here', async ({
  page,
  host,
  there,
}) => {
  // Of its portal the certificate is nobody's, which a worker's socket takes by this alone.
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: ['--ignore-certificate-errors'],
  });
  const other = await browser.newPage();
  await found(other, there.origin);
  await newList(other, THEIRS, 'Theirs');
  await call(other, `/app/v1/banlist/${THEIRS}`, { allow_followers: true });
  await call(other, `/app/v1/banlist/${THEIRS}/bans/create`, {
    ban_id: '7'.repeat(24),
    who: { kind: 'identity', steam_id: '76561198000000007', name: 'xX_Cid_Xx' },
    reason: 'Griefing',
    minutes: null,
  });
  await found(page, host.origin);
  await newList(page, OWN, 'Coastwatch');
  const followed = page.getByRole('row', { name: /Theirs/ });

  const link = await test.step('whoever keeps the list there makes a link', async () => {
    await other.goto(`${there.origin}/ban-manager/${THEIRS}?tab=follows`);
    await pressOn(other.getByRole('button', { name: 'Share with another Muster' }));
    await pressOn(other.getByRole('button', { name: 'Make a link' }));
    const shown = other.getByText(/#share=/);
    await expect(shown).toBeVisible();
    const text = await shown.textContent();
    await pressOn(other.getByRole('button', { name: 'Close' }));
    return text ?? '';
  });

  await test.step('a list here follows it by the link, and says how many bans hold', async () => {
    await page.goto(`${host.origin}/ban-manager/${OWN}?tab=follows`);
    await pressOn(page.getByRole('button', { name: 'Follow by a link' }));
    await writeIn(page.getByLabel('Link'), link);
    await tick(page.getByLabel('Take bans of addresses, too'));
    await pressOn(page.getByRole('dialog').getByRole('button', { name: 'Follow' }));
    await expect(followed).toContainText('up to date');
    await expect(followed.getByRole('cell', { name: '1', exact: true })).toBeVisible();
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await expectNoOverflow(page);
    }
    await page.setViewportSize(SIZES[0]);
    await expectAccessible(page);
  });

  await test.step('the ban is revoked there, and is gone here once it is read again', async () => {
    await other.goto(`${there.origin}/ban-manager/${THEIRS}?tab=bans&ban=${'7'.repeat(24)}`);
    await pressOn(other.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }));
    await expect(other.getByText('Revoked. This ban keeps nobody out any more.')).toBeVisible();
    await pressOn(page.getByRole('button', { name: /^Read .*Theirs.* now$/ }));
    await expect(followed.getByRole('cell', { name: '0', exact: true })).toBeVisible();
  });

  await test.step('the other Muster is away: its list says so, and goes on as it was', async () => {
    await there.host.kill();
    await pressOn(page.getByRole('button', { name: /^Read .*Theirs.* now$/ }));
    await expect(followed).toContainText('not up to date');
    await expect(followed).toContainText('The other Muster cannot be reached.');
    await there.host.start();
    await pressOn(page.getByRole('button', { name: /^Read .*Theirs.* now$/ }));
    await expect(followed).toContainText('as of');
  });

  await test.step('whoever shares it ends that, and nothing of it is left here', async () => {
    await other.goto(`${there.origin}/ban-manager/${THEIRS}?tab=follows`);
    await pressOn(other.getByRole('button', { name: /^Stop sharing with/ }));
    await pressOn(other.getByRole('dialog').getByRole('button', { name: 'Stop sharing' }));
    await expect(other.getByText('No other Muster follows it.')).toBeVisible();
    await pressOn(page.getByRole('button', { name: /^Read .*Theirs.* now$/ }));
    await expect(followed).toContainText('not shared any more');
    await pressOn(page.getByRole('button', { name: /^Remove .*Theirs/ }));
    await expect(page.getByText('It follows no list of another Muster.')).toBeVisible();
  });
  await browser.close();
});
