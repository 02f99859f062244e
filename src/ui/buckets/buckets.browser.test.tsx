import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import { loadStyles } from '../../../tests/support/barriers.ts';
import type { BucketEntryRow } from '../../domain/buckets/row.ts';
import type { BucketPermission } from '../../protocol/permissions.ts';
import { draw } from '../app/doubles.tsx';
import { banConnection, id, ME } from '../bans/known/doubles.ts';
import { accountRow, SERVER_ID, refusal } from '../data/doubles.ts';
import { playerRow } from '../../testing/player-row.ts';
import { BUCKET, bucketRow, entryRow } from '../entries/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { BucketPage } from './bucket-page.tsx';
import { BucketsPage } from './buckets-page.tsx';
import { PersonBuckets } from './person-buckets.tsx';
import { ServerBucketsPanel } from './server-buckets-panel.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => {
  leave?.();
  sessionStorage.clear();
});

const DAY = 86_400_000;

function connect(bucket = bucketRow(), entries: readonly BucketEntryRow[] = [entryRow()]) {
  return banConnection()
    .put('account', [accountRow({ buckets: { [bucket.id]: [...bucket.permissions] } })])
    .put('pages', entries as never)
    .put('paging', [{ id: 'paging', total: entries.length, about: false, state: 'ready' }])
    .tell('buckets', [bucket])
    .tell('bucketServers', []);
}

function open(connection = connect(), search = '') {
  leave = draw(<BucketPage bucketId={BUCKET} />, connection, `/buckets/${BUCKET}${search}`);
  return connection;
}

const holding = (...permissions: BucketPermission[]) => connect(bucketRow({ permissions }));

it('lists buckets with their type and what ends soon, and creates one', async () => {
  const connection = connect().answer('bucketCreate', () => ({ ok: true, value: { position: 1 } }));
  leave = draw(<BucketsPage />, connection, '/buckets');
  const row = page.getByRole('row', { name: /Regulars/ });
  await expect.poll(() => row.element().textContent).toMatch(/1 ends within 7 days.*Whitelist.*2/);
  const soonest = `/buckets/${BUCKET}?sort=until&dir=asc`;
  await expect
    .element(page.getByRole('link', { name: /1 ends within 7 days/ }))
    .toHaveAttribute('href', soonest);
  await page.getByRole('button', { name: 'Create a bucket' }).click();
  await page.getByLabelText('Name').fill('Friends');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect.poll(() => location.pathname).toMatch(/^\/buckets\/[0-9a-f]{24}$/);
  expect(connection.inputs('bucketCreate')).toMatchObject([
    { body: { identifier: 'Friends', type: 'WHITELIST', owner: { kind: 'account', id: ME } } },
  ]);
});

it('shows who is in it, until when, and what is over', async () => {
  open(
    connect(bucketRow(), [
      entryRow(),
      entryRow({ id: id('2'), name: 'Cyd', until: Date.now() + DAY }),
      entryRow({ id: id('3'), name: '', until: Date.now() - DAY }),
    ]),
  );
  const rows = page.getByRole('row');
  await expect.poll(() => rows.nth(1).element().textContent).toMatch(/Bert.*plays fair.*for good/);
  await expect.poll(() => rows.nth(2).element().textContent).toMatch(/Cyd.*ends soon/);
  await expect.poll(() => rows.nth(3).element().textContent).toMatch(/76561198000000001.*over/);
});

it('leads to the profile of whoever is known, and of nobody else', async () => {
  const [who, name] = [id('7'), '\u200B'];
  const entries = [entryRow({ person_id: who, name }), entryRow({ id: id('2'), name: 'Cy' })];
  open(connect(bucketRow({ entries: 2 }), entries));
  await expect
    .element(page.getByRole('link', { name: /Profile of .*an invisible name/ }))
    .toHaveAttribute('href', `/profile/${who}`);
  await expect.element(page.getByText('Cy')).toBeVisible();
  expect(page.getByRole('link', { name: /Profile of/ }).elements()).toHaveLength(1);
});

