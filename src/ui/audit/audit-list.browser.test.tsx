import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import '../servers/manage/server.css';
import type { PagingRow, Query } from '../../domain/queries.ts';
import type { ConnectionState } from '../../domain/rows.ts';
import type { PagedRow } from '../../protocol/resources/registry.ts';
import { draw } from '../app/doubles.tsx';
import { accountRow, FakeConnection, SERVER_ID } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { AuditList } from './audit-list.tsx';

const ADA = 'b'.repeat(24);
const THING = 'c'.repeat(24);
let leave: (() => void) | undefined;
beforeAll(startTexts);
beforeEach(() => page.viewport(1_000, 800));
afterEach(() => leave?.());

function entry(n: number, change: Partial<PagedRow<'audit'>> = {}): PagedRow<'audit'> {
  return {
    id: n.toString(16).padStart(24, '0'),
    server_id: SERVER_ID,
    at: n * 60_000,
    actor_id: ADA,
    actor_name: 'Ada',
    action: 'notes.add',
    detail: { id: THING },
    things: [THING],
    ...change,
  };
}

function open({
  rows = [entry(1)],
  paging = {},
  connection: kind = 'live',
  search = '',
}: {
  rows?: readonly PagedRow<'audit'>[];
  paging?: Partial<PagingRow>;
  connection?: 'live' | 'resuming';
  search?: string;
} = {}) {
  const state: ConnectionState =
    kind === 'live' ? { kind, since: 0, latency: 9 } : { kind: 'resuming', since: 0 };
  const connection = new FakeConnection()
    .put('account', [accountRow()])
    .put('link', [{ id: 'link', connection: state, fresh_at: 0 }])
    .put('pages', rows)
    .put('paging', [{ id: 'paging', total: rows.length, about: false, state: 'ready', ...paging }]);
  leave = draw(
    <AuditList resource="audit" ownerId={SERVER_ID} />,
    connection,
    `/server/x/overview${search}`,
  );
  return connection;
}

it('shows what came as it comes, with how much there is', async () => {
  const connection = open();
  await expect.element(page.getByText('1 entry')).toBeVisible();
  await expect.element(page.getByRole('row', { name: /Ada Added a note/ })).toBeVisible();
  connection.put('pages', [
    entry(2, { actor_id: null, actor_name: '', action: 'servers.edit' }),
    entry(1),
  ]);
  connection.put('paging', [{ id: 'paging', total: 12_000, about: true, state: 'ready' }]);
  await expect.element(page.getByText('about 12,000 entries')).toBeVisible();
  await expect.element(page.getByRole('row', { name: /Muster Changed settings/ })).toBeVisible();
});

it('leads from each entry to its server as it was at that moment', async () => {
  open({ rows: [entry(Date.UTC(2026, 0, 2, 3, 4) / 60_000)] });
  await expect
    .element(page.getByRole('link', { name: /Jan 2, 2026, 3:04:00/ }))
    .toHaveAttribute('href', `/past/${SERVER_ID}/2026-01-02T03:04:00Z/dashboard/${SERVER_ID}`);
});

it('draws what is in sight alone, and rows that are on their way as such', async () => {
  open({ paging: { total: 500_000, about: true } });
  await expect.element(page.getByRole('row', { name: /Ada/ })).toBeVisible();
  const drawn = page.getByRole('row').elements().length;
  expect(drawn).toBeGreaterThan(5);
  expect(drawn).toBeLessThan(80);
  await expect.element(page.getByRole('table')).toHaveAttribute('aria-rowcount', '500001');
  expect(document.querySelector('tr[aria-busy="true"]')).not.toBeNull();
});

