import { afterEach, beforeAll, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import './panels.css';
import type { PlayerView } from '../../domain/queries.ts';
import type { ConsoleRow, FeedRow } from '../../domain/rows.ts';
import { offeredActions } from '../../domain/actions/offered.ts';
import { GAME, SERVER_ACTION, type Game } from '../../protocol/enumerations.ts';
import { draw } from '../app/doubles.tsx';
import { accountRow, FakeConnection, playerView, SERVER_ID, serverRow } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { ConsolePanel } from './console-panel.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => leave?.());

const ANN = 'b'.repeat(24);
const ann = playerView({ muster_id: ANN, name: 'Ann' });
const bob = { id: 'c'.repeat(24), muster_id: 'd'.repeat(24), name: 'Bob' };
const left: FeedRow = {
  id: `${SERVER_ID}:1`,
  server_id: SERVER_ID,
  seq: 1,
  at: 0,
  entry: { kind: 'leave', player: bob, found: false },
};
const said: FeedRow = {
  ...left,
  id: `${SERVER_ID}:2`,
  seq: 2,
  entry: { kind: 'chat', player: ann, channel: 'Side', text: 'you all cheat' },
};

function line(seq: number, text: string, direction: 'in' | 'answer' = 'in'): ConsoleRow {
  const of = { kind: 'console' as const, direction, text, actor: null };
  return { id: `${SERVER_ID}:${seq}`, server_id: SERVER_ID, seq, at: 0, line: of };
}

function open(
  lines: readonly ConsoleRow[],
  { players = [ann], game = GAME.DAYZ }: { players?: readonly PlayerView[]; game?: Game } = {},
) {
  const { configuration } = serverRow();
  const server = serverRow({
    configuration: { ...configuration, game, actions: offeredActions(game) },
  });
  const connection = new FakeConnection()
    .put('account', [accountRow()])
    .put('server', [server])
    .put('link', [{ id: 'link', connection: { kind: 'live', since: 0, latency: 9 }, fresh_at: 0 }])
    .put('intentions', [])
    .put('players', players)
    .put('names', players)
    .put('feed', [left, said])
    .put('console', lines);
  connection.act = () => ({ ok: true, value: '' });
  leave = draw(
    <ConsolePanel server={server} account={accountRow()} />,
    connection,
    `/dashboard/${SERVER_ID}`,
  );
  return connection;
}

const command = page.getByRole('combobox', { name: 'Command' });
const question = page.getByRole('dialog');
const send = async (text: string) => {
  await command.fill(text);
  await userEvent.keyboard('{Escape}{Enter}');
};

it('whom a line names is a door to their card, also once they have left', async () => {
  open([
    line(1, 'Player #3 Bob disconnected'),
    line(2, 'Player #5 Ann (••••••:2304) connected'),
    line(3, 'Player #6 Nobody disconnected'),
  ]);
  const names = page.getByRole('log', { name: 'Console' }).getByRole('link');
  await expect.element(names.first()).toHaveTextContent('Bob');
  expect(names.elements().map((name) => name.textContent)).toEqual(['Bob', 'Ann']);
  await names.first().click();
  expect(location.search).toBe(`?player=${SERVER_ID}.p${bob.muster_id}`);
});

it('the arrows lead from name to name', async () => {
  open([line(1, 'Player #3 Bob disconnected'), line(2, 'Player #5 Ann disconnected')]);
  const log = page.getByRole('log', { name: 'Console' });
  await expect.element(log.getByRole('link').first()).toBeVisible();
  (log.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(log.getByRole('link', { name: 'Ann' })).toHaveFocus();
});

it('a typed kick is asked as the button asks: by the name, with what was said last', async () => {
  const connection = open([line(1, 'Player #5 Ann (••••••:2304) connected')]);
  await send('kick 5 be nice');
  await expect.element(question.getByRole('heading', { name: /^Kick .?Ann/ })).toBeVisible();
  await expect.element(question.getByText('you all cheat')).toBeVisible();
  expect(connection.acts).toEqual([]);
  await question.getByRole('button', { name: 'Kick' }).click();
  await expect
    .poll(() => connection.acts.map(({ request }) => request))
    .toEqual([{ action: SERVER_ACTION.RAW, command: 'kick 5 be nice' }]);
});

it('a typed ban likewise; of a number that nobody is known to have it says so', async () => {
  open([line(1, 'Player #5 Ann (••••••:2304) connected')]);
  await send('ban 6 0 bye');
  await expect.element(question.getByRole('heading', { name: /^Ban .?6/ })).toBeVisible();
  await expect.element(question.getByText(/does not know who has this number/)).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await send('ban 5 0 bye');
  await expect.element(question.getByRole('heading', { name: /^Ban .?Ann/ })).toBeVisible();
});

it('Rust is asked by a name, or by a part of one', async () => {
  open([], { game: GAME.RUST });
  await send('kick an');
  await expect.element(question.getByRole('heading', { name: /^Kick .?Ann/ })).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await send('kick Zoe');
  await expect.element(question.getByText(/cannot tell which player/)).toBeVisible();
});

const offers = () =>
  page
    .getByRole('option')
    .elements()
    .map((offer) => offer.textContent);

it('offers two of one name with the number of each, and tells names that look alike apart', async () => {
  const bobs = ['1a1a', '2b2b'].map((end) =>
    playerView({ id: `${'d'.repeat(20)}${end}`, muster_id: null, name: 'Bob' }),
  );
  open(
    [
      line(1, 'Player #3 Bob (192.0.2.1:2304) connected'),
      line(2, 'Player #7 Bob (192.0.2.2:2304) connected'),
    ],
    { players: bobs },
  );
  await command.fill('kick bo');
  await expect.poll(offers).toEqual(['Bob#3', 'Bob#7']);
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await expect.element(command).toHaveValue('kick 7 ');
  leave?.();
  const [one, other] = bobs.map((bob, index) => ({ ...bob, name: index === 0 ? 'Bob' : 'B0b' }));
  open([], { players: [one ?? ann, other ?? ann, ann], game: GAME.RUST });
  await command.fill('kick b');
  await expect.poll(offers).toEqual(['Bob1a1a', 'B0b2b2b']);
  await command.fill('kick an');
  await expect.poll(offers).toEqual(['Ann']);
});
