import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import '../panels/panels.css';
import type { PlayerView } from '../../domain/queries.ts';
import type { AccountRow, FeedRow } from '../../domain/rows.ts';
import { draw } from '../app/doubles.tsx';
import { accountRow, FakeConnection, playerView, SERVER_ID, serverRow } from '../data/doubles.ts';
import { FeedPanel } from '../panels/feed-panel.tsx';
import { NamesakesContext, useByGlance } from '../parts/players/namesakes.ts';
import { startTexts } from '../text/i18n.ts';

const ANN = 'b'.repeat(24);
const STAY = 'd'.repeat(24);
const NOON = Date.UTC(2026, 0, 1, 12);
const ann = playerView({ id: STAY, muster_id: ANN, name: 'Ann', steam_id: '76561198054374215' });
let leave: (() => void) | undefined;
beforeAll(startTexts);
beforeEach(() => page.viewport(1_200, 800));
afterEach(() => leave?.());

const profile = {
  muster_id: ANN,
  ids: [ANN],
  here: STAY,
  names: [
    { name: 'Ann', last: null },
    { name: 'Anastasia', last: NOON - 86_400_000 },
  ],
  first_seen: { at: NOON - 9 * 86_400_000, before: false },
  last_seen: NOON,
  identity: { ip: '192.0.2.7', guid: null, steam_id: '76561198054374215', bohemia_id: null },
};

function said(
  seq: number,
  text: string,
  player = { id: STAY, muster_id: ANN, name: 'Ann' },
): FeedRow {
  const entry = { kind: 'chat' as const, player, channel: 'Side', text };
  return { id: `${SERVER_ID}:${seq}`, server_id: SERVER_ID, seq, at: NOON + seq * 1_000, entry };
}

function Screen() {
  return (
    <NamesakesContext value={useByGlance(SERVER_ID)}>
      <FeedPanel server={serverRow()} />
    </NamesakesContext>
  );
}

function open({
  players = [ann],
  account = {},
  feed = [said(1, 'hello'), said(2, 'you all cheat')],
  search = '',
  replaying = false,
}: {
  players?: readonly PlayerView[];
  account?: Partial<AccountRow>;
  feed?: readonly FeedRow[];
  search?: string;
  replaying?: boolean;
} = {}) {
  const connection = new FakeConnection()
    .put('account', [accountRow(account)])
    .put('server', [serverRow()])
    .put('link', [{ id: 'link', connection: { kind: 'live', since: 0, latency: 9 }, fresh_at: 0 }])
    .put('intentions', [])
    .put('players', players)
    .put('names', players)
    .put('feed', feed)
    .answer('playerProfile', async () => ({ ok: true, value: profile }))
    .tell('notes', []);
  connection.replaying = replaying;
  connection.act = () => ({ ok: true, value: '' });
  leave = draw(<Screen />, connection, `/dashboard/${SERVER_ID}${search}`);
  return connection;
}

const card = page.getByRole('dialog');

it('who is seen in the chat is kicked from there by two clicks and Enter', async () => {
  const connection = open();
  await page.getByRole('link', { name: /Ann/ }).last().click();
  await expect.element(card.getByRole('heading', { name: /Ann/ })).toBeVisible();
  await card.getByRole('button', { name: 'Kick' }).click();
  await expect.element(card.getByRole('heading', { name: /Kick .*Ann/ })).toBeVisible();
  await expect.element(card.getByText('you all cheat')).toBeVisible();
  await expect.element(card.getByLabelText(/Reason/)).toHaveFocus();
  await userEvent.keyboard('Not here{Enter}');
  await expect.element(card).not.toBeInTheDocument();
  expect(connection.acts.map(({ request }) => request)).toEqual([
    { action: 23, player_id: STAY, reason: 'Not here' },
  ]);
  expect(location.search).toBe('');
});

it('who is seen in the chat is answered or kicked from the line itself', async () => {
  const connection = open();
  const line = page.getByRole('listitem').filter({ hasText: 'you all cheat' });
  await expect.element(line).toBeVisible();
  const width = line.element().querySelector('.text')!.getBoundingClientRect().width;
  expect(page.getByRole('button', { name: /Kick .*Ann/ }).elements()).toEqual([]);
  await line.hover();
  await expect.element(line.getByRole('button', { name: /Message to .*Ann/ })).toBeVisible();
  // Nothing of what is read moves.
  expect(line.element().querySelector('.text')!.getBoundingClientRect().width).toBe(width);
  await line.getByRole('button', { name: /Kick .*Ann/ }).click();
  await expect.element(card.getByText('you all cheat')).toBeVisible();
  await expect.element(card.getByLabelText(/Reason/)).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(card).not.toBeInTheDocument();
  expect(connection.acts.map(({ request }) => request)).toEqual([
    { action: 23, player_id: STAY, reason: '' },
  ]);
});

