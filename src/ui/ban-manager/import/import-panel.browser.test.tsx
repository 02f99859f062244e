import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import '../../style/base.css';
import '../../parts/parts.css';
import { draw } from '../../app/doubles.tsx';
import { BAN_LIMIT } from '../../../protocol/bans/limits.ts';
import { refusal } from '../../data/doubles.ts';
import { startTexts } from '../../text/i18n.ts';
import { banConnection, banListRow } from '../../bans/known/doubles.ts';
import { ImportPanel } from './import-panel.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => {
  leave?.();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const UNREACHABLE = { ok: false, error: { kind: 'unreachable' } } as const;
const guid = (at: number) => at.toString(16).padStart(32, '0');
const lines = (count: number) =>
  Array.from({ length: count }, (_, at) => `${guid(at)} -1 Cheating`).join('\n');

function open() {
  const connection = banConnection(banListRow());
  leave = draw(
    <ImportPanel list={{ ...banListRow(), pending: false }} bansHref="/ban-manager/list" />,
    connection,
    '/ban-manager',
  );
  return connection;
}

const countOf = (body: { readonly bans: readonly object[] } | undefined) => body?.bans.length ?? 0;
const choose = (text: string) =>
  page.getByLabelText('Choose a file').upload(new File([text], 'bans.txt', { type: 'text/plain' }));

it('shows what is in a file before anybody is banned, and each line that is left out', async () => {
  const connection = open();
  await choose(`${lines(2)}\nDear diary\n`);
  await expect.element(page.getByText('bans.txt has 2 bans. None of them ends.')).toBeVisible();
  await page.getByText('1 line is left out').click();
  await expect.element(page.getByText('Line 3')).toBeVisible();
  await expect.element(page.getByText('Dear diary')).toBeVisible();
  expect(connection.inputs('banImport')).toEqual([]);
  await page.getByRole('button', { name: 'Another file' }).click();
  await expect.element(page.getByLabelText('Choose a file')).toBeVisible();
});

it('is no wider than a phone, however long what the file says is', async () => {
  const [width, height] = [innerWidth, innerHeight];
  await page.viewport(390, 800);
  open();
  await choose(`${guid(1)} -1 ${'W'.repeat(40)}\n${'W'.repeat(200)}\n${guid(2)} -1 Cheating`);
  await expect.element(page.getByText('W'.repeat(40), { exact: true })).toBeVisible();
  await page.getByText('1 line is left out').click();
  const root = document.documentElement;
  expect(root.scrollWidth).toBe(root.clientWidth);
  const [other, send] = ['Another file', 'Import 2 bans'].map((name) =>
    page.getByRole('button', { name }).element().getBoundingClientRect(),
  );
  // They stand beside each other, and do not touch.
  expect((send?.left ?? 0) - (other?.right ?? 0)).toBeGreaterThan(4);
  await page.viewport(width, height);
});

it('lets another file be chosen when one cannot be read for whatever reason', async () => {
  const told = vi.fn<typeof reportError>();
  vi.stubGlobal('reportError', told);
  const broken = new RangeError('Maximum call stack size exceeded');
  vi.spyOn(Blob.prototype, 'slice').mockImplementation(() => {
    throw broken;
  });
  open();
  await choose(lines(1));
  await expect
    .element(page.getByText('The file cannot be read any more. Choose it again.'))
    .toBeVisible();
  await expect.element(page.getByLabelText('Choose a file')).toBeVisible();
  expect(told).toHaveBeenCalledWith(broken);
});

it('sends them a part at a time, and says how many were on the list already', async () => {
  const connection = open().answer('banImport', ({ body }) => ({
    ok: true,
    value: { position: 1, added: countOf(body) - 1, known: 1 },
  }));
  await choose(lines(BAN_LIMIT.atOnce + 3));
  await page.getByRole('button', { name: /^Import \d+ bans$/ }).click();
  const told = `${BAN_LIMIT.atOnce + 1} bans were added. 2 were on the list already.`;
  await expect.element(page.getByText(told)).toBeVisible();
  const sent = connection.inputs('banImport') as readonly { body: { bans: readonly object[] } }[];
  expect(sent.map(({ body }) => body.bans.length)).toEqual([BAN_LIMIT.atOnce, 3]);
  expect(sent[0]?.body.bans[0]).toEqual({
    banned: { kind: 'battleye', value: guid(0) },
    name: null,
    reason: 'Cheating',
    description: '',
    until: null,
  });
  const link = page.getByRole('link', { name: 'See the bans' });
  await expect.element(link).toHaveAttribute('href', '/ban-manager/list');
});

/** Which part of a file a request brings. */
const part = (body: { readonly bans: readonly object[] } | undefined) => {
  const [first] = (body?.bans ?? []) as readonly { banned: { value: string } }[];
  return Math.floor(Number.parseInt(first?.banned.value ?? '0', 16) / BAN_LIMIT.atOnce);
};

