import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../style/base.css';
import '../../parts/parts.css';
import type { HistoryRow } from '../../../domain/rows.ts';
import { draw } from '../../app/doubles.tsx';
import { accountRow, FakeConnection, SERVER_ID, serverRow } from '../../data/doubles.ts';
import { startTexts } from '../../text/i18n.ts';
import { ChartPanel } from './chart-panel.tsx';
import { DaysPanel } from './days-panel.tsx';
import { HeatMapPanel } from './heat-map-panel.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => leave?.());

const MINUTE = 60_000;
/** The one that is not over. */
const minute = () => Date.now() - (Date.now() % MINUTE);

function history(points: readonly (number | null)[], change: Partial<HistoryRow> = {}): HistoryRow {
  const last = minute();
  const back = change.before === '1d' ? 86_400_000 : 0;
  return {
    id: `${SERVER_ID}:1h`,
    server_id: SERVER_ID,
    span: '1h',
    step: 60,
    points: points.map((players, index) => ({
      at: last - back - (points.length - 1 - index) * MINUTE,
      players,
      slots: 60,
      queue: index === points.length - 1 ? 3 : null,
    })),
    ...change,
  };
}

async function open(row: HistoryRow, search = '?span=1h'): Promise<FakeConnection> {
  const connection = new FakeConnection().put('server', [serverRow()]).put('history', [row]);
  connection.commands.history = async () => ({ ok: true, value: null });
  await page.viewport(1_000, 600);
  leave = draw(<ChartPanel serverId={SERVER_ID} />, connection, `/dashboard/${SERVER_ID}${search}`);
  await expect.element(page.getByRole('slider')).toBeVisible();
  return connection;
}

const reading = () => document.querySelector('.chart-reading')?.textContent.trim();

it('reads value and time by keyboard, and says them', async () => {
  await open(history([10, 20, 34]));
  await page.getByRole('slider').click();
  await userEvent.keyboard('{Escape}{ArrowLeft}');
  await expect.poll(reading).toMatch(/34 of 60 players 3 waiting$/);
  await expect
    .poll(() => document.querySelector('.chart [aria-live]')?.textContent)
    .toBe('34 of 60 players, 3 waiting');
  const now = page.getByRole('slider').element().getAttribute('aria-valuetext');
  expect(reading()).toContain(now);
  await userEvent.keyboard('{ArrowLeft}');
  await expect.poll(reading).toMatch(/20 of 60 players$/);
  await userEvent.keyboard('{Home}');
  await expect.poll(reading).toMatch(/Not known$/);
  await userEvent.keyboard('{Escape}');
  await expect.poll(reading).toBe('Between 10 and 34 players, 34 at the end.');
});

it('reads value and time under the pointer, and moves nothing', async () => {
  await open(history(Array.from({ length: 60 }, (_, index) => index)));
  const top = () => page.getByRole('slider').element().getBoundingClientRect().top;
  const before = top();
  const over = document.querySelector('.u-over');
  if (over === null) throw new Error('There is no chart.');
  await userEvent.hover(over);
  await expect.poll(reading).toMatch(/(29|30|31) of 60 players$/);
  expect(top()).toBe(before);
  await userEvent.unhover(over);
  await expect.poll(reading).toMatch(/^Between/);
});

it('offers what a span can be compared with, and keeps it in the address', async () => {
  await open(history([1, 2]));
  const choice = page.getByLabelText('Compare with');
  await choice.selectOptions('The day before');
  expect(location.search).toContain('compared=1d');
  await page.getByLabelText('Span').selectOptions('90 days');
  await expect.element(choice).not.toBeInTheDocument();
});

it('draws what it is compared with beside it, names it, and reads both', async () => {
  const connection = await open(history([10, 20, 34]), '?span=1h&compared=1d');
  expect(document.querySelector('.chart-legend')).toBeNull();
  const before = history([1, 2, 3], { id: `${SERVER_ID}:1h:1d`, before: '1d' });
  connection.put('history', [before], (query) => query.view === 'history' && query.before === '1d');
  const legend = () => document.querySelector('.chart-legend')?.textContent.trim();
  await expect.poll(legend).toMatch(/Players\s+The day before/);
  await page.getByRole('slider').click();
  await userEvent.keyboard('{Escape}{ArrowLeft}');
  await expect.poll(reading).toMatch(/34 of 60 players.*the day before: 3/);
  await userEvent.keyboard('{ArrowLeft}');
  await expect.poll(reading).toMatch(/20 of 60 players.*the day before: 2/);
});

