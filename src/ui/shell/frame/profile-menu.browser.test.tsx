import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../../app/doubles.tsx';
import { accountRow, FakeConnection } from '../../data/doubles.ts';
import { startTexts } from '../../text/i18n.ts';
import { ProfileMenu } from './profile-menu.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => leave?.());

const signOut = page.getByRole('menuitem', { name: 'Sign out' });

async function open(replaying: boolean) {
  const connection = new FakeConnection().put('account', [accountRow()]);
  connection.replaying = replaying;
  leave = draw(<ProfileMenu onHelp={() => undefined} />, connection, '/dashboard');
  await page.getByRole('button', { name: 'Your account' }).click();
  await expect
    .element(page.getByRole('menuitem', { name: 'Connection inspector' }))
    .toHaveAttribute('href', '/inspector');
}

it('leads out of the session', async () => {
  await open(false);
  await expect.element(signOut).toHaveAttribute('href', '/logout');
});

it('gives the account’s own id to whoever has to tell it to who invites', async () => {
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await open(false);
  await page.getByRole('menuitem', { name: /^Copy your account id/ }).click();
  expect(written).toHaveBeenCalledExactlyOnceWith(accountRow().muster_id);
  written.mockRestore();
});

it('offers nobody to sign out of a recording that is played', async () => {
  await open(true);
  expect(signOut.elements()).toEqual([]);
});

it('tells staff what waits for them, and asks for nobody else', async () => {
  const value = { lists: 2, reports: 1 };
  const connection = new FakeConnection()
    .put('account', [
      accountRow({ progression: { registered_at: 0, email_verified: true, titles: ['staff'] } }),
    ])
    .answer('banReviewsWaiting', () => ({ ok: true, value }));
  leave = draw(<ProfileMenu onHelp={() => undefined} />, connection, '/dashboard');
  await page.getByRole('button', { name: 'Your account, 3 reviews wait for staff' }).click();
  await expect
    .element(page.getByRole('menuitem', { name: /Ban lists to verify.*Lists 2 · reports 1/ }))
    .toHaveAttribute('href', '/host/reviews');
  leave();
  const others = new FakeConnection().put('account', [accountRow()]);
  leave = draw(<ProfileMenu onHelp={() => undefined} />, others, '/dashboard');
  await expect.element(page.getByRole('button', { name: 'Your account' })).toBeVisible();
  expect(others.inputs('banReviewsWaiting')).toEqual([]);
});