it('goes through all of three million rows by the keyboard, the scrollbar and by pixels', async () => {
  const connection = open({ paging: { total: 3_000_000, about: true } });
  await expect.element(page.getByRole('row', { name: /Ada/ })).toBeVisible();
  const list = document.querySelector<HTMLElement>('.audit')!;
  /** The places of the rows in sight, as a screen reader tells them. */
  const seen = () => {
    const { top, bottom } = list.getBoundingClientRect();
    return [...list.querySelectorAll<HTMLElement>('tr[data-index]')]
      .filter((row) => {
        const place = row.getBoundingClientRect();
        return place.bottom > top + 30 && place.top < bottom;
      })
      .map((row) => row.ariaRowIndex);
  };
  list.focus();
  await userEvent.keyboard('{End}');
  await expect.poll(seen).toContain('3000001');
  expect(list.scrollHeight - list.clientHeight - list.scrollTop).toBeLessThan(2);
  // The end stays the end where there turn out to be more.
  connection.put('paging', [{ id: 'paging', total: 3_000_200, about: true, state: 'ready' }]);
  await expect.poll(seen).toContain('3000201');
  connection.put('paging', [{ id: 'paging', total: 3_000_000, about: true, state: 'ready' }]);
  await expect.poll(seen).toContain('3000001');
  await userEvent.keyboard('{PageUp}');
  await expect.poll(seen).not.toContain('3000001');
  let before = NaN;
  const moved = () => -before + (before = list.scrollTop);
  await expect.poll(moved).toBe(0);
  const lowest = Number(seen().at(-1));
  expect(lowest).toBeGreaterThan(3_000_001 - 40);
  await userEvent.keyboard('{PageDown}');
  await expect.poll(seen).toContain('3000001');
  list.scrollTop = (list.scrollHeight - list.clientHeight) / 2;
  await expect.poll(() => Math.abs(Number(seen()[0]) - 1_500_000)).toBeLessThan(1_000);
  const [middle] = seen();
  list.scrollTop += 200;
  await expect.poll(() => seen()[0]).not.toBe(middle);
  expect(Number(seen()[0]) - Number(middle)).toBeLessThan(8);
  await userEvent.keyboard('{Home}');
  await expect.poll(() => [seen()[0], list.scrollTop]).toEqual(['2', 0]);
});

it('keeps what is read in its place while entries come, and shows them to who is at the top', async () => {
  const many = (count: number) => Array.from({ length: count }, (_, n) => entry(count - n));
  const connection = open({ rows: many(200) });
  const paging = (total: number) =>
    connection.put('paging', [{ id: 'paging', total, about: false, state: 'ready' }]);
  await expect.element(page.getByText('200 entries')).toBeVisible();
  const list = document.querySelector('.audit')!;
  connection.put('pages', many(201));
  paging(201);
  await expect.element(page.getByText('201 entries')).toBeVisible();
  expect(list.scrollTop).toBe(0);
  list.scrollTop = 2_000;
  const topOf = (index: number) =>
    list.querySelector(`tr[data-index="${index}"]`)?.getBoundingClientRect().top ?? NaN;
  await expect.poll(() => topOf(52)).toBeGreaterThan(0);
  const before = topOf(52);
  connection.put('pages', many(203));
  paging(203);
  await expect.element(page.getByText('203 entries')).toBeVisible();
  await expect.poll(() => Math.abs(topOf(54) - before)).toBeLessThan(2);
});

it('goes where somebody scrolls while rows come', async () => {
  const connection = open({ paging: { total: 3_000_000, about: true } });
  await expect.element(page.getByRole('row', { name: /Ada/ })).toBeVisible();
  const list = document.querySelector<HTMLElement>('.audit')!;
  for (let times = 1; times <= 20; times++) {
    list.scrollTop = times * 100_000;
    // Drawn before the browser tells of the scroll.
    connection.put('pages', [entry(times), entry(times + 1)]);
    await new Promise((drawn) => setTimeout(() => requestAnimationFrame(drawn)));
    expect(Math.abs(list.scrollTop - times * 100_000)).toBeLessThan(2);
  }
});

