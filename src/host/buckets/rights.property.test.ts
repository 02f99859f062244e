import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDeps, type TestDeps } from '../../../tests/support/host.ts';
import { storeServer } from '../../../tests/support/stored-server.ts';
import { bucketRights } from '../../domain/buckets/rights.ts';
import { BUCKET_TYPE } from '../../protocol/enumerations.ts';
import { SERVER_PERMISSION } from '../../protocol/permissions.ts';
import { serverResource } from '../access/grants.ts';
import type { RightRow } from '../store/tables/groups.ts';

let test: TestDeps;

beforeAll(async () => {
  test = await createTestDeps();
});
afterAll(() => test.close());

const id = (kind: string, at: number) => `${kind}${at}`.padEnd(24, '0');
const PEOPLE = [0, 1].map((at) => id('a', at));
const SERVERS = [0, 1, 2].map((at) => id('5', at));
const TEAM = id('7', 0);
const BUCKETS = [0, 1, 2].map((at) => id('b', at));
/** Those that matter here, and one that does not. */
const PERMISSIONS = SERVER_PERMISSION.filter((one) =>
  /whitelist|queue|reserved|notes|modify\.configuration|server\.view$/.test(one),
);

const world = fc.record({
  types: fc.tuple(...BUCKETS.map(() => fc.constantFrom(...BUCKET_TYPE))),
  owners: fc.tuple(...BUCKETS.map(() => fc.constantFrom(...PEOPLE, TEAM))),
  used: fc.subarray(BUCKETS.flatMap((bucket) => SERVERS.map((server) => ({ bucket, server })))),
  restricted: fc.subarray(SERVERS, { maxLength: 1 }),
  shares: fc.tuple(
    ...PEOPLE.flatMap(() => SERVERS.map(() => fc.subarray(PERMISSIONS, { minLength: 1 }))),
  ),
  /** Who may change the team, and who has a role without that. */
  members: fc.tuple(...PEOPLE.map(() => fc.constantFrom('modify', 'view', null))),
});
type World = typeof world extends fc.Arbitrary<infer W> ? W : never;

const sharedOf = ({ shares }: World, person: number, server: number) =>
  shares[person * SERVERS.length + server] ?? [];

/** Puts a world into the database, in place of what is there. */
async function keep(made: World): Promise<void> {
  const { db } = test.deps;
  await sql`
    truncate bucket_servers, buckets, groups, group_roles, group_members, grants, servers cascade
  `.execute(db);
  await sql`
    insert into groups (id, kind, identifier, owner, organization_id, created_at)
    values (${TEAM}, 'team', 'Watch', ${id('c', 0)}, null, 0)
  `.execute(db);
  for (const [at, person] of PEOPLE.entries()) {
    const may = made.members[at] ?? null;
    if (may === null) continue;
    await sql`
      insert into group_roles (id, group_id, name, colour, hierarchy, is_owner, permissions, created_at)
      values (${id('d', at)}, ${TEAM}, 'Mate', '#ffffff', ${at + 1}, false, ${[`team.${may}`]}, 0)
    `.execute(db);
    await sql`
      insert into group_members (group_id, account_id, role_id, since)
      values (${TEAM}, ${person}, ${id('d', at)}, 0)
    `.execute(db);
  }
  for (const [at, server] of SERVERS.entries()) {
    await storeServer(db, server);
    const restricted = made.restricted.includes(server);
    await sql`update servers set restricted = ${restricted} where id = ${server}`.execute(db);
    for (const [who, person] of PEOPLE.entries()) {
      const resource = serverResource(server);
      const rows = sharedOf(made, who, at).map((permission) => {
        return { subject: person, resource, permission, granted_by: null, since: 0 };
      });
      await db.insertInto('grants').values(rows).execute();
    }
  }
  for (const [at, bucket] of BUCKETS.entries()) {
    const [owner = TEAM, type = 'GENERIC'] = [made.owners[at], made.types[at]];
    const owner_kind = owner === TEAM ? 'team' : 'account';
    const row = { id: bucket, owner, owner_kind, type, identifier: 'B', created_at: 0 } as const;
    await db.insertInto('buckets').values(row).execute();
  }
  for (const { bucket, server } of made.used) {
    const row = { bucket_id: bucket, server_id: server, since: 0 };
    await db.insertInto('bucket_servers').values(row).execute();
  }
}

function decided(made: World): readonly string[] {
  return PEOPLE.flatMap((person, who) =>
    BUCKETS.flatMap((bucket, at) => {
      const owner = made.owners[at];
      const owns = owner === person || (owner === TEAM && made.members[who] === 'modify');
      const servers = made.used
        .filter((use) => use.bucket === bucket)
        .map(({ server }) => ({
          held: sharedOf(made, who, SERVERS.indexOf(server)),
          restricted: made.restricted.includes(server),
        }));
      const type = made.types[at] ?? 'GENERIC';
      return bucketRights({ type, owns, servers }).map(
        (permission) => `${person} bucket/${bucket} ${permission}`,
      );
    }),
  );
}

it('says in SQL exactly what the decision says', async () => {
  await fc.assert(
    fc.asyncProperty(world, async (made) => {
      await keep(made);
      const { rows } = await sql<RightRow>`select * from bucket_rights`.execute(test.deps.db);
      const inSql = new Set(
        rows.map(({ subject, resource, permission }) => `${subject} ${resource} ${permission}`),
      );
      expect([...inSql].toSorted()).toEqual(decided(made).toSorted());
    }),
    { numRuns: 30 },
  );
});
