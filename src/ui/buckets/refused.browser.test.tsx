/** What the host refuses of a bucket stands at its place, and what was typed stays. */
import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import { draw } from '../app/doubles.tsx';
import { banConnection, id } from '../bans/known/doubles.ts';
import { accountRow, refusal, SERVER_ID } from '../data/doubles.ts';
import { BUCKET, bucketRow, filterRow } from '../entries/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { BucketPage } from './bucket-page.tsx';
import { BucketsPage } from './buckets-page.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => {
  leave?.();
  sessionStorage.clear();
});

const DONE = { ok: true, value: { position: 2 } } as const;
const UNREACHABLE = { ok: false, error: { kind: 'unreachable' } } as const;

function connect(bucket = bucketRow()) {
  return banConnection()
    .put('account', [
      accountRow({
        servers: { [SERVER_ID]: ['server.view', 'server.modify.configuration'] },
        buckets: { [bucket.id]: [...bucket.permissions] },
      }),
    ])
    .put('pages', [])
    .put('paging', [{ id: 'paging', total: 0, about: false, state: 'ready' }])
    .tell('buckets', [bucket])
    .tell('bucketServers', [])
    .tell('serverBuckets', []);
}

function open(connection: ReturnType<typeof connect>, search: string) {
  leave = draw(<BucketPage bucketId={BUCKET} />, connection, `/buckets/${BUCKET}${search}`);
  return connection;
}

it('a bucket too many is refused at its name, and sent again under its id', async () => {
  const answers = [refusal('limit-reached'), UNREACHABLE, refusal('permission-denied'), DONE];
  const connection = connect().answer('bucketCreate', () => answers.shift()!);
  leave = draw(<BucketsPage />, connection, '/buckets');
  await page.getByRole('button', { name: 'Create a bucket' }).click();
  const dialog = page.getByRole('dialog');
  const name = dialog.getByLabelText('Name');
  const send = dialog.getByRole('button', { name: 'Create', exact: true });
  await dialog.getByLabelText('Type').selectOptions('Notes');
  await name.fill('Friends');
  await send.click();
  await expect.element(name).toHaveAccessibleDescription(/The limit is reached/);
  await expect.element(name).toBeInvalid();
  await send.click();
  await expect.element(dialog.getByText(/cannot be reached/)).toBeVisible();
  await send.click();
  await expect.element(dialog.getByText(/do not have permission for this/)).toBeVisible();
  await expect.element(name).toHaveValue('Friends');
  await expect.element(dialog.getByLabelText('Type')).toHaveValue('NOTES');
  await send.click();
  await expect.poll(() => location.pathname).toMatch(/^\/buckets\/[0-9a-f]{24}$/);
  const sent = connection.inputs('bucketCreate') as readonly { body: { bucket_id: string } }[];
  expect(sent).toHaveLength(4);
  expect(new Set(sent.map(({ body }) => body.bucket_id)).size).toBe(1);
});

it('a name that somebody else changed is not written over, and what was typed stays', async () => {
  const answers = [refusal('row-changed'), refusal('permission-denied'), DONE];
  const connection = open(
    connect().answer('bucketEdit', () => answers.shift()!),
    '?tab=settings',
  );
  const name = page.getByLabelText('Name', { exact: true });
  const save = page.getByRole('button', { name: 'Save', exact: false }).first();
  await name.fill('Friends');
  await save.click();
  await expect.element(page.getByText(/Somebody else changed this/)).toBeVisible();
  await save.click();
  await expect.element(page.getByText(/do not have permission for this/)).toBeVisible();
  await expect.element(name).toHaveValue('Friends');
  await save.click();
  await expect.poll(() => connection.inputs('bucketEdit')).toHaveLength(3);
  expect(connection.inputs('bucketEdit')[0]).toEqual({
    params: { bucket_id: BUCKET },
    body: { identifier: 'Friends', was: { identifier: 'Regulars' } },
  });
});

it('a bucket is not deleted by another name, nor while a server came to use it', async () => {
  const answers = [refusal('confirmation-mismatch'), refusal('bucket-in-use')];
  open(
    connect().answer('bucketDelete', () => answers.shift()!),
    '?tab=settings',
  );
  const typed = page.getByLabelText('Type Regulars to delete it');
  const remove = page.getByRole('button', { name: 'Delete the bucket' });
  await typed.fill('Regulars');
  await remove.click();
  await expect.element(typed).toHaveAccessibleDescription(/^That is not its name/);
  await remove.click();
  await expect.element(page.getByText(/^A server uses this bucket\./)).toBeVisible();
  await expect.element(typed).toHaveValue('Regulars');
  expect(location.pathname).toBe(`/buckets/${BUCKET}`);
});

it.each([
  ['limit-reached', 'server_id', /The limit is reached/],
  ['filters-full', null, /more than 1,000 filters/],
  ['not-found', null, /not there any more, or you may not see it/],
] as const)('a server that cannot use it says why at the choice: %s', async (code, field, says) => {
  const fields = field === null ? undefined : { [field]: code };
  open(
    connect().answer('bucketAssign', () => refusal(code, fields)),
    '?tab=servers',
  );
  await page.getByRole('button', { name: 'Add a server' }).click();
  const dialog = page.getByRole('dialog');
  const server = dialog.getByLabelText('Server');
  await server.selectOptions('Chernarus 1');
  await dialog.getByRole('button', { name: 'Add the server' }).click();
  await expect.element(server).toHaveAccessibleDescription(says);
  await expect.element(server).toBeInvalid();
  await expect.element(server).toHaveValue(SERVER_ID);
});

it('what somebody else made of a filter is shown, and a second press saves over it', async () => {
  const filter = filterRow({ id: id('f'), changed_at: 7 });
  const now = { ...filter, message: 'Theirs.', comment: 'by them', changed_at: 8 };
  const connection = connect(bucketRow({ type: 'NAME_FILTER' }))
    .put('pages', [filter] as never)
    .put('paging', [{ id: 'paging', total: 1, about: false, state: 'ready' }])
    .answer('bucketEntryRead', () => ({ ok: true, value: { entry: now } }))
    .answer('bucketFilterEdit', ({ body }) =>
      body?.was?.changed_at === now.changed_at ? DONE : refusal('row-changed'),
    );
  open(connection, '');
  await page.getByRole('button', { name: /Change the filter/ }).click();
  const dialog = page.getByRole('dialog');
  const message = dialog.getByLabelText('What they read');
  await message.fill('Mine.');
  const save = dialog.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  await expect.element(message).toHaveAccessibleDescription(/Theirs\./);
  await expect.element(message).toHaveValue('Mine.');
  await expect.element(dialog.getByLabelText(/^Comment/)).toHaveValue('by them');
  await save.click();
  await expect.element(page.getByText('The filter is changed.')).toBeVisible();
  expect(connection.inputs('bucketFilterEdit')).toMatchObject([
    { body: { message: 'Mine.', was: { changed_at: 7 } } },
    { body: { message: 'Mine.', comment: 'by them', was: { changed_at: 8 } } },
  ]);
});
