import type { AuditAction } from '../../domain/audit/actions.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestAccount } from '../../../tests/support/accounts.ts';
import { createTestApp, createTestDeps, type TestDeps } from '../../../tests/support/host.ts';
import { CALLS } from '../../protocol/calls.ts';
import { resourceStream } from '../../protocol/streams.ts';
import { displayResource, grant, wallResource } from '../access/grants.ts';
import { change } from '../change/change.ts';
import { publish } from '../realtime/log.ts';
import { sessionCalls } from '../session/calls.ts';
import { wallCalls } from './calls.ts';
import { tellLeftWalls } from './rows.ts';

let test: TestDeps;
let app: Awaited<ReturnType<typeof createTestApp>>;

beforeAll(async () => {
  test = await createTestDeps();
  app = await createTestApp({ ...test.deps, publish }, { ...sessionCalls, ...wallCalls });
});
afterAll(async () => {
  await app.close();
  await test.close();
});

const context = () => ({ ...test.deps, publish, now: test.deps.clock() });

/** What is told of the walls and displays of an account. */
async function told(account: string): Promise<readonly string[]> {
  const rows = await test.deps.db
    .selectFrom('event_log')
    .where('stream', 'in', [resourceStream('walls', account), resourceStream('displays', account)])
    .select(['stream', 'event'])
    .execute();
  return rows.map(({ stream, event }) => `${stream.split('/')[2] ?? ''} ${event}`).toSorted();
}

/** As a host of an older version does: what is done stands in the audit, and is not told. */
const audited = (actor: string | null, resource: string, action: AuditAction) =>
  change(context(), async (made) => made.audit({ actor, resource, action }));

it('walls and displays that an older host changed are told to whoever may see them, once', async () => {
  const { browser, id: ada } = await createTestAccount(app, test.deps);
  const { id: eve } = await createTestAccount(app, test.deps);
  const filter = { text: '', games: [], states: [] };
  const source = { kind: 'filter', filter };
  const scene = { scene_id: '0'.repeat(24), title: 'All', layout: 'auto', source };
  const wall = { name: 'Hall', rotation: 20, pinned_scene: null, sound: false, scenes: [scene] };
  const made = await browser.post('/app/v1/walls/create', { wall });
  const { wall_id: id } = CALLS.wallCreate.answer.parse(made.json());
  expect(await told(ada)).toEqual(['walls row:put']);
  const { db, clock } = test.deps;
  await grant(db, eve, wallResource(id), ['wall.view'], ada, clock());
  test.advance(1_000);
  await audited(ada, wallResource(id), 'walls.update');
  await audited(ada, wallResource('e'.repeat(24)), 'walls.delete');
  await audited(ada, displayResource('d'.repeat(24)), 'displays.revoke');
  // Whoever may have it on the screen nobody knows any more.
  await audited(null, wallResource('f'.repeat(24)), 'walls.delete');
  await tellLeftWalls(context());
  const both = [await told(ada), await told(eve)];
  expect(both).toEqual([
    ['displays row:gone', 'walls row:gone', 'walls row:put', 'walls row:put'],
    ['walls row:put'],
  ]);
  await tellLeftWalls(context());
  expect([await told(ada), await told(eve)]).toEqual(both);
  const streams = db
    .selectFrom('event_log')
    .select('stream')
    .distinct()
    .where('stream', 'like', '%/walls');
  expect(new Set((await streams.execute()).map(({ stream }) => stream))).toEqual(
    new Set([resourceStream('walls', ada), resourceStream('walls', eve)]),
  );
});
