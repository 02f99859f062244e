/** A right that is taken between a call and its turn: what is asked under the lock is asked of what is held then. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { blocked } from '../../../tests/support/blocked.ts';
import { TestGroups, type Person } from '../../../tests/support/groups.ts';
import { ORGANIZATION_ROLE_PERMISSION, TEAM_ROLE_PERMISSION } from '../../protocol/permissions.ts';
import { lockName } from '../store/lock.ts';

let groups: TestGroups;
let ada: Person;
let ben: Person;
let cid: Person;
let team: string;
/** Of the team: Ben's, and one below it, which Cid has. */
let held: string;
let below: string;

beforeAll(async () => {
  groups = await TestGroups.open();
});

afterAll(() => groups.close());

beforeEach(async () => {
  [ada, ben, cid] = [await groups.person(), await groups.person(), await groups.person()];
  team = await groups.found(ada, 'team');
  held = await groups.role(TEAM_ROLE_PERMISSION, { by: ada, of: team });
  below = await groups.role(['team.view'], { by: ada, of: team, name: 'Guest' });
  await groups.member(ben, held, { by: ada, of: team });
  await groups.member(cid, below, { by: ada, of: team });
});

/** What Ben is answered whose role loses all but `team.view` while he waits for his turn. */
async function lateFor(
  path: string,
  body: Record<string, unknown> = {},
  [of, role, left]: readonly [string, string, string] = [team, held, 'team.view'],
): Promise<string> {
  const { db } = groups.test.deps;
  const { answer } = await db.transaction().execute(async (trx) => {
    await lockName(trx, `group ${of}`);
    const asked = groups.does(ben, path, body);
    await blocked(db, 1);
    await trx
      .updateTable('group_roles')
      .set({ permissions: [left] })
      .where('id', '=', role)
      .execute();
    // In an object, or the transaction would wait for what waits for it.
    return { answer: asked };
  });
  return answer;
}

it.each([
  ['call it something else', () => lateFor(`team/${team}`, { identifier: 'Dawn' })],
  [
    'create a role',
    () =>
      lateFor(`team/${team}/roles`, {
        role_id: groups.fresh(),
        name: 'More',
        colour: '#336699',
        permissions: [],
      }),
  ],
  ['change a role', () => lateFor(`team/${team}/roles/${below}`, { name: 'Visitor' })],
  ['move a role', () => lateFor(`team/${team}/roles/${below}/move`, { above: null })],
  ['delete a role', () => lateFor(`team/${team}/roles/${below}/delete`)],
  [
    'invite somebody',
    async () => {
      const { id: muster_id } = await groups.person();
      const asked = { invite_id: groups.fresh(), muster_id, role_id: below };
      return lateFor(`team/${team}/invites`, asked);
    },
  ],
  [
    'take back an invitation',
    async () => {
      const [{ id: muster_id }, invite_id] = [await groups.person(), groups.fresh()];
      const asked = { invite_id, muster_id, role_id: below };
      expect(await groups.does(ada, `team/${team}/invites`, asked)).toBe('done');
      return lateFor(`team/${team}/invites/${invite_id}/revoke`);
    },
  ],
  [
    'give a member another role',
    async () => {
      const role_id = await groups.role([], { by: ada, of: team, name: 'Last' });
      return lateFor(`team/${team}/members/${cid.id}/role`, { role_id });
    },
  ],
  ['remove a member', () => lateFor(`team/${team}/members/${cid.id}/remove`)],
])('lets nobody %s who lost the permission before their turn', async (_, asked) => {
  expect(await asked()).toBe('permission-denied');
});

it('lets nobody take a team out of an organization who lost the permission before their turn', async () => {
  const organization = await groups.found(ada, 'organization');
  const of = { by: ada, of: organization, kind: 'organization' } as const;
  const role = await groups.role(ORGANIZATION_ROLE_PERMISSION, of);
  await groups.member(ben, role, of);
  const added = await groups.does(ada, `organization/${organization}/teams`, { team_id: team });
  expect(added).toBe('done');
  const path = `organization/${organization}/teams/${team}/remove`;
  expect(await lateFor(path, {}, [organization, role, 'organization.view'])).toBe(
    'permission-denied',
  );
});
