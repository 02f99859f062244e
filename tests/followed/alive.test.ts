/**
 * A whole host and a server of each game over real sockets, which hang, freeze, forget their clients, restart
 * in a storm and lose a fifth, in the long form (`npm run test:long -- alive`): it prints the worst times.
 */
import { setTimeout as after } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { isFollowed, populationFreshness } from '../../src/domain/servers/status.ts';
import { GAME } from '../../src/protocol/enumerations.ts';
import { startSimServer, type SimServer } from '../../src/sim/server.ts';
import { createTestAccount } from '../support/accounts.ts';
import { addServer, RCON_PASSWORD } from '../support/added-server.ts';
import { startLiveHost, type LiveHost } from '../support/live-host.ts';
import { RIGHT_WITHIN, STALE_WITHIN } from './outage.ts';

const GAMES = ['DAYZ', 'ARMA2', 'ARMA3', 'RUST', 'GENERIC'] as const;
const LASTS = 12_000;
/** A tick of the portal and the timers of a busy machine, ms. */
const SLACK = 1_000;
const LIVE = { kind: 'live' } as const;

const FAULTS: Readonly<Record<string, (sim: SimServer) => Promise<() => void>>> = {
  hangs: async (sim) => {
    sim.setStuck('hangs');
    return () => sim.setStuck(undefined);
  },
  freezes: async (sim) => {
    sim.setStuck('frozen');
    return () => sim.setStuck(undefined);
  },
  'goes down': async (sim) => {
    await sim.goDown();
    return () => void sim.comeUp();
  },
  'restarts in a storm': async (sim) => {
    for (let round = 0; round < 3; round += 1) {
      await sim.restart();
      await after(1_500);
    }
    await sim.goDown();
    return () => void sim.comeUp();
  },
};
const RESTART = { downMs: 1_000, loadingMs: 2_000 };

function shown(host: LiveHost, id: string, sim: SimServer) {
  const runtime = host.live.supervisor.runtimes.get(id);
  if (runtime === undefined) return { live: false, right: false };
  const { row, rows } = runtime;
  const followed = isFollowed(row.state);
  const there = sim.roster().length;
  const listed = sim.address.rconPort === null || rows.players.size === there;
  return {
    live: followed || populationFreshness(row, LIVE, Date.now()) === 'live',
    right: followed && row.population.players === there && listed,
  };
}

/** The log-in that an addition tries may be lost. */
async function addedAtLast(add: () => Promise<string>, tries = 5): Promise<string> {
  try {
    return await add();
  } catch (error) {
    if (tries <= 1) throw error;
    return addedAtLast(add, tries - 1);
  }
}

/** How long until something is so for the first time, ms. */
async function until(reached: () => boolean): Promise<number> {
  const began = performance.now();
  while (!reached()) {
    if (performance.now() - began > 120_000) return Infinity;
    await after(50);
  }
  return Math.round(performance.now() - began);
}

test.runIf(process.env['MUSTER_LONG'])(
  'a server that falls silent is stale within ten seconds, and right within fifteen of its return',
  { timeout: 600_000 },
  async () => {
    const host = await startLiveHost();
    onTestFinished(() => host.stop());
    const { browser } = await createTestAccount(host.app, host.deps, ['host.server.create']);
    const servers = await Promise.all(
      GAMES.map(async (game, seed) => {
        const life = { players: 20, slots: 60, settled: true, restart: RESTART };
        const sim = await startSimServer({ game, seed, password: RCON_PASSWORD, ...life });
        onTestFinished(() => sim.stop());
        return { game, sim, id: await addServer(browser, sim, game, GAME[game]) };
      }),
    );
    for (const [fault, begin] of Object.entries(FAULTS)) {
      const times = await Promise.all(
        servers.map(async ({ game, sim, id }) => {
          expect(await until(() => shown(host, id, sim).right)).toBeLessThan(60_000);
          const end = await begin(sim);
          const stale = await until(() => !shown(host, id, sim).live);
          await after(Math.max(0, LASTS - stale));
          end();
          return { game, stale, right: await until(() => shown(host, id, sim).right) };
        }),
      );
      process.stdout.write(`${fault}: ${JSON.stringify(times)}\n`);
      expect(Math.max(...times.map(({ stale }) => stale))).toBeLessThan(STALE_WITHIN + SLACK);
      expect(Math.max(...times.map(({ right }) => right))).toBeLessThan(RIGHT_WITHIN + SLACK);
    }
    const forgotten = await Promise.all(
      servers.map(async ({ game, sim, id }) => {
        sim.dropClients();
        await after(STALE_WITHIN + SLACK);
        return { game, right: await until(() => shown(host, id, sim).right) };
      }),
    );
    process.stdout.write(`forgets its clients: ${JSON.stringify(forgotten)}\n`);
    expect(Math.max(...forgotten.map(({ right }) => right))).toBeLessThan(
      RIGHT_WITHIN - STALE_WITHIN,
    );
  },
);

test.runIf(process.env['MUSTER_LONG'])(
  'where a fifth is lost, who comes and goes is right within fifteen seconds',
  { timeout: 600_000 },
  async () => {
    const host = await startLiveHost();
    onTestFinished(() => host.stop());
    const { browser } = await createTestAccount(host.app, host.deps, ['host.server.create']);
    const worst = await Promise.all(
      GAMES.map(async (game, seed) => {
        const hostility = { loss: 0.2, latencyMs: 20, jitterMs: 30 };
        const sim = await startSimServer({
          game,
          seed,
          password: RCON_PASSWORD,
          slots: 60,
          hostility,
          join: { guidMs: 300, verifiedMs: 600, lobbyMs: 900 },
        });
        onTestFinished(() => sim.stop());
        const id = await addedAtLast(() => addServer(browser, sim, game, GAME[game]));
        const times: number[] = [];
        for (let round = 0; round < 20; round += 1) {
          sim.join({ name: `Player ${round}`, steamId: `7656119000000${1_000 + round}` });
          const [first] = sim.roster();
          if (round % 3 === 2 && first !== undefined) sim.leave(first.id);
          times.push(await until(() => shown(host, id, sim).right));
          await after(5_000);
        }
        return { game, right: Math.max(...times.slice(1)) };
      }),
    );
    process.stdout.write(`loses a fifth: ${JSON.stringify(worst)}\n`);
    expect(Math.max(...worst.map(({ right }) => right))).toBeLessThan(RIGHT_WITHIN + SLACK);
  },
);