it('is a table for those who do not see it', async () => {
  await open(history([10, 20, 34]));
  await page.getByText('As a table').click();
  await expect.element(page.getByRole('cell', { name: '34', exact: true })).toBeVisible();
});

const marks = (change: object = {}) => ({
  ok: true as const,
  value: {
    span: '1h' as const,
    marks: [
      {
        at: minute() - 30 * MINUTE,
        kind: 'restart' as const,
        by: { muster_id: 'b'.repeat(24), name: 'Ada' },
        until: null,
      },
      {
        at: minute() - 29 * MINUTE,
        kind: 'unheard' as const,
        by: null,
        until: minute() - 27 * MINUTE,
      },
    ],
    more: false,
    ...change,
  },
});

it('marks what happened, with who did it, for the pointer, the keys and as a list', async () => {
  const connection = new FakeConnection()
    .put('server', [serverRow()])
    .put('account', [accountRow()])
    .put('history', [history(Array.from({ length: 60 }, () => 20))])
    .answer('chartMarks', () => marks());
  connection.commands.history = async () => ({ ok: true, value: null });
  leave = draw(<ChartPanel serverId={SERVER_ID} />, connection, `/dashboard/${SERVER_ID}?span=1h`);
  await page.getByText('2 things happened').click();
  await expect.element(page.getByRole('cell', { name: 'Ada' })).toBeVisible();
  await page.getByRole('slider').click();
  await userEvent.keyboard('{Escape}{Shift>}{ArrowLeft}{/Shift}');
  await expect.poll(reading).toMatch(/20 of 60 players .*No connection at/);
  await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}');
  await expect.poll(reading).toMatch(/Restart by Ada at/);
});

it('draws a sign for each mark where it happened, a band for an outage, and reads them under the pointer', async () => {
  const signs: { readonly x: number; readonly filled: boolean; readonly colour: unknown }[] = [];
  const bands: { readonly x: number; readonly width: number }[] = [];
  const { prototype } = CanvasRenderingContext2D;
  const note = (filled: boolean) =>
    function noted(this: CanvasRenderingContext2D, path?: unknown) {
      if (!(path instanceof Path2D) || this.getTransform().e < 2) return;
      signs.push({
        x: this.getTransform().e,
        filled,
        colour: filled ? this.fillStyle : this.strokeStyle,
      });
    };
  const spies = [
    vi.spyOn(prototype, 'fill').mockImplementation(note(true) as never),
    vi.spyOn(prototype, 'stroke').mockImplementation(note(false) as never),
    vi.spyOn(prototype, 'fillRect').mockImplementation(function noted(x, _y, width) {
      bands.push({ x, width });
    }),
  ];
  await page.viewport(1_000, 600);
  const connection = new FakeConnection()
    .put('server', [serverRow()])
    .put('account', [accountRow()])
    .put('history', [history(Array.from({ length: 60 }, () => 20))])
    .answer('chartMarks', () => marks());
  connection.commands.history = async () => ({ ok: true, value: null });
  leave = draw(<ChartPanel serverId={SERVER_ID} />, connection, `/dashboard/${SERVER_ID}?span=1h`);
  await expect.poll(() => signs.length).toBeGreaterThanOrEqual(2);
  for (const spy of spies) spy.mockRestore();
  const [restart, unheard] = signs.slice(-2);
  expect([restart?.filled, unheard?.filled]).toEqual([true, false]);
  expect(restart?.colour).not.toBe(unheard?.colour);
  const plot = document.querySelector('.u-over')!;
  const canvas = document.querySelector<HTMLCanvasElement>('.chart canvas')!;
  const wide = (plot.clientWidth * devicePixelRatio) / 60;
  expect((unheard?.x ?? 0) - (restart?.x ?? 0)).toBeCloseTo(wide, 0);
  const band = bands.find(({ width }) => width > wide);
  expect(band?.width).toBeCloseTo(2 * wide, 0);
  expect(band?.x).toBeCloseTo(unheard?.x ?? 0, 0);
  const at = (restart?.x ?? 0) / devicePixelRatio + canvas.getBoundingClientRect().left;
  const position = { x: at - plot.getBoundingClientRect().left, y: 40 };
  await userEvent.hover(plot, { position });
  await expect.poll(reading).toMatch(/20 of 60 players.*Restart by Ada at/);
});

