import { sql } from 'kysely';
import { expect, it } from 'vitest';
import {
  STEAM,
  ada,
  ben,
  db,
  does,
  eachBansAnew,
  fresh,
  groups,
  sees,
  server,
} from '../../../tests/support/banning.ts';
import {
  STEAM_2,
  add,
  edit,
  idsIn,
  newBucket,
  page,
  remove,
  restore,
  steam,
} from '../../../tests/support/bucketing.ts';
import { createTestServer } from '../../../tests/support/accounts.ts';
import { storeServer } from '../../../tests/support/stored-server.ts';
import { fitsBucket } from '../../domain/buckets/rules.ts';
import { BUCKET_LIMIT } from '../../protocol/buckets/limits.ts';
import { GAME } from '../../protocol/enumerations.ts';
import { grant, serverResource } from '../access/grants.ts';
import { BUCKET_ROWS } from './rows.ts';

eachBansAnew();

const use = (id: string, of = server) => does(ada, `bucket/${id}/servers`, { server_id: of });
const leave = (id: string, of: string) => does(ada, `bucket/${id}/servers/${of}/remove`);
const filters = (count: number, term = 'griefer') =>
  Array.from({ length: count }, (_, at) => ({
    entry_id: fresh(),
    what: {
      kind: 'filter',
      term: `${term} ${at}`,
      term_kind: 'text',
      action: 'kick',
      message: 'Choose another name.',
    },
  }));

async function serverOf(owner: typeof ben): Promise<string> {
  const id = fresh();
  await storeServer(db(), id, owner.id);
  await grant(
    db(),
    owner.id,
    serverResource(id),
    ['server.view', 'server.personnel', 'server.modify.configuration'],
    null,
    0,
  );
  return id;
}

/** Ben takes away what Ada may do on a server of his. */
const take = (id: string) =>
  does(ben, `server/${id}/personnel`, { identifier: ada.id, permissions: [] });

it('entries stay as they are for a server that whose the bucket is may configure no more', async () => {
  const id = await newBucket();
  const theirs = await serverOf(ben);
  const held = ['server.view', 'server.modify.configuration'] as const;
  await grant(db(), ada.id, serverResource(theirs), held, ben.id, 0);
  expect(await use(id, theirs)).toBe('done');
  expect(await add(id, [steam(STEAM)])).toBe('done');
  groups.test.publish.facts.length = 0;
  expect(await take(theirs)).toBe('done');
  const told = groups.test.publish.facts.map(({ stream }) => stream);
  expect(told).toContain(`account/${ada.id}/buckets`);
  const rows = await groups.read((trx) => BUCKET_ROWS.read(trx, ada.id, [id]));
  expect(rows).toMatchObject([{ permissions: ['bucket.view', 'bucket.modify'] }]);
  const ids = await idsIn(id);
  expect(await add(id, [steam(STEAM_2)])).toBe('permission-denied');
  expect(await edit(id, { ids, comment: 'x' })).toBe('permission-denied');
  expect(await remove(id, ids)).toBe('permission-denied');
  expect(await leave(id, theirs)).toBe('done');
  expect(await add(id, [steam(STEAM_2)])).toBe('done');
});

it('a server has so many filters in all buckets that it uses, whichever way they come', async () => {
  const [names, chat, more] = [
    await newBucket({ type: 'NAME_FILTER' }),
    await newBucket({ type: 'CHAT_FILTER' }),
    await newBucket({ type: 'NAME_FILTER' }),
  ];
  const half = BUCKET_LIMIT.filtersOfServer / 2;
  expect(await add(names, filters(half))).toBe('done');
  expect(await add(chat, filters(half - 1))).toBe('done');
  expect(await add(more, filters(2))).toBe('done');
  expect(await use(names)).toBe('done');
  expect(await use(chat)).toBe('done');
  expect(await use(more)).toBe('filters-full');
  expect(await remove(more, (await idsIn(more)).slice(0, 1))).toBe('done');
  expect(await use(more)).toBe('done');
  const [one] = filters(1, 'another');
  expect(await add(more, [one ?? {}])).toBe('filters-full');
  const [gone = ''] = await idsIn(chat);
  expect(await remove(chat, [gone])).toBe('done');
  expect(await add(more, [one ?? {}])).toBe('done');
  expect(await restore(chat, [gone])).toBe('filters-full');
});

