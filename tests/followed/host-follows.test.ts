/**
 * Ten real minutes of a whole host and a server of each game, over hostile UDP and websockets, in the long
 * form (`npm run test:long -- host-follows`): the portal's rows stay the servers' own.
 */
import { setTimeout as after } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { GAME } from '../../src/protocol/enumerations.ts';
import { startSimServer, type SimServer } from '../../src/sim/server.ts';
import { createTestAccount } from '../support/accounts.ts';
import { addServer, RCON_PASSWORD } from '../support/added-server.ts';
import { startLiveHost, type LiveHost } from '../support/live-host.ts';

const MINUTES = 10;
const GAMES = ['DAYZ', 'ARMA2', 'ARMA3', 'RUST'] as const;
const HOSTILE = { loss: 0.05, double: 0.05, reorder: 0.05, latencyMs: 20, jitterMs: 30 };
/** People live so much faster, so that ten minutes hold some hours of coming and going. */
const SPEED = 10;
/** What a server repeats for 10 s is known, and a tick of the portal has passed. Milliseconds. */
const KNOWN_AFTER = 12_000;

/** Who was on a server for the whole of a time, and who for some of it. */
function presence(samples: readonly { readonly at: number; readonly names: string[] }[]) {
  const ever = new Set(samples.flatMap(({ names }) => names));
  const always = [...ever].filter((name) => samples.every(({ names }) => names.includes(name)));
  return { ever, always };
}

function shownOn(host: LiveHost, id: string): string[] {
  const rows = host.live.supervisor.runtimes.get(id)?.rows.players.values() ?? [];
  return [...rows].map(({ name }) => name);
}

function onServer(sim: SimServer): string[] {
  return sim.roster().map(({ name }) => name);
}

test.runIf(process.env['MUSTER_LONG'])(
  'a portal shows who is on servers of each game',
  async () => {
    const host = await startLiveHost();
    onTestFinished(() => host.stop());
    const { browser } = await createTestAccount(host.app, host.deps, ['host.server.create']);
    const followed = await Promise.all(
      GAMES.map(async (game, seed) => {
        const life = { players: 30, slots: 60, speed: SPEED, hostility: HOSTILE };
        const sim = await startSimServer({ game, seed, password: RCON_PASSWORD, ...life });
        onTestFinished(() => sim.stop());
        const id = await addServer(browser, sim, game, GAME[game]);
        return { game, sim, id, samples: [] as { at: number; names: string[] }[] };
      }),
    );
    const began = Date.now();
    let checks = 0;
    while (Date.now() - began < MINUTES * 60_000) {
      await after(1_000);
      const now = Date.now();
      for (const { game, sim, id, samples } of followed) {
        samples.push({ at: now, names: onServer(sim) });
        while ((samples[0]?.at ?? now) < now - KNOWN_AFTER) samples.shift();
        if (now - began < 30_000) continue;
        const { ever, always } = presence(samples);
        const shown = shownOn(host, id);
        const missing = always.filter((name) => !shown.includes(name));
        const ghosts = shown.filter((name) => !ever.has(name));
        expect({ game, missing, ghosts }).toEqual({ game, missing: [], ghosts: [] });
        checks += 1;
      }
    }
    const people = followed.map(({ game, sim }) => `${game} ${sim.roster().length}`).join(', ');
    process.stdout.write(`${MINUTES} minutes, ${checks} comparisons: ${people}\n`);
  },
);
