import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../style/base.css';
import '../../parts/parts.css';
import { offeredActions } from '../../../domain/actions/offered.ts';
import type { PlayerView } from '../../../domain/queries.ts';
import type { AccountRow } from '../../../domain/rows.ts';
import { GAME, SERVER_ACTION, type Game } from '../../../protocol/enumerations.ts';
import { MODULES_UNSET } from '../../../protocol/modules/limits.ts';
import { serverStream } from '../../../protocol/streams.ts';
import { draw } from '../../app/doubles.tsx';
import {
  accountRow,
  FakeConnection,
  playerView,
  SERVER_ID,
  serverRow,
} from '../../data/doubles.ts';
import { startTexts } from '../../text/i18n.ts';
import { ServerDashboardPage } from './page.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => leave?.());

const ann = playerView();

async function open(
  game: Game,
  players: readonly PlayerView[] = [ann],
  account: Partial<AccountRow> = {},
  query = '',
) {
  const { configuration } = serverRow();
  const connection = new FakeConnection()
    .put('account', [accountRow(account)])
    .put('server', [
      serverRow({ configuration: { ...configuration, game, actions: offeredActions(game) } }),
    ])
    .put('link', [{ id: 'link', connection: { kind: 'live', since: 0, latency: 9 }, fresh_at: 0 }])
    .put('intentions', [])
    // Feed and console are looked at together.
    .tell('arrangements', [{ id: accountRow().muster_id, server_id: null, console: 'beside' }])
    .put('players', players);
  await page.viewport(1_400, 800);
  const address = `/dashboard/${SERVER_ID}${query}`;
  leave = draw(<ServerDashboardPage serverId={SERVER_ID} />, connection, address);
  return connection;
}

it('keeps what is being written to a player when the layout changes', async () => {
  await open(GAME.DAYZ);
  await page.getByRole('button', { name: 'Kick Ann' }).click();
  await page.getByLabelText(/Reason/).fill('Not so loud');
  await page.viewport(400, 800);
  await expect.poll(() => document.querySelector('.tab')?.textContent).toBe('Players');
  await expect.element(page.getByLabelText(/Reason/)).toHaveValue('Not so loud');
});

it('shows what Rust lacks as buttons that can be reached and say why they do nothing', async () => {
  await open(GAME.RUST);
  const why = 'Rust has no lock or message to one player by RCon.';
  await expect.element(page.getByText(why)).toBeVisible();
  const lock = page.getByRole('button', { name: 'Lock', exact: true });
  const message = page.getByRole('button', { name: 'Message to Ann' });
  for (const button of [lock, message]) {
    await expect.element(button).toHaveAttribute('aria-disabled', 'true');
    await expect.element(button).toHaveAccessibleDescription(why);
    button.element().dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  }
  await expect.element(page.getByRole('button', { name: 'Unlock' })).not.toBeInTheDocument();
  (lock.element() as HTMLElement).focus();
  await expect.element(lock).toHaveFocus();
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(page.getByRole('dialog', { name: /Restart Chernarus 1/ })).toBeVisible();
});

it('says of a server that is only watched why there are no names, console and actions', async () => {
  await open(GAME.GENERIC, []);
  const why = 'This server is only watched: it has no RCon.';
  for (const name of ['Lock', 'Restart', 'Send the message']) {
    const button = page.getByRole('button', { name, exact: true });
    await expect.element(button).toHaveAttribute('aria-disabled', 'true');
    await expect.element(button).toHaveAccessibleDescription(why);
  }
  await expect.element(page.getByText(/says how many play, not who/)).toBeVisible();
  await expect.element(page.getByText(/There is no console/)).toBeVisible();
  await expect.element(page.getByLabelText('Command', { exact: true })).not.toBeInTheDocument();
  await expect.element(page.getByText('Queue')).not.toBeInTheDocument();
});

it('says at the line of the console what is wrong with it', async () => {
  await open(GAME.DAYZ);
  const line = page.getByLabelText('Command', { exact: true });
  await line.click();
  await userEvent.keyboard('{Enter}');
  await expect.element(line).toHaveAttribute('aria-invalid', 'true');
  await expect.element(line).toHaveAccessibleDescription('This is required.');
  await userEvent.keyboard('#');
  await expect.element(line).toHaveAttribute('aria-invalid', 'false');
  await expect.element(line).not.toHaveAccessibleDescription();
});

