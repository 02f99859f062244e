import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../../app/doubles.tsx';
import { accountRow, FakeConnection, SERVER_ID, serverRow } from '../../data/doubles.ts';
import { forgetDrafts } from '../../parts/kept-draft.ts';
import { SignedIn } from '../../shell/gates/signed-in.tsx';
import { startTexts } from '../../text/i18n.ts';
import { Composer } from '../dashboard/composer.tsx';
import type { Settings } from './settings-draft.ts';
import { SettingsPanel } from './settings-panel.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => {
  leave?.();
  sessionStorage.clear();
});

const settings: Settings = {
  id: SERVER_ID,
  server_id: SERVER_ID,
  game: 1,
  identifier: 'Chernarus 1',
  name: null,
  timezone: 'UTC',
  host: '192.0.2.1',
  game_port: 2302,
  query_port: 27016,
  rcon_port: 2306,
  tags: [],
  log_folder: null,
  log_root: null,
  rcon_password: true,
};
const name = () => page.getByRole('textbox', { name: 'Name in Muster' });

it('has changed settings there again after a reload, and never the password', async () => {
  const open = () =>
    draw(
      <SettingsPanel serverId={SERVER_ID} settings={settings} />,
      new FakeConnection(),
      '/server',
    );
  leave = open();
  await name().fill('Chernarus 2');
  const password = () => document.querySelector<HTMLInputElement>('input[type=password]');
  await expect.poll(password).not.toBeNull();
  await page.elementLocator(password() as HTMLElement).fill('a secret');
  expect(Object.values(sessionStorage).join()).not.toContain('secret');
  leave();
  leave = open();
  await expect.element(name()).toHaveValue('Chernarus 2');
  expect(password()?.value).toBe('');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect.element(name()).toHaveValue('Chernarus 1');
  expect(Object.keys(sessionStorage).join()).not.toContain('muster-draft:');
});

it('has a message there again after a reload, until somebody signs out', async () => {
  const connection = new FakeConnection()
    .put('account', [accountRow()])
    .put('feed', [])
    .put('intentions', []);
  const open = () => draw(<Composer server={serverRow()} />, connection, '/dashboard');
  leave = open();
  await page.getByRole('textbox').fill('Restart in ten minutes');
  leave();
  leave = open();
  await expect.element(page.getByRole('textbox')).toHaveValue('Restart in ten minutes');
  leave();
  forgetDrafts();
  leave = open();
  await expect.element(page.getByRole('textbox')).toHaveValue('');
});

it('forgets in this tab what was typed when another tab signs out, and not when a session expires', async () => {
  const away: string[] = [];
  const stay = (event: NavigateEvent) => {
    if (!event.destination.url.includes('/auth')) return;
    event.preventDefault();
    away.push(new URL(event.destination.url).search);
  };
  navigation.addEventListener('navigate', stay);
  const live = {
    id: 'link',
    connection: { kind: 'live', since: 0, latency: 9 },
    fresh_at: 0,
  } as const;
  const ended = (reason: 'expired' | 'signed-out') =>
    ({ id: 'link', connection: { kind: 'signed-out', since: 0, reason }, fresh_at: 0 }) as const;
  const connection = new FakeConnection()
    .put('account', [accountRow()])
    .put('link', [live])
    .put('feed', [])
    .put('intentions', []);
  leave = draw(
    <SignedIn>
      <Composer server={serverRow()} />
    </SignedIn>,
    connection,
    '/dashboard',
  );
  await page.getByRole('textbox').fill('Restart in ten minutes');
  const kept = () => Object.values(sessionStorage).join().includes('Restart in ten minutes');
  connection.put('link', [ended('expired')]);
  await expect.poll(() => away.length).toBe(1);
  expect(kept()).toBe(true);
  connection.put('link', [live]);
  await expect.element(page.getByRole('textbox')).toHaveValue('Restart in ten minutes');
  connection.put('link', [ended('signed-out')]);
  await expect.poll(() => away.length).toBe(2);
  expect(kept()).toBe(false);
  connection.put('link', [live]);
  await expect.element(page.getByRole('textbox')).toHaveValue('');
  navigation.removeEventListener('navigate', stay);
});

it('shows nobody what another account typed in the same tab before its session expired', async () => {
  const connection = new FakeConnection().put('feed', []).put('intentions', []);
  const open = (muster_id: string) => {
    connection.put('account', [accountRow({ muster_id })]);
    const composer = <Composer server={serverRow()} />;
    return draw(<SignedIn>{composer}</SignedIn>, connection, '/dashboard');
  };
  leave = open('a'.repeat(24));
  await page.getByRole('textbox').fill('Restart in ten minutes');
  leave();
  leave = open('a'.repeat(24));
  await expect.element(page.getByRole('textbox')).toHaveValue('Restart in ten minutes');
  leave();
  leave = open('b'.repeat(24));
  await expect.element(page.getByRole('textbox')).toHaveValue('');
});
