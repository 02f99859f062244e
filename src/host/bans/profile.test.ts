import { expect, it } from 'vitest';
import {
  STEAM,
  ada,
  ben,
  db,
  does,
  eachBansAnew,
  groups,
  list,
  mate,
  newList,
  seen,
  team,
} from '../../../tests/support/banning.ts';
import type { Person } from '../../../tests/support/groups.ts';
import { BANLIST_CATEGORY } from '../../protocol/enumerations.ts';
import { CALLS } from '../../protocol/calls.ts';
import { NO_PROFILE } from '../../protocol/bans/profile.ts';
import { erasePerson } from '../players/erase.ts';

eachBansAnew();

const PROFILE = {
  category: 'pvp',
  description: 'Cheaters of five servers.\nEach with a video.',
  contact_email: 'bans@example.org',
  website: 'https://example.org/bans',
  teamspeak: 'ts.example.org:9987',
  discord: 'https://discord.gg/abc-DEF1',
};
const set = (change: object = {}, by = ada, on = list) =>
  does(by, `banlist/${on}/profile`, { ...PROFILE, ...change });
const remove = (by = ada) => does(by, `banlist/${list}/profile/remove`, {});
async function own(by: Person, on = list) {
  const answer = await by.browser.get(`/app/v1/banlist/${on}/profile`);
  const read = CALLS.banListProfileRead.answer.safeParse(answer.json());
  return read.success ? read.data.profile : answer.statusCode;
}
const shown = async () => {
  const answer = await ben.browser.get(`/app/v1/public-banlists/${list}`);
  return answer.statusCode === 200
    ? CALLS.banListPublic.answer.parse(answer.json()).profile
    : answer.statusCode;
};

it('is read by everybody with an account while the list is public', async () => {
  expect(await set()).toBe('done');
  expect(await own(ada)).toEqual(PROFILE);
  expect(await shown()).toBe(404);
  await does(ada, `banlist/${list}`, { public: true });
  expect(await shown()).toEqual(PROFILE);
  expect(await remove()).toBe('done');
  expect(await remove()).toBe('done');
  expect([await own(ada), await shown()]).toEqual([null, null]);
});

it('says with the list since when it is there, and how many follow it', async () => {
  const created_at = groups.test.deps.clock();
  const mine = await newList({ kind: 'account', id: ada.id });
  await does(ada, `banlist/${mine}`, { public: true, allow_followers: true });
  const { share_code } = await db()
    .selectFrom('ban_lists')
    .select('share_code')
    .where('id', '=', mine)
    .executeTakeFirstOrThrow();
  await does(ada, `banlist/${list}/follows`, { share_code });
  const answer = await ben.browser.get(`/app/v1/public-banlists/${mine}`);
  expect(CALLS.banListPublic.answer.parse(answer.json())).toMatchObject({
    created_at,
    followers: 1,
    profile: null,
  });
});

it('needs a category, a description and an e-mail address, and nothing else', async () => {
  const bare = { website: '', teamspeak: '', discord: '' };
  for (const category of BANLIST_CATEGORY) expect(await set({ ...bare, category })).toBe('done');
  for (const wrong of [
    { category: 'hardcore' },
    { description: '  ' },
    { description: 'x'.repeat(1_001) },
    { contact_email: '' },
    { contact_email: 'bans' },
    { website: 'http://example.org' },
    { website: 'https://ada:pw@example.org' },
    { website: 'javascript:alert(1)' },
    { teamspeak: 'ts.example.org/../x' },
    { discord: 'https://discord.example.org/abc' },
  ]) {
    expect(await set(wrong)).toBe('invalid-request');
  }
  expect(await own(ada)).toEqual({ ...PROFILE, ...bare, category: 'no-rules' });
});

it('is read by who may view the list, and written by who may change it', async () => {
  const theirs = await newList({ kind: 'team', id: team });
  const viewer = await mate(['banlist.view']);
  const keeper = await mate(['banlist.modify']);
  expect(await set({}, ben, theirs)).toBe('not-found');
  expect(await set({}, viewer, theirs)).toBe('permission-denied');
  expect(await set({}, keeper, theirs)).toBe('done');
  expect(await own(viewer, theirs)).toEqual(PROFILE);
  expect([await own(keeper, theirs), await own(ben, theirs)]).toEqual([403, 404]);
});

it('is not written over what its editor did not see, and sent again it is the same', async () => {
  expect(await set({ was: NO_PROFILE })).toBe('done');
  expect(await set({ was: NO_PROFILE })).toBe('done');
  expect(await set({ was: NO_PROFILE, category: 'pve' })).toBe('row-changed');
  expect(await set({ was: PROFILE, category: 'pve' })).toBe('done');
  await does(ada, `banlist/${list}/delete`, { identifier: 'Watch' });
  expect(await set()).toBe('being-deleted');
  expect(await remove()).toBe('being-deleted');
});

it('stands in the protocol by its category alone, and each change once', async () => {
  await set();
  await set();
  await set({ category: 'pve' });
  await remove();
  const answer = await ada.browser.get(`/app/v1/banlist/${list}/ban-list-audit`);
  const { rows } = CALLS.banListAuditPage.answer.parse(answer.json());
  expect(rows.map(({ action }) => action)).toEqual([
    'banlists.profile-remove',
    'banlists.profile',
    'banlists.profile',
    'banlists.create',
  ]);
  expect(answer.body).not.toMatch(/example\.org|Cheaters/);
});

it('goes where it tells of somebody who is erased', async () => {
  const muster_id = await seen(STEAM, '192.0.2.7');
  await set({ description: `The one who is ${STEAM} is the worst.` });
  const other = await newList({ kind: 'account', id: ada.id });
  await set({}, ada, other);
  const verified = { state: 'verified', requested_at: 0, decided_at: 0, reason: '' } as const;
  const both = [list, other].map((banlist_id) => ({ banlist_id, ...verified }));
  await db().insertInto('ban_list_verifications').values(both).execute();
  const { db: _, ...deps } = groups.test.deps;
  await erasePerson({ ...deps, db: db(), now: deps.clock() }, muster_id, () => undefined);
  expect([await own(ada), await own(ada, other)]).toEqual([null, PROFILE]);
  const states = await db()
    .selectFrom('ban_list_verifications')
    .select(['banlist_id', 'state'])
    .execute();
  expect(new Map(states.map(({ banlist_id, state }) => [banlist_id, state]))).toEqual(
    new Map([
      [list, 'none'],
      [other, 'verified'],
    ]),
  );
});
