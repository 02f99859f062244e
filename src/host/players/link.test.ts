import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestAccount } from '../../../tests/support/accounts.ts';
import { createTestApp, createTestDeps, type TestDeps } from '../../../tests/support/host.ts';
import { idsOf, personOf } from '../identity/persons.ts';
import { identitiesOf } from './identities.ts';
import { identify } from './identify.ts';
import { linkSteam, unlinkSteam, type Linked } from './link.ts';

let test: TestDeps;
let app: FastifyInstance;
let number = 0;
let steamId: string;
let player: string;
let ann: { readonly id: string; readonly name: string };
let bob: typeof ann;

beforeAll(async () => {
  test = await createTestDeps();
  app = await createTestApp(test.deps);
});
afterAll(async () => {
  await app.close();
  await test.close();
});
beforeEach(async () => {
  number += 1;
  steamId = String(76_561_198_000_000_000n + BigInt(number));
  player = await seen({ steamId });
  [ann, bob] = [await account(), await account()];
});

async function account(): Promise<typeof ann> {
  const { id } = await createTestAccount(app, test.deps);
  const { username } = await test.deps.db
    .selectFrom('accounts')
    .select('username')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { id, name: username };
}

async function seen(told: object): Promise<string> {
  const identities = identitiesOf({ guid: null, steamId: null, bohemiaId: null, ...told });
  const [id = ''] = (await identify(test.deps.db, [{ identities, name: 'Ann' }], 1)).values();
  return id;
}

const context = () => ({ ...test.deps, now: test.deps.clock() });
const link = (who: string, steam = steamId) => linkSteam(context(), who, steam);
const unlink = (who: string, steam: string | null = steamId) => unlinkSteam(context(), who, steam);
const refusal = async (answer: Promise<Linked>) => {
  const linked = await answer;
  return linked.ok ? null : linked.refused;
};
const audited = async () => {
  const rows = await test.deps.db
    .selectFrom('audit')
    .select(['action', 'resource', 'detail'])
    .where('action', 'in', ['account.link-steam', 'account.unlink-steam'])
    .where('resource', 'in', [`account/${ann.id}`, `account/${bob.id}`])
    .orderBy('id')
    .execute();
  return rows.map(({ action, resource, detail }) => [action, resource, detail]);
};

it('an account and a player who are linked are one person under the id of the account', async () => {
  expect(await link(ann.name)).toEqual({ ok: true, changed: true, musterId: ann.id });
  expect(await personOf(test.deps.db, player)).toBe(ann.id);
  expect(await idsOf(test.deps.db, ann.id)).toEqual([ann.id, player]);
});

it('linking and undoing it change nothing the second time, and are audited once without the Steam id', async () => {
  await link(ann.name);
  expect(await link(ann.id)).toEqual({ ok: true, changed: false, musterId: ann.id });
  expect(await unlink(ann.name)).toEqual({ ok: true, changed: true, musterId: ann.id });
  expect(await unlink(ann.name)).toEqual({ ok: true, changed: false, musterId: ann.id });
  expect(await personOf(test.deps.db, player)).toBe(player);
  const detail = JSON.stringify({ player });
  expect(await audited()).toEqual([
    ['account.link-steam', `account/${ann.id}`, detail],
    ['account.unlink-steam', `account/${ann.id}`, detail],
  ]);
  expect(await link(bob.name)).toMatchObject({ ok: true, changed: true });
  expect(await personOf(test.deps.db, player)).toBe(bob.id);
});

it('who was seen by the GUID of a Steam id alone is linked too', async () => {
  const steam = String(76_561_198_100_000_000n + BigInt(number));
  const [battleye] = identitiesOf({ guid: null, steamId: steam, bohemiaId: null });
  const guid = await seen({ guid: battleye?.value });
  expect(await link(ann.name, steam)).toMatchObject({ ok: true, changed: true });
  expect(await personOf(test.deps.db, guid)).toBe(ann.id);
});

it('without a Steam id every link of the account is undone, and no other', async () => {
  const second = String(76_561_198_200_000_000n + BigInt(number));
  const other = String(76_561_198_300_000_000n + BigInt(number));
  const [twin, theirs] = [await seen({ steamId: second }), await seen({ steamId: other })];
  await link(ann.name);
  await link(ann.name, second);
  await link(bob.name, other);
  expect(await unlink(ann.name, null)).toMatchObject({ ok: true, changed: true });
  const { db } = test.deps;
  expect(await Promise.all([player, twin, theirs].map((id) => personOf(db, id)))).toEqual([
    player,
    twin,
    bob.id,
  ]);
});

it('refuses whom it does not know, and who is somebody else, by kind', async () => {
  expect(await refusal(link('nobody-here'))).toEqual({ kind: 'unknown-account' });
  expect(await refusal(unlink('nobody-here'))).toEqual({ kind: 'unknown-account' });
  for (const typed of ['', '7', 'abc', `${steamId}0`, '86561198000000001']) {
    expect(await refusal(link(ann.name, typed))).toEqual({ kind: 'not-a-steam-id' });
  }
  const unseen = '76561199999999999';
  expect(await refusal(link(ann.name, unseen))).toEqual({ kind: 'unknown-steam-id' });
  await link(bob.name);
  expect(await refusal(link(ann.name))).toEqual({ kind: 'linked-to-another', account: bob.name });
  expect(await personOf(test.deps.db, player)).toBe(bob.id);
  expect((await audited()).map(([, resource]) => resource)).toEqual([`account/${bob.id}`]);
});

it('of two who link one Steam id at the same time one is told of the other', async () => {
  const answers = await Promise.all([link(ann.name), link(bob.name)]);
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  const person = await personOf(test.deps.db, player);
  const [winner, loser] = person === ann.id ? [ann, bob] : [bob, ann];
  expect(await refusal(link(loser.name))).toEqual({
    kind: 'linked-to-another',
    account: winner.name,
  });
});

it('whom games show to be two accounts stay two', async () => {
  await link(ann.name);
  const bohemiaId = `uid-${number}=`;
  const twin = await seen({ bohemiaId });
  const second = String(76_561_198_400_000_000n + BigInt(number));
  await seen({ steamId: second, bohemiaId });
  await link(bob.name, second);
  await seen({ steamId, bohemiaId });
  const { db } = test.deps;
  expect([await personOf(db, player), await personOf(db, twin)]).toEqual([ann.id, bob.id]);
});
