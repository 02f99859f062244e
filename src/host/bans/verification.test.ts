import { expect, it } from 'vitest';
import {
  STEAM,
  ada,
  banned,
  ben,
  db,
  does,
  eachBansAnew,
  groups,
  list,
  mate,
  newList,
  seen,
  server,
  team,
} from '../../../tests/support/banning.ts';
import { createTestServer } from '../../../tests/support/accounts.ts';
import type { Person } from '../../../tests/support/groups.ts';
import { CALLS } from '../../protocol/calls.ts';
import { setTitle } from '../account/standing.ts';
import { change } from '../change/change.ts';
import { erasePerson } from '../players/erase.ts';
import { BAN_LIST_ROWS } from './rows.ts';

eachBansAnew();

const DAY = 86_400_000;
const PROFILE = {
  category: 'sharing',
  description: 'Cheaters of five servers.',
  contact_email: 'bans@example.org',
  website: '',
  teamspeak: '',
  discord: '',
};
const verify = (what: 'request' | 'cancel', by = ada, on = list) =>
  does(
    by,
    `banlist/${on}/verification/${what}`,
    what === 'request' ? { code_of_conduct: true } : {},
  );
const decide = (by: Person, verdict: 'verified' | 'denied', reason = 'We looked at it.') =>
  does(by, `banlist-reviews/${list}`, { verdict, reason });
async function standing(by = ada, on = list) {
  const answer = await by.browser.get(`/app/v1/banlist/${on}/verification`);
  return CALLS.banListVerification.answer.parse(answer.json());
}
async function reviews(by: Person) {
  const answer = await by.browser.get('/app/v1/banlist-reviews');
  const read = CALLS.banListReviews.answer.safeParse(answer.json());
  return read.success ? read.data.lists.filter(({ id }) => id === list) : answer.statusCode;
}
async function listed(by = ben) {
  const answer = await by.browser.get('/app/v1/public-banlists');
  const { lists } = CALLS.banListsVerified.answer.parse(answer.json());
  return lists.filter(({ id }) => id === list);
}
async function becomesStaff(who: Person, given = true): Promise<Person> {
  const { deps } = groups.test;
  await change({ ...deps, now: deps.clock() }, (made) => setTitle(made, who.id, 'staff', given));
  return who;
}
const inForce = (count: number) =>
  db().updateTable('ban_lists').set({ bans: count }).where('id', '=', list).execute();
const grows = (days: number) =>
  db()
    .updateTable('ban_lists')
    .set({ created_at: groups.test.deps.clock() - days * DAY })
    .where('id', '=', list)
    .execute();
/** Ben’s list follows Ada’s, and a server of his obeys his. */
async function followedByBen(): Promise<void> {
  await does(ada, `banlist/${list}`, { allow_followers: true });
  const { share_code } = await db()
    .selectFrom('ban_lists')
    .select('share_code')
    .where('id', '=', list)
    .executeTakeFirstOrThrow();
  const theirs = await newList({ kind: 'account', id: ben.id }, ben);
  expect(await does(ben, `banlist/${theirs}/follows`, { share_code })).toBe('done');
  const server_id = await createTestServer(groups.test.deps, ben.id);
  expect(await does(ben, `banlist/${theirs}/servers`, { server_id, primary: true })).toBe('done');
}
async function eligible(): Promise<void> {
  await does(ada, `banlist/${list}`, { public: true });
  await does(ada, `banlist/${list}/profile`, PROFILE);
  await inForce(500);
  await grows(93);
  await followedByBen();
}

it('says what a list lacks, and takes a request once it has all of it', async () => {
  expect(await standing()).toMatchObject({
    state: 'unlisted',
    bans: 0,
    communities: 0,
    missing: ['public', 'profile', 'bans', 'age', 'reach'],
  });
  expect(await verify('request')).toBe('not-eligible');
  await eligible();
  await inForce(499);
  expect(await verify('request')).toBe('not-eligible');
  await inForce(500);
  expect(await standing()).toMatchObject({ state: 'requestable', communities: 1, missing: [] });
  expect(await does(ada, `banlist/${list}/verification/request`, {})).toBe('invalid-request');
  expect([await verify('request'), await verify('request')]).toEqual(['done', 'done']);
  const { state, requested_at } = await standing();
  expect([state, requested_at]).toEqual(['in-review', groups.test.deps.clock()]);
});

