import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import '../../style/base.css';
import '../../parts/parts.css';
import { draw } from '../../app/doubles.tsx';
import { BAN_LIMIT } from '../../../protocol/bans/limits.ts';
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

it('says where it stopped when the host cannot be reached, and goes on from there', async () => {
  let reached = false;
  const connection = open().answer('banImport', ({ body }) =>
    reached || countOf(body) === BAN_LIMIT.atOnce
      ? { ok: true, value: { position: 1, added: countOf(body), known: 0 } }
      : { ok: false, error: { kind: 'unreachable' } },
  );
  await choose(lines(BAN_LIMIT.atOnce + 1));
  await page.getByRole('button', { name: /^Import/ }).click();
  await expect.element(page.getByText(/^500 of 501 are sent, and count\./)).toBeVisible();
  reached = true;
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect.element(page.getByText('501 bans were added.')).toBeVisible();
  expect(connection.inputs('banImport')).toHaveLength(3);
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
