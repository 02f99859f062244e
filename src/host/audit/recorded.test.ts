/** What has to be found in the audit later: who came in, who could not, who was given what, and which screens were let in. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accountDepsOf, createTestServer } from '../../../tests/support/accounts.ts';
import { TestGroups, type Person } from '../../../tests/support/groups.ts';
import { CALLS } from '../../protocol/calls.ts';
import {
  accountResource,
  displayResource,
  grant,
  groupResource,
  HOST_RESOURCE,
  serverResource,
} from '../access/grants.ts';

let groups: TestGroups;
let ada: Person;
let ben: Person;

beforeAll(async () => {
  groups = await TestGroups.open();
  [ada, ben] = [await groups.person(), await groups.person()];
});

afterAll(() => groups.close());

/** The newest entries of a resource: what, by whom, and what the proof has of it. */
async function entries(resource: string, most: number) {
  const rows = await groups.test.deps.db
    .selectFrom('audit')
    .select(['action', 'actor', 'detail'])
    .where('resource', '=', resource)
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  return rows
    .toReversed()
    .map(({ action, actor, detail }) => [action, actor, JSON.parse(detail) as unknown]);
}

const session = expect.any(String);

it('signing in, failing to, and signing out', async () => {
  const { db } = groups.test.deps;
  const { hashing } = accountDepsOf(groups.test).deps;
  const password_hash = await hashing.hash('right password');
  await db.updateTable('accounts').set({ password_hash }).where('id', '=', ada.id).execute();
  const { username: identifier } = await db
    .selectFrom('accounts')
    .select('username')
    .where('id', '=', ada.id)
    .executeTakeFirstOrThrow();
  const browser = groups.visitor();
  const signIn = async (password: string, name = identifier) => {
    const answer = await browser.post('/app/v1/auth/sign-in', { identifier: name, password });
    return answer.statusCode;
  };
  expect([await signIn('wrong password'), await signIn('right password')]).toEqual([401, 200]);
  expect((await browser.post('/app/v1/@me/logout', {})).statusCode).toBe(200);
  expect(await entries(accountResource(ada.id), 3)).toEqual([
    ['account.sign-in-failed', null, { refused: 'bad-credentials' }],
    ['account.sign-in', ada.id, { session }],
    ['account.sign-out', ada.id, { session }],
  ]);
  // A name that nobody has is told of the host, and not which it was.
  expect(await signIn('wrong password', 'nobody')).toBe(401);
  expect(await entries(HOST_RESOURCE, 1)).toEqual([
    ['account.sign-in-failed', null, { refused: 'bad-credentials' }],
  ]);
});

it('permissions that are given and taken on a server', async () => {
  const server = await createTestServer(groups.test.deps, ben.id);
  await grant(groups.test.deps.db, ada.id, serverResource(server), ['server.view'], ben.id, 0);
  const set = (permissions: readonly string[]) =>
    groups.does(ben, `server/${server}/personnel`, { identifier: ada.id, permissions });
  expect([await set(['server.action.kick']), await set([])]).toEqual(['done', 'done']);
  const given = ['server.action.kick'];
  expect(await entries(serverResource(server), 2)).toEqual([
    ['personnel.set', ben.id, { subject: ada.id, given, taken: [], session }],
    [
      'personnel.set',
      ben.id,
      { subject: ada.id, given: [], taken: ['server.view', ...given], session },
    ],
  ]);
});

it('roles that are given, changed and taken', async () => {
  const team = await groups.found(ben, 'team');
  const of = { by: ben, of: team };
  const role = await groups.role(['team.view'], of);
  const cid = await groups.person();
  await groups.member(cid, role, of);
  const other = await groups.role(['team.view'], { ...of, name: 'Other' });
  const permissions = ['team.members.list'];
  const colour = '#336699';
  await groups.does(ben, `team/${team}/roles/${role}`, { permissions, colour });
  await groups.does(ben, `team/${team}/members/${cid.id}/role`, { role_id: other });
  await groups.does(ben, `team/${team}/members/${cid.id}/remove`);
  const by = { session, through: expect.any(String) };
  expect(await entries(groupResource(team), 3)).toEqual([
    ['groups.role-edit', ben.id, { role, given: permissions, taken: ['team.view'], ...by }],
    ['groups.member-role', ben.id, { subject: cid.id, was: role, role: other, ...by }],
    ['groups.member-remove', ben.id, { subject: cid.id, was: other, ...by }],
  ]);
});

it('screens that are paired, changed and removed', async () => {
  const browser = groups.visitor();
  const started = await browser.post('/app/v1/pairing/start', {});
  const { code } = CALLS.pairingStart.answer.parse(started.json());
  const scene = {
    scene_id: '0'.repeat(24),
    title: 'All',
    layout: 'auto',
    source: { kind: 'filter', filter: { text: '', games: [], states: [] } },
  };
  const wall = { name: 'Hall', rotation: 20, pinned_scene: null, sound: false, scenes: [scene] };
  const made = await ben.browser.post('/app/v1/walls/create', { wall });
  const { wall_id } = CALLS.wallCreate.answer.parse(made.json());
  const asked = { code, wall_id, name: 'Hall' };
  const paired = await ben.browser.post('/app/v1/displays/pair', asked);
  const { display_id } = CALLS.displayPair.answer.parse(paired.json());
  await groups.does(ben, `display/${display_id}`, { name: 'Stairs' });
  await groups.does(ben, `display/${display_id}/revoke`);
  const told = await entries(displayResource(display_id), 3);
  expect(told.map(([action, actor]) => [action, actor])).toEqual([
    ['displays.pair', ben.id],
    ['displays.edit', ben.id],
    ['displays.revoke', ben.id],
  ]);
});
