/** What players do on a simulated server, and what two hosts beside each other count of it: opinions of one evening. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CALLS } from '../src/protocol/calls.ts';
import { GAME } from '../src/protocol/enumerations.ts';
import { startSimServer, type SimServer } from '../src/sim/server.ts';
import { createTestAccount } from './support/accounts.ts';
import { addServer, RCON_PASSWORD } from './support/added-server.ts';
import type { TestBrowser } from './support/host.ts';
import { startLiveHost, type LiveHost } from './support/live-host.ts';

const WAIT = { timeout: 30_000, interval: 50 };
const NAMES = ['Ada', 'Bob', 'Cyd', 'Dan'];

/** What somebody did, as the simulator has it. */
interface Truth {
  kills: number;
  deaths: number;
  stays: number;
  here: boolean;
}

let host: LiveHost;
let beside: LiveHost;
let browser: TestBrowser;
let sim: SimServer;
const truth = new Map<string, Truth>();
const of = (name: string): Truth => {
  const known = truth.get(name) ?? { kills: 0, deaths: 0, stays: 0, here: false };
  truth.set(name, known);
  return known;
};

beforeAll(async () => {
  host = await startLiveHost();
  beside = await startLiveHost(host);
  ({ browser } = await createTestAccount(host.app, host.deps, ['host.server.create']));
  sim = await startSimServer({
    game: 'RUST',
    password: RCON_PASSWORD,
    slots: 50,
    join: 'manual',
    onEvent(event) {
      if (event.kind === 'connected') of(event.player.name).stays += 1;
      if (event.kind === 'connected') of(event.player.name).here = true;
      if (event.kind === 'left') of(event.player.name).here = false;
      if (event.kind !== 'died') return;
      of(event.player.name).deaths += 1;
      if (event.killer !== undefined) of(event.killer.name).kills += 1;
    },
  });
});
afterAll(async () => {
  await sim.stop();
  await beside.stop();
  await host.stop();
});

const join = (name: string) =>
  sim.join({ name, steamId: `7656119000000000${NAMES.indexOf(name)}` }).id;

async function playersOf(serverId: string) {
  const answer = await browser.get(`/app/v1/servers/list?ids=${serverId}`);
  return CALLS.serversList.answer.parse(answer.json()).servers[0]?.players ?? [];
}

async function counted(serverId: string, musterId: string): Promise<Truth> {
  const path = `/app/v1/server/${serverId}/players/${musterId}/statistics`;
  const { kills, deaths, stays, newest } = CALLS.playerStatistics.answer.parse(
    (await browser.get(path)).json(),
  );
  return { kills, deaths, stays, here: newest[0]?.ended === 'here' };
}

it('counts what the simulator did, for everybody', async () => {
  const id = await addServer(browser, sim, 'The Island', GAME.RUST);
  const ids = new Map(NAMES.map((name) => [name, join(name)]));
  const named = async () => (await playersOf(id)).filter(({ muster_id }) => muster_id !== null);
  await expect.poll(named, WAIT).toHaveLength(NAMES.length);
  const who = new Map((await named()).map(({ name, muster_id }) => [name, muster_id ?? '']));

  const at = (name: string) => ids.get(name) ?? 0;
  for (const [victim, killer] of [
    ['Bob', 'Ada'],
    ['Cyd', 'Ada'],
    ['Ada', 'Cyd'],
    ['Dan', null],
  ] as const) {
    sim.world.die(at(victim), killer === null ? undefined : at(killer), 'fall');
  }
  sim.leave(at('Bob'));
  await expect.poll(() => playersOf(id), WAIT).toHaveLength(NAMES.length - 1);
  ids.set('Bob', join('Bob'));
  await expect.poll(() => playersOf(id), WAIT).toHaveLength(NAMES.length);
  sim.world.die(at('Bob'), at('Dan'), 'fall');
  sim.leave(at('Dan'));

  for (const name of NAMES) {
    await expect.poll(() => counted(id, who.get(name) ?? ''), WAIT).toEqual(truth.get(name));
  }
}, 120_000);
