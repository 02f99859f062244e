/** Two hosts of the landed version are replaced while people play and look: README.md says how it is run. */
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/host/store/ids.ts';
import { SERVER_ACTION } from '../../src/protocol/enumerations.ts';
import { TAKEN_OVER_WITHIN, Trial } from '../two-hosts/trial.ts';
import type { PairedHost } from '../two-hosts/host-pair.ts';

const CHECKOUT = process.env['MUSTER_LANDED'];
const SECOND = 1_000;
/** Of the wire of the landed version. */
const PROTOCOL = 2;
const PATIENCE = 300 * SECOND;

let trial: Trial;

/** Somebody talks to a server by way of a host, whichever host has it. */
async function talk(host: PairedHost, text: string): Promise<void> {
  for (const { id, sim } of trial.servers) {
    const answer = await trial.pair.post(host, `/app/v1/server/${id}/action`, {
      request_id: newId(Date.now()),
      request: { action: SERVER_ACTION.MESSAGE_PUBLIC, text },
    });
    expect([answer.status, await answer.json()]).toMatchObject([200, {}]);
    expect(sim.log.timesExecuted(`say -1 ${text}`)).toBe(1);
  }
}

describe.runIf(CHECKOUT !== undefined)('two hosts of the landed version', () => {
  beforeAll(async () => {
    const program = resolve(CHECKOUT ?? '', 'dist/host/main.js');
    trial = await Trial.begin(4, { program, protocol: PROTOCOL });
  }, PATIENCE);
  afterAll(async () => {
    await trial.stop();
  });

  it(
    'are replaced one after the other, and nothing is lost or doubled',
    { timeout: PATIENCE },
    async () => {
      const [first, second] = trial.pair.hosts;
      await talk(first, 'both are old');

      const stopped = await trial.end(first, 'quit');
      const handed = await trial.takenOver(stopped);
      await trial.pair.update(first);
      await sleep(5 * SECOND);
      await talk(first, 'asked of the new one');
      await talk(second, 'asked of the old one');

      const killed = await trial.end(second, 'kill');
      const taken = await trial.takenOver(killed);
      await expect(second.process.start()).rejects.toThrow(/newer/);
      await trial.pair.update(second);
      await sleep(5 * SECOND);
      await talk(second, 'both are new');

      expect(Math.max(...handed, ...taken)).toBeLessThan(TAKEN_OVER_WITHIN);
      process.stdout.write(
        `handed over after ${handed.join()} ms, taken over after ${taken.join()} ms\n`,
      );
      const { wrong, ...found } = await trial.findings();
      process.stdout.write(`${JSON.stringify(found)}\n`);
      expect(wrong).toEqual([]);
    },
  );
});