it('counts no server of its own owner, whoever of their groups it belongs to', async () => {
  await eligible();
  await does(ada, `banlist/${list}/servers`, { server_id: server, primary: true });
  await db()
    .updateTable('servers')
    .set({ owner: team, owner_kind: 'team' })
    .where('id', '=', server)
    .execute();
  expect((await standing()).communities).toBe(1);
  await db().deleteFrom('ban_list_follows').execute();
  expect(await standing()).toMatchObject({ communities: 0, missing: ['reach'] });
});

it('is reviewed by staff alone, with what they need to judge, and not by who keeps it', async () => {
  await eligible();
  const bert = await banned();
  await does(ben, `banlist/${list}/bans/${bert}/report`, {
    report_id: groups.fresh(),
    reason: 'That was my brother.',
    consent: true,
  });
  await verify('request');
  const staff = await groups.person();
  expect([await reviews(staff), await decide(staff, 'verified')]).toEqual([
    403,
    'permission-denied',
  ]);
  await becomesStaff(staff);
  expect(await reviews(staff)).toMatchObject([
    {
      id: list,
      identifier: 'Watch',
      owner_id: ada.id,
      state: 'in-review',
      bans: 501,
      communities: 1,
      missing: [],
      followers: 1,
      with_evidence: 0,
      reports: { open: 1, accepted: 0, rejected: 0 },
      profile: PROFILE,
      own: false,
    },
  ]);
  await becomesStaff(ada);
  expect(await reviews(ada)).toMatchObject([{ own: true }]);
  expect(await decide(ada, 'verified')).toBe('permission-denied');
  expect(await decide(staff, 'verified')).toBe('done');
  expect(await decide(staff, 'verified')).toBe('done');
  expect(await standing()).toMatchObject({ state: 'verified', reason: 'We looked at it.' });
  await becomesStaff(staff, false);
  expect(await decide(staff, 'denied')).toBe('permission-denied');
});

it('stands where everybody looks for one once it is verified, until it is hidden', async () => {
  const staff = await becomesStaff(await groups.person());
  await eligible();
  await verify('request');
  expect(await listed()).toEqual([]);
  await decide(staff, 'verified');
  expect(await listed()).toMatchObject([
    { id: list, category: 'sharing', description: PROFILE.description, followers: 1 },
  ]);
  const answer = await ben.browser.get(`/app/v1/public-banlists/${list}`);
  expect(CALLS.banListPublic.answer.parse(answer.json()).verified).toBe(true);
  const [row] = await groups.read((trx) => BAN_LIST_ROWS.read(trx, ada.id, [list]));
  expect(row?.verification).toBe('verified');
  await does(ada, `banlist/${list}`, { public: false });
  expect([await listed(), (await standing()).state]).toEqual([[], 'unlisted']);
  await does(ada, `banlist/${list}`, { public: true });
  expect([await listed(), (await standing()).state]).toEqual([[], 'requestable']);
});

it('ends with its profile, and by who keeps it', async () => {
  const staff = await becomesStaff(await groups.person());
  await eligible();
  await verify('request');
  expect([await verify('cancel'), await verify('cancel')]).toEqual(['done', 'done']);
  expect((await standing()).state).toBe('requestable');
  expect(await decide(staff, 'verified')).toBe('review-settled');
  await verify('request');
  await does(ada, `banlist/${list}/profile/remove`, {});
  expect((await standing()).state).toBe('unlisted');
  expect(await reviews(staff)).toEqual([]);
});

