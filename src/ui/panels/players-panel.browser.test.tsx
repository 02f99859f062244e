import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import type { PlayerView } from '../../domain/queries.ts';
import { draw } from '../app/doubles.tsx';
import { holdClock } from '../data/clock.ts';
import { accountRow, FakeConnection, playerView, SERVER_ID, serverRow } from '../data/doubles.ts';
import { ServerDashboardPage } from '../servers/dashboard/page.tsx';
import { startTexts } from '../text/i18n.ts';

const NOON = Date.UTC(2026, 0, 1, 12);
let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => {
  leave?.();
  holdClock(null);
});

/** Names of the players whose rows were read, as a cell does that is rendered. */
let read = new Set<string>();

function player(number: number, ping: number): PlayerView {
  const name = `Player ${String(number).padStart(3, '0')}`;
  const row = playerView({
    id: number.toString(16).padStart(24, '0'),
    name,
    joined_at: NOON - (number + 1) * 60_000 - 1_000,
    ping,
    ip: `192.0.2.${number}`,
    guid: 'a'.repeat(32),
  });
  return new Proxy(row, {
    get(target, key) {
      if (key !== 'id') read.add(name);
      return Reflect.get(target, key) as unknown;
    },
  });
}

const linkAt = (fresh_at: number) =>
  ({ id: 'link', connection: { kind: 'live', since: 0, latency: 9 }, fresh_at }) as const;

/** The page of a server with 93 players, drawn. */
async function open() {
  holdClock(NOON);
  const players = Array.from({ length: 93 }, (_, number) => player(number, 40));
  const connection = new FakeConnection()
    .put('account', [accountRow()])
    .put('server', [serverRow()])
    .put('link', [linkAt(0)])
    .put('intentions', [])
    .put('players', players);
  await page.viewport(1_400, 900);
  leave = draw(<ServerDashboardPage serverId={SERVER_ID} />, connection, `/dashboard/${SERVER_ID}`);
  await expect.element(page.getByText('Player 003')).toBeVisible();
  await settled();
  return { connection, players };
}

/** What was changed is drawn. */
async function settled(): Promise<void> {
  for (let frame = 0; frame < 3; frame++) {
    await new Promise((drawn) => requestAnimationFrame(drawn));
  }
  read = new Set();
}

/** What is changed in the list from now on. */
function changes(): readonly MutationRecord[] {
  const records: MutationRecord[] = [];
  const observer = new MutationObserver((seen) => records.push(...seen));
  const body = document.querySelector('.players tbody')!;
  observer.observe(body, { subtree: true, childList: true, characterData: true });
  return records;
}

it('says of somebody who was there before Muster looked that it is at least so long', async () => {
  const { connection, players } = await open();
  const time = (name: string) =>
    [...document.querySelectorAll('.players tr')]
      .find((row) => row.textContent.includes(name))
      ?.querySelector('time')?.textContent;
  expect([time('Player 019'), time('Player 020')]).toEqual(['20 min', '21 min']);
  connection.put(
    'players',
    players.map((one, index) => (index === 19 ? { ...one, joined_before: true } : one)),
  );
  await expect.poll(() => time('Player 019')).toBe('≥ 20 min');
  expect(time('Player 020')).toBe('21 min');
});

it('sorts at the first click names from A, who is on for longest, and the worst ping', async () => {
  await open();
  const sorts: (string | null)[] = [];
  for (const head of ['Ping', 'On for', 'Player']) {
    const column = page.getByRole('columnheader', { name: head });
    await column.getByRole('button').click();
    sorts.push(column.element().getAttribute('aria-sort'));
  }
  expect(sorts).toEqual(['descending', 'ascending', 'ascending']);
});

it('a ping that changes renders its cell, and nobody else’s row', async () => {
  const { connection, players } = await open();
  const changed = changes();
  connection.put('players', players.with(3, player(3, 87)));
  await expect.element(page.getByText('87')).toBeVisible();
  expect([...read]).toEqual(['Player 003']);
  expect(changed.length).toBe(1);
});

