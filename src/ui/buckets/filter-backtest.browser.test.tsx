import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import type { HistoryEntry } from '../../protocol/history/calls.ts';
import type { ServerPermission } from '../../protocol/permissions.ts';
import { draw } from '../app/doubles.tsx';
import { accountRow, FakeConnection, SERVER_ID } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { FilterBacktest } from './filter-backtest.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => leave?.());

const TERMS = [{ kind: 'text', term: 'griefer' }] as const;

const join = (seq: number, name: string): HistoryEntry => ({
  of: 'feed',
  server_id: SERVER_ID,
  seq,
  at: Date.UTC(2026, 0, 1) + seq,
  entry: { kind: 'join', player: { id: null, muster_id: null, name }, found: false },
});

function open(
  held: readonly ServerPermission[],
  pages: readonly (readonly HistoryEntry[])[],
  feed_days = 30,
) {
  let at = 0;
  const connection = new FakeConnection()
    .put('account', [accountRow({ servers: { [SERVER_ID]: [...held] } })])
    .answer('historyPage', () => {
      const entries = [...(pages[at] ?? [])];
      at += 1;
      const next = at < pages.length ? `1.${at}.0` : null;
      const kept = { feed_days, command_days: 7 };
      return { ok: true, value: { entries, servers: [], next, left_out: 0, kept } };
    });
  leave = draw(
    <FilterBacktest servers={[{ id: SERVER_ID }]} type="NAME_FILTER" terms={TERMS} />,
    connection,
    '/',
  );
  return connection;
}

const ask = page.getByRole('button', { name: 'See what it would have found in the last 30 days' });

it('looks at all that is kept, and names each found name once', async () => {
  const connection = open(
    ['server.view', 'server.view.feed'],
    [
      [join(4, 'Gr1efer'), join(3, 'Ann')],
      [join(2, 'Gr1efer'), join(1, 'xGRIEFERx')],
    ],
  );
  await ask.click();
  await expect.element(page.getByText(/^2 names of those who joined/)).toBeVisible();
  expect(page.getByRole('listitem').elements()).toHaveLength(2);
  const asked = connection.inputs('historyPage') as readonly { readonly query: object }[];
  expect(asked).toHaveLength(2);
  expect(asked[1]?.query).toMatchObject({ servers: SERVER_ID, kinds: 'join', after: '1.1.0' });
});

it('says that nobody had such a name', async () => {
  open(['server.view', 'server.view.filtered'], [[join(1, 'Ann')]]);
  await ask.click();
  await expect.element(page.getByText(/^Nobody who joined in the last 30 days/)).toBeVisible();
});

it('says for how many days the feed is kept, where it is fewer', async () => {
  open(['server.view', 'server.view.feed'], [[join(1, 'Ann')]], 7);
  await ask.click();
  await expect.element(page.getByText(/^Nobody who joined in the last 7 days/)).toBeVisible();
  await expect.element(page.getByText(/^Only the last 7 days are kept here/)).toBeVisible();
});

it('is not offered to whoever may read the feed of none of the servers', async () => {
  open(['server.view'], []);
  await expect.element(ask).not.toBeInTheDocument();
});
