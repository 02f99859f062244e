import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../../../style/base.css';
import '../../../parts/parts.css';
import { HELD_ENTRIES } from '../../../../domain/feed/entries.ts';
import type { FeedRow } from '../../../../domain/rows.ts';
import { serverStream } from '../../../../protocol/streams.ts';
import { draw } from '../../../app/doubles.tsx';
import { accountRow, FakeConnection, SERVER_ID, serverRow } from '../../../data/doubles.ts';
import { startTexts } from '../../../text/i18n.ts';
import { ServerPage } from '../page.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => leave?.());

const player = (name: string) => ({ id: null, muster_id: null, name });
function entry(seq: number): FeedRow {
  const at = Date.UTC(2026, 0, 1) + seq * 60_000;
  const said = {
    kind: 'chat' as const,
    player: player('Ann'),
    channel: 'Global',
    text: `line ${seq}`,
  };
  const joined = { kind: 'join', player: player(`Player ${seq}`), found: false } as const;
  return {
    id: `${SERVER_ID}:${seq}`,
    server_id: SERVER_ID,
    seq,
    at,
    entry: seq % 2 === 0 ? said : joined,
  };
}
const run = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => entry(from + index));
const stream = (floor: number, position: number) => ({
  id: serverStream(SERVER_ID, 'feed'),
  server_id: SERVER_ID,
  position,
  floor,
  more: true,
});

function open(query = '', servers = accountRow().servers) {
  const connection = new FakeConnection()
    .put('account', [accountRow({ servers })])
    .put('server', [serverRow()])
    .put('streams', [stream(101, 104)])
    .put('feed', run(101, 104))
    .put('console', [])
    .answer('feedPage', ({ query: asked }) => {
      const before = Number(asked?.before);
      const rows = run(Math.max(1, before - 100), before - 1);
      return {
        ok: true,
        value: {
          position: 104,
          entries: rows.map(({ seq, at, entry: told }) => ({ seq, at, entry: told })),
          more: before > 101,
        },
      };
    });
  const screen = <ServerPage serverId={SERVER_ID} component="logs-server" />;
  leave = draw(screen, connection, `/server/${SERVER_ID}/logs-server${query}`);
  return connection;
}

it('pages back to the first entry, and drops nothing when the live end moves on', async () => {
  const connection = open();
  await expect.element(page.getByText('4 entries').first()).toBeVisible();
  await page.getByRole('button', { name: 'Load older entries' }).click();
  await expect.element(page.getByText('104 entries').first()).toBeVisible();
  await expect.element(page.getByText('Everything is loaded.')).toBeVisible();
  connection.put('streams', [stream(103, 106)]).put('feed', run(103, 106));
  await expect.element(page.getByText('106 entries').first()).toBeVisible();
});

it('tells how many entries there are when somebody looks for others, not with each line', async () => {
  const connection = open();
  const said = () => document.querySelector('.log header [role=status]')?.textContent;
  await expect.poll(said).toBe('4 entries');
  connection.put('feed', run(101, 105));
  await expect.element(page.getByText('5 entries').first()).toBeVisible();
  expect(said()).toBe('4 entries');
});

it('says nothing of the lines that come while a full log is filtered', async () => {
  const connection = open('?q=line+1');
  connection.put('streams', [stream(1, HELD_ENTRIES)]).put('feed', run(1, HELD_ENTRIES));
  await expect.element(page.getByText('56 of 1,000 entries').first()).toBeVisible();
  const said = () => document.querySelector('.log header [role=status]')?.textContent;
  const before = said();
  let told = 0;
  const listening = new MutationObserver(() => told++);
  listening.observe(document.querySelector('.log header [role=status]')!, {
    characterData: true,
    childList: true,
    subtree: true,
  });
  for (let last = HELD_ENTRIES + 1; last <= HELD_ENTRIES + 9; last += 1) {
    const first = last - HELD_ENTRIES + 1;
    connection.put('streams', [stream(first, last)]).put('feed', run(first, last));
  }
  await expect.element(page.getByText('60 of 1,000 entries').first()).toBeVisible();
  expect([said(), told]).toEqual([before, 0]);
  listening.disconnect();
});

it('shows the kinds and the text that the address names, and writes them there', async () => {
  open('?kinds=chat&q=LINE+10');
  await expect.element(page.getByText('2 of 4 entries').first()).toBeVisible();
  await page.getByRole('button', { name: 'Joins' }).click();
  await expect.poll(() => location.search).toBe('?kinds=join%2Cchat&q=LINE+10');
  await page.getByLabelText('Search the loaded entries').fill('player 103');
  await expect.element(page.getByText('1 of 4 entries').first()).toBeVisible();
  await page.getByRole('button', { name: 'All but hits' }).click();
  await page.getByLabelText('Search the loaded entries').fill('');
  await expect.poll(() => location.search).toBe('');
});

it('hides hits, which are many, until they are asked for', async () => {
  const connection = open();
  const by = { player: null, cause: 'Infected', weapon: null, distance: null };
  const hit: FeedRow = {
    ...entry(105),
    entry: { kind: 'hit', player: player('Ann'), by, zone: 'Torso', damage: 4 },
  };
  connection.put('streams', [stream(101, 105)]).put('feed', [...run(101, 104), hit]);
  await expect.element(page.getByText('4 of 5 entries').first()).toBeVisible();
  await page.getByRole('button', { name: 'Everything' }).click();
  await expect.element(page.getByText(/Ann was hit by Infected/)).toBeVisible();
  await expect.poll(() => location.search).toBe('?hits=1');
});

it('keeps in the address which log is open', async () => {
  open();
  await page.getByRole('tab', { name: 'Console' }).click();
  await expect.poll(() => location.search).toBe('?log=console');
});

it('shows only the log that the person may see, or says why none', async () => {
  const connection = open('', { [SERVER_ID]: ['server.view', 'server.view.feed'] });
  await expect.element(page.getByRole('tab', { name: 'Feed' })).toBeVisible();
  await expect.element(page.getByRole('tab', { name: 'Console' })).not.toBeInTheDocument();
  connection.put('account', [accountRow({ servers: { [SERVER_ID]: ['server.view'] } })]);
  await expect
    .element(
      page.getByText(/you need the permission ‘The feed’, .* Ask whoever owns this server\.$/),
    )
    .toBeVisible();
});

it('leads to all that is kept, with what was looked for', async () => {
  open('?q=ann');
  const link = page.getByRole('link', { name: 'Search everything' });
  await expect.element(link).toHaveAttribute('href', `/history?q=ann&servers=${SERVER_ID}`);
});

it('shows whoever reads the feed filtered the same, says so, and asks for older entries filtered', async () => {
  const connection = open('', { [SERVER_ID]: ['server.view', 'server.view.filtered'] });
  const filtered = { ...stream(101, 104), id: serverStream(SERVER_ID, 'feed-filtered') };
  connection.put('streams', [filtered]).answer('feedFilteredPage', () => ({
    ok: true,
    value: { position: 104, entries: [], more: false },
  }));
  await expect.element(page.getByText('4 entries').first()).toBeVisible();
  await expect.element(page.getByText(/‘The feed’ shows them/)).toBeVisible();
  await page.getByRole('button', { name: 'Load older entries' }).click();
  await expect.element(page.getByText('Everything is loaded.')).toBeVisible();
  expect(connection.inputs('feedPage')).toEqual([]);
});
