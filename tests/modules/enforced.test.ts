/** Modules at simulated game servers: whoever one of them finds is told, or leaves, and nobody else. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DECISION_VERSION } from '../../src/domain/doors/decide.ts';
import { decided, startKeptDoors, type KeptDoors, type KeptOut } from '../support/kept-doors.ts';
import type { WatchedSim } from '../support/watched-sim.ts';

const WAIT = { timeout: 10_000, interval: 20 };
/** A game is asked for its players every five seconds, and three readings are over before anything is done. */
const READ = 45_000;
const [ADA, BOB] = ['76561190000000001', '76561190000000002'];
/** Addresses of whom the data says so. */
const [AMERICAN, BRITISH, NOWHERE] = ['8.8.8.8', '81.2.69.142', '192.0.2.7'];

let doors: KeptDoors;
beforeAll(async () => {
  doors = await startKeptDoors();
});
afterEach(() => doors.stopSims());
afterAll(() => doors.stop());

const watch: KeptDoors['watch'] = (of) => doors.watch(of);
const set = (id: string, body: object) => doors.post(`server/${id}/modules`, body);

/** What the feed tells first of somebody who was warned or kicked, as it is asked for. */
async function first(one: WatchedSim, of: Partial<KeptOut>, ms = 10_000): Promise<KeptOut> {
  const find = () => decided(one).find(({ did }) => of.did === undefined || did === of.did);
  await one.client.until(() => find() !== undefined, ms);
  return find() as KeptOut;
}

describe.each(['DAYZ', 'RUST'] as const)('geoblocking on %s', (game) => {
  it('whoever comes from a country that is kept out leaves, and whoever is there when it is set', async () => {
    const one = await watch({ game });
    const { sim, id, on } = one;
    sim.join({ name: 'Ada', steamId: ADA, address: BRITISH });
    sim.join({ name: 'Bob', steamId: BOB, address: AMERICAN });
    sim.join({ name: 'Cy', steamId: '76561190000000003', address: NOWHERE });
    await expect.poll(() => on().length, WAIT).toBe(3);
    await set(id, { geoblocking: { active: true, countries: ['US'], invert: false } });
    const entry = await first(one, {});
    expect(entry).toMatchObject({
      rule: 'geoblocking',
      did: 'kick',
      ban: null,
      outcome: 'done',
      player: { name: 'Bob' },
      version: DECISION_VERSION,
      reason: 'This server does not take players from your country.',
      sent: 'This server does not take players from your country.',
    });
    await expect.poll(on, WAIT).toEqual(['Ada', 'Cy']);
    await set(id, { geoblocking: { active: true, countries: ['US'], invert: true } });
    await expect.poll(on, WAIT).toEqual(['Cy']);
  });
});

it(
  'a ping over the limit is warned, then kicked, and nobody else’s',
  { timeout: 90_000 },
  async () => {
    const one = await watch();
    const { sim, id, on } = one;
    await set(id, { ping: { active: true, max: 200, warn: true, protect_whitelist: false } });
    sim.join({ name: 'Slow', steamId: BOB, ping: 420 });
    sim.join({ name: 'Ada', steamId: ADA, ping: 200 });
    const warned = await first(one, {}, READ);
    expect(warned).toMatchObject({
      rule: 'ping',
      did: 'warn',
      outcome: 'done',
      player: { name: 'Slow' },
      ping: { was: 420, max: 200 },
    });
    expect(on().toSorted()).toEqual(['Ada', 'Slow']);
    const kicked = await first(one, { did: 'kick' }, READ);
    expect(kicked).toMatchObject({ rule: 'ping', player: { name: 'Slow' } });
    await expect.poll(on, WAIT).toEqual(['Ada']);
  },
);

it(
  'where a game tells nobody anything in private, a ping over the limit is kicked',
  { timeout: 60_000 },
  async () => {
    const one = await watch({ game: 'RUST' });
    const { sim, id, on } = one;
    await set(id, { ping: { active: true, max: 200, warn: true, protect_whitelist: false } });
    sim.join({ name: 'Slow', steamId: BOB, ping: 420 });
    sim.join({ name: 'Ada', steamId: ADA, ping: 20 });
    expect(await first(one, {}, READ)).toMatchObject({
      did: 'kick',
      player: { name: 'Slow' },
    });
    await expect.poll(on, WAIT).toEqual(['Ada']);
  },
);
