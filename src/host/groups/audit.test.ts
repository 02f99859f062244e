import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeOf, createTestServer } from '../../../tests/support/accounts.ts';
import { TestGroups, type Person } from '../../../tests/support/groups.ts';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import { SERVER_PERMISSION } from '../../protocol/permissions.ts';
import { PAGED_CALLS } from '../../protocol/resources/paged-calls.ts';
import { resourceStream } from '../../protocol/streams.ts';
import { claimAction, endAction } from '../actions/requests.ts';
import { grant, groupResource, serverResource } from '../access/grants.ts';
import { removeGroupStreams } from './delete.ts';

let groups: TestGroups;
let ada: Person;
let ben: Person;
let cid: Person;
let team: string;
let moderator: string;
let server: string;

beforeAll(async () => {
  groups = await TestGroups.open();
  [ada, ben, cid] = [await groups.person(), await groups.person(), await groups.person()];
  team = await groups.found(ada, 'team');
  moderator = await groups.role(
    [
      'team.view',
      'team.roles.create',
      'server.view',
      'server.modify.configuration',
      'server.action.lock',
      'server.action.message-public',
    ],
    { by: ada, of: team, name: 'Moderator' },
  );
  await groups.member(ben, moderator, { by: ada, of: team });
  server = await createTestServer(groups.test.deps, ada.id);
  await groups.does(ada, `server/${server}/move`, { to: { kind: 'team', id: team } });
  const given = [
    'server.view',
    'server.modify.configuration',
    'server.action.message-public',
  ] as const;
  await grant(groups.test.deps.db, cid.id, serverResource(server), given, ada.id, 0);
});

afterAll(() => groups.close());

const proofOf = async (resource: string) => {
  const rows = await groups.test.deps.db
    .selectFrom('audit')
    .select(['action', 'actor', 'detail'])
    .where('resource', '=', resource)
    .orderBy('id')
    .execute();
  return rows.map(({ detail, ...row }) => ({ ...row, detail: JSON.parse(detail) as object }));
};

async function sessionOf({ id }: Person): Promise<string> {
  const rows = await groups.test.deps.db
    .selectFrom('sessions')
    .select('id')
    .where('account_id', '=', id)
    .execute();
  return rows[0]?.id ?? '';
}

it('what is done in a team is told with the role and the session by which it was done', async () => {
  const role_id = await groups.role(['team.view'], { by: ben, of: team, name: 'Guest' });
  const told = await proofOf(groupResource(team));
  const [joined, made] = [
    told.find(({ action }) => action === 'groups.invite-accept'),
    told.findLast(({ action }) => action === 'groups.role-create'),
  ];
  const session = await sessionOf(ben);
  expect(made).toMatchObject({
    actor: ben.id,
    detail: { role: role_id, session, through: moderator },
  });
  // To join is one's own to do.
  expect(joined?.detail).toEqual({
    invite: expect.any(String),
    role: moderator,
    from: ada.id,
    session,
  });
});

it('what is done on a server is, too, and its audit says what the role is called', async () => {
  const add = (by: Person) =>
    groups.does(by, `server/${server}/messages`, {
      id: groups.fresh(),
      values: { enabled: true, mode: 'public', text: 'Restart at noon', interval: 600, offset: 0 },
    });
  expect([await add(ben), await add(cid)]).toEqual(['done', 'done']);
  const byRole = { session: await sessionOf(ben), through: moderator };
  expect((await proofOf(serverResource(server))).slice(-2)).toEqual([
    { action: 'messages.add', actor: ben.id, detail: { id: expect.any(String), ...byRole } },
    // What was given to somebody directly needs no role.
    {
      action: 'messages.add',
      actor: cid.id,
      detail: { id: expect.any(String), session: await sessionOf(cid) },
    },
  ]);
  const answer = await ada.browser.get(`/app/v1/server/${server}/audit?thing=${moderator}`);
  const { rows } = PAGED_CALLS.auditPage.answer.parse(answer.json());
  expect(rows.map(({ action, through }) => [action, through])).toEqual([
    ['messages.add', { id: moderator, name: 'Moderator', group: 'Watch' }],
  ]);
});

it('an action says so even where the role is taken before the game has answered', async () => {
  const { deps } = groups.test;
  const lock = groups.does(ben, `server/${server}/action`, {
    request_id: groups.fresh(),
    request: { action: SERVER_ACTION.SERVER_LOCK },
  });
  await expect.poll(() => askedOf(server)).toBeTruthy();
  await groups.does(ada, `team/${team}/members/${ben.id}/remove`);
  const asked = await askedOf(server);
  const host = { id: groups.fresh(), alive_until: Number.MAX_SAFE_INTEGER, log_root: null };
  await deps.db.insertInto('hosts').values(host).execute();
  await deps.db.updateTable('servers').set({ lease_host: host.id }).execute();
  const claimed = await claimAction({ ...deps, hostId: host.id }, asked, server);
  expect(claimed?.by).toEqual({ session: await sessionOf(ben), through: moderator });
  await deps.db.transaction().execute((trx) => endAction(trx, asked, { ok: true, answer: '' }));
  groups.waiting.wake(asked);
  expect(await lock).toBe('done');
});

