import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import { ENTRY_COLUMNS, entryLine, largestFile } from '../../domain/buckets/export.ts';
import type { BucketEntryRow } from '../../domain/buckets/row.ts';
import { exportHead } from '../../domain/export.ts';
import { BUCKET_LIMIT } from '../../protocol/buckets/limits.ts';
import type { CallInput } from '../../worker/contract.ts';
import { draw } from '../app/doubles.tsx';
import { banConnection, id } from '../bans/known/doubles.ts';
import { accountRow, refusal } from '../data/doubles.ts';
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

/** As many SteamID64s, one a line. */
const lines = (count: number) =>
  Array.from({ length: count }, (_, at) => String(76561198000000000n + BigInt(at))).join('\n');
const add = page.getByRole('button', { name: 'Add', exact: true });
/** What takes back what this says; other tests may have left some. */
const undoOf = (said: string | RegExp, role: 'status' | 'alert' = 'status') =>
  page.getByRole(role).filter({ hasText: said }).getByRole('button', { name: 'Undo' });

/** By which ids entries were sent, and in which parts such were removed. */
function idsSent(connection: ReturnType<typeof connect>): readonly string[] {
  const inputs = connection.inputs('bucketEntriesAdd') as CallInput<'bucketEntriesAdd'>[];
  return inputs.flatMap(({ body }) => body?.entries?.map((entry) => entry.entry_id) ?? []);
}
function idsRemoved(connection: ReturnType<typeof connect>): readonly (readonly string[])[] {
  const inputs = connection.inputs('bucketEntriesRemove') as CallInput<'bucketEntriesRemove'>[];
  return inputs.map(({ body }) => body?.ids ?? []);
}
function gate(): { readonly open: () => void; readonly opened: Promise<void> } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

it('takes back exactly what a file added, as many at once as can be, and goes on where that broke off', async () => {
  const [one, other] = [gate(), gate()];
  let tries = 0;
  const connection = open()
    .answer('bucketEntriesAdd', ({ body }) => ({
      ok: true,
      value: { position: 1, added: body?.entries?.length ?? 0, known: 0 },
    }))
    .answer('bucketEntriesRemove', async ({ body }) => {
      tries += 1;
      if (tries === 1) await one.opened;
      if (tries === 2) return { ok: false, error: { kind: 'unreachable' } };
      if (tries === 3) await other.opened;
      return { ok: true, value: { position: 2, removed: body?.ids?.length ?? 0 } };
    });
  await page.getByRole('button', { name: 'Add people' }).click();
  await page.getByLabelText('Ids, one a line').fill(lines(1_100));
  await add.click();
  await undoOf('1,100 people are in it now.').click();
  await expect.element(page.getByText('Taking them out: 0 of 1,100 looked at.')).toBeVisible();
  one.open();
  await undoOf(/^500 entries are out again, the rest/, 'alert').click();
  await expect.element(page.getByText('Taking them out: 0 of 600 looked at.')).toBeVisible();
  other.open();
  await expect.element(page.getByText('1,100 entries are out again.')).toBeVisible();
  expect(page.getByText(/^Taking them out/).elements()).toEqual([]);
  const removed = idsRemoved(connection);
  expect(removed.map((ids) => ids.length)).toEqual([500, 500, 500, 100]);
  const sent = idsSent(connection);
  expect(removed[2]).toEqual(removed[1]);
  expect([...removed[0]!, ...removed[1]!, ...removed[3]!]).toEqual(sent);
});

it('a part that is refused holds up no other, is named, and is added when it is sent again', async () => {
  let takes = false;
  const connection = open().answer('bucketEntriesAdd', ({ body }) => {
    const first = JSON.stringify(body?.entries?.[0]?.what);
    return takes || !first.includes('76561198000000500')
      ? { ok: true, value: { position: 1, added: body?.entries?.length ?? 0, known: 0 } }
      : refusal('request-too-large');
  });
  await page.getByRole('button', { name: 'Add people' }).click();
  await page.getByLabelText('Ids, one a line').fill(`Nobody\n${lines(1_100)}`);
  await add.click();
  await expect.element(page.getByText(/^Lines 502 to [\d,]+:/)).toBeVisible();
  await expect
    .element(page.getByText(/^\d+ were not taken\. Nothing of them is lost/))
    .toBeVisible();
  takes = true;
  await add.click();
  await expect.element(page.getByText('1,100 people are in it now.')).toBeVisible();
  expect(new Set(idsSent(connection)).size).toBe(1_100);
});

