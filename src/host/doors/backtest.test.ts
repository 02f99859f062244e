import { expect, it } from 'vitest';
import {
  STEAM,
  ada,
  ban,
  banned,
  ben,
  db,
  does,
  eachBansAnew,
  groups,
  list,
  mate,
  newList,
  seen,
  sees,
  server,
  team,
} from '../../../tests/support/banning.ts';
import type { Person } from '../../../tests/support/groups.ts';
import { codeOf } from '../../../tests/support/accounts.ts';
import { BACKTEST_STAYS } from '../../protocol/bans/backtest.ts';
import { CALLS } from '../../protocol/calls.ts';

eachBansAnew();

const OTHER = '76561190000000002';
const asks = (by: Person, of = list, query = '') =>
  by.browser.get(`/app/v1/banlist/${of}/backtest?server_id=${server}${query}`);
async function backtest(of = list, query = '') {
  return CALLS.banListBacktest.answer.parse((await asks(ada, of, query)).json());
}
const names = async (of = list) => (await backtest(of)).people.map(({ name }) => name);

it('names each person whom a ban in force would have kept out, by identity or by an address of then', async () => {
  const bob = await seen(STEAM, '198.51.100.7');
  await seen(OTHER, '203.0.113.9', 'Cyd');
  await seen('76561190000000003', '192.0.2.1', 'Eve');
  await banned({ reason: 'Aimbot' });
  await ban({ who: { kind: 'address', address: '203.0.113.*' } });
  const { stays, people, next } = await backtest();
  expect({ stays, next }).toEqual({ stays: 3, next: null });
  expect(people.map(({ name }) => name).toSorted()).toEqual(['Bob', 'Cyd']);
  expect(people.find(({ muster_id }) => muster_id === bob)?.ban).toMatchObject({
    reason: 'Aimbot',
    until: null,
    banlist_id: list,
  });
});

it('asks for the bans of today, of the list and of those it follows', async () => {
  await seen(STEAM, '198.51.100.7');
  const id = await banned();
  const following = await newList({ kind: 'account', id: ada.id });
  expect(await names(following)).toEqual([]);
  await does(ada, `banlist/${list}`, { allow_followers: true });
  const { share_code } = await db()
    .selectFrom('ban_lists')
    .select('share_code')
    .where('id', '=', list)
    .executeTakeFirstOrThrow();
  await does(ada, `banlist/${following}/follows`, { share_code });
  expect(await names(following)).toEqual(['Bob']);
  await does(ada, `banlist/${list}/bans/${id}/status`, { status: 'REVOKED' });
  expect(await names(following)).toEqual([]);
});

it('looks at all stays of the days that are asked for, some at a time, and at no older ones', async () => {
  await banned();
  for (let n = 0; n <= BACKTEST_STAYS; n++) await seen(OTHER, '192.0.2.1', 'Eve');
  groups.test.advance(86_400_001);
  await seen(STEAM, '198.51.100.7');
  const first = await backtest();
  expect(first).toMatchObject({ stays: BACKTEST_STAYS, people: [{ name: 'Bob' }] });
  const rest = await backtest(list, `&after=${first.next}`);
  expect(rest).toMatchObject({ stays: 2, people: [], next: null });
  expect(await backtest(list, '&days=1')).toMatchObject({ stays: 1 });
});

it('is for those who could let the server obey the list, and see in its feed who is kept out', async () => {
  expect(codeOf(await asks(ben))).toBe('not-found');
  const reader = await mate(['banlist.view', 'banlist.list']);
  const own = await newList({ kind: 'team', id: team });
  expect(codeOf(await asks(reader, own))).toBe('not-found');
  const blind = await mate(['banlist.view', 'banlist.list']);
  const all = ['server.view.feed', 'server.view.personal', 'server.modify.configuration'] as const;
  await sees(blind, all);
  expect(codeOf(await asks(blind, own))).toBe('not-found');
  await sees(reader, ['server.view', 'server.view.feed']);
  const refused = (await asks(reader, own)).json();
  expect(refused).toMatchObject({ needs: ['server.view.personal', 'server.modify.configuration'] });
  await sees(reader, ['server.view.personal', 'server.modify.configuration']);
  expect((await asks(reader, own)).statusCode).toBe(200);
});
