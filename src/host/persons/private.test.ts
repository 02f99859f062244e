/** Private mode: who still finds an account, and whose plan opens it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestAccount } from '../../../tests/support/accounts.ts';
import type { TestBrowser } from '../../../tests/support/host.ts';
import { ADA, HERE, SeenPeople } from '../../../tests/support/seen-people.ts';
import { CALLS } from '../../protocol/calls.ts';
import { joinPersons } from '../players/joins.ts';

let people: SeenPeople;
let viewer: TestBrowser;
let stranger: TestBrowser;

beforeAll(async () => {
  people = await SeenPeople.open();
  ({ viewer, stranger } = await people.admins());
});
afterAll(() => people.close());

async function finds(browser: TestBrowser, text: string): Promise<readonly string[]> {
  const answer = await browser.get(`/app/v1/search?text=${encodeURIComponent(text)}`);
  const page = CALLS.playerSearch.answer.parse(answer.json());
  return page.people.map(({ muster_id }) => muster_id);
}

const opens = async (browser: TestBrowser, id: string) =>
  (await browser.get(`/app/v1/persons/${id}`)).statusCode;

it('hides an account from search by name and id, but from itself and from who has seen them', async () => {
  const { id, browser } = await createTestAccount(people.app, people.test.deps);
  const { db } = people.test.deps;
  await db
    .updateTable('accounts')
    .set({ display_name: 'HiddenHeron' })
    .where('id', '=', id)
    .execute();
  for (const text of ['hiddenheron', id]) expect(await finds(stranger, text)).toEqual([id]);
  const on = await browser.post('/app/v1/@me/private', { private: true });
  expect(on.json()).toEqual({ private: true });
  for (const text of ['hiddenheron', id]) {
    expect(await finds(stranger, text)).toEqual([]);
    expect(await finds(browser, text)).toEqual([id]);
  }
  expect([await opens(stranger, id), await opens(viewer, id)]).toEqual([404, 404]);
  const resolved = await stranger.get('/app/v1/user-resolve?identifier=hiddenheron');
  expect(resolved.statusCode).toBe(404);
  const own = await browser.get(`/app/v1/persons/${id}`);
  expect(CALLS.personProfile.answer.parse(own.json()).account?.private).toBe(true);
  // They play on a server of the viewer's.
  await people.stayed({ who: ADA, on: HERE, name: 'Heron', from: 1 });
  await db
    .transaction()
    .execute((trx) => joinPersons(trx, { one: id, other: ADA, kind: 'link' }, 2));
  expect([await opens(stranger, id), await opens(viewer, id)]).toEqual([404, 200]);
  const seen = await viewer.get(`/app/v1/persons/${id}`);
  expect(CALLS.personProfile.answer.parse(seen.json()).account?.private).toBeNull();
  await browser.post('/app/v1/@me/private', { private: false });
  expect(await finds(stranger, 'hiddenheron')).toEqual([id]);
});

it('is opened by the plan pro, and can be left by any', async () => {
  const plans = await SeenPeople.open({ plans: true });
  try {
    const { id, browser } = await createTestAccount(plans.app, plans.test.deps);
    const plan = (name: 'basic' | 'pro') =>
      plans.test.deps.db.updateTable('accounts').set({ plan: name }).where('id', '=', id).execute();
    const set = async (isPrivate: boolean) =>
      (await browser.post('/app/v1/@me/private', { private: isPrivate })).statusCode;
    await plan('basic');
    expect(await set(true)).toBe(403);
    await plan('pro');
    expect(await set(true)).toBe(200);
    await plan('basic');
    expect([await set(false), await set(true)]).toEqual([200, 403]);
  } finally {
    await plans.close();
  }
});
