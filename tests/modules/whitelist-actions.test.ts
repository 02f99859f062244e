/** A whitelist is paused and resumed as an action of its server, whether the game is connected or not. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { grant, serverResource } from '../../src/host/access/grants.ts';
import { SERVER_ACTION } from '../../src/protocol/enumerations.ts';
import { createTestAccount } from '../support/accounts.ts';
import {
  bySteam,
  known,
  startKeptDoors,
  type Account,
  type KeptDoors,
} from '../support/kept-doors.ts';
import type { WatchedSim } from '../support/watched-sim.ts';

const WAIT = { timeout: 10_000, interval: 20 };
const [ADA, BOB] = ['76561190000000001', '76561190000000002'];
const { WHITELIST_PAUSE, WHITELIST_RESUME } = SERVER_ACTION;

let doors: KeptDoors;
let requests = 0;
beforeAll(async () => {
  doors = await startKeptDoors();
});
afterEach(() => doors.stopSims());
afterAll(() => doors.stop());

async function act(id: string, action: number, by: Account = doors.owner): Promise<unknown> {
  requests += 1;
  const request_id = requests.toString(16).padStart(24, '0');
  const body = { request_id, request: { action } };
  const answer = await by.browser.post(`/app/v1/server/${id}/action`, body);
  const { code, status } = answer.json<{ code?: string; status: unknown }>();
  return code ?? status;
}

/** What the feed tells of actions. */
const acted =
  ({ client }: WatchedSim) =>
  () =>
    client.frames.flatMap((frame) =>
      frame.event === 'server:feed' && frame.data.entry.kind === 'action'
        ? [[frame.data.entry.action, frame.data.entry.outcome]]
        : [],
    );

it('everybody may play while it is paused, and whoever is not on it leaves when it is resumed', async () => {
  const one = await doors.watch();
  const { id, on, sim } = one;
  await doors.bucket(id, 'WHITELIST', [bySteam(ADA)]);
  expect(await act(id, WHITELIST_PAUSE)).toBe('whitelist-off');
  await doors.post(`server/${id}/modules/whitelist`, { active: true });
  expect(await act(id, WHITELIST_PAUSE)).toBe(true);
  sim.join({ name: 'Ada', steamId: ADA });
  sim.join({ name: 'Bob', steamId: BOB });
  await expect.poll(known(one), WAIT).toHaveLength(2);
  expect(on().toSorted()).toEqual(['Ada', 'Bob']);
  expect(await act(id, WHITELIST_PAUSE)).toBe(true);
  expect(await act(id, WHITELIST_RESUME)).toBe(true);
  await expect.poll(on, WAIT).toEqual(['Ada']);
  // That it was paused already is told no second time.
  await expect.poll(acted(one), WAIT).toEqual([
    [WHITELIST_PAUSE, 'done'],
    [WHITELIST_RESUME, 'done'],
  ]);
  const audit = await doors.owner.browser.get(`/app/v1/server/${id}/audit`);
  const said = audit.json<{ rows: { action: string }[] }>().rows.map(({ action }) => action);
  expect(said).toEqual(
    expect.arrayContaining(['actions.whitelist-pause', 'actions.whitelist-resume']),
  );
});

it('needs the permission for the whitelist, and no connection to the game', async () => {
  const { id, sim } = await doors.watch();
  const helper = await createTestAccount(doors.host.app, doors.host.deps);
  const { db } = doors.host.deps;
  await grant(db, helper.id, serverResource(id), ['server.view', 'server.action.kick'], null, 0);
  await doors.post(`server/${id}/modules/whitelist`, { active: true });
  await sim.stop();
  expect(await act(id, WHITELIST_PAUSE, helper)).toBe('permission-denied');
  await grant(db, helper.id, serverResource(id), ['server.whitelist.modify'], null, 0);
  expect(await act(id, WHITELIST_PAUSE, helper)).toBe(true);
});