it('shows the roster of before a start as stale, and lets nobody be kicked by it', async () => {
  const connection = await open(GAME.DAYZ);
  const kick = page.getByRole('button', { name: 'Kick Ann' });
  await expect.element(kick).not.toHaveAttribute('aria-disabled');
  const starting = serverRow({ state: { ...serverRow().state, ready: false } });
  connection.put('server', [starting]);
  await expect.element(kick).toHaveAttribute('aria-disabled', 'true');
  await expect.element(kick).toHaveAccessibleDescription(/The game server is still starting/);
  expect(document.querySelector('.players')?.getAttribute('data-stale')).toBe('true');
  await expect.element(page.getByRole('combobox', { name: 'Command' })).toBeVisible();
  connection.put('players', []);
  await expect.element(page.getByText(/Who is on it shows when it is connected/)).toBeVisible();
});

it('offers to unlock a server as soon as it is locked', async () => {
  const connection = await open(GAME.DAYZ);
  const row = serverRow();
  const told = (locked: boolean) =>
    connection.put('server', [{ ...row, environment: { ...row.environment, locked } }]);
  told(false);
  const lock = page.getByRole('button', { name: 'Lock', exact: true });
  await expect.element(page.getByRole('button', { name: 'Unlock' })).not.toBeInTheDocument();
  await expect.element(lock).toBeVisible();
  told(true);
  await expect.element(page.getByRole('button', { name: 'Unlock' })).toBeVisible();
  await expect.element(lock).not.toBeInTheDocument();
});

it('tells a missing permission apart from what a game lacks', async () => {
  await open(GAME.RUST, [ann], { servers: { [SERVER_ID]: ['server.view'] } });
  await expect.element(page.getByText(/You may only watch this server/)).toBeVisible();
  await expect.element(page.getByText(/remote control/)).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Restart' })).not.toBeInTheDocument();
});

it('opens who a player is, to be copied, and keeps it in the address', async () => {
  const known = {
    ...ann,
    name: 'Ёжик (Lobby) \u202Eחובק',
    steam_id: '76561198054374215',
    bohemia_id: 'FVFLGgR1xSVE4bZ0vBVn-FrRy5JNwgGgEkbDZT5iGkw=',
    position: { x: 4_512.61, y: 9_033, height: 12.4, at: Date.now() - 175_000 },
  };
  await open(GAME.DAYZ, [known]);
  await page.getByRole('link', { name: /^Ёжик/ }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText('4,512.6 / 9,033 / 12.4')).toBeVisible();
  await expect.element(dialog.getByText('2 min ago')).toBeVisible();
  await expect.element(dialog.getByText(known.bohemia_id)).toBeVisible();
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await dialog.getByRole('button', { name: 'Copy SteamID' }).click();
  await expect.element(page.getByText('Copied SteamID')).toBeVisible();
  expect(written).toHaveBeenCalledWith('76561198054374215');
  expect(location.search).toBe(`?player=${SERVER_ID}.s${ann.id}`);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(location.search).toBe('');
});

it('says of a shared link whose player has left that nobody is there', async () => {
  await open(GAME.DAYZ, [ann], {}, `?player=${SERVER_ID}.s${'e'.repeat(24)}`);
  await expect.element(page.getByRole('dialog').getByText('Not here now').first()).toBeVisible();
});

/** Where the letters of a text begin on the screen, and how wide they are. */
function letters(text: string): DOMRect {
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode;
    const at = node.textContent?.indexOf(text) ?? -1;
    if (at < 0 || node.parentElement?.checkVisibility() === false) continue;
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + text.length);
    return range.getBoundingClientRect();
  }
  throw new RangeError(`Nowhere stands ${text}.`);
}

const named = (id: string, name: string) => ({ ...ann, id: id.repeat(24), name });