it('waits thirty days after staff denied it, also where it was verified before', async () => {
  const staff = await becomesStaff(await groups.person());
  await eligible();
  await verify('request');
  expect(await decide(staff, 'denied', 'No')).toBe('invalid-request');
  expect(await decide(staff, 'denied', 'No evidence at all.')).toBe('done');
  const denied = groups.test.deps.clock();
  expect(await standing()).toMatchObject({
    state: 'denied',
    reason: 'No evidence at all.',
    waits_until: denied + 30 * DAY,
  });
  expect([await verify('request'), await verify('cancel')]).toEqual(['not-eligible', 'done']);
  await does(ada, `banlist/${list}`, { public: false });
  await does(ada, `banlist/${list}`, { public: true });
  expect((await standing()).state).toBe('denied');
  await db()
    .updateTable('ban_list_verifications')
    .set({ decided_at: denied - 30 * DAY })
    .where('banlist_id', '=', list)
    .execute();
  expect(await standing()).toMatchObject({ state: 'requestable', waits_until: null });
  expect(await verify('request')).toBe('done');
  expect(await reviews(staff)).toMatchObject([{ reason: 'No evidence at all.' }]);
  await decide(staff, 'verified');
  expect(await decide(staff, 'denied', 'It bans rivals.')).toBe('done');
  expect(await listed()).toEqual([]);
});

it('is not approved where something is missing by now', async () => {
  const staff = await becomesStaff(await groups.person());
  await eligible();
  await verify('request');
  await inForce(499);
  expect(await reviews(staff)).toMatchObject([{ missing: ['bans'] }]);
  expect(await decide(staff, 'verified')).toBe('not-eligible');
  expect(await decide(staff, 'denied')).toBe('done');
});

it('is asked by who may change the list, and read by who may view it', async () => {
  const theirs = await newList({ kind: 'team', id: team });
  const viewer = await mate(['banlist.view']);
  expect(await verify('request', viewer, theirs)).toBe('permission-denied');
  expect(await verify('request', ben, theirs)).toBe('not-found');
  expect((await standing(viewer, theirs)).state).toBe('unlisted');
});

it('stands in the protocol, each step once, and goes with what it tells of somebody', async () => {
  const staff = await becomesStaff(await groups.person());
  await eligible();
  await verify('request');
  await verify('request');
  const muster_id = await seen(STEAM, '192.0.2.7');
  await decide(staff, 'denied', `${STEAM} is no cheater.`);
  const answer = await ada.browser.get(`/app/v1/banlist/${list}/ban-list-audit`);
  const { rows } = CALLS.banListAuditPage.answer.parse(answer.json());
  expect(rows.map(({ action }) => action).filter((action) => action.includes('verif'))).toEqual([
    'banlists.verify-deny',
    'banlists.verify-request',
  ]);
  expect(answer.body).not.toContain(STEAM);
  const { db: _, ...deps } = groups.test.deps;
  await erasePerson({ ...deps, db: db(), now: deps.clock() }, muster_id, () => undefined);
  expect(await standing()).toMatchObject({ state: 'denied', reason: '' });
});

it('goes with its list', async () => {
  const staff = await becomesStaff(await groups.person());
  await eligible();
  await verify('request');
  await does(ada, `banlist/${list}/delete`, { identifier: 'Watch' });
  expect(await reviews(staff)).toEqual([]);
  expect(await decide(staff, 'verified')).toBe('being-deleted');
  expect(await verify('cancel')).toBe('being-deleted');
});

it('stays verified among the groups of its owner, and not where it counts for another', async () => {
  const staff = await becomesStaff(await groups.person());
  await eligible();
  await verify('request');
  await decide(staff, 'verified');
  expect(await does(ada, `banlist/${list}/move`, { to: { kind: 'team', id: team } })).toBe('done');
  expect((await standing()).state).toBe('verified');
  const other = await newList({ kind: 'account', id: ada.id });
  const verifications = db().selectFrom('ban_list_verifications');
  const kept = await verifications.selectAll().where('banlist_id', '=', list).execute();
  await db()
    .insertInto('ban_list_verifications')
    .values(kept.map((one) => ({ ...one, banlist_id: other })))
    .execute();
  const heir = await mate(['team.view']);
  const body = { identifier: 'Watch', role_id: null, muster_id: heir.id };
  expect(await does(ada, `group/${team}/transfer`, body)).toBe('done');
  expect((await standing(heir)).state).toBe('requestable');
  const verified = verifications.select('banlist_id').where('state', '=', 'verified');
  expect(await verified.where('banlist_id', 'in', [list, other]).execute()).toEqual([
    { banlist_id: other },
  ]);
});