it('narrows the list down to a player or an admin by a press on them, and back', async () => {
  const [who, by] = [id('7'), id('8')];
  const known = entryRow({ person_id: who, issuer_id: by, issuer_name: 'Cora' });
  const entries = [known, entryRow({ id: id('2'), name: 'Cyd', person_id: null, issuer_id: null })];
  open(connect(bucketRow({ entries: 2 }), entries));
  await page.getByRole('button', { name: /^Show only .?Bert/ }).click();
  await expect.poll(() => location.search).toBe(`?who=${who}`);
  await page.getByRole('button', { name: /^Show only those by .?Cora/ }).click();
  await expect.poll(() => location.search).toBe(`?who=${who}&by=${by}`);
  await page.getByRole('button', { name: 'Only this player' }).click();
  await page.getByRole('button', { name: 'Only by this admin' }).click();
  await expect.poll(() => location.search).toBe('');
  const cyd = page.getByRole('row', { name: /Cyd/ });
  await expect.element(cyd).toBeVisible();
  expect(cyd.getByRole('button', { name: /^Show only/ }).elements()).toEqual([]);
});

it('adds many at once out of a text, and says which lines it leaves out', async () => {
  const connection = open().answer('bucketEntriesAdd', () => ({
    ok: true,
    value: { position: 2, added: 1, known: 1 },
  }));
  await page.getByRole('button', { name: 'Add people' }).click();
  await page
    .getByLabelText('Ids, one a line')
    .fill('76561198000000002, Cyd, a friend\nnobody\n76561198000000003');
  await expect.element(page.getByText('2 people.')).toBeVisible();
  await page.getByText('1 line is left out').click();
  await expect.element(page.getByText('Line 2')).toBeVisible();
  await expect.element(page.getByText('no id that Muster knows')).toBeVisible();
  await page.getByLabelText(/Comment, for all/).fill('league');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect.element(page.getByText('1 person is in it now. 1 was in it already.')).toBeVisible();
  expect(connection.inputs('bucketEntriesAdd')).toMatchObject([
    {
      body: {
        entries: [
          {
            what: { kind: 'identity', steam_id: '76561198000000002', name: 'Cyd' },
            comment: 'a friend',
            minutes: null,
          },
          {
            what: { kind: 'identity', steam_id: '76561198000000003' },
            comment: 'league',
            minutes: null,
          },
        ],
      },
    },
  ]);
});

it('says at the field that there is no id', async () => {
  const connection = open();
  await page.getByRole('button', { name: 'Add people' }).click();
  const ids = page.getByLabelText('Ids, one a line');
  await ids.fill('nobody');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect.element(ids).toHaveAccessibleDescription(/Give at least one id/);
  expect(connection.inputs('bucketEntriesAdd')).toEqual([]);
});

it('adds a filter, tries it on who is there, and says what is wrong with a regex', async () => {
  const connection = open(connect(bucketRow({ type: 'NAME_FILTER' }), []))
    .put('players', [
      playerRow({ id: id('3'), server_id: SERVER_ID, name: 'Gr1efer' }),
      playerRow({ id: id('4'), server_id: SERVER_ID, name: 'Bert' }),
    ] as never)
    .tell('bucketServers', [
      {
        id: SERVER_ID,
        server_id: null,
        bucket_id: BUCKET,
        identifier: 'Cherno',
        game: 1,
        since: 0,
      },
    ])
    .answer('bucketEntriesAdd', () => ({ ok: true, value: { position: 2, added: 1, known: 0 } }));
  await page.getByRole('button', { name: 'Add a filter' }).click();
  await page.getByLabelText('What', { exact: true }).fill('griefer');
  await expect.element(page.getByText(/Cherno.*: 1 player is called so now/)).toBeVisible();
  await expect.element(page.getByText('Gr1efer')).toBeVisible();
  await page.getByLabelText('It looks for').selectOptions('a regular expression (RE2)');
  await page.getByLabelText('What', { exact: true }).fill('(a');
  await page.getByLabelText('What they read').fill('Choose another name.');
  await page.getByRole('button', { name: 'Add the filter' }).click();
  await expect
    .element(page.getByLabelText('What', { exact: true }))
    .toHaveAccessibleDescription(/not a regular expression/);
  await page.getByLabelText('What', { exact: true }).fill('^a+$');
  await page.getByLabelText('Whoever it finds is').selectOptions('banned');
  await page.getByRole('button', { name: 'Add the filter' }).click();
  await expect.element(page.getByText('The filter is in it now.')).toBeVisible();
  expect(connection.inputs('bucketEntriesAdd')).toMatchObject([
    {
      body: {
        entries: [
          {
            what: {
              kind: 'filter',
              term: '^a+$',
              term_kind: 'regex',
              action: 'ban',
              ban_minutes: null,
              message: 'Choose another name.',
            },
          },
        ],
      },
    },
  ]);
});

