/** What keeps somebody out beside a ban: another one of them, on any list that the account reads. */
import { expect, it } from 'vitest';
import {
  STEAM,
  ada,
  banned,
  ben,
  does,
  eachBansAnew,
  fresh,
  groups,
  list,
  newList,
  read,
  seen,
} from '../../../tests/support/banning.ts';

eachBansAnew();

const also = async (id: string) =>
  (await read(id)).also.map(({ ban, banlist }) => [ban.id, banlist]);
const bySteam = { kind: 'identity', steam_id: STEAM, name: 'Bob' };

it('is told of one list and of two, by whatever they are known, and only while it is in force', async () => {
  const muster_id = await seen(STEAM, '192.0.2.7');
  const person = { kind: 'person', muster_id, addresses: true };
  const other = await newList({ kind: 'account', id: ada.id });
  const first = await banned({ who: person });
  expect(await also(first)).toEqual([]);
  const second = await banned({ who: bySteam });
  const third = await banned({ who: person }, other);
  const brief = await banned({ who: bySteam, minutes: 1 });
  const [none, ...told] = [await also(brief), await also(first), await also(second)];
  expect(none?.map(([id]) => id).toSorted()).toEqual([first, second, third].toSorted());
  groups.test.advance(61_000);
  expect(told.map((rows) => rows.length)).toEqual([3, 3]);
  expect((await also(first)).map(([id]) => id).toSorted()).toEqual([second, third].toSorted());
  await does(ada, `banlist/${list}/bans/${second}/status`, { status: 'REVOKED' });
  expect(await also(first)).toEqual([[third, 'Watch']]);
});

it('of somebody whom nobody has seen follows from what the bans name', async () => {
  const [first, second] = [await banned({ who: bySteam }), await banned({ who: bySteam })];
  expect(await also(first)).toEqual([[second, 'Watch']]);
});

it('says nothing of lists of others, nor by an address', async () => {
  const theirs = await newList({ kind: 'account', id: ben.id }, ben);
  const asked = { ban_id: fresh(), who: bySteam, reason: 'Griefing', minutes: null };
  expect(await does(ben, `banlist/${theirs}/bans/create`, asked)).toBe('done');
  const first = await banned({ who: bySteam });
  const address = { kind: 'address', address: '192.0.2.7' };
  const [one] = [await banned({ who: address }), await banned({ who: address })];
  expect([await also(first), await also(one)]).toEqual([[], []]);
});
