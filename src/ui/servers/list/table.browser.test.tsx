import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../../style/base.css';
import '../../parts/parts.css';
import type { ServerRow } from '../../../domain/rows.ts';
import { draw } from '../../app/doubles.tsx';
import { accountRow, FakeConnection, serverRow } from '../../data/doubles.ts';
import { startTexts } from '../../text/i18n.ts';
import { DashboardPage } from './page.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => leave?.());

const { configuration, state, population, environment } = serverRow();

function server(id: string, identifier: string, change: Partial<ServerRow> = {}): ServerRow {
  const named = { ...configuration, identifier };
  return serverRow({ id: id.repeat(24), configuration: named, ...change });
}

const down = server('c', 'Gone', {
  state: { ...state, state: 'DISCONNECTED', offline: true, error: 'socket-unreachable' },
});
const full = server('d', 'Full', {
  population: { ...population, players: 60, slots: 60, queue: { active: true, size: 7 } },
  environment: { ...environment, map: 'enoch', locked: true },
});

async function open(rows: readonly ServerRow[], width = 1_440, address = '/dashboard') {
  await page.viewport(width, 844);
  const totals = { tags: [], players: 60, slots: 120, queued: 7, unknown: 0 };
  const connection = new FakeConnection()
    .put('account', [accountRow()])
    .put('link', [{ id: 'link', connection: { kind: 'live', since: 0, latency: 9 }, fresh_at: 0 }])
    .put('totals', [{ id: 'totals', servers: 2, online: 1, down: 1, ...totals }])
    .put('servers', rows);
  leave = draw(<DashboardPage />, connection, address);
  await expect.element(page.getByRole('table')).toBeVisible();
  return connection;
}

it('sorts by what is in trouble at first, and by the most of a figure at the first click on its head', async () => {
  const connection = await open([down, full]);
  const asked = () => {
    const lists = connection.followed.filter((query) => query.view === 'servers');
    const shown = lists.findLast(({ window }) => window.to > 0);
    return [shown?.sort, shown?.direction];
  };
  expect(asked()).toEqual(['state', 'asc']);
  await page.getByRole('button', { name: 'Players' }).click();
  expect(asked()).toEqual(['players', 'desc']);
  await page.getByRole('button', { name: 'Players' }).click();
  expect(asked()).toEqual(['players', 'asc']);
  await page.getByRole('button', { name: 'Server' }).click();
  expect(asked()).toEqual(['identifier', 'asc']);
});

it('marks the row of a server that is down, and not of one that is full', async () => {
  const half = server('e', 'Half', { population: { ...population, players: 30, slots: 60 } });
  await open([down, full, half]);
  const row = (name: string) =>
    page.getByRole('link', { name }).element().closest('tr')?.dataset['down'];
  expect([row('Gone'), row('Full')]).toEqual(['true', 'false']);
  const mark = (name: string) =>
    getComputedStyle(page.getByRole('link', { name }).element().closest('tr')!).backgroundColor;
  expect(mark('Gone')).not.toBe(mark('Full'));
  const bar = (name: string) =>
    getComputedStyle(
      page.getByRole('link', { name }).element().closest('tr')!.querySelector('.fill-bar')!,
    ).backgroundImage;
  expect(bar('Full')).toBe(bar('Half'));
  await expect.element(page.getByText('Down')).toBeVisible();
});

it('shows players of slots as one figure with its bar, the map, and that it is locked', async () => {
  await open([full]);
  const cell = page.getByRole('cell', { name: '60 / 60' });
  await expect.element(cell).toBeVisible();
  const bar = cell.element().querySelector<HTMLElement>('.fill-bar');
  expect(bar?.style.backgroundSize).toBe('100% 100%');
  await expect.element(page.getByRole('cell', { name: 'enoch' })).toBeVisible();
  await expect
    .element(page.getByRole('cell', { name: /Online\s*7 players wait in the queue\s*Locked/ }))
    .toBeVisible();
});

it.each([390, 768, 1_440, 1_920])('needs no scrolling to the side at %i', async (width) => {
  await open([down, full], width);
  const scroller = document.querySelector('.table-scroller')!;
  expect(scroller.scrollWidth).toBe(scroller.clientWidth);
  for (const text of ['60 / 60', '7']) {
    await expect.element(page.getByRole('cell', { name: text, exact: true })).toBeVisible();
  }
});

it('makes room in rows where somebody wants that', async () => {
  const height = () =>
    page.getByRole('link', { name: 'Full' }).element().closest('tr')!.offsetHeight;
  await open([full]);
  expect(height()).toBe(32);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemradio', { name: 'Roomy' }).click();
  expect(height()).toBe(48);
});

it('says of no server at all what to do next, once', async () => {
  const totals = { tags: [], players: 0, slots: 0, queued: 0, unknown: 0 };
  const connection = new FakeConnection()
    .put('account', [accountRow()])
    .put('link', [{ id: 'link', connection: { kind: 'live', since: 0, latency: 9 }, fresh_at: 0 }])
    .put('totals', [{ id: 'totals', servers: 0, online: 0, down: 0, ...totals }])
    .put('servers', []);
  leave = draw(<DashboardPage />, connection, '/dashboard');
  await expect.element(page.getByRole('heading', { name: 'No servers yet' })).toBeVisible();
  const doors = page.getByRole('link').elements();
  expect(doors.map(({ textContent }) => textContent)).toEqual(['Add server']);
  expect(page.getByRole('search').query()).toBeNull();
});

it('says above the list who plays of how many, and in red how many servers are down', async () => {
  const connection = await open([down, full]);
  const figures = () =>
    [...document.querySelectorAll('.totals dl > div')].map((one) => one.textContent.trim());
  expect(figures()).toEqual(['Down1', 'Players60 / 120', 'Servers online1 / 2', 'In queue7']);
  const colour = (label: string) =>
    getComputedStyle(
      [...document.querySelectorAll('.totals dt')]
        .find((one) => one.textContent === label)!
        .parentElement!.querySelector('strong')!,
    ).color;
  expect(colour('Down')).not.toBe(colour('Players'));
  expect(document.querySelector('.totals .unknown')).toBeNull();
  const totals = { tags: [], players: 1_234, slots: 0, queued: 0, unknown: 3 };
  connection.put('totals', [{ id: 'totals', servers: 5, online: 2, down: 0, ...totals }]);
  leave?.();
  leave = draw(<DashboardPage />, connection, '/dashboard');
  await expect.poll(figures).toEqual(['Players1,234', 'Servers online2 / 5', 'In queue0']);
  await expect.element(page.getByText('3 servers not reporting')).toBeVisible();
});
