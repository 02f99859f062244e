import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import type { HistoryEntry } from '../../protocol/history/calls.ts';
import { draw } from '../app/doubles.tsx';
import { accountRow, type FakeConnection, refusal, SERVER_ID, serverRow } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { ANN, type Answer, AT, AUDITED, chat, historyConnection } from './doubles.ts';
import { HistoryPage } from './page.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => leave?.());

function open(search: string, answer: Answer) {
  const connection = historyConnection(answer);
  leave = draw(<HistoryPage />, connection, `/history${search}`);
  return connection;
}

const asked = (connection: FakeConnection) =>
  connection.calls
    .filter(({ name }) => name === 'historyPage')
    .map(({ input }) => (input as { readonly query?: unknown }).query);

it('shows what the address asks for, newest first, and keeps in it what is asked then', async () => {
  const connection = open('?q=hello&from=2026-11-15T00%3A00%3A00Z', () => ({
    entries: [chat(2, 'hello again'), chat(1, 'hello')],
  }));
  await expect.element(page.getByText('hello again')).toBeVisible();
  await page.getByRole('button', { name: 'Chat', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Words, or a player’s name' }).fill('hello ann');
  await expect
    .poll(() => asked(connection).at(-1))
    .toEqual({
      text: 'hello ann',
      kinds: 'chat',
      from: Date.UTC(2026, 10, 15),
    });
  expect(asked(connection)[0]).toEqual({ text: 'hello', from: Date.UTC(2026, 10, 15) });
  expect(new URLSearchParams(location.search).get('kinds')).toBe('chat');
});

it('offers the kinds alone that the account may see somewhere', async () => {
  open('', () => ({ entries: [] }));
  await expect.element(page.getByText(/^Nothing found/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Audit' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Commands' })).not.toBeInTheDocument();
});

it('goes back page by page, and says where there is nothing older', async () => {
  open('', ({ after }) =>
    after === undefined
      ? { entries: [chat(2, 'newer')], next: '1.1.1' }
      : { entries: [chat(1, 'older')] },
  );
  await page.getByRole('button', { name: 'Show older entries' }).click();
  await expect.element(page.getByText('older', { exact: true })).toBeVisible();
  await expect.element(page.getByText('newer', { exact: true })).toBeVisible();
  await expect.element(page.getByText(/Nothing older\./)).toBeVisible();
});

it('tells people of one name apart, and nobody who only came twice', async () => {
  const said = (seq: number, muster_id: string | null, name: string): HistoryEntry => ({
    of: 'feed',
    server_id: SERVER_ID,
    seq,
    at: AT + seq * 1_000,
    entry: {
      kind: 'chat',
      player: { id: String(seq).padStart(24, '0'), muster_id, name },
      channel: 'Global',
      text: `line ${seq}`,
    },
  });
  open('', ({ after }) =>
    after === undefined
      ? {
          entries: [
            said(4, 'b'.repeat(24), 'Bob'),
            said(3, 'b'.repeat(24), 'Bob'),
            said(2, ANN, 'Ann'),
          ],
          next: '1.1.1',
        }
      : { entries: [said(1, `${'0'.repeat(20)}beef`, 'Ann')] },
  );
  const marked = () =>
    [...document.querySelectorAll('.history-entry .player-link')].map((one) => one.textContent);
  await expect.poll(marked).toEqual(['Bob', 'Bob', 'Ann']);
  await page.getByRole('button', { name: 'Show older entries' }).click();
  await expect.poll(marked).toEqual(['Bob', 'Bob', 'Ann aaaa', 'Ann beef']);
});

it('narrows down to a person by one press, and says whom', async () => {
  const connection = open('', () => ({ entries: [chat(1, 'hello')] }));
  await page.getByRole('button', { name: 'Show only Ann' }).click();
  await expect.poll(() => asked(connection).at(-1)).toEqual({ player: ANN });
  await page.getByRole('button', { name: 'Only Ann' }).click();
  await expect.poll(() => asked(connection).at(-1)).toEqual({});
});

it('says what the audit tells in the words of the audit, and whom it names is a door', async () => {
  open('', () => ({ entries: [AUDITED] }));
  const line = page.getByRole('listitem').filter({ hasText: 'Ada' });
  await expect
    .poll(() => line.element().textContent)
    .toMatch(/Ada kicked Ann for ‘spawn killing’: done/);
  await line.getByText('Details').click();
  await expect.element(line.getByText('from 203.0.113.7')).toBeVisible();
  await line.getByRole('link', { name: 'Ann' }).click();
  expect(location.search).toContain(`player=${SERVER_ID}.p${ANN}`);
});

it('says why nothing can be shown, and tries again', async () => {
  const connection = open('', () => ({ entries: [] }));
  connection.answer('historyPage', () => refusal('permission-denied'));
  await page.getByRole('searchbox', { name: 'Words, or a player’s name' }).fill('x');
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});

it('waits where the host has had enough before the first page, and saves all of it then', async () => {
  const saved = vi.spyOn(URL, 'createObjectURL');
  const connection = open('', () => ({ entries: [chat(1, 'hello')] }));
  await expect.element(page.getByText('hello')).toBeVisible();
  let asks = 0;
  connection.answer('historyPage', () => {
    asks += 1;
    if (asks === 1) return refusal('rate-limited');
    const kept = { feed_days: 30, command_days: 7 };
    return {
      ok: true,
      value: { entries: [chat(1, 'hello')], servers: [], next: null, left_out: 0, kept },
    };
  });
  await page.getByRole('button', { name: 'Export as NDJSON' }).click();
  await expect.poll(() => saved.mock.calls.length, { timeout: 15_000 }).toBe(1);
  const file = saved.mock.calls[0]?.[0] as Blob;
  expect(await file.text()).toContain('hello');
  saved.mockRestore();
});

it('narrows a list by a player, and keeps it so while somebody’s card is open', async () => {
  const connection = open(`?of=${ANN}`, () => ({ entries: [chat(1, 'hello')] }));
  await expect.poll(() => asked(connection).at(-1)).toEqual({ player: ANN });
  const questions = asked(connection).length;
  await page.getByRole('link', { name: 'Ann', exact: true }).click();
  await expect.poll(() => location.search).toContain('player=');
  expect(location.search).toContain(`of=${ANN}`);
  expect(asked(connection)).toHaveLength(questions);
});

it('exports every page with what was asked, and stops where it is told to', async () => {
  const saved: Blob[] = [];
  const make = URL.createObjectURL;
  URL.createObjectURL = (file: Blob) => {
    saved.push(file);
    return make(file);
  };
  const name = 'Черногория';
  const connection = open('?q=hello', ({ after, limit }) =>
    limit !== undefined && after === undefined
      ? { entries: [chat(2, '=2+2')], next: '1.1.1', name }
      : { entries: [chat(1, 'hello')], name },
  );
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  await expect.poll(() => saved.length).toBe(1);
  const lines = (await saved[0]?.text())?.trim().split('\r\n') ?? [];
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain(`,${name},${SERVER_ID},chat,Ann,${ANN},,'=2+2,Global`);
  expect(asked(connection).at(-1)).toMatchObject({ text: 'hello', after: '1.1.1', limit: 1_000 });

  let go: (() => void) | undefined;
  const held = new Promise<void>((resolve) => (go = resolve));
  const kept = { feed_days: 30, command_days: 7 };
  const first = { entries: [chat(2, 'hello')], servers: [], next: '1.1.1', left_out: 0, kept };
  connection.answer('historyPage', async ({ query }) => {
    if (query?.after === undefined) return { ok: true, value: first };
    await held;
    return refusal('permission-denied');
  });
  await page.getByRole('button', { name: 'Export as NDJSON' }).click();
  // How many it has, and how far back it is.
  await expect.element(page.getByText(/^Exporting: 1 entry, back to .*2026/)).toBeVisible();
  await expect.element(page.getByRole('progressbar')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel the export' }).click();
  go?.();
  await expect.element(page.getByRole('button', { name: 'Export as NDJSON' })).toBeVisible();
  expect(saved).toHaveLength(1);
  URL.createObjectURL = make;
});

it('says how many servers words do not search, and offers kinds that are read filtered', async () => {
  const connection = open('?q=hello', () => ({ entries: [], left_out: 3 }));
  connection.put('account', [
    accountRow({ servers: { [SERVER_ID]: ['server.view', 'server.view.filtered'] } }),
  ]);
  await expect.element(page.getByText(/Words do not search 3 servers/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Chat', exact: true })).toBeInTheDocument();
});

it('calls a server what its people call it', async () => {
  const row = serverRow();
  const named = { ...row, configuration: { ...row.configuration, name: 'Восток — основной' } };
  open('', () => ({ entries: [chat(1, 'hello')] })).put('server', [named]);
  await expect.element(page.getByRole('link', { name: 'Восток — основной' })).toBeVisible();
});

it('tells whoever sees no server how to get one', async () => {
  open('', () => ({ entries: [] })).put('account', [accountRow({ servers: {} })]);
  await expect.element(page.getByText(/^You may see no server yet\./)).toBeVisible();
});

it('opens the card of whom a command meant, and its moment', async () => {
  const kick = {
    of: 'console',
    server_id: SERVER_ID,
    seq: 3,
    at: AT,
    entry: { kind: 'console', direction: 'out', text: 'kick 3 x', actor: null },
    whom: { id: null, muster_id: ANN, name: 'Ann' },
  } as const;
  open('', () => ({ entries: [kick] }));
  await expect.element(page.getByText('kick 3 x')).toBeVisible();
  await expect.element(page.getByRole('button', { name: /Show only Ann/ })).toBeVisible();
  const moment = page.getByRole('listitem').getByRole('link').first();
  await expect.element(moment).toHaveAttribute('href', expect.stringContaining(SERVER_ID));
  await page.getByRole('link', { name: 'Ann' }).click();
  await expect.poll(() => location.href).toContain(ANN);
});

it('asks for some servers alone where they are chosen, and says how many', async () => {
  const other = serverRow({ id: 'e'.repeat(24) });
  const connection = open('', () => ({ entries: [chat(1, 'hello')] })).put('servers', [
    serverRow(),
    { ...other, configuration: { ...other.configuration, identifier: 'Livonia 1' } },
  ]);
  await expect.element(page.getByText('hello')).toBeVisible();
  await page.getByText('All servers').click();
  await page.getByRole('checkbox', { name: /Livonia 1/ }).click();
  await expect.poll(() => asked(connection).at(-1)).toEqual({ servers: other.id });
  await page.getByRole('checkbox', { name: /Chernarus 1/ }).click();
  await expect
    .poll(() => asked(connection).at(-1))
    .toEqual({ servers: `${other.id},${SERVER_ID}` });
  await expect.element(page.getByText('2 servers', { exact: true })).toBeVisible();
});

it('jumps to a span of one’s own, each end by itself', async () => {
  const connection = open('', () => ({ entries: [chat(1, 'hello')] }));
  await page.getByRole('combobox', { name: 'When' }).selectOptions('From … until …');
  await page.getByLabelText('From').fill('2026-11-20T21:00');
  const from = new Date('2026-11-20T21:00').getTime();
  await expect.poll(() => asked(connection).at(-1)).toMatchObject({ from });
  await page.getByLabelText('Until').fill('2026-11-20T22:30');
  const until = new Date('2026-11-20T22:30').getTime();
  await expect.poll(() => asked(connection).at(-1)).toEqual({ from, until });
  await page.getByLabelText('Until').fill('');
  await expect.poll(() => asked(connection).at(-1)).toEqual({ from });
});

it('gives a finger room for time and server on a phone', async () => {
  await page.viewport(390, 844);
  open('', () => ({ entries: [chat(2, 'hello'), chat(1, 'hello')] }));
  await expect.element(page.getByText('hello').first()).toBeVisible();
  const links = [...document.querySelectorAll('.history-entry > a')];
  expect(links).toHaveLength(4);
  for (const link of links) {
    expect(link.getBoundingClientRect().height).toBeGreaterThanOrEqual(24);
  }
});
