import { afterEach, beforeAll, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../style/base.css';
import '../../parts/parts.css';
import type { Query } from '../../../domain/queries.ts';
import type { ServerRow } from '../../../domain/rows.ts';
import { applyChanges, createRows } from '../../../domain/state.ts';
import { createView } from '../../../domain/views/create.ts';
import { GAME } from '../../../protocol/enumerations.ts';
import { SERVER_PERMISSION } from '../../../protocol/permissions.ts';
import { draw } from '../../app/doubles.tsx';
import { accountRow, FakeConnection, serverRow } from '../../data/doubles.ts';
import type { TabView } from '../../data/live-view.ts';
import { startTexts } from '../../text/i18n.ts';
import { DashboardPage } from './page.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => leave?.());

const { configuration, state } = serverRow();

/** Shows of servers what the worker would. */
class Servers extends FakeConnection {
  readonly #rows = createRows();

  constructor(servers: readonly ServerRow[]) {
    super();
    for (const after of servers) {
      applyChanges(this.#rows, [{ table: 'servers', id: after.id, before: undefined, after }]);
    }
  }

  override subscribe(query: Query, view: TabView): () => void {
    const stop = super.subscribe(query, view);
    if (query.view !== 'servers' && query.view !== 'groups') return stop;
    const from = query.view === 'servers' ? query.window.from : 0;
    view.reset({ ...createView(this.#rows, query).snapshot(), from, packed: null });
    return stop;
  }
}

function server(number: number, change: Partial<ServerRow['configuration']>, down = false) {
  return serverRow({
    id: String(number).padStart(24, '0'),
    configuration: { ...configuration, identifier: `Server ${number}`, ...change },
    ...(down ? { state: { ...state, state: 'DISCONNECTED', offline: true } } : {}),
  });
}

const many = [
  ...Array.from({ length: 300 }, (_, number) => server(number, { game: GAME.DAYZ })),
  server(900, { game: GAME.RUST, tags: ['eu'] }, true),
  server(901, { game: GAME.RUST, tags: ['eu', 'hard'] }),
];

async function open(address: string, width = 1_440, servers: readonly ServerRow[] = many) {
  await page.viewport(width, 844);
  const totals = { tags: [], players: 60, slots: 120, queued: 7, unknown: 0 };
  const connection = new Servers(servers)
    .put('account', [
      accountRow({ servers: Object.fromEntries(servers.map(({ id }) => [id, MANAGES])) }),
    ])
    .put('link', [{ id: 'link', connection: { kind: 'live', since: 0, latency: 9 }, fresh_at: 0 }])
    .put('totals', [{ id: 'totals', servers: 2, online: 1, down: 1, ...totals }]);
  leave = draw(<DashboardPage />, connection, address);
  return connection;
}

const MANAGES = [...SERVER_PERMISSION];

const heading = (name: RegExp) => page.getByRole('button', { name });
const names = () =>
  [...document.querySelectorAll('a.row-link')].map((link) => link.textContent ?? '');

it('puts servers under headings with how many there are, how many are down, and who plays', async () => {
  await open('/dashboard');
  await page.getByRole('combobox', { name: 'Groups' }).selectOptions('By game');
  await expect.element(heading(/^DayZ 300 servers 3,600 players$/)).toBeVisible();
  expect(names()[0]).toBe('Server 0');
  expect(names().length).toBeLessThan(60);
  expect(document.querySelector('table')?.getAttribute('aria-rowcount')).toBe('305');
});

it('closes a group, by the arrow keys too, and the address keeps it', async () => {
  await open('/dashboard?group=game');
  await heading(/^DayZ/).click();
  await expect.element(heading(/^Rust 2 servers 1 down 24 players$/)).toBeVisible();
  await expect.poll(names).toEqual(['Server 900', 'Server 901']);
  expect(new URLSearchParams(location.search).get('closed')).toBe('1');
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(heading(/^Rust/)).toHaveFocus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(heading(/^Rust/)).toHaveAttribute('aria-expanded', 'false');
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(heading(/^Rust/)).toHaveAttribute('aria-expanded', 'true');
});

it('stands by the first tag, and those without one are last', async () => {
  await open('/dashboard?group=tag', 1_440, many.slice(-3));
  await expect.element(heading(/^eu 2 servers/)).toBeVisible();
  await expect.poll(names).toEqual(['Server 900', 'Server 901', 'Server 299']);
  const heads = [...document.querySelectorAll('.group-head strong')];
  expect(heads.map(({ textContent }) => textContent)).toEqual(['eu', 'No tag']);
});

it('draws of a long list of groups what is on the screen, wherever it is scrolled', async () => {
  await open('/dashboard?group=game');
  await expect.element(heading(/^DayZ/)).toBeVisible();
  const scroller = document.querySelector('.table-scroller')!;
  scroller.scrollTop = scroller.scrollHeight;
  await expect.poll(() => names().at(-1)).toBe('Server 901');
  await expect.element(heading(/^Rust/)).toBeVisible();
  expect(names().length).toBeLessThan(60);
});

it('chooses all servers of a group at once', async () => {
  await open('/dashboard?group=game&closed=1,4');
  await page.getByRole('button', { name: 'Choose all servers of Rust' }).click();
  await heading(/^Rust/).click();
  await expect.element(page.getByRole('checkbox', { name: 'Choose Server 901' })).toBeChecked();
});

/** How the tick above all rows stands. */
const above = () => {
  const tick = document.querySelector<HTMLInputElement>('thead input[type=checkbox]')!;
  return tick.checked ? 'all' : tick.indeterminate ? 'some' : 'none';
};
const chooseAll = page.getByRole('checkbox', { name: 'Choose all listed servers' });
const bar = page.getByRole('region', { name: 'Chosen servers' });

it.each([
  ['a search', '/dashboard?q=server 9', 13],
  ['a game', '/dashboard?game=4', 2],
  ['a search in groups', '/dashboard?q=server 9&group=game', 13],
])('chooses under %s what is listed, of all rows, and nothing else', async (_, address, count) => {
  await open(address);
  await expect.poll(above).toBe('none');
  await chooseAll.click();
  await expect.element(bar.getByText(`${count} servers chosen`, { exact: true })).toBeVisible();
  expect(above()).toBe('all');
  await expect.element(page.getByRole('checkbox', { name: 'Choose Server 900' })).toBeChecked();
});

it('says of what was chosen before that it is not listed, and chooses and leaves the listed alone', async () => {
  await open('/dashboard?q=server 2');
  await chooseAll.click();
  await expect.element(bar.getByText('111 servers chosen', { exact: true })).toBeVisible();
  await page.getByRole('searchbox').fill('server 90');
  await expect.poll(() => names().toSorted()).toEqual(['Server 90', 'Server 900', 'Server 901']);
  await expect
    .element(bar.getByText('111 servers chosen, 111 of them not listed here'))
    .toBeVisible();
  expect(above()).toBe('none');
  await page.getByRole('checkbox', { name: 'Choose Server 901' }).click();
  await expect.poll(above).toBe('some');
  await chooseAll.click();
  await expect
    .element(bar.getByText('114 servers chosen, 111 of them not listed here'))
    .toBeVisible();
  expect(above()).toBe('all');
  await chooseAll.click();
  await expect.element(bar.getByText('111 servers chosen', { exact: false })).toBeVisible();
  expect(above()).toBe('none');
});

it('says that no server matches where a filter leaves no group', async () => {
  await open('/dashboard?group=state&q=nothing');
  await expect.element(page.getByText('No server matches.')).toBeVisible();
});

it.each([390, 768])('needs no scrolling to the side at %i', async (width) => {
  await open('/dashboard?group=state', width);
  await expect.element(heading(/^Down|^Online/).first()).toBeVisible();
  const scroller = document.querySelector('.table-scroller')!;
  expect(scroller.scrollWidth).toBe(scroller.clientWidth);
});