it('a server that is moved names the role that may change the team it leaves, and the one of who takes it', async () => {
  const [eva, from, to] = [
    await groups.person(),
    await groups.found(ada, 'team'),
    await groups.found(ada, 'team'),
  ];
  const [gives, takes] = [
    await groups.role(['team.view', 'team.modify', ...SERVER_PERMISSION], { by: ada, of: from }),
    await groups.role(['team.view', 'team.modify'], { by: ada, of: to }),
  ];
  await groups.member(eva, gives, { by: ada, of: from });
  await groups.member(eva, takes, { by: ada, of: to });
  const moved = await createTestServer(groups.test.deps, ada.id, { host: 'moved.example.org' });
  // By what was shared she sees the server; it moves by what she may in the team.
  await grant(groups.test.deps.db, eva.id, serverResource(moved), ['server.view'], ada.id, 0);
  const move = (by: Person, id: string) =>
    groups.does(by, `server/${moved}/move`, { to: { kind: 'team', id } });
  expect([await move(ada, from), await move(eva, to)]).toEqual(['done', 'done']);
  const throughOf = async (resource: string) =>
    (await proofOf(resource))
      .filter(({ action, actor }) => /[.-]move$/.test(action) && actor === eva.id)
      .map(({ detail }) => (detail as { through?: string }).through);
  expect(await throughOf(serverResource(moved))).toEqual([gives]);
  expect(await throughOf(groupResource(from))).toEqual([gives]);
  expect(await throughOf(groupResource(to))).toEqual([takes]);
});

const pageOf = async (of: Person, id: string, kind = 'team', query = '') => {
  const answer = await of.browser.get(`/app/v1/group/${id}/${kind}-audit${query}`);
  return answer.statusCode === 200
    ? PAGED_CALLS.teamAuditPage.answer.parse(answer.json()).rows
    : codeOf(answer);
};

it('a team’s audit is read by whoever may change it, narrowed down as other audits', async () => {
  const [id, eva, dan] = [
    await groups.found(ada, 'team'),
    await groups.person(),
    await groups.person(),
  ];
  const of = { by: ada, of: id };
  await groups.member(eva, await groups.role(['team.view', 'team.modify'], of), of);
  await groups.member(dan, await groups.role(['team.view', 'team.roles.list'], of), of);
  await groups.does(eva, `team/${id}`, { identifier: 'Dawn Patrol' });
  expect(await pageOf(dan, id)).toBe('permission-denied');
  expect(await pageOf(ben, id)).toBe('not-found');
  // A team’s permission opens nothing of an organization.
  expect(await pageOf(ada, id, 'organization')).toBe('permission-denied');
  const all = await pageOf(eva, id);
  expect(all).toMatchObject([
    {
      group_id: id,
      server_id: null,
      action: 'groups.edit',
      actor_id: eva.id,
      before: '{"identifier":"Watch"}',
      after: '{"identifier":"Dawn Patrol"}',
      through: { name: 'Mate', group: 'Dawn Patrol' },
    },
    { action: 'groups.invite-accept', actor_id: dan.id, text: 'Mate' },
    { action: 'groups.invite', target_id: dan.id },
    { action: 'groups.role-create' },
    { action: 'groups.invite-accept' },
    { action: 'groups.invite', target_id: eva.id },
    { action: 'groups.role-create', detail: { given: ['team.view', 'team.modify'] } },
    { action: 'groups.create', group: { id, kind: 'team', identifier: 'Watch' } },
  ]);
  expect(await pageOf(eva, id, 'team', `?thing=${dan.id}&action=groups.invite`)).toHaveLength(1);
  expect(await pageOf(eva, id, 'team', '?search=dawn')).toHaveLength(0);
});

it('every entry is told on the group’s stream, and goes with the group', async () => {
  const id = await groups.found(ada, 'organization');
  const stream = resourceStream('organizationAudit', id);
  const { facts } = groups.test.publish;
  await groups.does(ada, `organization/${id}`, { identifier: 'Iron Guard' });
  const told = facts.filter((fact) => fact.stream === stream);
  expect(told).toMatchObject([
    { event: 'row:put', data: { group_id: id, row: { action: 'groups.create' }, before: null } },
    { event: 'row:put', data: { group_id: id, row: { action: 'groups.edit' }, before: null } },
  ]);
  // From where is between each account and whoever operates the host.
  for (const { data } of told) expect(data).not.toHaveProperty('row.address');
  await removeGroupStreams(groups.test.deps.db, { group_id: id });
  expect(await pageOf(ada, id, 'organization')).toEqual([]);
});

async function askedOf(serverId: string): Promise<string> {
  const rows = await groups.test.deps.db
    .selectFrom('action_requests')
    .select('id')
    .where('server_id', '=', serverId)
    .execute();
  return rows[0]?.id ?? '';
}