it('takes back what is in it where sending broke off, and what the answer was lost to', async () => {
  const connection = open()
    .answer('bucketEntriesAdd', ({ body }) =>
      body?.entries?.length === BUCKET_LIMIT.atOnce
        ? { ok: true, value: { position: 1, added: BUCKET_LIMIT.atOnce, known: 0 } }
        : { ok: false, error: { kind: 'unreachable' } },
    )
    .answer('bucketEntriesRemove', ({ body }) => ({
      ok: true,
      value: { position: 2, removed: body?.ids?.length === 2 ? 0 : 500 },
    }));
  await page.getByRole('button', { name: 'Add people' }).click();
  await page.getByLabelText('Ids, one a line').fill(lines(502));
  await add.click();
  await page.getByRole('button', { name: 'Take them out again' }).click();
  await expect.element(page.getByText('500 entries are out again.')).toBeVisible();
  expect(page.getByRole('dialog').elements()).toEqual([]);
  expect(idsRemoved(connection).flat()).toEqual(idsSent(connection));
});

it('offers no way back where there is none: nothing was added, or nothing may be removed', async () => {
  open(connect(bucketRow({ permissions: ['bucket.view', 'bucket.add'] }))).answer(
    'bucketEntriesAdd',
    () => ({ ok: true, value: { position: 1, added: 1, known: 0 } }),
  );
  await page.getByRole('button', { name: 'Add people' }).click();
  await page.getByLabelText('Ids, one a line').fill(lines(1));
  await add.click();
  await expect.element(page.getByText('1 person is in it now.')).toBeVisible();
  expect(undoOf('1 person is in it now.').elements()).toEqual([]);
  leave?.();
  open().answer('bucketEntriesAdd', () => ({
    ok: true,
    value: { position: 1, added: 0, known: 1 },
  }));
  await page.getByRole('button', { name: 'Add people' }).click();
  await page.getByLabelText('Ids, one a line').fill(lines(1));
  await add.click();
  await expect.element(page.getByText('All of them were in it already.')).toBeVisible();
  expect(undoOf('All of them were in it already.').elements()).toEqual([]);
});

it('takes what a whitelist that is full is saved as', async () => {
  const { entries } = BUCKET_LIMIT;
  const rows = Array.from({ length: entries }, (_, at) =>
    entryLine(
      'csv',
      entryRow({
        steam_id: String(76561198000000000n + BigInt(at)),
        guid: at.toString(16).padStart(32, '0'),
        name: `Player ${at}`,
        comment: 'Regular',
      }),
    ),
  );
  const saved = new File([exportHead('csv', ENTRY_COLUMNS), ...rows], 'bucket.csv');
  expect(saved.size).toBeGreaterThan(2_097_152);
  const sizes: number[] = [];
  open().answer('bucketEntriesAdd', ({ body }) => {
    sizes.push(body?.entries?.length ?? 0);
    return { ok: true, value: { position: 1, added: 0, known: BUCKET_LIMIT.atOnce } };
  });
  await page.getByRole('button', { name: 'Add people' }).click();
  await expect.element(page.getByText(/^At most [\d.]+ MB/)).toBeVisible();
  const input = page.getByLabelText('From a file', { exact: true });
  await input.upload(saved);
  await expect.element(page.getByText('20,000 people.')).toBeVisible();
  const field = page.getByLabelText('Ids, one a line');
  await expect.element(field).toHaveValue(expect.stringMatching(/^bucket\.csv \([\d.]+ MB\)$/));
  await page.getByRole('button', { name: 'Take the file out' }).click();
  await expect.element(field).toHaveValue('');
  await input.upload(saved);
  await expect.element(page.getByText('20,000 people.')).toBeVisible();
  await add.click();
  await expect.element(page.getByText('All of them were in it already.')).toBeVisible();
  expect(sizes).toEqual(Array.from({ length: entries / BUCKET_LIMIT.atOnce }, () => 500));
});

it('takes no file that is larger than any that a bucket of its type is saved as, and says so before', async () => {
  const connection = open(connect(bucketRow({ type: 'CHAT_FILTER' })));
  await page.getByRole('button', { name: 'Add many' }).click();
  await expect.element(page.getByText(/^At most 3\.\d+ MB/)).toBeVisible();
  const file = new File(['x'.repeat(largestFile('CHAT_FILTER') + 1)], 'words.txt');
  await page.getByLabelText('From a file', { exact: true }).upload(file);
  await expect.element(page.getByText(/This file is too large: at most 3\.\d+ MB\./)).toBeVisible();
  expect(connection.inputs('bucketEntriesAdd')).toEqual([]);
});