it('asks for no marks where somebody may not see the feed', async () => {
  const connection = new FakeConnection()
    .put('server', [serverRow()])
    .put('account', [accountRow({ servers: { [SERVER_ID]: ['server.view'] } })])
    .put('history', [history([20, 21])]);
  connection.commands.history = async () => ({ ok: true, value: null });
  leave = draw(<ChartPanel serverId={SERVER_ID} />, connection, `/dashboard/${SERVER_ID}?span=1h`);
  await expect.element(page.getByRole('slider')).toBeVisible();
  expect(connection.inputs('chartMarks')).toEqual([]);
  expect(document.querySelector('.chart-legend')).toBeNull();
});

it('shows when people play by the clock of the server, and is read by keys', async () => {
  const { configuration } = serverRow();
  const monday = Date.UTC(2026, 10, 23, 18);
  const points = [10, 30].map((players, hour) => ({
    at: monday + hour * 3_600_000,
    players,
    slots: 60,
    queue: null,
  }));
  const connection = new FakeConnection()
    .put('server', [serverRow({ configuration: { ...configuration, timezone: 'Europe/Berlin' } })])
    .put('history', [history([], { span: '30d', step: 3_600, points })]);
  connection.commands.history = async () => ({ ok: true, value: null });
  leave = draw(<HeatMapPanel serverId={SERVER_ID} />, connection, `/dashboard/${SERVER_ID}/charts`);
  await page.getByText('Europe/Berlin', { exact: false }).hover();
  await expect.poll(reading).toMatch(/^Busiest:Monday 8:00 PM30 players on average$/);
  const cell = page.getByRole('gridcell', { name: 'Monday 7:00 PM: 10 players on average' });
  await cell.hover();
  await expect.poll(reading).toBe('Monday 7:00 PM10 players on average');
  await page.getByText('Europe/Berlin', { exact: false }).hover();
  await expect.poll(reading).toMatch(/^Busiest/);
  await cell.click();
  await userEvent.keyboard('{ArrowDown}');
  const focused = () => document.activeElement?.getAttribute('aria-label');
  expect(focused()).toMatch(/^Tuesday 7:00 PM: Not known$/);
  await userEvent.keyboard('{ArrowUp}{ArrowRight}');
  expect(focused()).toMatch(/^Monday 8:00 PM: 30 players/);
});

it('counts players a day, and says that today is not over', async () => {
  const connection = new FakeConnection().put('server', [serverRow()]).answer('playerDays', () => ({
    ok: true,
    value: {
      timezone: 'UTC',
      since: 1,
      incomplete: true,
      days: [
        { at: Date.UTC(2026, 10, 22), players: 40 },
        { at: Date.UTC(2026, 10, 23), players: 1 },
      ],
    },
  }));
  leave = draw(<DaysPanel serverId={SERVER_ID} />, connection, `/dashboard/${SERVER_ID}/charts`);
  await expect.poll(reading).toBe('Today1 playerso far');
  await userEvent.hover(document.querySelector('.day-bar')!);
  await expect.poll(reading).toBe('Sun, Nov 2240 players');
  await page.getByText('Some players may be missing.', { exact: false }).hover();
  await expect.poll(reading).toMatch(/^Today/);
  await page.getByRole('slider').click();
  await userEvent.keyboard('{End}{ArrowLeft}');
  await expect.poll(reading).toBe('Sun, Nov 2240 players');
  await expect
    .element(page.getByText('Some players may be missing.', { exact: false }))
    .toBeVisible();
});

it('says that a recording has none of it', async () => {
  const connection = new FakeConnection().put('server', [serverRow()]);
  const replayed = Object.assign(connection, { replaying: true });
  leave = draw(
    <>
      <ChartPanel serverId={SERVER_ID} />
      <HeatMapPanel serverId={SERVER_ID} />
      <DaysPanel serverId={SERVER_ID} />
    </>,
    replayed,
    `/dashboard/${SERVER_ID}/charts`,
  );
  await expect.poll(() => page.getByText('Charts are only shown live.').elements().length).toBe(3);
  expect(connection.calls).toEqual([]);
});
