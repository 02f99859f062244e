import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import type { ServerPermission } from '../../protocol/permissions.ts';
import { draw } from '../app/doubles.tsx';
import { banConnection } from '../bans/known/doubles.ts';
import { accountRow, SERVER_ID } from '../data/doubles.ts';
import { BUCKET, bucketRow } from '../entries/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { BucketPage } from './bucket-page.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => leave?.());

function connect(bucket = bucketRow()) {
  return banConnection()
    .put('account', [accountRow({ buckets: { [bucket.id]: [...bucket.permissions] } })])
    .put('pages', [])
    .put('paging', [{ id: 'paging', total: 0, about: false, state: 'ready' }])
    .tell('buckets', [bucket])
    .tell('bucketServers', []);
}

function open(connection = connect(), search = '') {
  leave = draw(<BucketPage bucketId={BUCKET} />, connection, `/buckets/${BUCKET}${search}`);
  return connection;
}

it('asks what is to be noted of each of many people, and adds it', async () => {
  const connection = open(
    connect(bucketRow({ type: 'NOTES' })).answer('bucketEntriesAdd', () => ({
      ok: true,
      value: { position: 1, added: 2, known: 0 },
    })),
  );
  await page.getByRole('button', { name: 'Add notes' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabelText('Ids, one a line').fill('76561198000000001, Ann, Builds towers');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect.poll(() => connection.inputs('bucketEntriesAdd')).toHaveLength(1);
  await page.getByRole('button', { name: 'Add notes' }).click();
  await dialog.getByLabelText('Ids, one a line').fill('76561198000000001\n76561198000000002');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect.element(dialog.getByText(/Write what is to be noted/)).toBeVisible();
  expect(connection.inputs('bucketEntriesAdd')).toHaveLength(1);
  await dialog.getByLabelText(/^Note, for all/).fill('Seen together');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect
    .poll(() => connection.inputs('bucketEntriesAdd')[1])
    .toMatchObject({
      body: { entries: [{ comment: 'Seen together' }, { comment: 'Seen together' }] },
    });
});

it('moves the notes of a server into a bucket, for whoever may remove them there', async () => {
  const server = { id: SERVER_ID, identifier: 'Chernarus', game: 1, since: 0 } as const;
  const notes = ['server.view', 'server.notes.view'] as const;
  const takes = ['server.notes.remove', 'server.modify.configuration'] as const;
  let returned = 12;
  const using = (may: readonly ServerPermission[], type: 'NOTES' | 'WHITELIST' = 'NOTES') =>
    connect(bucketRow({ type, servers: 1 }))
      .put('account', [
        accountRow({ servers: { [SERVER_ID]: [...may] }, buckets: { [BUCKET]: ['bucket.add'] } }),
      ])
      .tell('bucketServers', [{ ...server, server_id: null, bucket_id: BUCKET }])
      .answer('bucketNotesTake', () => ({
        ok: true,
        value: { position: 1, moved: 12, moved_at: 77 },
      }))
      .answer('bucketNotesReturn', () => ({ ok: true, value: { position: 2, returned } }));
  open(using(notes), '?tab=servers');
  await expect.element(page.getByRole('button', { name: /^Take Chernarus away/ })).toBeVisible();
  const move = page.getByRole('button', { name: /^Move the notes of/ });
  expect(move.elements()).toEqual([]);
  leave?.();
  for (const one of takes) {
    open(using([...notes, one]), '?tab=servers');
    await expect.element(page.getByRole('button', { name: /^Take Chernarus away/ })).toBeVisible();
    expect(move.elements()).toEqual([]);
    leave?.();
  }
  const connection = open(using([...notes, ...takes]), '?tab=servers');
  await move.click();
  await page.getByRole('button', { name: 'Move its notes here', exact: true }).click();
  await expect.element(page.getByText('12 notes were moved.')).toBeVisible();
  expect(connection.inputs('bucketNotesTake')).toEqual([
    { params: { bucket_id: BUCKET }, body: { server_id: SERVER_ID } },
  ]);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.element(page.getByText(/^12 notes are back at .?Chernarus.?\.$/)).toBeVisible();
  expect(connection.inputs('bucketNotesReturn')).toEqual([
    { params: { bucket_id: BUCKET }, body: { server_id: SERVER_ID, moved_at: 77 } },
  ]);
  leave?.();
  returned = 3;
  open(using([...notes, ...takes]), '?tab=servers');
  await move.click();
  await page.getByRole('button', { name: 'Move its notes here', exact: true }).click();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.element(page.getByText(/^3 notes are back at .* which stays here/)).toBeVisible();
  leave?.();
  open(using([...notes, ...takes], 'WHITELIST'), '?tab=servers');
  await expect.element(page.getByRole('button', { name: /^Take Chernarus away/ })).toBeVisible();
  expect(move.elements()).toEqual([]);
});