it('narrows down by what is chosen, keeps it in the address, and takes it back', async () => {
  open({ search: `?who=${ADA}` });
  await page.getByText('Details').click();
  await page.getByRole('button', { name: `ID ${THING}` }).click();
  // The link goes with its row.
  expect(document.activeElement).toBe(document.querySelector('.audit'));
  await page.getByRole('searchbox').fill('tower');
  await page.getByLabelText('What').selectOptions('Added a note');
  await page.getByLabelText('From').fill('2026-03-01');
  await page.getByRole('button', { name: 'Who' }).click();
  const params = new URLSearchParams(location.search);
  expect(Object.fromEntries(params)).toEqual({
    q: 'tower',
    who: ADA,
    what: 'notes.add',
    thing: THING,
    from: '2026-03-01',
    sort: 'actor_name',
    dir: 'asc',
  });
  await expect
    .element(page.getByRole('columnheader', { name: 'Who' }))
    .toHaveAttribute('aria-sort', 'ascending');
  await page.getByRole('button', { name: `Only account ${ADA}` }).click();
  expect(new URLSearchParams(location.search).get('who')).toBeNull();
  expect(document.activeElement).toBe(document.querySelector('.audit'));
});

it('opens the card of whoever did it, which leads to everything they did', async () => {
  const connection = open()
    .put('account', [accountRow()])
    .answer('accountCard', () => ({
      ok: true,
      value: {
        display_name: 'Ada',
        here: { permissions: ['server.view'], since: 60_000, owner: false, last: 120_000 },
        account: null,
      },
    }));
  await page.getByRole('button', { name: 'Ada', exact: true }).click();
  const card = page.getByRole('dialog', { name: /Ada/ });
  await expect.element(card.getByText('The server and who is on it')).toBeVisible();
  expect(connection.inputs('accountCard')).toEqual([
    { query: { muster_id: ADA, server_id: SERVER_ID } },
  ]);
  expect(new URLSearchParams(location.search).get('account')).toBe(`${SERVER_ID}.${ADA}`);
  await expect
    .element(card.getByRole('link', { name: 'Everything they did' }))
    .toHaveAttribute('href', `/server/${SERVER_ID}/overview?who=${ADA}`);
  await userEvent.keyboard('{Escape}');
  expect(new URLSearchParams(location.search).get('account')).toBeNull();
});

it('stays where it is while it is asked for in another order, and says that it is old', async () => {
  const connection = open();
  const byWho = (query: Query) => 'order' in query && query.order === 'actor_name';
  const rest = { id: 'paging', about: false, state: 'ready' } as const;
  connection.put('paging', [{ ...rest, total: 1 }], (query) => !byWho(query));
  const who = page.getByRole('button', { name: 'Who' });
  await expect.element(page.getByText('1 entry')).toBeVisible();
  const [button, status] = [who.element(), page.getByText('1 entry').element()];
  await who.click();
  await expect.element(page.getByText('stale')).toBeVisible();
  expect(document.activeElement).toBe(button);
  connection.put('paging', [{ ...rest, total: 2 }], byWho);
  await expect.element(page.getByText('2 entries')).toBeVisible();
  expect(page.getByText('stale').elements()).toEqual([]);
  expect(page.getByText('2 entries').element()).toBe(status);
  expect(document.activeElement).toBe(button);
});

it('asks for a text when nobody types any more', async () => {
  const connection = open();
  const texts = () => new Set(connection.followed.map((query) => 'text' in query && query.text));
  await expect.element(page.getByText('1 entry')).toBeVisible();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    for (const text of ['t', 'to', 'tow']) await page.getByRole('searchbox').fill(text);
    expect(texts()).toEqual(new Set([false, '']));
    vi.advanceTimersByTime(1_000);
  } finally {
    vi.useRealTimers();
  }
  await expect.poll(texts).toEqual(new Set([false, '', 'tow']));
});

