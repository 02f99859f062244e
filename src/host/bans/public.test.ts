import { expect, it } from 'vitest';
import {
  STEAM,
  ada,
  banned,
  ben,
  db,
  does,
  eachBansAnew,
  groups,
  list,
  seen,
} from '../../../tests/support/banning.ts';
import { CALLS } from '../../protocol/calls.ts';
import { BAN_LIMIT } from '../../protocol/bans/limits.ts';
import { erasePerson } from '../players/erase.ts';

eachBansAnew();

const opened = (isPublic = true) => does(ada, `banlist/${list}`, { public: isPublic });
const asked = (query = '') => ben.browser.get(`/app/v1/public-banlists/${list}?${query}`);
const read = async (query = '') => CALLS.banListPublic.answer.parse((await asked(query)).json());
const ids = async (query = '') => (await read(query)).bans.map(({ id }) => id);

it('is read by everybody with an account while it is public, and by nobody else', async () => {
  await banned();
  expect((await asked()).statusCode).toBe(404);
  await opened();
  const { identifier, count, bans } = await read();
  expect([identifier, count, bans.length]).toEqual(['Watch', 1, 1]);
  await opened(false);
  expect((await asked()).statusCode).toBe(404);
  await opened();
  await does(ada, `banlist/${list}/delete`, { identifier: 'Watch' });
  expect((await asked()).statusCode).toBe(404);
});

it('says whom, why and until when, and neither describes, nor names an address or who banned', async () => {
  await opened();
  const muster_id = await seen(STEAM, '192.0.2.7');
  await banned({
    who: { kind: 'person', muster_id, addresses: true },
    description: 'A secret of the admins',
  });
  groups.test.advance(1);
  await banned({ who: { kind: 'address', address: '198.51.100.9' } });
  const answer = await asked();
  expect(CALLS.banListPublic.answer.parse(answer.json()).bans).toMatchObject([
    { kind: 'address', name: '', steam_id: null },
    { kind: 'hybrid', name: 'Bob', steam_id: STEAM, reason: 'Griefing', until: null },
  ]);
  expect((await ids(`identity=${STEAM}`)).length).toBe(1);
  for (const hidden of ['secret', '192.0', '198.51', muster_id, ada.id]) {
    expect(answer.body).not.toContain(hidden);
  }
});

it('has only what is in force, and nothing of somebody who is erased', async () => {
  await opened();
  const [short, revoked] = [await banned({ minutes: 5 }), await banned()];
  await does(ada, `banlist/${list}/bans/${revoked}/status`, { status: 'REVOKED' });
  expect(await ids()).toEqual([short]);
  groups.test.advance(5 * 60_000);
  expect(await ids()).toEqual([]);
  const muster_id = await seen(STEAM, '192.0.2.7');
  await banned({ who: { kind: 'person', muster_id } });
  const { db: _, ...deps } = groups.test.deps;
  await erasePerson({ ...deps, db: db(), now: deps.clock() }, muster_id, () => undefined);
  expect(await ids()).toEqual([]);
});

it('is asked by an id of a game or of a ban, and page by page', async () => {
  await opened();
  const made: string[] = [];
  for (let at = 0; at <= BAN_LIMIT.publicPage; at++) {
    const steam_id = `7656119000000${String(1_000 + at)}`;
    groups.test.advance(1);
    made.unshift(await banned({ who: { kind: 'identity', steam_id } }));
  }
  const first = await read();
  expect(first.bans.map(({ id }) => id)).toEqual(made.slice(0, BAN_LIMIT.publicPage));
  expect(await ids(`after=${first.next ?? ''}`)).toEqual(made.slice(BAN_LIMIT.publicPage));
  expect(await ids('identity=76561190000001007')).toEqual([made.at(-8)]);
  expect(await ids('identity=Bob')).toEqual([]);
  expect(await ids(`ban=${made[3] ?? ''}`)).toEqual([made[3]]);
});
