/** An export has what finds a person by something else than their id. */
import { expect, it } from 'vitest';
import { STEAM, ada, banned, eachBansAnew, groups, seen } from '../../../tests/support/banning.ts';
import { add, newBucket, remove, steam } from '../../../tests/support/bucketing.ts';
import { exportPerson, type ExportedThing } from './export.ts';

eachBansAnew();

async function exported(id: string): Promise<readonly ExportedThing[]> {
  const things: ExportedThing[] = [];
  const context = { ...groups.test.deps, now: groups.test.deps.clock() };
  await exportPerson(context, id, async (thing) => void things.push(thing));
  return things;
}

it('tells bans and entries that find them by their SteamID, though nobody said whom they are about', async () => {
  const other = '76561190000000002';
  const ban = await banned({ reason: 'Wallhack' });
  await banned({ who: { kind: 'identity', steam_id: other, name: 'Cyd' }, reason: 'Flying' });
  const bucket = await newBucket();
  const entry = steam(STEAM, { comment: 'an old friend' });
  const gone = steam(STEAM, { comment: 'once a friend' });
  const second = await newBucket();
  await add(bucket, [entry, steam(other)]);
  await add(second, [gone]);
  await remove(second, [gone.entry_id]);
  const things = await exported(await seen(STEAM, '192.0.2.7'));
  const of = (name: string) => things.filter((thing) => thing.of === name);
  expect(of('bans')).toMatchObject([{ data: { id: ban, steam_id: STEAM, reason: 'Wallhack' } }]);
  expect(of('bucketEntries')).toMatchObject([
    { data: { id: entry.entry_id, comment: 'an old friend' } },
  ]);
  expect(of('removed_bucket_entries')).toMatchObject([
    { data: { id: gone.entry_id, comment: 'once a friend' } },
  ]);
  expect(JSON.stringify(things)).not.toContain(other);
});

it('tells every address of a ban that is about them', async () => {
  const bob = await seen(STEAM, '192.0.2.7');
  await seen(STEAM, '192.0.2.8');
  const ban = await banned({ who: { kind: 'person', muster_id: bob, addresses: true } });
  const told = (await exported(bob)).find(({ of }) => of === 'ban_addresses');
  expect(told?.data).toEqual({
    ban_id: ban,
    addresses: expect.arrayContaining(['192.0.2.7', '192.0.2.8']),
  });
});

it('tells of an account what it is called and its address, and no secret', async () => {
  const [account] = (await exported(ada.id)).filter(({ of }) => of === 'account');
  expect(account?.data).toMatchObject({ id: ada.id, email: expect.stringContaining('@') });
  expect(Object.keys(account?.data ?? {}).join()).not.toMatch(/password|secret|key/);
  const sessions = (await exported(ada.id)).filter(({ of }) => of === 'sessions');
  expect(sessions).toMatchObject([{ data: { address: '127.0.0.1' } }]);
  expect(JSON.stringify(sessions)).not.toContain('token');
});
