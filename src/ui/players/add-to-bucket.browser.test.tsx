import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import { BUCKET_PERMISSION, type BucketPermission } from '../../protocol/permissions.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { draw } from '../app/doubles.tsx';
import { banConnection, id, ME } from '../bans/known/doubles.ts';
import { accountRow, SERVER_ID } from '../data/doubles.ts';
import { entryQuestion } from '../entries/entry-question.ts';
import { startTexts } from '../text/i18n.ts';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => {
  leave?.();
  entryQuestion.value = null;
});

const ALL = [...BUCKET_PERMISSION];
const [HERE, ELSEWHERE, FILTER] = [id('1'), id('2'), id('3')];

function bucket(
  of: string,
  identifier: string,
  type: RowOf<'buckets'>['type'],
  permissions: readonly BucketPermission[] = ALL,
): RowOf<'buckets'> {
  return {
    id: of,
    server_id: null,
    identifier,
    type,
    owner_kind: 'account',
    team_id: null,
    organization_id: null,
    group: null,
    owner_id: ME,
    owner_name: 'Ada',
    permissions: [...permissions],
    entries: 0,
    ending: 0,
    servers: 1,
    created_at: 0,
  };
}

function open(
  buckets: readonly RowOf<'buckets'>[] = [
    bucket(ELSEWHERE, 'Friends', 'WHITELIST'),
    bucket(FILTER, 'Names', 'NAME_FILTER'),
    bucket(HERE, 'Regulars', 'WHITELIST'),
  ],
  added = 1,
) {
  const since = 0;
  const used = {
    id: HERE,
    server_id: SERVER_ID,
    identifier: 'Regulars',
    entries: 0,
    changed_at: null,
    since,
  };
  const connection = banConnection()
    .put('account', [accountRow({ buckets: { [HERE]: ALL } })])
    .tell('buckets', buckets)
    .tell('serverBuckets', [{ ...used, type: 'WHITELIST' }])
    .answer('bucketEntriesAdd', () => ({
      ok: true,
      value: { position: 1, added, known: 1 - added },
    }))
    .answer('bucketEntriesRemove', () => ({ ok: true, value: { position: 2, removed: 1 } }));
  leave = draw(<main id="content" />, connection, '/dashboard');
  const player = { id: null, muster_id: id('c'), name: 'Bert' };
  entryQuestion.value = { serverId: SERVER_ID, player };
  return connection;
}

it('puts somebody into the whitelist of their server, and takes it back', async () => {
  const connection = open();
  await page.getByLabelText('Comment (optional)').fill('plays fair');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect.element(page.getByText(/is in .*Regulars/).last()).toBeVisible();
  expect(connection.inputs('bucketEntriesAdd')).toMatchObject([
    {
      params: { bucket_id: HERE },
      body: {
        entries: [
          {
            what: { kind: 'person', muster_id: id('c') },
            comment: 'plays fair',
            minutes: null,
          },
        ],
      },
    },
  ]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByText('1 entry is removed.').last()).toBeVisible();
  const [asked] = connection.inputs('bucketEntriesAdd') as [
    { body: { entries: { entry_id: string }[] } },
  ];
  expect(connection.inputs('bucketEntriesRemove')).toMatchObject([
    { params: { bucket_id: HERE }, body: { ids: [asked.body.entries[0]?.entry_id] } },
  ]);
});

it('offers lists of people alone, those of the server first', async () => {
  open();
  const options = () =>
    page
      .getByLabelText('Bucket', { exact: true })
      .elements()
      .flatMap((one) => [...(one as HTMLSelectElement).options]);
  await expect
    .poll(() => options().map(({ textContent }) => textContent))
    .toEqual(['Regulars (Whitelist)', 'Friends (Whitelist, this server does not use it)']);
});

it('says that they were in it already, and offers nothing to take back', async () => {
  open(undefined, 0);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect.element(page.getByText(/was in .*Regulars.* already/).last()).toBeVisible();
  expect(page.getByRole('button', { name: 'Undo' }).elements()).toEqual([]);
});

it('says where there is no bucket to add to', async () => {
  open([bucket(HERE, 'Regulars', 'WHITELIST', ['bucket.view'])]);
  await expect.element(page.getByText(/There is no bucket/)).toBeVisible();
});