it('keeps the focus on an entry while others come before it', async () => {
  const connection = open({ rows: [entry(1)] });
  const ada = () => page.getByRole('row', { name: /Ada/ }).getByRole('button', { name: 'Ada' });
  await expect.element(ada()).toBeVisible();
  const focused = ada().element() as HTMLElement;
  focused.focus();
  const other = entry(2, { actor_id: null, actor_name: '', action: 'servers.edit' });
  connection.put('pages', [other, entry(1)]);
  connection.put('paging', [{ id: 'paging', total: 2, about: false, state: 'ready' }]);
  await expect.element(page.getByRole('row', { name: /Muster/ })).toBeVisible();
  expect(document.activeElement).toBe(focused);
  expect(document.activeElement).toBe(ada().element());
});

it('says that it loads, that nothing fits, that it is refused, and that it is old', async () => {
  const connection = open({ rows: [], paging: { state: 'loading' } });
  await expect.element(page.getByLabelText('Loading …')).toBeVisible();
  connection.put('paging', [{ id: 'paging', total: 0, about: false, state: 'ready' }]);
  await expect.element(page.getByText('Nobody has done anything yet.')).toBeVisible();
  await page.getByRole('searchbox').fill('x');
  await expect.element(page.getByText('No entry matches.')).toBeVisible();
  connection.put('paging', [{ id: 'paging', total: 0, about: false, state: 'refused' }]);
  await expect.element(page.getByText('You may not see the audit of this server.')).toBeVisible();
  connection.put('paging', [{ id: 'paging', total: 0, about: false, state: 'invalid' }]);
  await expect.element(page.getByText(/^Muster cannot search for this/)).toBeVisible();
  leave?.();
  open({ connection: 'resuming' });
  await expect.element(page.getByText('stale')).toBeVisible();
  await expect.element(page.getByRole('row', { name: /Ada Added a note/ })).toBeVisible();
});

it('fits on a phone', async () => {
  await page.viewport(360, 640);
  open({ rows: Array.from({ length: 30 }, (_, n) => entry(30 - n)) });
  await expect.element(page.getByText('30 entries')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Ada' }).first()).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  const list = page.getByRole('group', { name: 'Audit' }).element();
  expect(list.scrollWidth).toBeLessThanOrEqual(list.clientWidth);
  // Whichever styles come last: an entry is one block.
  expect(getComputedStyle(document.querySelector('.audit td')!).borderBottomWidth).toBe('0px');
});

it('keeps its filters behind a button on a phone, which says how many narrow the list', async () => {
  await page.viewport(390, 800);
  open({ rows: [entry(1)] });
  const filters = page.getByRole('button', { name: /^Filters/ });
  await expect.element(page.getByRole('searchbox')).toBeVisible();
  await expect.element(page.getByLabelText('From')).not.toBeInTheDocument();
  await filters.click();
  await page.getByLabelText('From').fill('2026-01-02');
  await expect.element(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible();
  await filters.click();
  await expect.element(page.getByLabelText('From')).not.toBeInTheDocument();
});

it('says who did what to whom, why and how it ended, and tells the rest when it is asked', async () => {
  open({
    rows: [
      entry(2, {
        action: 'actions.server-kick',
        target_id: THING,
        target_name: 'Bob',
        text: 'spawn killing',
        address: '203.0.113.7',
        detail: { outcome: 'done', muster_id: THING },
      }),
      entry(1, {
        action: 'servers.edit',
        before: '{"identifier":"Old","rcon_port":"1"}',
        after: '{"identifier":"New","rcon_port":"1"}',
        detail: { fields: ['identifier'] },
      }),
    ],
  });
  const row = page.getByRole('row', { name: /Kicked Bob for ‘spawn killing’: done/ });
  await expect.element(row).toBeVisible();
  await row.getByText('Details').click();
  await expect.element(row.getByText('from 203.0.113.7')).toBeVisible();
  // Whom it was done to is a door.
  await row.getByRole('link', { name: 'Bob' }).click();
  expect(location.search).toContain(`player=${SERVER_ID}.p${THING}`);
  const edited = page.getByRole('row', { name: /Changed settings/ });
  await edited.getByText('Details').click();
  await expect.element(edited.getByText('name: ‘Old’ → ‘New’')).toBeVisible();
  expect(edited.getByText(/RCon port/).elements()).toEqual([]);
});
