/** VPN protection at simulated game servers: whoever comes from a network of the operator's list leaves. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { grant, serverResource } from '../../src/host/access/grants.ts';
import { createTestAccount } from '../support/accounts.ts';
import { bySteam, didTo, known, startKeptDoors, type KeptDoors } from '../support/kept-doors.ts';

const WAIT = { timeout: 20_000, interval: 20 };
const [ADA, BOB, CY, DEE] = [
  '76561190000000001',
  '76561190000000002',
  '76561190000000003',
  '76561190000000004',
];

let folder: string;
let doors: KeptDoors;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-vpn-'));
  const vpnData = join(folder, 'list.txt');
  await writeFile(vpnData, '192.0.2.0/24\n');
  doors = await startKeptDoors({ vpnData });
});
afterEach(() => doors.stopSims());
afterAll(async () => {
  await doors.stop();
  await rm(folder, { recursive: true });
});

it('whoever comes from a network of the list leaves, but for whom a whitelist protects', async () => {
  const one = await doors.watch();
  const { id, on, sim } = one;
  await doors.bucket(id, 'WHITELIST', [bySteam(CY), bySteam(DEE)]);
  sim.join({ name: 'Ada', steamId: ADA, address: '198.51.100.1' });
  sim.join({ name: 'Bob', steamId: BOB, address: '192.0.2.1' });
  sim.join({ name: 'Cy', steamId: CY, address: '192.0.2.2' });
  await expect.poll(known(one), WAIT).toHaveLength(3);
  const vpn = { active: true, protect_whitelist: true };
  const preview = await doors.owner.browser.post(`/app/v1/server/${id}/modules/preview`, { vpn });
  expect(preview.json()).toEqual({ players: 3, kept_out: 1, unknown: 0 });
  await doors.post(`server/${id}/modules`, { vpn });
  await expect.poll(() => on().toSorted(), WAIT).toEqual(['Ada', 'Cy']);
  await expect.poll(didTo(one), WAIT).toEqual(['vpn kick Bob']);
  // The game tells the address of whoever comes before it tells who they are.
  sim.join({ name: 'Dee', steamId: DEE, address: '192.0.2.3' });
  await expect.poll(known(one), WAIT).toContain('Dee');
  sim.join({ name: 'Bob', steamId: BOB, address: '192.0.2.1' });
  await expect.poll(didTo(one), WAIT).toEqual(['vpn kick Bob', 'vpn kick Bob']);
  expect(on().toSorted()).toEqual(['Ada', 'Cy', 'Dee']);
  await doors.post(`server/${id}/modules`, { vpn: { active: true, protect_whitelist: false } });
  await expect.poll(on, WAIT).toEqual(['Ada']);
});

it('how many it would kick is for those alone who may see where a player comes from', async () => {
  const { id } = await doors.watch();
  const { app, deps } = doors.host;
  const helper = await createTestAccount(app, deps);
  const held = ['server.view', 'server.modify.configuration'] as const;
  await grant(deps.db, helper.id, serverResource(id), held, null, 0);
  const ask = async (body: object) =>
    (await helper.browser.post(`/app/v1/server/${id}/modules/preview`, { ...body })).statusCode;
  const [vpn, geoblocking] = [
    { active: true, protect_whitelist: true },
    { active: true, countries: ['US'], invert: false },
  ];
  for (const body of [{ vpn }, { geoblocking }]) expect(await ask(body)).toBe(403);
  expect(await ask({ reserved_slots: { active: true, amount: 1 } })).toBe(200);
  await grant(deps.db, helper.id, serverResource(id), ['server.view.personal'], null, 0);
  for (const body of [{ vpn }, { geoblocking }]) expect(await ask(body)).toBe(200);
});