it('the keyboard comes from a name to what can be done in its line, and on to the next name', async () => {
  open();
  const feed = page.getByRole('log', { name: 'Feed' });
  await expect.element(page.getByText('you all cheat')).toBeVisible();
  (feed.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowUp}{Tab}');
  const line = page.getByRole('listitem').filter({ hasText: 'you all cheat' });
  await expect.element(line.getByRole('button', { name: /Message to/ })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(card.getByLabelText(/Text/)).toHaveFocus();
  await card.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(line.getByRole('button', { name: /Message to/ })).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(page.getByRole('link', { name: /Ann/ }).first()).toHaveFocus();
  expect(line.getByRole('button').elements()).toEqual([]);
});

it('a finger opens what can be done in a line by its button', async () => {
  await page.viewport(390, 800);
  open();
  const line = page.getByRole('listitem').filter({ hasText: 'you all cheat' });
  const more = line.getByRole('button', { name: /What to do about .*Ann/ });
  await expect.element(more).toHaveAttribute('aria-expanded', 'false');
  expect(line.getByRole('button').elements()).toHaveLength(1);
  await page.getByRole('heading').first().hover();
  await line.hover();
  expect(line.getByRole('button').elements()).toHaveLength(1);
  await more.click();
  await expect.element(more).toHaveAttribute('aria-expanded', 'true');
  const kick = line.getByRole('button', { name: /Kick/ });
  expect(kick.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(40);
  await kick.click();
  await expect.element(card.getByRole('heading', { name: /Kick .*Ann/ })).toBeVisible();
});

it('who may not kick finds nothing of it in the chat, nor does a recording', async () => {
  open({ account: { servers: { [SERVER_ID]: ['server.view', 'server.view.feed'] } } });
  const line = page.getByRole('listitem').filter({ hasText: 'you all cheat' });
  await line.hover();
  expect(line.getByRole('button').elements()).toEqual([]);
  leave?.();
  open({ replaying: true });
  await line.hover();
  expect(line.getByRole('button').elements()).toEqual([]);
});

it('says who somebody is, to be copied, with what the host knows of their stays', async () => {
  open({ search: `?player=${SERVER_ID}.p${ANN}` });
  await expect.element(card.getByRole('heading', { name: /Ann/ })).toBeVisible();
  await expect.element(card.getByText('76561198054374215')).toBeVisible();
  await expect.element(card.getByText('192.0.2.7')).toBeVisible();
  await expect.element(card.getByText(/Anastasia/)).toBeVisible();
  await expect.element(card.getByRole('button', { name: 'Copy SteamID' })).toBeVisible();
  await expect.element(card.getByRole('link', { name: 'Chernarus 1' })).toBeVisible();
});

it('of who has left it says so, and why they cannot be kicked; a note can be written', async () => {
  open({ players: [], search: `?player=${SERVER_ID}.p${ANN}` });
  await expect.element(card.getByRole('heading', { name: /Ann/ })).toBeVisible();
  await expect.element(card.getByText(/Not here now. Last here/)).toBeVisible();
  const kick = card.getByRole('button', { name: 'Kick' });
  await expect.element(kick).toHaveAttribute('aria-disabled', 'true');
  await expect.element(kick).toHaveAccessibleDescription(/Ann.* is not on the server/);
  await card.getByRole('button', { name: 'Write a note' }).click();
  expect(document.activeElement?.tagName).toBe('TEXTAREA');
});

it('who leaves while the card is open stays to be read', async () => {
  const connection = open({ search: `?player=${SERVER_ID}.s${STAY}` });
  await expect.element(card.getByText(/Here for/)).toBeVisible();
  connection.put('players', []);
  await expect.element(card.getByRole('heading', { name: /Ann/ })).toBeVisible();
  await expect
    .element(card.getByRole('button', { name: 'Message' }))
    .toHaveAttribute('aria-disabled', 'true');
});

it('says as of when somebody was there once the host is silent, and their time stands still', async () => {
  const lost = { kind: 'lost' as const, since: ann.joined_at + 600_000, attempt: 1, retry_at: 0 };
  const connection = open({ search: `?player=${SERVER_ID}.s${STAY}` });
  await expect.element(card.getByText(/Here for/)).toBeVisible();
  connection.put('link', [{ id: 'link', connection: lost, fresh_at: lost.since }]);
  await expect.element(card.getByText(/^Not connected since/)).toBeVisible();
  await expect.element(card.getByText(/^As of .*: Here for 10 min/)).toBeVisible();
});

it('says as of when somebody was there once their server is gone', async () => {
  const connection = open({ search: `?player=${SERVER_ID}.s${STAY}` });
  await expect.element(card.getByText(/Here for/)).toBeVisible();
  const { state } = serverRow();
  const since = ann.joined_at + 1_200_000;
  connection.put('server', [
    serverRow({ state: { ...state, state: 'DISCONNECTED', ready: false, since } }),
  ]);
  await expect.element(card.getByText(/^The server is not connected/)).toBeVisible();
  await expect.element(card.getByText(/^As of .*: Here for 20 min/)).toBeVisible();
});

it('offers what is the viewer’s to do, and hides what is not theirs to see', async () => {
  const connection = open({
    account: { servers: { [SERVER_ID]: ['server.view', 'server.action.message-private'] } },
    players: [{ ...ann, steam_id: null }],
    search: `?player=${SERVER_ID}.p${ANN}`,
  });
  await expect.element(card.getByRole('button', { name: 'Message' })).toBeVisible();
  expect(card.getByRole('button', { name: 'Kick' }).elements()).toEqual([]);
  expect(card.getByRole('heading', { name: 'Notes' }).elements()).toEqual([]);
  await expect
    .element(card.getByText(/To see addresses and identifiers you need the permission/))
    .toBeVisible();
  expect(connection.inputs('playerProfile')).toEqual([]);
  expect(connection.inputs('playerStatistics')).toEqual([]);
});

it('in a recording it tells what was known, asks nobody, and does nothing', async () => {
  const connection = open({ replaying: true, players: [], search: `?player=${SERVER_ID}.p${ANN}` });
  await expect.element(card.getByRole('heading', { name: /Ann/ })).toBeVisible();
  await expect.element(card.getByText(/This is not live/)).toBeVisible();
  expect(card.getByRole('button', { name: 'Kick' }).elements()).toEqual([]);
  expect(connection.calls).toEqual([]);
});

it('somebody who is not there is read again once their ids are joined, and once they are parted', async () => {
  const connection = open({ players: [], search: `?player=${SERVER_ID}.p${ANN}` });
  await expect.element(card.getByText(ANN)).toBeVisible();
  const asked = () =>
    (['playerProfile', 'playerStatistics'] as const).map((name) => connection.inputs(name).length);
  await expect.poll(asked).toEqual([1, 1]);
  const former = 'd'.repeat(24);
  connection.tell('persons', [{ id: former, server_id: SERVER_ID, person: ANN }]);
  await expect.poll(asked).toEqual([2, 2]);
  connection.tell('persons', []);
  await expect.poll(asked).toEqual([3, 3]);
  // Of others it is not.
  connection.tell('persons', [{ id: former, server_id: SERVER_ID, person: 'c'.repeat(24) }]);
  connection.put('names', []);
  expect(asked()).toEqual([3, 3]);
});

it('an id that leads to somebody opens their card, and follows who they are while it is open', async () => {
  const [former, account] = ['d'.repeat(24), 'e'.repeat(24)];
  const connection = open({ search: `?player=${SERVER_ID}.p${former}` });
  connection.answer('playerProfile', async ({ params }) => {
    const muster_id = params?.muster_id === account ? account : ANN;
    return { ok: true, value: { ...profile, muster_id, ids: [muster_id, ANN, former] } };
  });
  await expect.element(card.getByText(/Here for/)).toBeVisible();
  await expect.element(card.getByText(ANN)).toBeVisible();
  await expect.element(card.getByText('you all cheat')).toBeVisible();
  connection.put('players', [{ ...ann, muster_id: account }]);
  connection.answer('playerProfile', async () => {
    return { ok: true, value: { ...profile, muster_id: account, ids: [account, ANN, former] } };
  });
  await expect.element(card.getByText(account)).toBeVisible();
  await expect.element(card.getByText(/Here for/)).toBeVisible();
  await expect
    .poll(() => connection.inputs('playerStatistics').at(-1))
    .toMatchObject({ params: { muster_id: account } });
});

it('tells people of one name apart, in the feed and in the card', async () => {
  const other = playerView({ id: '1'.repeat(24), muster_id: `${'0'.repeat(20)}77b1`, name: 'Аnn' });
  const connection = open({ players: [ann] });
  const link = page.getByRole('link', { name: /Ann/ }).first();
  await expect.element(link).toHaveTextContent('Ann');
  connection.put('names', [ann, other]).put('players', [ann, other]);
  await expect.element(link).toHaveTextContent('Ann bbbb');
  await link.click();
  await expect.element(card.getByText(/Somebody else here has a name like this/)).toBeVisible();
  await card.getByRole('link', { name: /Аnn/ }).click();
  await expect.element(card.getByRole('heading', { name: /Аnn/ })).toBeVisible();
  await expect.poll(() => location.search).toBe(`?player=${SERVER_ID}.p${other.muster_id}`);
});

it('the keyboard goes from name to name in the feed, opens a card, and is back there', async () => {
  open();
  const feed = page.getByRole('log', { name: 'Feed' });
  await expect.element(page.getByText('you all cheat')).toBeVisible();
  (feed.element() as HTMLElement).focus();
  const links = page.getByRole('link', { name: /Ann/ });
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(links.last()).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(links.first()).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(card.getByRole('heading', { name: /Ann/ })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(card).not.toBeInTheDocument();
  await expect.element(links.first()).toHaveFocus();
});

it('cancelling a question leads back to the card', async () => {
  open({ search: `?player=${SERVER_ID}.p${ANN}` });
  await card.getByRole('button', { name: 'Message' }).click();
  await expect.element(card.getByLabelText(/Text/)).toHaveFocus();
  await card.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(card.getByRole('heading', { name: /Ann/ })).toBeVisible();
  await card.getByRole('button', { name: 'Close' }).click();
  expect(location.search).toBe('');
});

it('is a sheet on a phone, with deeds that a thumb hits', async () => {
  await page.viewport(390, 800);
  open({ search: `?player=${SERVER_ID}.p${ANN}` });
  await expect.element(card.getByRole('heading', { name: /Ann/ })).toBeVisible();
  const sheet = card.element().getBoundingClientRect();
  expect(sheet.width).toBe(390);
  expect(Math.round(sheet.bottom)).toBe(800);
  const kick = card.getByRole('button', { name: 'Kick' }).element().getBoundingClientRect();
  expect(kick.height).toBeGreaterThanOrEqual(44);
  expect(document.documentElement.scrollWidth).toBe(390);
});

const decision = {
  at: NOON,
  version: 5,
  verdict: 'let-in' as const,
  rules: [
    { rule: 'ban' as const, stands: 'passes' as const },
    { rule: 'whitelist' as const, stands: 'off' as const },
    { rule: 'ping' as const, stands: 'as-it-comes' as const },
  ],
};

it('says why somebody is in once it is asked, and asks again', async () => {
  const connection = open({}).answer('playerDecision', () => ({ ok: true, value: decision }));
  await page.getByRole('link', { name: 'Ann' }).first().click();
  const ask = page.getByRole('button', { name: 'Why are they in?' });
  await expect.element(ask).toBeVisible();
  expect(connection.inputs('playerDecision')).toEqual([]);
  await ask.click();
  await expect.element(page.getByText('Let in because no rule keeps them out.')).toBeVisible();
  await expect.element(page.getByText('no ban in force finds them')).toBeVisible();
  await expect.element(page.getByText('Not used here: Whitelist.')).toBeVisible();
  await page.getByRole('button', { name: 'Ask again' }).click();
  const params = { server_id: SERVER_ID, stay_id: STAY };
  await expect.poll(() => connection.inputs('playerDecision')).toEqual([{ params }, { params }]);
});

it('asks why somebody is in for nobody who may not see who players are, nor of whoever has left', async () => {
  const ask = page.getByRole('button', { name: 'Why are they in?' });
  open({ account: { servers: { [SERVER_ID]: ['server.view', 'server.view.feed'] } } });
  await page.getByRole('link', { name: 'Ann' }).first().click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  expect(ask.elements()).toEqual([]);
  leave?.();
  open({ players: [] });
  await page.getByRole('link', { name: 'Ann' }).first().click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  expect(ask.elements()).toEqual([]);
});
