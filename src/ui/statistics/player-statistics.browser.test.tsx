import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import { draw } from '../app/doubles.tsx';
import { FakeConnection, refusal, SERVER_ID } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { PlayerStatistics } from './player-statistics.tsx';

const PLAYER = 'b'.repeat(24);
const NOON = Date.UTC(2026, 0, 1, 12);
let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => leave?.());

const counted = {
  since: NOON,
  incomplete: false,
  kills: 5,
  deaths: 2,
  suicides: 0,
  infected_deaths: 0,
  environment_deaths: 0,
  hits_given: 1_234,
  hits_taken: 7,
  playtime: 7_500,
  stays: 40,
  last_seen: NOON,
  newest: [
    { id: '2'.repeat(24), joined_at: NOON, until: null, ended: 'here' as const },
    { id: '1'.repeat(24), joined_at: 0, until: 3_600_000, ended: 'kicked' as const },
  ],
};

function open(connection: FakeConnection): FakeConnection {
  leave = draw(
    <PlayerStatistics serverId={SERVER_ID} joined="" player={PLAYER} />,
    connection,
    '/',
  );
  return connection;
}

const figure = (name: string) =>
  page.getByText(name, { exact: true }).element().nextElementSibling?.textContent;

it('says what was counted, since when, and how the last play sessions ended', async () => {
  const connection = open(
    new FakeConnection().answer('playerStatistics', async () => ({ ok: true, value: counted })),
  );
  await expect.element(page.getByText(/^Counted since .*2026/)).toBeVisible();
  expect(['Kills', 'Kills per death', 'Hits given', 'Time played'].map(figure)).toEqual([
    '5',
    '2.5',
    '1,234',
    '2 hr 5 min',
  ]);
  await expect.element(page.getByRole('row', { name: /here now/ })).toBeVisible();
  await expect.element(page.getByRole('row', { name: /1 hr kicked/ })).toBeVisible();
  expect(connection.calls).toEqual([
    {
      name: 'playerStatistics',
      input: { params: { server_id: SERVER_ID, muster_id: PLAYER } },
    },
  ]);
});

it('says where a part of it was lost, and where nothing was counted yet', async () => {
  open(
    new FakeConnection().answer('playerStatistics', async () => ({
      ok: true,
      value: { ...counted, incomplete: true },
    })),
  );
  await expect.element(page.getByText(/Part of that time is missing/)).toBeVisible();
  leave?.();
  open(
    new FakeConnection().answer('playerStatistics', async () => ({
      ok: true,
      value: { ...counted, since: null },
    })),
  );
  await expect.element(page.getByText('Nothing counted on this server yet.')).toBeVisible();
});

it('says why there are none, and asks again', async () => {
  const connection = open(
    new FakeConnection().answer('playerStatistics', async () => refusal('permission-denied')),
  );
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  connection.answer('playerStatistics', async () => ({ ok: true, value: counted }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText(/^Counted since/)).toBeVisible();
  expect(page.getByRole('button', { name: 'Try again' }).query()).toBeNull();
});

it('asks nothing in a recording', async () => {
  const connection = new FakeConnection();
  connection.replaying = true;
  open(connection);
  await expect.element(page.getByText('Statistics are only shown live.')).toBeVisible();
  expect(connection.calls).toEqual([]);
});
