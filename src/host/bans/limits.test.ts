/** How many servers, followers, lists and bans there may be: the last that fits is taken, and no other. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestServer } from '../../../tests/support/accounts.ts';
import { TestGroups, type Person } from '../../../tests/support/groups.ts';
import { BAN_LIMIT } from '../../protocol/bans/limits.ts';
import { BAN_LIST_ROWS } from './rows.ts';

let groups: TestGroups;
let ada: Person;
let ben: Person;

beforeAll(async () => {
  groups = await TestGroups.open();
});
afterAll(() => groups.close());
beforeEach(async () => {
  [ada, ben] = [await groups.person(), await groups.person()];
});

const db = () => groups.test.deps.db;

async function create(by = ada): Promise<readonly [string, string]> {
  const banlist_id = groups.fresh();
  const owner = { kind: 'account', id: by.id };
  return [
    banlist_id,
    await groups.does(by, 'banlists/create', { banlist_id, identifier: 'Watch', owner }),
  ];
}
async function newList(by = ada): Promise<string> {
  const [id, said] = await create(by);
  expect(said).toBe('done');
  return id;
}

/** So many lists of Ben's, as they would be kept. */
async function listsOfBen(count: number): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into ban_lists (id, owner, owner_kind, identifier, created_at)
    select left(md5(${ben.id} || n), 24), ${ben.id}, 'account', 'L', 0
    from generate_series(1, ${count}::int) n returning id
  `.execute(db());
  return rows.map(({ id }) => id);
}

it('an account owns 100 lists where its plan has no limit', async () => {
  await listsOfBen(BAN_LIMIT.owned - 1);
  const last = await create(ben);
  expect(last[1]).toBe('done');
  expect((await create(ben))[1]).toBe('limit-reached');
  await groups.does(ben, `banlist/${last[0]}/delete`, { identifier: 'Watch' });
  await db().deleteFrom('ban_lists').where('id', '=', last[0]).execute();
  expect((await create(ben))[1]).toBe('done');
});

it('1,000 servers obey a list, and one more is refused at the server', async () => {
  const list = await newList();
  const use = async () => {
    const host = `${groups.fresh()}.example.org`;
    const server_id = await createTestServer(groups.test.deps, ada.id, { host });
    const body = { server_id, primary: false };
    const answer = await ada.browser.post(`/app/v1/banlist/${list}/servers`, body);
    return answer.json<object>();
  };
  await db()
    .transaction()
    .execute(async (trx) => {
      // That there are such servers is asked of nobody here.
      await sql`set local session_replication_role = replica`.execute(trx);
      await sql`
        insert into ban_list_servers (banlist_id, server_id, is_primary, since)
        select ${list}, left(md5(${list} || n), 24), false, 0
        from generate_series(1, ${BAN_LIMIT.servers - 1}::int) n
      `.execute(trx);
    });
  expect(await use()).not.toHaveProperty('code');
  expect(await use()).toMatchObject({
    code: 'limit-reached',
    fields: { server_id: 'limit-reached' },
  });
});

it('1,000 lists follow one, and one more is refused at the code', async () => {
  const theirs = await newList(ben);
  await groups.does(ben, `banlist/${theirs}`, { identifier: 'Theirs', allow_followers: true });
  const [row] = await groups.read((trx) => BAN_LIST_ROWS.read(trx, ben.id, [theirs]));
  const share_code = row?.share_code ?? '';
  for (const id of await listsOfBen(BAN_LIMIT.followers - 1)) {
    const follows = { banlist_id: id, followed_id: theirs, since: 0 };
    await db().insertInto('ban_list_follows').values(follows).execute();
  }
  const follow = async () => {
    const list = await newList();
    const answer = await ada.browser.post(`/app/v1/banlist/${list}/follows`, { share_code });
    return answer.json<object>();
  };
  expect(await follow()).not.toHaveProperty('code');
  expect(await follow()).toMatchObject({
    code: 'limit-reached',
    fields: { share_code: 'limit-reached' },
  });
});

it('a list that is full takes no single ban more', async () => {
  const list = await newList();
  const ban = () =>
    groups.does(ada, `banlist/${list}/bans/create`, {
      ban_id: groups.fresh(),
      who: { kind: 'address', address: '192.0.2.7' },
      reason: 'Griefing',
      minutes: null,
    });
  const entries = BAN_LIMIT.bans - 1;
  await db().updateTable('ban_lists').set({ entries }).where('id', '=', list).execute();
  expect([await ban(), await ban()]).toEqual(['done', 'limit-reached']);
});
