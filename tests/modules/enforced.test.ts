/** Modules at simulated game servers: whoever one of them finds is told, or leaves, and nobody else. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { EventData } from '../../src/protocol/events.ts';
import { createTestAccount } from '../support/accounts.ts';
import { startLiveHost, type LiveHost } from '../support/live-host.ts';
import type { SocketClient } from '../support/socket-client.ts';
import { watchSim, type WatchedSim } from '../support/watched-sim.ts';

const WAIT = { timeout: 10_000, interval: 20 };
/** A game is asked for its players every five seconds, and three readings are over before anything is done. */
const READ = 45_000;
const [ADA, BOB] = ['76561190000000001', '76561190000000002'];
/** Addresses of whom the data says so. */
const [AMERICAN, BRITISH, NOWHERE] = ['8.8.8.8', '81.2.69.142', '192.0.2.7'];

let host: LiveHost;
let owner: Awaited<ReturnType<typeof createTestAccount>>;
const watched: WatchedSim[] = [];

beforeAll(async () => {
  host = await startLiveHost();
  owner = await createTestAccount(host.app, host.deps, ['host.server.create']);
});
afterEach(async () => {
  for (const one of watched.splice(0)) await one.stop();
});
afterAll(() => host.stop());

async function watch(of?: Parameters<typeof watchSim>[2]): Promise<WatchedSim> {
  const one = await watchSim(host, owner.browser, of);
  watched.push(one);
  return one;
}

async function set(id: string, body: object): Promise<void> {
  const answer = await owner.browser.post(`/app/v1/server/${id}/modules`, { ...body });
  if (answer.statusCode !== 200) throw new Error(answer.body);
}

type KeptOut = Extract<EventData<'server:feed'>['entry'], { kind: 'kept-out' }>;
/** What the feed tells first of somebody who was warned or kicked, as it is asked for. */
async function decided(client: SocketClient, of: Partial<KeptOut>, ms = 10_000): Promise<KeptOut> {
  const told = () =>
    client.frames.flatMap((frame) =>
      frame.event === 'server:feed' && frame.data.entry.kind === 'kept-out'
        ? [frame.data.entry]
        : [],
    );
  const find = () => told().find(({ did }) => of.did === undefined || did === of.did);
  await client.until(() => find() !== undefined, ms);
  return find() as KeptOut;
}

describe.each(['DAYZ', 'RUST'] as const)('geoblocking on %s', (game) => {
  it('whoever comes from a country that is kept out leaves, and whoever is there when it is set', async () => {
    const { sim, id, client, on } = await watch({ game });
    sim.join({ name: 'Ada', steamId: ADA, address: BRITISH });
    sim.join({ name: 'Bob', steamId: BOB, address: AMERICAN });
    sim.join({ name: 'Cy', steamId: '76561190000000003', address: NOWHERE });
    await expect.poll(() => on().length, WAIT).toBe(3);
    await set(id, { geoblocking: { active: true, countries: ['US'], invert: false } });
    const entry = await decided(client, {});
    expect(entry).toMatchObject({
      rule: 'geoblocking',
      did: 'kick',
      ban: null,
      outcome: 'done',
      player: { name: 'Bob' },
      reason: 'This server does not take players from your country.',
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
    const { sim, id, client, on } = await watch();
    await set(id, { ping: { active: true, max: 200, warn: true, protect_whitelist: false } });
    sim.join({ name: 'Slow', steamId: BOB, ping: 420 });
    sim.join({ name: 'Ada', steamId: ADA, ping: 200 });
    const warned = await decided(client, {}, READ);
    expect(warned).toMatchObject({
      rule: 'ping',
      did: 'warn',
      outcome: 'done',
      player: { name: 'Slow' },
      ping: { was: 420, max: 200 },
    });
    expect(on().toSorted()).toEqual(['Ada', 'Slow']);
    const kicked = await decided(client, { did: 'kick' }, READ);
    expect(kicked).toMatchObject({ rule: 'ping', player: { name: 'Slow' } });
    await expect.poll(on, WAIT).toEqual(['Ada']);
  },
);

it(
  'where a game tells nobody anything in private, a ping over the limit is kicked',
  { timeout: 60_000 },
  async () => {
    const { sim, id, client, on } = await watch({ game: 'RUST' });
    await set(id, { ping: { active: true, max: 200, warn: true, protect_whitelist: false } });
    sim.join({ name: 'Slow', steamId: BOB, ping: 420 });
    sim.join({ name: 'Ada', steamId: ADA, ping: 20 });
    expect(await decided(client, {}, READ)).toMatchObject({
      did: 'kick',
      player: { name: 'Slow' },
    });
    await expect.poll(on, WAIT).toEqual(['Ada']);
  },
);
