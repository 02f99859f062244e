/** What is said of bans in the game's own list before its server is deleted, or is somewhere else. */
import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../../style/base.css';
import '../../parts/parts.css';
import { draw } from '../../app/doubles.tsx';
import { accountRow, FakeConnection, SERVER_ID, serverRow } from '../../data/doubles.ts';
import { startTexts } from '../../text/i18n.ts';
import { settings } from './doubles.ts';
import { ServerPage } from './page.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => {
  leave?.();
  sessionStorage.clear();
});

function open() {
  const connection = new FakeConnection()
    .put('account', [accountRow()])
    .put('server', [serverRow()])
    .put('link', [{ id: 'link', connection: { kind: 'live', since: 0, latency: 9 }, fresh_at: 0 }])
    .tell('settings', [settings])
    .tell('personnel', []);
  leave = draw(<ServerPage serverId={SERVER_ID} component="overview" />, connection, '/');
  return connection;
}

it('says before a deletion which bans leave the game first, or stay in it and how they go by hand', async () => {
  const connection = open();
  const { configuration, state } = serverRow();
  const put = (
    connected: boolean,
    deleting: 'requested' | null = null,
    own_bans: number | null = 3,
  ) =>
    connection.put('server', [
      serverRow({
        configuration: { ...configuration, own_bans, deleting },
        state: { ...state, state: connected ? 'CONNECTED' : 'DISCONNECTED' },
      }),
    ]);
  const first = page.getByText(/^3 bans that Muster wrote .* are taken out first/);
  await expect.element(page.getByRole('button', { name: 'Delete this server' })).toBeVisible();
  expect(first.query()).toBeNull();
  put(true);
  await expect.element(first).toBeVisible();
  put(false);
  await expect
    .element(page.getByText(/so 3 bans that it wrote .* stay there .* tries for 7 days/))
    .toBeVisible();
  await expect.element(page.getByText(/delete the lines of its bans\.txt/)).toBeVisible();
  await expect.element(first).not.toBeInTheDocument();
  // Nobody has read its list yet, or as a whole: that is no 0.
  put(false, null, null);
  await expect
    .element(page.getByText(/^Muster is not connected to the game, and it is unknown whether bans/))
    .toBeVisible();
  await expect.element(page.getByText(/delete the lines of its bans\.txt/)).toBeVisible();
  put(true, null, null);
  await expect
    .element(page.getByText(/^It is unknown whether bans that Muster wrote .* taken out first/))
    .toBeVisible();
  put(true, 'requested');
  await expect.element(page.getByText('The server will be deleted in a moment.')).toBeVisible();
  await expect.element(first).toBeVisible();
});

it('says before another address is saved that bans stay in the game at the old one, and what becomes of them', async () => {
  const connection = open();
  const { configuration } = serverRow();
  const behind = page.getByText(/in the game’s own list at the old address/);
  const put = (own_bans: number | null) =>
    connection.put('server', [serverRow({ configuration: { ...configuration, own_bans } })]);
  put(1_200);
  const host = page.getByLabelText(/^Address|^Host/).first();
  await expect.element(host).toBeVisible();
  expect(behind.query()).toBeNull();
  await host.fill('game.example.org');
  await expect
    .element(page.getByText(/^1,200 bans that Muster wrote are in .* 7 days/))
    .toBeVisible();
  put(null);
  await expect.element(page.getByText(/^It is unknown how many bans .* 7 days/)).toBeVisible();
});
