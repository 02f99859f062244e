import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { TestGroups, type Person } from '../../../tests/support/groups.ts';
import { createTestServer } from '../../../tests/support/accounts.ts';
import { BAN_LIMIT } from '../../protocol/bans/limits.ts';
import { GAME } from '../../protocol/enumerations.ts';
import { grant, serverResource } from '../access/grants.ts';
import { deleteBanList } from './delete-job.ts';
import { SERVER_BAN_LIST_ROWS } from './rows.ts';

let groups: TestGroups;
let ada: Person;
let ben: Person;
let server: string;

beforeAll(async () => {
  groups = await TestGroups.open();
});
afterAll(() => groups.close());
beforeEach(async () => {
  [ada, ben] = [await groups.person(), await groups.person()];
  server = await createTestServer(groups.test.deps, ada.id);
});

/** A list of Ada's that a server obeys from now on. */
async function obeyed(by = server): Promise<string> {
  const banlist_id = groups.fresh();
  const owner = { kind: 'account', id: ada.id };
  await groups.does(ada, 'banlists/create', { banlist_id, identifier: 'Watch', owner });
  await groups.does(ada, `banlist/${banlist_id}/servers`, { server_id: by, primary: false });
  groups.test.advance(1);
  return banlist_id;
}
const lists = (of = server) => groups.read((trx) => SERVER_BAN_LIST_ROWS.read(trx, of, null));

it('where the primary list is deleted, the one that the server obeys longest is from then on', async () => {
  const [first, second, third] = [await obeyed(), await obeyed(), await obeyed()];
  await groups.does(ada, `banlist/${first}/delete`, { identifier: 'Watch' });
  await deleteBanList(groups.test.deps, { banlist_id: first });
  const kept = await lists();
  expect(kept.map(({ id }) => id).toSorted()).toEqual([second, third].toSorted());
  expect(kept.filter(({ primary }) => primary).map(({ id }) => id)).toEqual([second]);
});

it('a list that becomes the primary one of a server becomes so on no other', async () => {
  const second = await createTestServer(groups.test.deps, ada.id, { host: 'second.example.org' });
  const [first, heir, other] = [await obeyed(), await obeyed(), await obeyed(second)];
  const assigned = { server_id: second, primary: false };
  expect(await groups.does(ada, `banlist/${heir}/servers`, assigned)).toBe('done');
  expect(await groups.does(ada, `banlist/${first}/servers/${server}/remove`)).toBe('done');
  const primary = async (of: string) =>
    (await lists(of)).filter((row) => row.primary).map(({ id }) => id);
  expect([await primary(server), await primary(second)]).toEqual([[heir], [other]]);
});

it('whoever may change the configuration of a server takes a list away that they may not see', async () => {
  const list = await obeyed();
  const remove = () => groups.does(ben, `banlist/${list}/servers/${server}/remove`);
  expect(await remove()).toBe('not-found');
  await grant(groups.test.deps.db, ben.id, serverResource(server), ['server.view'], null, 0);
  expect(await remove()).toBe('permission-denied');
  const configures = ['server.modify.configuration'] as const;
  await grant(groups.test.deps.db, ben.id, serverResource(server), [...configures], null, 0);
  expect(await remove()).toBe('done');
  expect(await lists()).toEqual([]);
});

it('a server obeys 20 lists at most, and says so at the server', async () => {
  for (let made = 0; made < BAN_LIMIT.lists; made++) await obeyed();
  expect(await lists()).toHaveLength(BAN_LIMIT.lists);
  const banlist_id = groups.fresh();
  const owner = { kind: 'account', id: ada.id };
  await groups.does(ada, 'banlists/create', { banlist_id, identifier: 'Watch', owner });
  const answer = await ada.browser.post(`/app/v1/banlist/${banlist_id}/servers`, {
    server_id: server,
    primary: true,
  });
  expect(answer.json()).toMatchObject({
    code: 'limit-reached',
    fields: { server_id: 'limit-reached' },
  });
  const [primary] = (await lists()).filter((row) => row.primary);
  expect(primary?.id).not.toBe(banlist_id);
});

it('a server that is only watched obeys no list: nobody could be kept out of it', async () => {
  const watched = await createTestServer(groups.test.deps, ada.id, {
    game: GAME.GENERIC,
    host: 'watched.example.org',
    query_port: 2303,
    rcon_port: null,
    rcon_password: null,
  });
  const list = await obeyed();
  const asked = { server_id: watched, primary: false };
  expect(await groups.does(ada, `banlist/${list}/servers`, asked)).toBe('only-watched');
  expect(await lists(watched)).toEqual([]);
  // One that obeys a list since before can be taken away, and be said to be the primary one.
  await groups.test.deps.db
    .insertInto('ban_list_servers')
    .values({ banlist_id: list, server_id: watched, is_primary: false, since: 0 })
    .execute();
  const primary = { server_id: watched, primary: true };
  expect(await groups.does(ada, `banlist/${list}/servers`, primary)).toBe('done');
  expect(await groups.does(ada, `banlist/${list}/servers/${watched}/remove`)).toBe('done');
  expect(await lists(watched)).toEqual([]);
});
