/** Why somebody is let in is asked of the decision, as it is now. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { grant, serverResource } from '../../src/host/access/grants.ts';
import { CALLS } from '../../src/protocol/calls.ts';
import { createTestAccount } from '../support/accounts.ts';
import { bySteam, startKeptDoors, type KeptDoors } from '../support/kept-doors.ts';
import type { WatchedSim } from '../support/watched-sim.ts';

const [ADA, BOB] = ['76561190000000001', '76561190000000002'];
const GERMAN = '81.2.69.142';

let doors: KeptDoors;
beforeAll(async () => {
  doors = await startKeptDoors();
});
afterEach(() => doors.stopSims());
afterAll(() => doors.stop());

/** The stay of somebody who is known by who they are. */
async function stayOf({ client }: WatchedSim, name: string): Promise<string> {
  const { data } = await client.expect(
    'gsm:player:create',
    ({ data: { player } }) => player.name === name && player.muster_id !== null,
  );
  return data.player.id;
}

async function asked(server: string, stay: string, by = doors.owner) {
  const path = `/app/v1/server/${server}/stays/${stay}/decision`;
  const answer = await by.browser.get(path);
  if (answer.statusCode !== 200) return answer.statusCode;
  const { verdict, rules } = CALLS.playerDecision.answer.parse(answer.json());
  const told = rules.filter(({ stands }) => stands !== 'off');
  return [verdict, ...told.map(({ rule, stands }) => `${rule} ${stands}`)];
}

it('says by which rules somebody is in, and follows what the server asks', async () => {
  const one = await doors.watch();
  const { sim, id } = one;
  sim.join({ name: 'Ada', steamId: ADA, address: GERMAN });
  const ada = await stayOf(one, 'Ada');
  expect(await asked(id, ada)).toEqual(['let-in']);
  await doors.primaryList(id);
  await doors.bucket(id, 'WHITELIST', [bySteam(ADA)]);
  await doors.post(`server/${id}/modules/whitelist`, { active: true });
  const ping = { active: true, max: 200, warn: false, protect_whitelist: true };
  const geoblocking = { active: true, countries: ['US'], invert: false };
  const reserved_slots = { active: true, amount: 1 };
  await doors.post(`server/${id}/modules`, { ping, geoblocking, reserved_slots });
  await doors.bucket(id, 'RESERVED_SLOT', [bySteam(BOB)]);
  const filter = { kind: 'filter', term: 'griefer', term_kind: 'text', message: 'Out.' };
  await doors.bucket(id, 'NAME_FILTER', [{ what: { ...filter, action: 'kick' } }]);
  expect(await asked(id, ada)).toEqual([
    'let-in',
    'ban passes',
    'whitelist passes',
    'geoblocking passes',
    'name-filter passes',
    'reserved-slot passes',
    'ping protected',
  ]);
});

it('is for whoever may see who players are, of those who are there', async () => {
  const one = await doors.watch();
  const other = await doors.watch();
  one.sim.join({ name: 'Ada', steamId: ADA });
  const ada = await stayOf(one, 'Ada');
  expect(await asked(other.id, ada)).toBe(404);
  expect(await asked(one.id, '0'.repeat(24))).toBe(404);
  const reader = await createTestAccount(doors.host.app, doors.host.deps);
  const give = (held: Parameters<typeof grant>[3]) =>
    grant(doors.host.deps.db, reader.id, serverResource(one.id), held, null, 0);
  await give(['server.view', 'server.view.feed']);
  expect(await asked(one.id, ada, reader)).toBe(403);
  await give(['server.view.personal']);
  expect(await asked(one.id, ada, reader)).toEqual(['let-in']);
  const from = one.client.frames.length;
  one.sim.leave(one.sim.roster()[0]?.id ?? 0);
  await one.client.expect('gsm:player:destruct', () => true, from);
  expect(await asked(one.id, ada)).toBe(404);
});
