/** What an import added is taken back, at once or days later, and goes on where it stopped. */
import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../../style/base.css';
import '../../parts/parts.css';
import { draw } from '../../app/doubles.tsx';
import { startTexts } from '../../text/i18n.ts';
import { banConnection, banListRow, id, LIST_ID, ME } from '../../bans/known/doubles.ts';
import { BanListPage } from '../list-page.tsx';
import { ImportPanel } from './import-panel.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => leave?.());

const IMPORT = id('5');
const UNREACHABLE = { ok: false, error: { kind: 'unreachable' } } as const;
const undone = (removed: number, left: number, kept = 0) =>
  ({ ok: true, value: { position: 1, removed, kept, left } }) as const;
const imported = (of: object = {}) => ({
  id: IMPORT,
  at: Date.UTC(2026, 0, 1),
  account_id: ME,
  account_name: 'Ada',
  added: 1_200,
  left: 1_200,
  ...of,
});

function open(
  imports: readonly ReturnType<typeof imported>[] = [],
  list = banListRow(),
  connection = banConnection(list),
) {
  connection
    .answer('banImports', () => ({ ok: true, value: { imports: [...imports] } }))
    .answer('banImport', ({ body }) => ({
      ok: true,
      value: { position: 1, added: body?.bans.length ?? 0, known: 0 },
    }));
  leave = draw(
    <ImportPanel list={{ ...list, pending: false }} bansHref="/ban-manager/list" />,
    connection,
    '/ban-manager',
  );
  return connection;
}

async function importLines(count: number): Promise<void> {
  const guid = (at: number) => at.toString(16).padStart(32, '0');
  const lines = Array.from({ length: count }, (_, at) => `${guid(at)} -1 Cheating`).join('\n');
  await page.getByLabelText('Choose a file').upload(new File([lines], 'bans.txt'));
  await page.getByRole('button', { name: /^Import \d+ bans?$/ }).click();
  await expect.element(page.getByText(`${count} bans were added.`)).toBeVisible();
}

it('takes back what was just imported, by the id that all its parts were sent under', async () => {
  const answers = [undone(500, 2), undone(1, 0, 1)];
  const connection = open().answer('banImportUndo', () => answers.shift() ?? UNREACHABLE);
  await importLines(502);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect
    .element(
      page.getByText('501 bans were taken back. 1 stays, since somebody has worked with it.'),
    )
    .toBeVisible();
  const sent = connection.inputs('banImport') as readonly { body: { import_id: string } }[];
  const ids = new Set(sent.map(({ body }) => body.import_id));
  expect([sent.length, ids.size]).toEqual([2, 1]);
  const params = { banlist_id: LIST_ID, import_id: [...ids][0] };
  expect(connection.inputs('banImportUndo')).toEqual([
    { params, body: {} },
    { params, body: {} },
  ]);
  await page.getByRole('button', { name: 'Import another file' }).click();
  await expect.element(page.getByLabelText('Choose a file')).toBeVisible();
});

it('another file has another id', async () => {
  const connection = open();
  await importLines(2);
  await page.getByRole('button', { name: 'Import another file' }).click();
  await importLines(3);
  const sent = connection.inputs('banImport') as readonly { body: { import_id: string } }[];
  expect(new Set(sent.map(({ body }) => body.import_id)).size).toBe(2);
});

it('takes back an import of days ago after asking, stops, and goes on', async () => {
  const waiting: (() => void)[] = [];
  const connection = open([imported()]).answer('banImportUndo', async () => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return waiting.length < 3 ? undone(500, 1_200 - 500 * waiting.length) : undone(200, 0);
  });
  const answered = async (parts: number) => {
    await expect.poll(() => waiting.length).toBe(parts);
    waiting.at(-1)?.();
  };
  await page.getByRole('button', { name: /^Take back the import of/ }).click();
  await expect.element(page.getByText(/whoever is banned by nothing else may join/)).toBeVisible();
  expect(connection.inputs('banImportUndo')).toEqual([]);
  await page.getByRole('button', { name: 'Take back 1,200 bans' }).click();
  const how = page.getByRole('progressbar', { name: 'Taking the import back' });
  await expect.element(how).toHaveAttribute('value', '0');
  await answered(1);
  await expect.element(how).toHaveAttribute('value', '500');
  await expect.element(how).toHaveAttribute('max', '1200');
  await page.getByRole('button', { name: 'Stop' }).click();
  await answered(2);
  await expect.element(page.getByText(/^1,000 of 1,200 are taken back\./)).toBeVisible();
  await page.getByRole('button', { name: 'Go on' }).click();
  await answered(3);
  await expect.element(page.getByText('1,200 bans were taken back.')).toBeVisible();
});

it('says why it cannot go on, and what is left can be left', async () => {
  open([imported()]).answer('banImportUndo', () => UNREACHABLE);
  await page.getByRole('button', { name: /^Take back the import of/ }).click();
  await page.getByRole('button', { name: 'Take back 1,200 bans' }).click();
  await expect
    .element(page.getByRole('alert').getByText(/^0 of 1,200 are taken back\. To go on later/))
    .toBeVisible();
  await page.getByRole('button', { name: 'Leave the rest' }).click();
  await expect.element(page.getByLabelText('Choose a file')).toBeVisible();
});

it('asks what was imported once for many parts of a file', async () => {
  const connection = open([imported()], banListRow(), banConnection());
  leave?.();
  leave = draw(<BanListPage listId={LIST_ID} />, connection, `/ban-manager/${LIST_ID}?tab=import`);
  await expect.element(page.getByText(/1,200 bans, by/)).toBeVisible();
  const before = connection.inputs('banImports').length;
  for (let entries = 1_000; entries < 1_012; entries += 1) {
    connection.tell('banLists', [banListRow({ entries })]);
    await new Promise(requestAnimationFrame);
  }
  await expect.poll(() => connection.inputs('banImports').length).toBe(before + 1);
});

it('offers it to those alone who may remove the bans', async () => {
  const adds = ['banlist.view', 'banlist.list', 'banlist.add-permanent'] as const;
  const theirs = imported({ id: id('6'), account_id: id('e'), account_name: 'Eve', added: 7 });
  open([imported(), theirs], banListRow({ permissions: [...adds, 'banlist.remove-own'] }));
  await expect.element(page.getByText(/7 bans, by/)).toBeVisible();
  await expect
    .poll(() => page.getByRole('button', { name: /^Take back/ }).elements().length)
    .toBe(1);
  leave?.();
  open([imported()], banListRow({ permissions: [...adds] }));
  await expect.element(page.getByText(/1,200 bans, by/)).toBeVisible();
  expect(page.getByRole('button', { name: /^Take back/ }).elements()).toEqual([]);
  await importLines(2);
  expect(page.getByRole('button', { name: 'Undo' }).elements()).toEqual([]);
});
