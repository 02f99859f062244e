import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestGroups, type Person } from '../../../tests/support/groups.ts';
import { CALLS } from '../../protocol/calls.ts';
import { problem } from '../../protocol/problem.ts';
import { grant, wallResource } from '../access/grants.ts';

let groups: TestGroups;
let ada: Person;
let ben: Person;
let team: string;

beforeAll(async () => {
  groups = await TestGroups.open();
  [ada, ben] = [await groups.person(), await groups.person()];
  team = await groups.found(ada, 'team');
  const role = await groups.role(['team.view', 'banlist.view'], { by: ada, of: team });
  await groups.member(ben, role, { by: ada, of: team });
});

afterAll(() => groups.close());

/** Where it was told since then that somebody tried something. */
async function toldOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  const before = groups.test.publish.facts.length;
  await work();
  return groups.test.publish.facts.slice(before).flatMap(({ stream, event, data }) => {
    const { row } = data as { readonly row?: { readonly action?: string } };
    return event === 'row:put' && row?.action === 'access.refused' ? [stream] : [];
  });
}

it('whoever sees a team and tries to change it is in its audit', async () => {
  const told = await toldOf(async () => {
    expect(await groups.does(ben, `team/${team}`, { identifier: 'Mine' })).toBe(
      'permission-denied',
    );
  });
  expect(told).toContain(`group/${team}/teamAudit`);
});

it('whoever sees a ban list and tries to change it is in its protocol, and is told what it needs', async () => {
  const list = groups.fresh();
  const owner = { kind: 'team', id: team };
  await groups.does(ada, 'banlists/create', { banlist_id: list, identifier: 'Watch', owner });
  const told = await toldOf(async () => {
    const answer = await ben.browser.post(`/app/v1/banlist/${list}`, { identifier: 'Mine' });
    expect(problem.parse(answer.json())).toMatchObject({
      code: 'permission-denied',
      needs: ['banlist.modify'],
    });
  });
  expect(told).toContain(`banlist/${list}/banListAudit`);
});

it('whoever may not even see something leaves nothing in its audit', async () => {
  const bucket = groups.fresh();
  const owner = { kind: 'account', id: ada.id };
  const body = { bucket_id: bucket, identifier: 'Own', type: 'WHITELIST', owner };
  await groups.does(ada, 'buckets/create', body);
  const told = await toldOf(async () => {
    expect(await groups.does(ben, `bucket/${bucket}`, { identifier: 'Mine' })).toBe('not-found');
  });
  expect(told).toEqual([]);
});

const SCENE = {
  scene_id: '0'.repeat(24),
  title: 'All',
  layout: 'auto',
  source: { kind: 'filter', filter: { text: '', games: [], states: [] } },
};
const WALL = { name: 'Hall', rotation: 20, pinned_scene: null, sound: false, scenes: [SCENE] };

it('whoever sees a wall and tries to change it is in the audit, and nobody who does not', async () => {
  const made = await ada.browser.post('/app/v1/walls/create', { wall: WALL });
  const { wall_id } = CALLS.wallCreate.answer.parse(made.json());
  const { db } = groups.test.deps;
  const refused = () =>
    db
      .selectFrom('audit')
      .select(['actor', 'detail'])
      .where('resource', '=', wallResource(wall_id))
      .where('action', '=', 'access.refused')
      .execute();
  expect(await groups.does(ben, `wall/${wall_id}/delete`)).toBe('not-found');
  expect(await refused()).toEqual([]);
  await grant(db, ben.id, wallResource(wall_id), ['wall.view'], ada.id, 1);
  expect(await groups.does(ben, `wall/${wall_id}/delete`)).toBe('permission-denied');
  const detail = expect.stringContaining('"missing":["wall.modify"]');
  expect(await refused()).toEqual([{ actor: ben.id, detail }]);
});
