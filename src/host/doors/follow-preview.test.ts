/** Whom a list would throw out of the servers of another, before that follows it. */
import { expect, it } from 'vitest';
import {
  STEAM,
  ada,
  banned,
  ben,
  db,
  does,
  eachBansAnew,
  fresh,
  groups,
  list,
  mate,
  newList,
  newServer,
  seen,
  sees,
  server,
  team,
} from '../../../tests/support/banning.ts';
import type { Person } from '../../../tests/support/groups.ts';
import { CALLS } from '../../protocol/calls.ts';
import { codeOf } from '../../../tests/support/accounts.ts';
import { joinPersons } from '../players/joins.ts';
import { NO_IDENTIFIERS } from '../players/play-session.ts';

eachBansAnew();

const ANN = '76561190000000002';

async function isOn(of: string, steam_id: string, ip = '192.0.2.7'): Promise<void> {
  const joined_at = groups.test.deps.clock();
  const stay = { name: 'Bob', joined_before: false, verified: true, lobby: false, left_at: null };
  await db()
    .insertInto('play_sessions')
    .values({ ...NO_IDENTIFIERS, ...stay, id: fresh(), server_id: of, joined_at, steam_id, ip })
    .execute();
}

/** A list of Ben's that can be followed, and its code. */
async function followable() {
  const id = await newList({ kind: 'account', id: ben.id }, ben);
  await does(ben, `banlist/${id}`, { allow_followers: true });
  const { share_code } = await db()
    .selectFrom('ban_lists')
    .select('share_code')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { id, share_code };
}

const banIn = (id: string, who: object) =>
  does(ben, `banlist/${id}/bans/create`, {
    ban_id: fresh(),
    who,
    reason: 'Griefing',
    minutes: null,
  });

async function preview(share_code: string | null, on = list, by: Person = ada) {
  const answer = await by.browser.post(`/app/v1/banlist/${on}/follows/preview`, { share_code });
  return answer.statusCode === 200
    ? CALLS.banListFollowPreview.answer.parse(answer.json())
    : codeOf(answer);
}

it('counts who is on a server of the list and banned on the other, and follows nothing by that', async () => {
  const second = await newServer(`second.${ada.id}.example.org`);
  const elsewhere = await newServer(`third.${ada.id}.example.org`);
  for (const of of [server, second]) {
    await does(ada, `banlist/${list}/servers`, { server_id: of, primary: false });
  }
  const { id, share_code } = await followable();
  expect(await preview(share_code)).toEqual({ players: 0, kept_out: 0, unseen: 0 });
  await isOn(server, STEAM);
  await isOn(second, ANN, '198.51.100.8');
  await isOn(elsewhere, STEAM);
  expect(await preview(share_code)).toEqual({ players: 2, kept_out: 0, unseen: 0 });
  await banIn(id, { kind: 'identity', steam_id: STEAM });
  expect(await preview(share_code)).toEqual({ players: 2, kept_out: 1, unseen: 0 });
  await banIn(id, { kind: 'address', address: '198.51.100.*' });
  expect(await preview(share_code)).toEqual({ players: 2, kept_out: 2, unseen: 0 });
  const follows = db().selectFrom('ban_list_follows').selectAll().where('banlist_id', '=', list);
  expect(await follows.execute()).toEqual([]);
  // Bans of the list itself are none of the other’s.
  await banned({ who: { kind: 'identity', steam_id: ANN } });
  await db().deleteFrom('ban_keys').where('banlist_id', '=', id).execute();
  expect(await preview(share_code)).toMatchObject({ kept_out: 0 });
});

it('counts no ban that is revoked or over', async () => {
  const { id, share_code } = await followable();
  await does(ada, `banlist/${list}/servers`, { server_id: server, primary: false });
  await isOn(server, STEAM);
  await isOn(server, ANN, '198.51.100.8');
  const [revoked, brief] = [fresh(), fresh()];
  const of = (ban_id: string, steam_id: string, minutes: number | null) =>
    does(ben, `banlist/${id}/bans/create`, {
      ban_id,
      who: { kind: 'identity', steam_id },
      reason: 'Griefing',
      minutes,
    });
  expect([await of(revoked, STEAM, null), await of(brief, ANN, 1)]).toEqual(['done', 'done']);
  expect(await preview(share_code)).toMatchObject({ kept_out: 2 });
  await does(ben, `banlist/${id}/bans/${revoked}/status`, { status: 'REVOKED' });
  expect(await preview(share_code)).toMatchObject({ kept_out: 1 });
  groups.test.advance(61_000);
  expect(await preview(share_code)).toMatchObject({ kept_out: 0 });
});

it('counts a person who is on under an id that was joined with the one that is banned', async () => {
  const { id, share_code } = await followable();
  await does(ada, `banlist/${list}/servers`, { server_id: server, primary: false });
  const on = await seen(STEAM, '192.0.2.7');
  const other = await seen(ANN, '198.51.100.8');
  await db()
    .updateTable('play_sessions')
    .set({ left_at: groups.test.deps.clock() })
    .where('muster_id', '=', other)
    .execute();
  await sees(ben, ['server.view']);
  const who = { kind: 'person', muster_id: other, addresses: false };
  expect(await banIn(id, who)).toBe('done');
  expect(await preview(share_code)).toMatchObject({ players: 1, kept_out: 0 });
  await groups.read((trx) => joinPersons(trx, { one: on, other, kind: 'hand', by: ada.id }, 1));
  expect(await preview(share_code)).toMatchObject({ players: 1, kept_out: 1 });
});

it('leaves out servers that the account may not see, and is for whoever may change the list', async () => {
  const { share_code } = await followable();
  const own = await newList({ kind: 'team', id: team });
  await does(ada, `banlist/${own}/servers`, { server_id: server, primary: false });
  await isOn(server, STEAM);
  const cid = await mate(['banlist.view', 'banlist.modify']);
  expect(await preview(share_code, own, cid)).toEqual({ players: 0, kept_out: 0, unseen: 1 });
  const dan = await mate(['banlist.view']);
  expect(await preview(share_code, own, dan)).toBe('permission-denied');
});

it('refuses what cannot be followed', async () => {
  const { id, share_code } = await followable();
  expect(await preview('ABCD-EFGH-JKLM-NPQR')).toBe('share-code-unknown');
  expect(await preview(share_code, id, ben)).toBe('follows-itself');
  await does(ben, `banlist/${id}`, { allow_followers: false });
  expect(await preview(share_code)).toBe('not-followable');
});
