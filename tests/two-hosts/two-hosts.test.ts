import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LEASE } from '../../src/host/servers/leases.ts';
import { newId } from '../../src/host/store/ids.ts';
import { SERVER_ACTION } from '../../src/protocol/enumerations.ts';
import { serverStream } from '../../src/protocol/streams.ts';
import { TAKEN_OVER_WITHIN, Trial } from './trial.ts';

const LONG = process.env.MUSTER_LONG !== undefined;
const SECOND = 1_000;

let trial: Trial;

/** The runner would print it with the name of the test each time. */
const say = (text: string) => process.stdout.write(`${text}\n`);

beforeAll(async () => {
  trial = await Trial.begin(LONG ? 12 : 3);
}, 120 * SECOND);

afterAll(async () => {
  await trial.stop();
});

describe('two hosts on one database', () => {
  it.skipIf(LONG)(
    'lose and double nothing when one is killed, and answer what it was asked',
    async () => {
      const { pair, servers, witnesses } = trial;
      const [first] = servers;
      if (first === undefined) return;
      const holder = (await pair.holder(first.id)) ?? pair.hosts[0];
      const survivor = trial.other(holder);
      const begun = newId(Date.now());
      await sql`
      insert into action_requests
        (id, account_id, request_id, server_id, digest, request, asked_at, state, run_by)
      select ${begun}, ${pair.accountId}, ${begun}, id, '', ${JSON.stringify({ action: SERVER_ACTION.MESSAGE_PUBLIC, text: 'begun' })}::json,
        ${Date.now()}, 'running', lease_host
      from servers where id = ${first.id}
    `.execute(pair.open.db);
      const ended = await trial.end(holder, 'kill');
      const asked = pair.post(survivor, `/app/v1/server/${first.id}/action`, {
        request_id: newId(Date.now()),
        request: { action: SERVER_ACTION.MESSAGE_PUBLIC, text: 'asked of the dead' },
      });
      const taken = await trial.takenOver(ended);
      expect((await asked).status).toBe(200);
      expect(first.sim.log.timesExecuted('say -1 asked of the dead')).toBe(1);
      say(`taken over after ${taken.map((ms) => `${ms} ms`).join(', ')}`);
      expect(Math.max(0, ...taken)).toBeLessThan(TAKEN_OVER_WITHIN);

      await holder.process.start();
      const handed = await trial.end(survivor, 'quit');
      const gracefully = await trial.takenOver(handed);
      say(`handed over after ${gracefully.map((ms) => `${ms} ms`).join(', ')}`);
      // One that says nothing could not be taken for dead before.
      expect(Math.max(0, ...gracefully)).toBeLessThan(LEASE.lasts);

      const { wrong, due, logged } = await trial.findings();
      expect(wrong).toEqual([]);
      expect(logged).toBeGreaterThanOrEqual(due);
      const fed = witnesses[0]!
        .frames(serverStream(first.id, 'feed'))
        .flatMap((frame) => (frame.event === 'server:feed' ? [frame.data.entry] : []))
        .flatMap((entry) => (entry.kind === 'action' ? [[entry.text, entry.outcome]] : []));
      expect(fed).toEqual([
        ['begun', 'no-answer'],
        ['asked of the dead', 'done'],
      ]);
    },
  );
});

describe.runIf(LONG)('ten minutes in which hosts are killed', () => {
  it('lose and double nothing', { timeout: 0 }, async () => {
    const times: number[] = [];
    const random = () => trial.random.next();
    const endsAt = Date.now() + Number(process.env.MUSTER_LONG_MINUTES ?? 10) * 60 * SECOND;
    let kills = 0;
    while (Date.now() < endsAt) {
      await sleep((10 + random() * 20) * SECOND);
      const host = trial.pair.hosts[random() < 0.5 ? 0 : 1];
      const ended = await trial.end(host, 'kill');
      kills += 1;
      await sleep(random() * 3 * SECOND);
      await host.process.start();
      const taken = await trial.takenOver(ended);
      times.push(...taken);
      say(
        `kill ${kills}: it had ${ended.length} servers; taken over within ${Math.max(0, ...taken)} ms`,
      );
      expect(Math.max(0, ...taken)).toBeLessThan(TAKEN_OVER_WITHIN);
    }
    const { wrong, ...sums } = await trial.findings();
    const sorted = times.toSorted((a, b) => a - b);
    const resumed = trial.witnesses.reduce((sum, { connections }) => sum + connections, 0);
    say(
      `${kills} kills, ${sorted.length} takeovers: p50 ${sorted[Math.floor(sorted.length / 2)]} ms, max ${sorted.at(-1)} ms; ` +
        `${sums.events} events checked at two clients that connected ${resumed} times; ` +
        `${sums.said} lines said, ${sums.due} due, ${sums.logged} in the log, ` +
        `${sums.uncommitted} heard by a dying host and not committed`,
    );
    expect(wrong).toEqual([]);
  });
});
