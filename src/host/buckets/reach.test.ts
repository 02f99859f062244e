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
  server,
} from '../../../tests/support/banning.ts';
import {
  STEAM_2,
  add,
  edit,
  idsIn,
  newBucket,
  remove,
  restore,
  steam,
} from '../../../tests/support/bucketing.ts';
import { storeServer } from '../../../tests/support/stored-server.ts';
import { BUCKET_LIMIT } from '../../protocol/buckets/limits.ts';
import { grant, serverResource } from '../access/grants.ts';
import { BUCKET_ROWS } from './rows.ts';

eachBansAnew();

const use = (id: string, of = server) => does(ada, `bucket/${id}/servers`, { server_id: of });
const leave = (id: string, of: string) => does(ada, `bucket/${id}/servers/${of}/remove`);
const filters = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    entry_id: fresh(),
    what: {
      kind: 'filter',
      term: `griefer ${at}`,
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
  const [one] = filters(1);
  expect(await add(more, [one ?? {}])).toBe('filters-full');
  const [gone = ''] = await idsIn(chat);
  expect(await remove(chat, [gone])).toBe('done');
  expect(await add(more, [one ?? {}])).toBe('done');
  expect(await restore(chat, [gone])).toBe('filters-full');
});
