import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../app/doubles.tsx';
import { forgetAccount } from '../app/forget-account.ts';
import { accountRow, FakeConnection, SERVER_ID } from '../data/doubles.ts';
import { readRecent, rememberRecent } from '../shell/palette/recent.ts';
import { startTexts } from '../text/i18n.ts';
import { LogoutPage } from './logout-page.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => {
  localStorage.clear();
  leave?.();
});

it('leaves nothing behind of what anybody opened', async () => {
  const { muster_id } = accountRow();
  localStorage.setItem('muster-theme', 'dark');
  for (const id of [muster_id, 'c'.repeat(24)]) {
    rememberRecent(id, `server:${SERVER_ID}`);
    expect(readRecent(id)).toHaveLength(1);
  }
  const connection = new FakeConnection();
  // It leads away from here once the host has heard of it.
  connection.commands.signOut = () => new Promise(() => {});
  leave = draw(<LogoutPage forget={forgetAccount} />, connection, '/logout');
  await expect.element(page.getByRole('status')).toBeInTheDocument();
  await expect.poll(() => readRecent(muster_id)).toEqual([]);
  expect(Object.keys(localStorage)).toEqual(['muster-theme']);
});

it('leads to the dashboard where a recording is played, which nobody is signed in to', async () => {
  const connection = new FakeConnection();
  connection.replaying = true;
  let ends = 0;
  connection.commands.signOut = () => {
    ends += 1;
    return new Promise(() => {});
  };
  leave = draw(<LogoutPage forget={forgetAccount} />, connection, '/logout');
  await expect.poll(() => location.pathname).toBe('/dashboard');
  expect(ends).toBe(0);
});
