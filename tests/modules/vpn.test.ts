/** VPN protection at simulated game servers: whoever comes from a network of the operator's list leaves. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { bySteam, didTo, known, startKeptDoors, type KeptDoors } from '../support/kept-doors.ts';

const WAIT = { timeout: 20_000, interval: 20 };
const [ADA, BOB, CY] = ['76561190000000001', '76561190000000002', '76561190000000003'];

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
  await doors.bucket(id, 'WHITELIST', [bySteam(CY)]);
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
  await doors.post(`server/${id}/modules`, { vpn: { active: true, protect_whitelist: false } });
  await expect.poll(on, WAIT).toEqual(['Ada']);
});