it.each([
  ['with the details behind them', {}],
  ['as text alone', { servers: { [SERVER_ID]: ['server.view'] } }],
] as const)('short names begin where long ones do, %s', async (_, account) => {
  const names = ['W', 'Wolfgang Amadeus', 'א'];
  await open(
    GAME.DAYZ,
    names.map((name, index) => named(String(index), name)),
    account as Partial<AccountRow>,
  );
  await expect.element(page.getByText('Wolfgang Amadeus')).toBeVisible();
  const starts = names.map((name) => Math.round(letters(name).left));
  expect(new Set(starts).size).toBe(1);
});

it('runs of spaces in a name stay, in the list and in the question', async () => {
  await open(GAME.DAYZ, [named('1', 'A B'), named('2', 'A     B')]);
  await expect.element(page.getByRole('button', { name: /^Kick A B/ }).last()).toBeVisible();
  expect(letters('A     B').width).toBeGreaterThan(letters('A B').width + 5);
  await page
    .getByRole('button', { name: /^Kick A B/ })
    .last()
    .click();
  const title = page.getByRole('dialog').getByRole('heading').element() as HTMLElement;
  expect(title.innerText).toContain('A     B');
});

it('a panel that the host refuses says so, and shows its lines when they are given again', async () => {
  const connection = await open(GAME.DAYZ);
  const live = { kind: 'live', since: 0, latency: 9 } as const;
  const put = (refused: readonly string[]) =>
    connection.put('link', [{ id: 'link', connection: live, fresh_at: 0, refused }]);
  const feed = page.getByRole('log', { name: 'Feed' });
  const console = page.getByRole('log', { name: 'Console' });
  const said = 'Muster cannot load this now. It tries again by itself.';
  const id = serverStream(SERVER_ID, 'feed');
  put([id]);
  await expect.element(feed).toHaveTextContent(said);
  expect(console.element().textContent).not.toContain(said);
  connection.put('streams', [{ id, server_id: SERVER_ID, position: 0, floor: 0, more: false }]);
  put([]);
  await expect.element(feed).not.toHaveTextContent(said);
  await expect.element(feed).toHaveTextContent('Nothing has happened yet.');
});

it('a panel that one may no longer see is gone, and says nothing of the host', async () => {
  const connection = await open(GAME.DAYZ);
  const live = { kind: 'live', since: 0, latency: 9 } as const;
  const refused = [serverStream(SERVER_ID, 'feed')];
  const feed = page.getByRole('log', { name: 'Feed' });
  connection.put('link', [{ id: 'link', connection: live, fresh_at: 0, refused }]);
  await expect.element(feed).toBeVisible();
  connection.put('account', [accountRow({ servers: { [SERVER_ID]: ['server.view'] } })]);
  await expect.element(feed).not.toBeInTheDocument();
});

it('pauses a whitelist that is switched on and resumes it when it is paused, after a question', async () => {
  const connection = await open(GAME.DAYZ);
  connection.act = () => ({ ok: true, value: '' });
  const modules = {
    ...structuredClone(MODULES_UNSET),
    geoblocking: { active: false, countries: [], invert: false },
    id: SERVER_ID,
    server_id: SERVER_ID,
    changed_at: 0,
  };
  const tell = (whitelist: typeof modules.whitelist | { active: true; paused: boolean }) =>
    connection.tell('modules', [{ ...modules, whitelist }]);
  const pause = page.getByRole('button', { name: 'Pause the whitelist' });
  tell(modules.whitelist);
  await expect.element(page.getByRole('button', { name: 'Lock', exact: true })).toBeVisible();
  await expect.element(pause).not.toBeInTheDocument();
  tell({ active: true, paused: false });
  await pause.click();
  const question = page.getByRole('dialog', { name: /Everybody can join until it is resumed/ });
  await question.getByRole('button', { name: 'Pause the whitelist' }).click();
  await expect
    .poll(() => connection.acts)
    .toMatchObject([{ serverId: SERVER_ID, request: { action: SERVER_ACTION.WHITELIST_PAUSE } }]);
  tell({ active: true, paused: true });
  await expect.element(page.getByRole('button', { name: 'Resume the whitelist' })).toBeVisible();
  await expect.element(pause).not.toBeInTheDocument();
});