it('times of a list that is not live stand still, and it says as of when', async () => {
  const { connection } = await open();
  const cell = () => document.querySelectorAll('.players [data-column=joined_at] time')[3];
  expect(cell()?.textContent).toBe('4 min');
  const lost = { kind: 'lost', since: NOON, attempt: 1, retry_at: 0 } as const;
  connection.put('link', [{ id: 'link', connection: lost, fresh_at: NOON }]);
  await expect.element(page.getByText(/^As of /)).toBeVisible();
  holdClock(NOON + 600_000);
  await settled();
  expect(cell()?.textContent).toBe('4 min');
  connection.put('link', [linkAt(NOON + 600_000)]);
  await expect.poll(() => cell()?.textContent).toBe('14 min');
});

it('figures of the server and signs of life of the host render no player', async () => {
  const { connection } = await open();
  const changed = changes();
  const population = { ...serverRow().population, players: 57 };
  connection.put('server', [serverRow({ population })]).put('link', [linkAt(1_000)]);
  await expect.element(page.getByText('57')).toBeVisible();
  expect([...read]).toEqual([]);
  expect(changed).toEqual([]);
});

it('who comes is drawn in between, and renders nobody who was there', async () => {
  const { connection, players } = await open();
  connection.put('players', [player(200, 12), ...players]);
  await expect.element(page.getByText('Player 200')).toBeVisible();
  expect([...read]).toEqual(['Player 200']);
});

it('who was erased while they play is told apart by their stay', async () => {
  const { connection, players } = await open();
  const erased = { ...playerView({ id: `${'0'.repeat(18)}abc123`, name: '' }), muster_id: null };
  connection.put('players', [erased, ...players]);
  await page.getByRole('link', { name: 'erased player abc123', exact: true }).click();
  await expect.element(page.getByRole('dialog', { name: /erased player abc123/ })).toBeVisible();
});

it('whose name shows nothing is a door that shows', async () => {
  const { connection, players } = await open();
  const unseen = playerView({
    id: '1'.repeat(24),
    muster_id: 'a'.repeat(24),
    name: '\u3164\u200b',
  });
  connection.put('players', [unseen, ...players]);
  await page.getByRole('link', { name: 'invisible name 111111', exact: true }).click();
  await expect.element(page.getByRole('dialog', { name: /invisible name/ })).toBeVisible();
});

it('tells players who are called alike apart by the end of their ids, and nobody else', async () => {
  const { connection, players } = await open();
  const names = [
    playerView({ id: '1'.repeat(24), muster_id: `${'0'.repeat(20)}aaaa`, name: 'Zoe' }),
    playerView({ id: '2'.repeat(24), muster_id: `${'0'.repeat(20)}bbbb`, name: 'Z\u043ee' }),
    playerView({ id: '3'.repeat(24), muster_id: `${'0'.repeat(20)}cccc`, name: 'Zora' }),
  ];
  connection.put('names', names).put('players', [...names, ...players]);
  const shown = () =>
    [...document.querySelectorAll('.players .player-link')]
      .slice(0, 3)
      .map((link) => link.querySelector('.namesake')?.textContent ?? null);
  await expect.poll(shown).toEqual(['aaaa', 'bbbb', null]);
});

it('leaves on a phone room for a finger between what is done with a player', async () => {
  await open();
  await page.viewport(390, 844);
  await settled();
  const cell = document.querySelector('.players td[data-column=actions]')!;
  const places = [...cell.querySelectorAll('button')]
    .filter((one) => one.checkVisibility())
    .map((one) => one.getBoundingClientRect());
  expect(places.length).toBeGreaterThanOrEqual(2);
  places.forEach(({ left, right, width, height }, index) => {
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(40);
    expect(right).toBeLessThanOrEqual(390);
    const before = places[index - 1];
    if (before !== undefined) expect(left - before.right).toBeGreaterThanOrEqual(4);
  });
});

it('a second that passes changes only the times that read otherwise then', async () => {
  await open();
  const changed = changes();
  holdClock(NOON + 1_000);
  await settled();
  expect(changed.map(({ target }) => target.textContent)).toEqual([]);
  holdClock(NOON + 60_000);
  await settled();
  expect(changed.length).toBeGreaterThan(0);
  expect(new Set(changed.map(({ type }) => type))).toEqual(new Set(['characterData']));
});
