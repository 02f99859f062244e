/** What a ban tells of players: no more than whoever reads or makes it may see of them. */
import { expect, it } from 'vitest';
import { createTestServer } from '../../../tests/support/accounts.ts';
import {
  STEAM,
  ada,
  ban,
  banned,
  bansOf,
  ben,
  does,
  eachBansAnew,
  groups,
  list,
  mate,
  newList,
  page,
  read,
  seen,
  sees,
  server,
  team,
  useList,
} from '../../../tests/support/banning.ts';
import type { Person } from '../../../tests/support/groups.ts';
import { CALLS } from '../../protocol/calls.ts';
import { resourceStream } from '../../protocol/streams.ts';
import { identitiesOf } from '../players/identities.ts';

eachBansAnew();

it('a ban tells whoever makes it no identities of a person of whom they see but the name', async () => {
  const muster_id = await seen(STEAM, '192.0.2.7');
  await sees(ben, ['server.view']);
  const own = await newList({ kind: 'account', id: ben.id }, ben);
  const person = { who: { kind: 'person', muster_id } };
  expect(await ban(person, ben, own)).toBe('done');
  const none = { steam_id: null, guid: null, bohemia_id: null };
  expect((await page(ben, '', own)).rows).toMatchObject([
    { person_id: muster_id, name: 'Bob', ...none },
  ]);
});

it('a ban names who is known by an identity, typed or of a file, for whoever may find them by it', async () => {
  const muster_id = await seen(STEAM, '192.0.2.7');
  const [guid] = identitiesOf({ steamId: STEAM, guid: null, bohemiaId: null });
  const own = await newList({ kind: 'account', id: ben.id }, ben);
  const named = async (by: Person, on: string) => {
    const bans = [{ banned: guid, reason: 'Cheating', until: null }];
    await does(by, `banlist/${on}/bans/import`, { bans });
    expect(await ban({}, by, on)).toBe('done');
    return (await page(by, '', on)).rows.map(({ person_id }) => person_id);
  };
  await sees(ben, ['server.view']);
  expect(await named(ben, own)).toEqual([null, null]);
  // Of players he sees all, on a server where this one never was.
  await createTestServer(groups.test.deps, ben.id);
  const second = await newList({ kind: 'account', id: ben.id }, ben);
  expect(await named(ben, second)).toEqual([null, null]);
  expect(await named(ada, list)).toEqual([muster_id, muster_id]);
});

it('a ban is found with its person by nobody who does not see them, and by no identity that one does not see', async () => {
  const muster_id = await seen(STEAM, '192.0.2.7');
  const own = await newList({ kind: 'account', id: ben.id }, ben);
  await ban({}, ben, own);
  const unseen = await ben.browser.get(`/app/v1/players/${muster_id}/bans`);
  expect(unseen.statusCode).toBe(404);
  await sees(ben, ['server.view']);
  expect(await bansOf(muster_id, ben)).toEqual([]);
  await sees(ben, ['server.view.personal']);
  expect(await bansOf(muster_id, ben)).toMatchObject([{ ban: { steam_id: STEAM } }]);
});

it('a ban leads whoever may read it to the profile of its person, and nobody else', async () => {
  useList(await newList({ kind: 'team', id: team }));
  const cid = await mate(['banlist.view', 'banlist.list']);
  const muster_id = await seen(STEAM, '192.0.2.7');
  const id = await banned({ who: { kind: 'person', muster_id } });
  expect([(await read(id)).profile, (await read(id, cid)).profile]).toEqual([true, true]);
  const other = await banned();
  expect((await read(other, cid)).profile).toBe(true);
  expect((await cid.browser.get(`/app/v1/persons/${muster_id}`)).statusCode).toBe(200);
  expect((await ben.browser.get(`/app/v1/persons/${muster_id}`)).statusCode).toBe(404);
});

it('a ban tells its addresses to whoever sees them where it holds, but on no server that they bring', async () => {
  useList(await newList({ kind: 'team', id: team }));
  const cid = await mate(['banlist.view', 'banlist.list', 'banlist.modify']);
  const id = await banned({ who: { kind: 'address', address: '192.0.2.7' } });
  const own = await createTestServer(groups.test.deps, cid.id);
  const assign = (server_id: string, by: Person) =>
    does(by, `banlist/${list}/servers`, { server_id, primary: false });
  expect(await assign(own, cid)).toBe('done');
  expect((await read(id, cid)).addresses).toBeNull();
  expect(await assign(server, ada)).toBe('done');
  await sees(cid, ['server.view', 'server.view.personal']);
  expect((await read(id, cid)).addresses).toEqual(['192.0.2.7']);
});

it('whoever has another role in a team is told of its lists, and of no others', async () => {
  const of = await newList({ kind: 'team', id: team });
  const cid = await mate(['team.view']);
  const role_id = await groups.role(['banlist.view'], { by: ada, of: team, name: 'Keeper' });
  groups.test.publish.facts.length = 0;
  expect(await does(ada, `team/${team}/members/${cid.id}/role`, { role_id })).toBe('done');
  const told = groups.test.publish.facts.filter(
    ({ stream }) => stream === resourceStream('banLists', cid.id),
  );
  expect(told).toMatchObject([{ event: 'row:put', data: { row: { id: of } } }]);
});

it('a ban is told to nobody who may not read it, and stands in the protocol with whom and by whom', async () => {
  const id = await banned();
  const protocol = await ada.browser.get(`/app/v1/banlist/${list}/ban-list-audit?thing=${id}`);
  expect(CALLS.banListAuditPage.answer.parse(protocol.json()).rows).toMatchObject([
    { action: 'bans.add', actor_id: ada.id, target_name: 'Bob', text: 'Griefing' },
  ]);
  expect(await ban({}, ben)).toBe('not-found');
});
