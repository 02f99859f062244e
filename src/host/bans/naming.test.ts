/** Which bans keep somebody out already whom somebody is about to ban by what they typed. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { CALLS } from '../../protocol/calls.ts';
import { battleyeGuid } from '../../domain/players/battleye-guid.ts';
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
  sees,
  seen,
  team,
} from '../../../tests/support/banning.ts';

eachBansAnew();

const naming = async (query: string, by = ada): Promise<readonly string[]> => {
  const answer = await by.browser.get(`/app/v1/bans/naming?${query}`);
  return CALLS.bansNaming.answer.parse(answer.json()).bans.map(({ ban }) => ban.id);
};
const bySteam = { kind: 'identity', steam_id: STEAM, name: 'Bob' };
const guid = battleyeGuid(STEAM);
const address = (typed: string) => ({ who: { kind: 'address', address: typed } });

it('are told by a SteamID64 and by the GUID that follows from it, on every own list, while in force', async () => {
  const other = await newList({ kind: 'account', id: ada.id });
  const first = await banned({ who: bySteam });
  const second = await banned({ who: { kind: 'identity', guid } }, other);
  const brief = await banned({ who: bySteam, minutes: 1 });
  expect((await naming(`steam_id=${STEAM}`)).toSorted()).toEqual([first, second, brief].toSorted());
  expect((await naming(`guid=${guid}`)).toSorted()).toEqual([first, second, brief].toSorted());
  groups.test.advance(61_000);
  await does(ada, `banlist/${list}/bans/${first}/status`, { status: 'REVOKED' });
  expect(await naming(`steam_id=${STEAM}`)).toEqual([second]);
  expect(await naming('steam_id=76561190000000002')).toEqual([]);
  expect(await naming('')).toEqual([]);
});

it('are those of a person, too, for whoever could find them by it', async () => {
  const muster_id = await seen(STEAM, '192.0.2.7');
  const person = await banned({ who: { kind: 'person', muster_id, addresses: false } });
  for (const query of [`steam_id=${STEAM}`, `guid=${guid}`]) {
    expect(await naming(query)).toEqual([person]);
  }
  const bohemia_id = 'AbCdEfGhIjKlMnOpQrSt';
  await sql`update play_sessions set bohemia_id = ${bohemia_id} where muster_id = ${muster_id}`.execute(
    db(),
  );
  const byOther = await banned({ who: { kind: 'identity', bohemia_id } });
  expect((await naming(`steam_id=${STEAM}`)).toSorted()).toEqual([person, byOther].toSorted());
});

it('of a person are told by what a ban shows of them to whoever reads no identities on servers, and by no more', async () => {
  const muster_id = await seen(STEAM, '192.0.2.7');
  const theirs = await newList({ kind: 'team', id: team });
  const who = { kind: 'person', muster_id, addresses: false };
  const shown = await banned({ who }, theirs);
  const reader = await mate(['banlist.list']);
  expect(await naming(`steam_id=${STEAM}`, reader)).toEqual([shown]);
  expect(await naming(`guid=${guid}`, reader)).toEqual([shown]);
  // Cyd sees the server and no identities: a ban by Cyd shows none.
  const cyd = await mate(['banlist.view', 'banlist.list', 'banlist.add-permanent']);
  await sees(cyd, ['server.view']);
  const hidden = fresh();
  const body = { ban_id: hidden, who, reason: 'Griefing', minutes: null };
  expect(await does(cyd, `banlist/${theirs}/bans/create`, body)).toBe('done');
  expect(await naming(`steam_id=${STEAM}`, reader)).toEqual([shown]);
  expect((await naming(`steam_id=${STEAM}`)).toSorted()).toEqual([shown, hidden].toSorted());
});

it('on lists of others, or whose bans are not for the account, are not told', async () => {
  const theirs = await newList({ kind: 'team', id: team });
  await banned({ who: bySteam }, theirs);
  const blind = await mate(['banlist.view', 'banlist.add-permanent']);
  for (const by of [ben, blind]) expect(await naming(`steam_id=${STEAM}`, by)).toEqual([]);
});

it('of an address are those that keep out all of it, for whoever may see the addresses', async () => {
  const theirs = await newList({ kind: 'team', id: team });
  const one = await banned(address('192.0.2.7'), theirs);
  const wild = await banned(address('192.0.2.*'), theirs);
  const network = await banned(address('192.0.2.0/25'), theirs);
  const asked = async (typed: string, by = ada) =>
    (await naming(`address=${encodeURIComponent(typed)}`, by)).toSorted();
  expect(await asked('192.0.2.7')).toEqual([one, wild, network].toSorted());
  expect(await asked('192.0.2.0-192.0.2.9')).toEqual([wild, network].toSorted());
  expect(await asked('192.0.2.0/24')).toEqual([wild]);
  expect(await asked('192.0.*.*')).toEqual([]);
  expect(await asked('nowhere')).toEqual([]);
  const reader = await mate(['banlist.list']);
  expect(await asked('192.0.2.7', reader)).toEqual([]);
});

it('of somebody by their addresses, too, are told by one of these', async () => {
  const muster_id = await seen(STEAM, '192.0.2.7');
  const hybrid = await banned({ who: { kind: 'person', muster_id, addresses: true } });
  expect(await naming('address=192.0.2.7')).toEqual([hybrid]);
  expect(await naming('address=192.0.2.8')).toEqual([]);
});
