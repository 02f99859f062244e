import { expect, it } from 'vitest';
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
  newList,
} from '../../../tests/support/banning.ts';
import { codeOf } from '../../../tests/support/accounts.ts';
import type { Person } from '../../../tests/support/groups.ts';
import { setTitle } from '../account/standing.ts';
import { change } from '../change/change.ts';

eachBansAnew();

async function waiting(by: Person) {
  const answer = await by.browser.get('/app/v1/ban-reviews-waiting');
  return answer.statusCode === 200 ? answer.json() : codeOf(answer);
}
async function staff(who: Person): Promise<Person> {
  const { deps } = groups.test;
  await change({ ...deps, now: deps.clock() }, (made) => setTitle(made, who.id, 'staff', true));
  return who;
}
const waits = (banlist_id: string, state: 'in-review' | 'verified' = 'in-review') =>
  db()
    .insertInto('ban_list_verifications')
    .values({ banlist_id, state, requested_at: 0, decided_at: null, reason: '' })
    .execute();

it('counts the lists and the reports that wait for staff, but not their own', async () => {
  const own = await staff(await groups.person());
  expect(await waiting(ada)).toBe('permission-denied');
  await waits(list);
  await waits(await newList({ kind: 'account', id: ada.id }), 'verified');
  await waits(await newList({ kind: 'account', id: own.id }, own));
  const gone = await newList({ kind: 'account', id: ben.id }, ben);
  await waits(gone);
  await does(ben, `banlist/${gone}/delete`, { identifier: 'Watch' });
  const ban = await banned();
  await does(ada, `banlist/${list}`, { public: true });
  const reason = 'That was my brother, not me.';
  const report = (by: Person) =>
    does(by, `banlist/${list}/bans/${ban}/report`, { report_id: fresh(), reason, consent: true });
  expect([await report(ben), await report(own)]).toEqual(['done', 'done']);
  expect(await waiting(own)).toEqual({ lists: 1, reports: 1 });
  const other = await staff(await groups.person());
  expect(await waiting(other)).toEqual({ lists: 2, reports: 2 });
});
