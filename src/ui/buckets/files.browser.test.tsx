import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import type { BucketEntryRow } from '../../domain/buckets/row.ts';
import { BUCKET_LIMIT } from '../../protocol/buckets/limits.ts';
import { draw } from '../app/doubles.tsx';
import { banConnection, id } from '../bans/known/doubles.ts';
import { accountRow } from '../data/doubles.ts';
import { BUCKET, bucketRow, entryRow } from '../entries/doubles.ts';
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

it('saves who comes first in the queue as the file of DayZ, page by page, and says who is left out', async () => {
  const files: Blob[] = [];
  const create = URL.createObjectURL;
  URL.createObjectURL = (file) => {
    files.push(file as Blob);
    return create(file);
  };
  const pages: Record<string, readonly BucketEntryRow[]> = {
    '': [entryRow(), entryRow({ id: id('2'), steam_id: null, guid: 'a'.repeat(32) })],
    more: [entryRow({ id: id('3'), steam_id: '76561198000000003' })],
  };
  open(connect(bucketRow({ type: 'QUEUE_PRIORITY' }))).answer('bucketEntriesPage', ({ query }) => ({
    ok: true,
    value: {
      rows: [...(pages[query?.after ?? ''] ?? [])],
      next: query?.after === undefined ? 'more' : null,
      previous: null,
      total: 3,
      about: false,
      position: 1,
    } as never,
  }));
  await page.getByRole('button', { name: 'Save priority.txt' }).click();
  await expect.element(page.getByText(/Saved: 2 people\. 1 more has no/)).toBeVisible();
  await page.getByLabelText('Form').selectOptions('SteamID64s, one a line');
  await page.getByRole('button', { name: 'Save steam-ids.txt' }).click();
  await expect.element(page.getByText(/Saved: 2 people\./)).toBeVisible();
  URL.createObjectURL = create;
  expect(await files[0]?.text()).toBe('76561198000000001;76561198000000003');
  expect(await files[1]?.text()).toBe('76561198000000001\r\n76561198000000003\r\n');
});

it('says before anything is sent how many are for good, since they end in over two years', async () => {
  open();
  await page.getByRole('button', { name: 'Add people' }).click();
  const lines = ['steam_id,name,until', '76561198000000001,Ann,2999-01-01'];
  await page.getByLabelText('Ids, one a line').fill(lines.join('\n'));
  await expect.element(page.getByText(/1 person\. 1 would end in more than 2 years/)).toBeVisible();
});

it('adds filters out of a file: what it says of each, and for the rest what the form says', async () => {
  let reached = false;
  const connection = open(connect(bucketRow({ type: 'CHAT_FILTER' }))).answer(
    'bucketEntriesAdd',
    () =>
      reached
        ? { ok: true, value: { position: 1, added: 1, known: 1 } }
        : { ok: false, error: { kind: 'unreachable' } },
  );
  await page.getByRole('button', { name: 'Add many' }).click();
  const saved = [
    'term,term_kind,action,message,minutes,comment',
    '^a+$,regex,ban,Stop that.,60,spam',
    'b,,,,,',
    '(,regex,kick,No.,,',
  ];
  const file = new File([saved.join('\r\n')], 'bucket.csv');
  await page.getByLabelText('From a file', { exact: true }).upload(file);
  await expect.element(page.getByText('2 filters.')).toBeVisible();
  await page.getByText('1 line is left out').click();
  await expect.element(page.getByText('Line 4')).toBeVisible();
  await expect.element(page.getByText('not a regular expression (RE2)')).toBeVisible();
  const add = page.getByRole('button', { name: 'Add', exact: true });
  await add.click();
  const message = page.getByLabelText('What they read');
  await expect.element(message).toHaveAccessibleDescription(/Write what they read/);
  expect(connection.inputs('bucketEntriesAdd')).toEqual([]);
  await message.fill('Mind your words.');
  await page.getByLabelText('Whoever it finds is').selectOptions('warned');
  await add.click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  reached = true;
  await add.click();
  await expect.element(page.getByText('1 filter is in it now. 1 was in it already.')).toBeVisible();
  const [first, second] = connection.inputs('bucketEntriesAdd');
  expect(second).toEqual(first);
  expect(first).toMatchObject({
    body: {
      entries: [
        {
          what: {
            kind: 'filter',
            term: '^a+$',
            term_kind: 'regex',
            action: 'ban',
            message: 'Stop that.',
            ban_minutes: 60,
          },
          comment: 'spam',
        },
        {
          what: {
            kind: 'filter',
            term: 'b',
            term_kind: 'text',
            action: 'warn',
            message: 'Mind your words.',
            ban_minutes: null,
          },
          comment: '',
        },
      ],
    },
  });
});

it('chooses all that the search finds, as many as can be changed at once, and takes their comments away', async () => {
  const entries = Array.from({ length: 600 }, (_, at) =>
    entryRow({ id: at.toString(16).padStart(24, '0') }),
  );
  const connection = open(
    connect()
      .put('pages', entries.slice(0, 3) as never)
      .put('paging', [{ id: 'paging', total: 600, about: false, state: 'ready' }]),
  )
    .answer('bucketEntriesPage', ({ query }) => {
      const from = Number(query?.after ?? 0);
      const to = from + Number(query?.limit);
      const more = { next: to < entries.length ? String(to) : null, previous: null, total: 600 };
      return {
        ok: true,
        value: { rows: entries.slice(from, to), ...more, about: false, position: 1 } as never,
      };
    })
    .answer('bucketEntriesEdit', () => ({
      ok: true,
      value: { position: 2, changed: 500, undo: { changed_at: 7, entries: [] } },
    }));
  await page.getByRole('button', { name: 'Choose the first 500' }).click();
  await expect.element(page.getByText('500 chosen')).toBeVisible();
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByLabelText('Take their comments away').click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText('500 entries are changed.')).toBeVisible();
  expect(connection.inputs('bucketEntriesEdit')).toEqual([
    {
      params: { bucket_id: BUCKET },
      body: { ids: entries.slice(0, 500).map((one) => one.id), comment: '' },
    },
  ]);
});

it('goes on where sending a long list broke off, and sends nobody twice', async () => {
  let reached = false;
  const sizes: number[] = [];
  const connection = open().answer('bucketEntriesAdd', ({ body }) => {
    const added = body?.entries?.length ?? 0;
    if (!reached && added < BUCKET_LIMIT.atOnce)
      return { ok: false, error: { kind: 'unreachable' } };
    sizes.push(added);
    return { ok: true, value: { position: 1, added, known: 0 } };
  });
  const lines = Array.from({ length: BUCKET_LIMIT.atOnce + 2 }, (_, at) =>
    String(76561198000000000n + BigInt(at)),
  );
  await page.getByRole('button', { name: 'Add people' }).click();
  await page.getByLabelText('Ids, one a line').fill(lines.join('\n'));
  const add = page.getByRole('button', { name: 'Add', exact: true });
  await add.click();
  await expect.element(page.getByText(/^500 of 502 are sent, and count/)).toBeVisible();
  reached = true;
  await add.click();
  await expect.element(page.getByText('502 people are in it now.')).toBeVisible();
  expect(sizes).toEqual([BUCKET_LIMIT.atOnce, 2]);
  expect(connection.inputs('bucketEntriesAdd')).toHaveLength(3);
});
