import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createTestServer } from '../../../tests/support/accounts.ts';
import {
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
  read,
  seen,
  server,
  STEAM,
  team,
  useList,
} from '../../../tests/support/banning.ts';
import type { Person } from '../../../tests/support/groups.ts';
import { need } from './ban.ts';

eachBansAnew();

it('a ban of a person takes along the addresses alone that whoever bans may see', async () => {
  const muster_id = await seen(STEAM, '192.0.2.7');
  const host = 'elsewhere.example.org';
  const elsewhere = await createTestServer(groups.test.deps, ben.id, { host });
  await sql`
    insert into play_sessions (id, server_id, muster_id, name, joined_at, joined_before, verified, lobby, steam_id, ip, port)
    values (${fresh()}, ${elsewhere}, ${muster_id}, 'Bob', 1, false, true, false, ${STEAM}, '198.51.100.9', 1)
  `.execute(db());
  const id = await banned({ who: { kind: 'person', muster_id, addresses: true } });
  expect((await read(id)).addresses).toEqual(['192.0.2.7']);
});

it('a ban says to each what they may do with it, and who may send away whom it finds', async () => {
  useList(await newList({ kind: 'team', id: team }));
  const muster_id = await seen(STEAM, '192.0.2.7');
  const id = await banned({ who: { kind: 'person', muster_id } });
  await does(ada, `banlist/${list}/servers`, { server_id: server, primary: false });
  const reads = await mate(['banlist.view', 'banlist.list']);
  const none = { edit: false, remove: false, enforce: false };
  expect((await read(id, reads)).may).toEqual(none);
  expect((await read(id)).may).toEqual({ edit: true, remove: true, enforce: true });
});

it('a list of a team is deleted by the team’s owner alone, whoever else may change it', async () => {
  const of = await newList({ kind: 'team', id: team });
  const cid = await mate(['banlist.view', 'banlist.modify']);
  const remove = (by: Person) => does(by, `banlist/${of}/delete`, { identifier: 'Watch' });
  expect([await remove(cid), await remove(ada)]).toEqual(['permission-denied', 'done']);
});

it('a list is not there for whoever has lost everything on it, and else says what is missing', () => {
  const refused = (kind: string): unknown => expect.objectContaining({ kind });
  expect(() => need([], 'banlist.modify')).toThrow(refused('not-found') as Error);
  expect(() => need(['banlist.view'], 'banlist.modify')).toThrow(
    refused('permission-denied') as Error,
  );
  expect(() => need(['banlist.modify'], 'banlist.modify')).not.toThrow();
});