it('a filter is changed in place, and bans as whoever changed it last could', async () => {
  const id = await newBucket({ type: 'NAME_FILTER' });
  await use(id);
  await sees(ben, ['server.view', 'server.modify.configuration']);
  expect(await add(id, filters(1))).toBe('done');
  const [was] = await page(id);
  const filter = { term: '^bot', term_kind: 'regex', action: 'ban', message: 'No bots.' };
  const change = (more: object = {}, by = ben, of = was?.id) =>
    does(by, `bucket/${id}/entries/${of}/filter`, { ...filter, comment: '', ...more });
  expect(await change({ action: 'warn' })).toBe('filter-action');
  expect(await change({ term: '(' })).toBe('invalid-regex');
  expect(await change({}, ben, fresh())).toBe('not-found');
  expect(await change({ was: { changed_at: 1 } })).toBe('row-changed');
  expect(await change({ was: { changed_at: was?.changed_at } })).toBe('done');
  expect(await page(id)).toMatchObject([
    { ...filter, id: was?.id, minutes: null, issuer_id: ben.id, created_at: was?.created_at },
  ]);
  expect(await change({ comment: 'Bots of May' }, ada)).toBe('done');
  expect(await page(id)).toMatchObject([{ comment: 'Bots of May', issuer_id: ben.id }]);
  const { rows } = await sql<{ data: unknown }>`
    select data from paged_bucket_audit where key_action = 'bucket-entries.edit'
  `.execute(db());
  expect(rows.map(({ data }) => data)).toContainEqual(
    expect.objectContaining({
      actor_id: ben.id,
      before: expect.stringContaining('griefer 0'),
      after: expect.stringContaining('^bot'),
    }),
  );
  const people = await newBucket();
  const entry = steam(STEAM);
  expect(await add(people, [entry])).toBe('done');
  const asked = { ...filter, comment: '' };
  expect(await does(ada, `bucket/${people}/entries/${entry.entry_id}/filter`, asked)).toBe(
    'entry-of-other-kind',
  );
});

/** Buckets of Ada, of which one is wanted too many. */
async function buckets(count: number): Promise<readonly string[]> {
  const of = { owner: ada.id, owner_kind: 'account', type: 'WHITELIST', created_at: 0 } as const;
  const made = Array.from({ length: count }, () => ({ id: fresh(), identifier: 'B', ...of }));
  await db().insertInto('buckets').values(made).execute();
  return made.map(({ id }) => id);
}

it('an account has so many buckets, and a server uses so many', async () => {
  const [last = '', ...others] = await buckets(BUCKET_LIMIT.owned - 1);
  const create = () =>
    does(ada, 'buckets/create', {
      bucket_id: fresh(),
      type: 'WHITELIST',
      identifier: 'B',
      owner: { kind: 'account', id: ada.id },
    });
  expect([await create(), await create()]).toEqual(['done', 'limit-reached']);
  const used = others.slice(0, BUCKET_LIMIT.buckets - 1);
  await db()
    .insertInto('bucket_servers')
    .values(used.map((bucket_id) => ({ bucket_id, server_id: server, since: 0 })))
    .execute();
  expect([await use(others.at(-1) ?? ''), await use(last)]).toEqual(['done', 'limit-reached']);
});

it('a bucket is used by so many servers', async () => {
  const [bucket_id = ''] = await buckets(1);
  const on = Array.from({ length: BUCKET_LIMIT.servers - 1 }, () => fresh());
  for (const id of on) await storeServer(db(), id);
  await db()
    .insertInto('bucket_servers')
    .values(on.map((server_id) => ({ bucket_id, server_id, since: 0 })))
    .execute();
  expect(await use(bucket_id)).toBe('done');
  expect(await use(bucket_id, await serverOf(ada))).toBe('limit-reached');
});

it('a bucket has so many entries, and one of filters fewer', async () => {
  const fits = (entries: number) => fitsBucket({ type: 'WHITELIST', entries });
  expect([fits(BUCKET_LIMIT.entries), fits(BUCKET_LIMIT.entries + 1)]).toEqual([true, false]);
  const names = await newBucket({ type: 'NAME_FILTER' });
  expect(await add(names, filters(BUCKET_LIMIT.filters))).toBe('done');
  const [more] = filters(1, 'another');
  expect(await add(names, [more ?? {}])).toBe('limit-reached');
  const [gone = ''] = await idsIn(names);
  expect(await remove(names, [gone])).toBe('done');
  expect(await add(names, [more ?? {}])).toBe('done');
});

it.each(['WHITELIST', 'NAME_FILTER', 'RESERVED_SLOT'])(
  'a server that is only watched uses no bucket: nobody is known there (%s)',
  async (type) => {
    const watched = await createTestServer(groups.test.deps, ada.id, {
      game: GAME.GENERIC,
      host: `watched.${ada.id}.example.org`,
      query_port: 2303,
      rcon_port: null,
      rcon_password: null,
    });
    const id = await newBucket({ type });
    expect(await use(id, watched)).toBe('only-watched');
    const answer = await ada.browser.post(`/app/v1/bucket/${id}/servers`, { server_id: watched });
    expect(answer.json()).toMatchObject({ fields: { server_id: 'only-watched' } });
    expect(await use(id)).toBe('done');
    // One that uses it since before can be taken off.
    await db()
      .insertInto('bucket_servers')
      .values({ bucket_id: id, server_id: watched, since: 0 })
      .execute();
    expect(await leave(id, watched)).toBe('done');
  },
);
