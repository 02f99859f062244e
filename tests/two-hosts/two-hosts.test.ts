import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/host/store/ids.ts';
import { SERVER_ACTION } from '../../src/protocol/enumerations.ts';
import { serverStream } from '../../src/protocol/streams.ts';
import { startQuickSim } from '../support/added-server.ts';
import { startHostPair, until, type HostPair, type PairedHost } from './host-pair.ts';
import { check, takeovers, type Ending } from './ledger.ts';
import { LoadedServer } from './load.ts';
import { Witness } from './witness.ts';

const LONG = process.env.MUSTER_LONG !== undefined;
const SECOND = 1_000;
/** What was asked for: another host has the server so soon after its host died. */
const TAKEN_OVER_WITHIN = 10 * SECOND;

let pair: HostPair;
const servers: LoadedServer[] = [];
const witnesses: Witness[] = [];
const endings: Ending[] = [];
let loading: NodeJS.Timeout | undefined;

/** The runner would print it with the name of the test each time. */
const say = (text: string) => process.stdout.write(`${text}\n`);

/** mulberry32: the same numbers in every run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
const random = randomFrom(20_261_121);

beforeAll(async () => {
  pair = await startHostPair();
  for (let n = 0; n < (LONG ? 12 : 3); n += 1) {
    const sim = await startQuickSim();
    servers.push(new LoadedServer(sim, await pair.add(sim, `Server ${n}`), random));
  }
  const ids = servers.map(({ id }) => id);
  for (const preferred of [0, 1] as const) {
    witnesses.push(new Witness(pair, ids, preferred).start());
  }
  await until(() => witnesses.every(({ following }) => following), 15 * SECOND);
  for (const server of servers) for (let n = 0; n < 5; n += 1) server.join();
  loading = setInterval(() => {
    for (const server of servers) server.step();
  }, 100);
}, 120 * SECOND);

afterAll(async () => {
  clearInterval(loading);
  for (const witness of witnesses) await witness.stop();
  for (const { sim } of servers) await sim.stop();
  await pair.stop();
});

/** Kills or stops a host, and notes which servers it had. */
async function end(host: PairedHost, how: 'kill' | 'quit'): Promise<readonly Ending[]> {
  const had: string[] = [];
  for (const { id } of servers) if ((await pair.holder(id)) === host) had.push(id);
  const at = Date.now();
  if (how === 'kill') await host.process.kill();
  else await host.process.quit();
  const ended = had.map((server) => ({ server, at }));
  endings.push(...ended);
  return ended;
}

const other = (host: PairedHost) => pair.hosts.find((known) => known !== host)!;

/** Resolves when each of these servers has been logged in to by another host; answers after how long. */
async function takenOver(ended: readonly Ending[]): Promise<readonly number[]> {
  await until(() => takeovers(servers, ended).every(Number.isFinite), 2 * TAKEN_OVER_WITHIN);
  return takeovers(servers, ended);
}

/** Nothing happens any more, and everybody has heard everything. */
async function quiet(): Promise<void> {
  clearInterval(loading);
  const rosters = () =>
    servers.map(async ({ id, present }) => {
      const { rows } = await sql<{ name: string }>`
        select name from play_sessions where server_id = ${id} and left_at is null order by name
      `.execute(pair.open.db);
      return rows.map(({ name }) => name).join() === present.join();
    });
  await until(async () => (await Promise.all(rosters())).every(Boolean), 60 * SECOND);
  await until(async () => {
    const { rows } = await sql<{ stream: string; head: number }>`
      select stream, head from streams where stream like 'server/%' and stream not like '%/metrics'
    `.execute(pair.open.db);
    return rows.every(({ stream, head }) =>
      witnesses.every((witness) => witness.cursor(stream) === head),
    );
  }, 30 * SECOND);
}

describe('two hosts on one database', () => {
  it.skipIf(LONG)(
    'lose and double nothing when one is killed, and answer what it was asked',
    async () => {
      const [first] = servers;
      if (first === undefined) return;
      const holder = (await pair.holder(first.id)) ?? pair.hosts[0];
      const survivor = other(holder);
      const begun = newId(Date.now());
      await sql`
      insert into action_requests
        (id, account_id, request_id, server_id, digest, request, asked_at, state, run_by)
      select ${begun}, ${pair.accountId}, ${begun}, id, '', ${JSON.stringify({ action: SERVER_ACTION.MESSAGE_PUBLIC, text: 'begun' })}::json,
        ${Date.now()}, 'running', lease_host
      from servers where id = ${first.id}
    `.execute(pair.open.db);
      const ended = await end(holder, 'kill');
      const asked = pair.post(survivor, `/app/v1/server/${first.id}/action`, {
        request_id: newId(Date.now()),
        request: { action: SERVER_ACTION.MESSAGE_PUBLIC, text: 'asked of the dead' },
      });
      const taken = await takenOver(ended);
      expect((await asked).status).toBe(200);
      expect(first.sim.log.timesExecuted('say -1 asked of the dead')).toBe(1);
      say(`taken over after ${taken.map((ms) => `${ms} ms`).join(', ')}`);
      expect(Math.max(0, ...taken)).toBeLessThan(TAKEN_OVER_WITHIN);

      await holder.process.start();
      const handed = await end(survivor, 'quit');
      const gracefully = await takenOver(handed);
      say(`handed over after ${gracefully.map((ms) => `${ms} ms`).join(', ')}`);
      expect(Math.max(0, ...gracefully)).toBeLessThan(3 * SECOND);

      await quiet();
      const { wrong, due, logged } = await check(pair.open.db, servers, endings, witnesses);
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
    const endsAt = Date.now() + Number(process.env.MUSTER_LONG_MINUTES ?? 10) * 60 * SECOND;
    let kills = 0;
    while (Date.now() < endsAt) {
      await sleep((10 + random() * 20) * SECOND);
      const host = pair.hosts[random() < 0.5 ? 0 : 1];
      const ended = await end(host, 'kill');
      kills += 1;
      await sleep(random() * 3 * SECOND);
      await host.process.start();
      const taken = await takenOver(ended);
      times.push(...taken);
      say(
        `kill ${kills}: it had ${ended.length} servers; taken over within ${Math.max(0, ...taken)} ms`,
      );
      expect(Math.max(0, ...taken)).toBeLessThan(TAKEN_OVER_WITHIN);
    }
    await quiet();
    const { wrong, ...sums } = await check(pair.open.db, servers, endings, witnesses);
    const sorted = times.toSorted((a, b) => a - b);
    const resumed = witnesses.reduce((sum, { connections }) => sum + connections, 0);
    say(
      `${kills} kills, ${sorted.length} takeovers: p50 ${sorted[Math.floor(sorted.length / 2)]} ms, max ${sorted.at(-1)} ms; ` +
        `${sums.events} events checked at two clients that connected ${resumed} times; ` +
        `${sums.said} lines said, ${sums.due} due, ${sums.logged} in the log, ` +
        `${sums.uncommitted} heard by a dying host and not committed`,
    );
    expect(wrong).toEqual([]);
  });
});
