/** A server that a call names beside its path is as closed as one in it. */
import { expect, it } from 'vitest';
import {
  STEAM,
  ada,
  banned,
  does,
  eachBansAnew,
  groups,
  list,
  mate,
  newList,
  read,
  sees,
  server,
  team,
  useList,
} from '../../../tests/support/banning.ts';
import { newBucket } from '../../../tests/support/bucketing.ts';
import { codeOf } from '../../../tests/support/accounts.ts';
import { CALLS } from '../../protocol/calls.ts';
import { change } from '../change/change.ts';
import { setRestriction } from '../servers/restrict.ts';

eachBansAnew();

const restrict = () =>
  change({ ...groups.test.deps, now: groups.test.deps.clock() }, (made) =>
    setRestriction(made, server, { by: 'operator', restricts: true, reason: 'unpaid' }),
  );

it('no list and no bucket is assigned to a restricted server', async () => {
  const bucket = await newBucket();
  const assign = { server_id: server };
  await restrict();
  expect(await does(ada, `banlist/${list}/servers`, { ...assign, primary: false })).toBe(
    'server-restricted',
  );
  expect(await does(ada, `bucket/${bucket}/servers`, assign)).toBe('server-restricted');
});

it('of a restricted server nobody is asked whom a list would have kept out', async () => {
  const path = `/app/v1/banlist/${list}/backtest?server_id=${server}&days=7`;
  expect((await ada.browser.get(path)).statusCode).toBe(200);
  await restrict();
  expect(codeOf(await ada.browser.get(path))).toBe('server-restricted');
});

it('an account card tells nothing of who may do what with a restricted server', async () => {
  const here = async () => {
    const path = `/app/v1/account-card?muster_id=${ada.id}&server_id=${server}`;
    const answer = await ada.browser.get(path);
    return answer.statusCode === 200 ? CALLS.accountCard.answer.parse(answer.json()).here : null;
  };
  expect(await here()).toMatchObject({ owner: true });
  await restrict();
  expect(await here()).toBeNull();
});

it('a right on a restricted server opens no address of a ban', async () => {
  const shared = await newList({ kind: 'team', id: team });
  useList(shared);
  const who = { kind: 'identity', steam_id: STEAM, name: 'Bob', address: '192.0.2.7' };
  const ban = await banned({ who }, shared);
  await does(ada, `banlist/${shared}/servers`, { server_id: server, primary: false });
  const reader = await mate(['banlist.list']);
  await sees(reader, ['server.view', 'server.view.personal']);
  const addresses = async () => (await read(ban, reader)).addresses;
  expect(await addresses()).not.toBeNull();
  await restrict();
  expect(await addresses()).toBeNull();
});