it('says at the term what the host refuses of a filter', async () => {
  open(
    connect(bucketRow({ type: 'NAME_FILTER' }), []).answer('bucketEntriesAdd', () =>
      refusal('regex-too-large', { 'entries.0.what.term': 'regex-too-large' }),
    ),
  );
  await page.getByRole('button', { name: 'Add a filter' }).click();
  await page.getByLabelText('What', { exact: true }).fill('griefer');
  await page.getByLabelText('What they read').fill('Choose another name.');
  await page.getByRole('button', { name: 'Add the filter' }).click();
  await expect
    .element(page.getByLabelText('What', { exact: true }))
    .toHaveAccessibleDescription(/too large/);
});

it('removes those that are chosen, and brings them back', async () => {
  const connection = open()
    .answer('bucketEntriesRemove', () => ({ ok: true, value: { position: 2, removed: 1 } }))
    .answer('bucketEntriesRestore', () => ({ ok: true, value: { position: 3, restored: 1 } }));
  await page.getByRole('checkbox', { name: /Bert/ }).click();
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.element(page.getByText('1 entry is back.')).toBeVisible();
  expect(connection.inputs('bucketEntriesRestore')).toMatchObject([{ body: { ids: [id('1')] } }]);
});

it('changes those that are chosen, and only what is given', async () => {
  const undo = { changed_at: 7, entries: [{ id: id('1'), comment: '', until: null }] };
  const connection = open()
    .answer('bucketEntriesEdit', () => ({ ok: true, value: { position: 2, changed: 1, undo } }))
    .answer('bucketEntriesUnedit', () => ({ ok: true, value: { position: 3, changed: 1 } }));
  await page.getByRole('checkbox', { name: /Bert/ }).click();
  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByLabelText('For how long').selectOptions('7 days');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText('1 entry is changed.')).toBeVisible();
  expect(connection.inputs('bucketEntriesEdit')).toEqual([
    { params: { bucket_id: BUCKET }, body: { ids: [id('1')], minutes: 10_080 } },
  ]);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.element(page.getByText('1 entry is as it was.')).toBeVisible();
  expect(connection.inputs('bucketEntriesUnedit')).toEqual([
    { params: { bucket_id: BUCKET }, body: undo },
  ]);
});

it('offers nothing to whoever may only read it, and says what it takes', async () => {
  open(holding('bucket.view'));
  await expect.element(page.getByText(/permission on every server that uses/)).toBeVisible();
  expect(page.getByRole('checkbox').elements()).toEqual([]);
  expect(page.getByRole('button', { name: 'Add people' }).elements()).toEqual([]);
});

it('shows no entries, no audit and no settings to whoever may not see them', async () => {
  open(holding('bucket.add'));
  await expect.element(page.getByText(/You may not see the entries/)).toBeVisible();
  leave?.();
  open(holding('bucket.view'), '?tab=settings');
  await expect.element(page.getByText(/Only .*Ada.*, who owns/)).toBeVisible();
});

it('is not deleted while a server uses it', async () => {
  open(connect(bucketRow({ servers: 2 })), '?tab=settings');
  await expect.element(page.getByText(/2 servers use it/)).toBeVisible();
  expect(page.getByRole('button', { name: 'Delete the bucket' }).elements()).toEqual([]);
});

it('tells which buckets somebody is in, to whoever may see entries, as it changes', async () => {
  const regular = { entry: entryRow(), bucket: 'Regulars', type: 'WHITELIST' } as const;
  const night = { entry: entryRow({ id: id('2'), until: 1 }), bucket: 'Night' } as const;
  const all = [
    { ...regular, in_force: true },
    { ...night, type: 'GENERIC' as const, in_force: false },
  ];
  const entries: typeof all = [];
  const connection = connect().answer('personBuckets', () => ({
    ok: true,
    value: { entries: [...entries], more: 0 },
  }));
  leave = draw(<PersonBuckets musterId={id('9')} />, connection, '/');
  await expect.element(page.getByText(/^In no bucket/)).toBeVisible();
  entries.push(...all);
  connection.tell('buckets', [bucketRow({ entries: 4 })]);
  const items = page.getByRole('listitem');
  await expect
    .poll(() => items.nth(0).element().textContent)
    .toMatch(/Regulars.*Whitelist.*for good/);
  await expect.poll(() => items.nth(1).element().textContent).toMatch(/Night.*over/);
  leave();
  leave = draw(<PersonBuckets musterId={id('9')} />, holding('bucket.add'), '/');
  await expect.poll(() => page.getByText('Buckets').elements()).toEqual([]);
});

