/** Search and profiles are for subscribers, and for whoever has a server. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestAccount } from '../../../tests/support/accounts.ts';
import { ADA, HERE, SeenPeople } from '../../../tests/support/seen-people.ts';
import { CALLS } from '../../protocol/calls.ts';
import { grant, revokeAll, serverResource } from '../access/grants.ts';

let people: SeenPeople;
beforeAll(async () => {
  people = await SeenPeople.open({ plans: true });
});
afterAll(() => people.close());

it('opens with a plan or a server, and closes again', async () => {
  const { db } = people.test.deps;
  const { id, browser } = await createTestAccount(people.app, people.test.deps);
  const codes = async () => {
    const found = await browser.get('/app/v1/search?text=ada');
    const asked = await browser.post('/app/v1/global-query', { identifier: 'ada' });
    return [found.statusCode, asked.statusCode];
  };
  const plan = (name: 'free' | 'basic') =>
    db.updateTable('accounts').set({ plan: name }).where('id', '=', id).execute();
  await plan('free');
  expect(await codes()).toEqual([403, 403]);
  const refused = await browser.get(`/app/v1/persons/${id}`);
  expect(refused.json()).toMatchObject({ code: 'gate-closed' });
  await plan('basic');
  expect(await codes()).toEqual([200, 200]);
  await plan('free');
  expect(await codes()).toEqual([403, 403]);
  await people.stayed({ who: ADA, on: HERE, name: 'Ada', from: 1 });
  await grant(db, id, serverResource(HERE), ['server.view'], null, 0);
  expect(await codes()).toEqual([200, 200]);
  await db.transaction().execute((trx) => revokeAll(trx, serverResource(HERE)));
  expect(await codes()).toEqual([403, 403]);
});

it('stands before every call of search and profiles', () => {
  const gated = Object.values(CALLS).flatMap(({ name, gate }) =>
    gate === undefined ? [] : [name],
  );
  expect(gated.toSorted()).toEqual([
    'global-query',
    'person-alternates',
    'person-anti-cheat',
    'person-bans',
    'person-buckets',
    'person-notes',
    'person-profile',
    'person-sessions',
    'person-statistics',
    'person-steam',
    'person-traces',
    'player-search',
    'user-resolve',
  ]);
});
