/** Who is in a bucket already, whichever way somebody was added and is added again. */
import { expect, it } from 'vitest';
import {
  STEAM,
  ada,
  ben,
  eachBansAnew,
  fresh,
  groups,
  seen,
  sees,
  server,
} from '../../../tests/support/banning.ts';
import {
  idsIn,
  newBucket,
  page,
  remove,
  steam,
  STEAM_2,
} from '../../../tests/support/bucketing.ts';
import type { Person } from '../../../tests/support/groups.ts';
import { battleyeGuid } from '../../domain/players/battleye-guid.ts';
import { CALLS } from '../../protocol/calls.ts';
import { revoke, serverResource } from '../access/grants.ts';
import { joinPersons } from '../players/joins.ts';

eachBansAnew();

const IP = '192.0.2.7';

const person = (muster_id: string, more: object = {}) => ({
  entry_id: fresh(),
  what: { kind: 'person', muster_id },
  ...more,
});
const guid = (of: string) => ({ entry_id: fresh(), what: { kind: 'identity', guid: of } });

async function added(id: string, entries: readonly object[], by: Person = ada) {
  const answer = await by.browser.post(`/app/v1/bucket/${id}/entries/add`, { entries });
  const { added: count, known } = CALLS.bucketEntriesAdd.answer.parse(answer.json());
  return { added: count, known };
}
const joined = (one: string, other: string) =>
  groups.read((trx) => joinPersons(trx, { one, other, kind: 'hand', by: ada.id }, 1));
const NEW = { added: 1, known: 0 };
const KNOWN = { added: 0, known: 1 };

it.each(['name', 'id', 'guid'] as const)(
  'knows whoever was added by %s, by whatever they are added again',
  async (first) => {
    const bob = await seen(STEAM, IP);
    const id = await newBucket();
    const ways = {
      name: () => person(bob),
      id: () => steam(STEAM),
      guid: () => guid(battleyeGuid(STEAM)),
    };
    expect(await added(id, [ways[first]()])).toEqual(NEW);
    expect(await added(id, [ways.name(), ways.id(), ways.guid()])).toEqual({ added: 0, known: 3 });
    expect(await page(id)).toHaveLength(1);
    expect(await remove(id, await idsIn(id))).toBe('done');
    expect(await added(id, [ways[first]()])).toEqual(NEW);
  },
);

it('takes one entry of each person out of one file', async () => {
  const bob = await seen(STEAM, IP);
  const id = await newBucket();
  const all = [person(bob), steam(STEAM), guid(battleyeGuid(STEAM)), steam(STEAM_2)];
  expect(await added(id, all)).toEqual({ added: 2, known: 2 });
});

it('takes whoever is to be in it for longer', async () => {
  const bob = await seen(STEAM, IP);
  const id = await newBucket();
  expect(await added(id, [person(bob, { minutes: 60 })])).toEqual(NEW);
  expect(await added(id, [steam(STEAM, { minutes: 30 })])).toEqual(KNOWN);
  expect(await added(id, [steam(STEAM)])).toEqual(NEW);
  expect(await added(id, [person(bob)])).toEqual(KNOWN);
});

it('knows of two players who are joined that they are one', async () => {
  // Joined for all tests that come after this one.
  const [steamOf, steamOfOther] = ['76561190000000008', '76561190000000009'];
  const [bob, other] = [await seen(steamOf, IP), await seen(steamOfOther, IP)];
  const id = await newBucket();
  expect(await added(id, [person(other)])).toEqual(NEW);
  await joined(bob, other);
  expect(await added(id, [person(bob), steam(steamOf), steam(steamOfOther)])).toEqual({
    added: 0,
    known: 3,
  });
});

it('does not tell whoever sees no identifiers whose one is', async () => {
  const bob = await seen(STEAM, IP);
  const id = await newBucket({ by: ben });
  await sees(ben, ['server.view', 'server.view.feed']);
  expect(await added(id, [person(bob)], ben)).toEqual(NEW);
  expect(await page(id, ben)).toMatchObject([{ person_id: bob, steam_id: null }]);
  expect(await added(id, [steam(STEAM)], ben)).toEqual(NEW);
});

it('does not tell them either which of the ids in it is somebody’s whom they add at their name', async () => {
  const bob = await seen(STEAM, IP);
  const id = await newBucket({ by: ben });
  await sees(ben, ['server.view', 'server.view.feed']);
  expect(await added(id, [steam(STEAM)], ben)).toEqual(NEW);
  expect(await added(id, [person(bob)], ben)).toEqual(NEW);
  expect(await page(id, ben)).toHaveLength(2);
  // At their name alone, or by the id alone, they are in it once.
  expect(await added(id, [person(bob), steam(STEAM)], ben)).toEqual({ added: 0, known: 2 });
});

it('knows what a row shows, whoever adds it again', async () => {
  const bob = await seen(STEAM, IP);
  const id = await newBucket({ by: ben });
  await sees(ben, ['server.view', 'server.view.feed', 'server.view.personal']);
  expect(await added(id, [person(bob)], ben)).toEqual(NEW);
  const personal = ['server.view.personal'] as const;
  await groups.read((trx) => revoke(trx, ben.id, serverResource(server), personal));
  expect(await added(id, [steam(STEAM)], ben)).toEqual(KNOWN);
});

it('keeps a note about somebody once, in the same words, by whatever they are named', async () => {
  const bob = await seen(STEAM, IP);
  const id = await newBucket({ type: 'NOTES' });
  const says = (comment: string) => ({ comment });
  expect(await added(id, [person(bob, says('Builds.'))])).toEqual(NEW);
  expect(await added(id, [steam(STEAM, says('Builds.'))])).toEqual(KNOWN);
  expect(await added(id, [steam(STEAM, says('Breaks.'))])).toEqual(NEW);
});