it('lets whoever configures a server take a bucket off it', async () => {
  const connection = connect()
    .put('account', [
      accountRow({
        servers: { [SERVER_ID]: ['server.view', 'server.modify.configuration'] },
        buckets: {},
      }),
    ])
    .tell('serverBuckets', [
      {
        id: id('7'),
        server_id: SERVER_ID,
        identifier: 'Theirs',
        type: 'WHITELIST',
        entries: 2,
        changed_at: 0,
        since: 0,
      },
    ])
    .answer('bucketUnassign', () => ({ ok: true, value: { position: 2 } }));
  leave = draw(<ServerBucketsPanel serverId={SERVER_ID} />, connection, '/');
  await expect.element(page.getByText(/whoever is in one is in/)).toBeVisible();
  await expect.element(page.getByText(/the strictest counts/)).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Take Theirs away' }).click();
  await page.getByRole('button', { name: 'Take away', exact: true }).click();
  await expect
    .poll(() => connection.inputs('bucketUnassign'))
    .toEqual([{ params: { bucket_id: id('7'), server_id: SERVER_ID }, body: {} }]);
  // Who may not change the bucket cannot give it back.
  const taken = page.getByRole('status').filter({ hasText: /does not use .*Theirs.* any more/ });
  await expect.element(taken).toBeVisible();
  expect(taken.getByRole('button', { name: 'Undo' }).elements()).toEqual([]);
});

it('says which of several filters counts, where a server uses them and where it is given them', async () => {
  const filters = { id: id('7'), server_id: SERVER_ID, identifier: 'Names', entries: 2 };
  const connection = connect(bucketRow({ type: 'NAME_FILTER' }), []).tell('serverBuckets', [
    { ...filters, type: 'NAME_FILTER', changed_at: 0, since: 0 },
  ]);
  leave = draw(<ServerBucketsPanel serverId={SERVER_ID} />, connection, '/');
  await expect.element(page.getByText(/the strictest counts: a ban before a kick/)).toBeVisible();
  await expect.element(page.getByText(/whoever is in one is in/)).not.toBeInTheDocument();
  leave();
  open(connect(bucketRow({ type: 'CHAT_FILTER' }), []), '?tab=servers');
  await expect.element(page.getByText(/the strictest counts: a ban before a kick/)).toBeVisible();
});

it('changes a filter where it stands, and says what the editor saw', async () => {
  const filter = entryRow({
    term: 'griefer',
    term_kind: 'text',
    action: 'ban',
    message: 'No.',
    minutes: 90,
    name: '',
    steam_id: null,
    changed_at: 7,
  });
  const connection = open(connect(bucketRow({ type: 'NAME_FILTER' }), [filter])).answer(
    'bucketFilterEdit',
    () => ({ ok: true, value: { position: 2 } }),
  );
  await page.getByRole('button', { name: /Change the filter/ }).click();
  await expect.element(page.getByLabelText('What', { exact: true })).toHaveValue('griefer');
  await expect.element(page.getByLabelText('How many')).toHaveValue('90');
  await page.getByLabelText('What they read').fill('Choose another name.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.element(page.getByText('The filter is changed.')).toBeVisible();
  expect(connection.inputs('bucketFilterEdit')).toMatchObject([
    {
      params: { bucket_id: BUCKET, entry_id: filter.id },
      body: {
        term: 'griefer',
        action: 'ban',
        ban_minutes: 90,
        message: 'Choose another name.',
        comment: 'plays fair',
        was: { changed_at: 7 },
      },
    },
  ]);
});

it('leaves entries as they are while a server uses them that is not theirs to configure', async () => {
  open(connect(bucketRow({ permissions: ['bucket.view', 'bucket.modify'] })));
  await expect.element(page.getByText(/that you may not configure/)).toBeVisible();
  expect(page.getByRole('button', { name: 'Add people' }).elements()).toEqual([]);
});

// Beside the navigation a list has 1,110 px of 1,440.
it.each([390, 768, 1_110, 1_440])(
  'keeps all of an entry in sight at %d, whatever its names and its comment are made of',
  async (width) => {
    await page.viewport(width, 800);
    await loadStyles();
    const marked = 'Z' + '\u0351\u036b\u0343\u035b'.repeat(20);
    const names = { name: marked, issuer_name: 'W'.repeat(18) };
    open(connect(bucketRow(), [entryRow({ ...names, comment: 'W'.repeat(40) })]));
    const list = page.getByRole('group', { name: 'Entries' });
    await expect.element(list.getByRole('checkbox')).toBeVisible();
    const { scrollWidth, clientWidth } = list.element();
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  },
);