it.each([
  ['not right', refusal('ban-too-long'), /A ban of over two years/],
  ['read otherwise', refusal('invalid-request'), /is not as Muster takes it\. Reload the page/],
  ['lost in the host', refusal('internal-error'), /unable to serve your request/],
  ['without an answer', UNREACHABLE, /Muster cannot be reached/],
])('a part that is %s holds up no other, is named, and is sent again', async (_, refused, why) => {
  let takes = false;
  const taken: object[] = [];
  const connection = open().answer('banImport', ({ body }) => {
    if (part(body) === 1 && !takes) return refused;
    taken.push(...(body?.bans ?? []));
    return { ok: true, value: { position: 1, added: countOf(body), known: 0 } };
  });
  await choose(`Dear diary\n${lines(3 * BAN_LIMIT.atOnce)}`);
  await page.getByRole('button', { name: /^Import/ }).click();
  await expect.element(page.getByText('1,000 bans were added.')).toBeVisible();
  const told = page.getByRole('alert').filter({ hasText: 'were not taken' });
  await expect
    .element(told.getByText(/^500 were not taken\. Nothing of them is lost/))
    .toBeVisible();
  await expect.element(told.getByText('Lines 502 to 1,001:')).toBeVisible();
  await expect.element(told.getByText(why)).toBeVisible();
  takes = true;
  await page.getByRole('button', { name: 'Send them again' }).click();
  await expect.element(page.getByText('1,500 bans were added.')).toBeVisible();
  expect(told.elements()).toEqual([]);
  expect(new Set(taken.map((ban) => JSON.stringify(ban))).size).toBe(1_500);
  expect(taken).toHaveLength(1_500);
  const sent = connection.inputs('banImport') as readonly { body: { import_id: string } }[];
  expect(new Set(sent.map(({ body }) => body.import_id)).size).toBe(1);
});

it('names the line that a part was refused for', async () => {
  open().answer('banImport', () => refusal('ban-too-long', { 'bans.2.until': 'ban-too-long' }));
  await choose(`\n${lines(5)}`);
  await page.getByRole('button', { name: /^Import/ }).click();
  await expect.element(page.getByText('Lines 2 to 6:')).toBeVisible();
  await expect.element(page.getByText(/Line 4 is the reason\./)).toBeVisible();
});

it('sends a part in smaller ones where a proxy takes no larger', async () => {
  const connection = open().answer('banImport', ({ body }) =>
    countOf(body) > 130
      ? refusal('request-too-large')
      : { ok: true, value: { position: 1, added: countOf(body), known: 0 } },
  );
  await choose(lines(BAN_LIMIT.atOnce));
  await page.getByRole('button', { name: /^Import/ }).click();
  await expect.element(page.getByText('500 bans were added.')).toBeVisible();
  const sent = connection.inputs('banImport') as readonly { body: { bans: readonly object[] } }[];
  expect(sent.map(({ body }) => body.bans.length)).toEqual([500, 250, 125, 125, 125, 125]);
});

it('names one that is too large however small it is', async () => {
  open().answer('banImport', () => refusal('request-too-large'));
  await choose(lines(20));
  await page.getByRole('button', { name: /^Import/ }).click();
  await expect.element(page.getByText(/^Lines 1 to 20:/)).toBeVisible();
  await expect.element(page.getByText(/more at once than Muster, or a proxy/)).toBeVisible();
});

it('stops after three parts that nobody took, and goes on with all of them', async () => {
  let reached = false;
  open().answer('banImport', ({ body }) =>
    reached || part(body) === 0
      ? { ok: true, value: { position: 1, added: countOf(body), known: 0 } }
      : UNREACHABLE,
  );
  await choose(lines(5 * BAN_LIMIT.atOnce));
  await page.getByRole('button', { name: /^Import/ }).click();
  await expect.element(page.getByText(/^500 of 2,500 are sent, and count\./)).toBeVisible();
  await expect.element(page.getByText('Lines 501 to 2,000:')).toBeVisible();
  const stopped = page.getByRole('alert').filter({ hasText: '500 of 2,500' });
  await expect.element(stopped).not.toHaveTextContent('cannot be reached');
  reached = true;
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect.element(page.getByText('2,500 bans were added.')).toBeVisible();
});

it('stops at once where the list takes nothing more, whatever is sent', async () => {
  const connection = open().answer('banImport', () => refusal('being-deleted'));
  await choose(lines(2 * BAN_LIMIT.atOnce));
  await page.getByRole('button', { name: /^Import/ }).click();
  await expect.element(page.getByText(/^0 of 1,000 are sent.* is being deleted/)).toBeVisible();
  expect(connection.inputs('banImport')).toHaveLength(1);
});

it('says that it waits while the host takes no more, and can be stopped then', async () => {
  const problem = { type: '', title: '', status: 429, code: 'rate-limited', detail: '' } as const;
  const error = { kind: 'problem', problem: { ...problem, retry_after: 3_600 } } as const;
  open().answer('banImport', () => ({ ok: false, error }));
  await choose(lines(3));
  await page.getByRole('button', { name: /^Import/ }).click();
  await expect.element(page.getByText(/Muster takes only so much a minute/)).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect.element(page.getByText(/^0 of 3 are sent, and count\./)).toBeVisible();
});

it('tells how far it is while it sends, and stops after the part that is under way', async () => {
  const waiting: (() => void)[] = [];
  const connection = open().answer('banImport', async ({ body }) => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return { ok: true, value: { position: 1, added: countOf(body), known: 0 } };
  });
  const answered = async (parts: number) => {
    await expect.poll(() => waiting.length).toBe(parts);
    waiting.at(-1)?.();
  };
  const how = page.getByRole('progressbar', { name: 'Importing' });
  await choose(lines(2 * BAN_LIMIT.atOnce + 1));
  await page.getByRole('button', { name: /^Import/ }).click();
  await expect.element(page.getByText(/^0 of 1,001 /)).toBeVisible();
  await answered(1);
  await expect.element(page.getByText(/^500 of 1,001 /)).toBeVisible();
  await expect.element(how).toHaveAttribute('value', '500');
  await expect.element(how).toHaveAttribute('max', '1001');
  await page.getByRole('button', { name: 'Stop' }).click();
  await answered(2);
  await expect.element(page.getByText(/^1,000 of 1,001 are sent, and count\./)).toBeVisible();
  expect(connection.inputs('banImport')).toHaveLength(2);
  await page.getByRole('button', { name: 'Go on' }).click();
  await answered(3);
  await expect.element(page.getByText('1,001 bans were added.')).toBeVisible();
});
