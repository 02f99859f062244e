import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setTitle } from '../../src/host/account/standing.ts';
import { change } from '../../src/host/change/change.ts';
import { CALLS, type CallName } from '../../src/protocol/calls.ts';
import type { ErrorCode } from '../../src/protocol/errors.ts';
import { codeOf, createTestServer } from '../support/accounts.ts';
import { TestGroups, type Person } from '../support/groups.ts';
import { AUDIENCE, STAYS_WITH_THE_OWNER } from './table.ts';

/** The calls on a thing that an owner has. */
const names = (Object.keys(CALLS) as CallName[]).filter((name) =>
  /^(server|team|organization)\./.test(AUDIENCE[name]),
);

let groups: TestGroups;
let owner: Person;
let staff: Person;
const ids = { server: '', team: '', organization: '' };

beforeAll(async () => {
  groups = await TestGroups.open();
  owner = await groups.person();
  staff = await groups.person();
  ids.server = await createTestServer(groups.test.deps, owner.id);
  ids.team = await groups.found(owner, 'team');
  ids.organization = await groups.found(owner, 'organization');
  const { deps } = groups.test;
  await change({ ...deps, now: deps.clock() }, (made) => setTitle(made, staff.id, 'staff', true));
});

afterAll(() => groups.close());

/** Asks with what no schema takes: whoever is let in is told `invalid-request`, and nothing is done. */
async function attempt(name: CallName): Promise<ErrorCode> {
  const { method, path } = CALLS[name];
  const kind = AUDIENCE[name].startsWith('organization.') ? 'organization' : 'team';
  const url = path
    .replace(':server_id', ids.server)
    .replace(':group_id', ids[kind])
    .replaceAll(/:\w+/g, '0'.repeat(24));
  const answer =
    method === 'GET'
      ? await staff.browser.get(`${url}?limit=none&bytes=none&span=none&permission=none&nothing=1`)
      : await staff.browser.send({ method, url, payload: {} });
  return codeOf(answer);
}

async function authorize(): Promise<void> {
  const body = { minutes: 60, costs: false };
  for (const path of [
    `server/${ids.server}/support`,
    `group/${ids.team}/support`,
    `group/${ids.organization}/support`,
  ]) {
    expect(await groups.does(owner, path, body)).toBe('done');
  }
}

describe('staff, on what somebody else owns', () => {
  it('see nothing while the owner lets them do nothing', async () => {
    for (const name of names) expect(`${name}: ${await attempt(name)}`).toBe(`${name}: not-found`);
  });

  it('do by each call what the owner can, but say who may do what', async () => {
    await authorize();
    for (const name of names) {
      const stays = STAYS_WITH_THE_OWNER.has(AUDIENCE[name]);
      const told = stays ? 'permission-denied' : 'invalid-request';
      expect(`${name}: ${await attempt(name)}`).toBe(`${name}: ${told}`);
    }
  });

  it('see nothing from the moment on at which it ends', async () => {
    await sql`update support_authorizations set until = ${Date.now() - 1}`.execute(
      groups.test.deps.db,
    );
    for (const name of names) expect(`${name}: ${await attempt(name)}`).toBe(`${name}: not-found`);
  });

  it('see nothing without the title, however long the owner lets staff act', async () => {
    await authorize();
    const { deps } = groups.test;
    await change({ ...deps, now: deps.clock() }, (made) =>
      setTitle(made, staff.id, 'staff', false),
    );
    for (const name of names) expect(`${name}: ${await attempt(name)}`).toBe(`${name}: not-found`);
  });
});
