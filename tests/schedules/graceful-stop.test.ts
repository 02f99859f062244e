import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ScheduleRunner } from '../../src/host/schedules/runner.ts';
import { newId } from '../../src/host/store/ids.ts';
import { startLiveHost, type LiveHost } from '../support/live-host.ts';
import { MINUTE, startBench, WAIT, type Bench } from './bench.ts';

let bench: Bench;
let other: LiveHost | undefined;

beforeAll(async () => {
  bench = await startBench();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await other?.stop();
  await bench.stop();
});

it('what falls due while a host stops is done by the other one, and told once', async () => {
  const { owner, server, runtime, host } = bench;
  const asked = {
    request_id: newId(1),
    server_ids: [server],
    minutes: 10,
    warnings: [],
    lock_before: null,
    kick_before: null,
  };
  expect(await bench.post(owner, 'restart', asked)).toEqual(['done']);
  const due = bench.now + 10 * MINUTE;
  other = await startLiveHost(host, false, {}, () => bench.now);
  const { supervisor } = other.live;
  const turns = vi.spyOn(ScheduleRunner.prototype, 'turn');
  const stop = runtime.stop.bind(runtime);
  vi.spyOn(runtime, 'stop').mockImplementation(async () => {
    await stop();
    // The connection has ended, and the server is this host's still.
    const heard = new Promise<void>((resolve) => {
      host.live.realtime.onControl(({ kind }) => {
        if (kind === 'schedule-changed') setImmediate(resolve);
      });
    });
    await bench.until(due);
    await heard;
    await Promise.all(turns.mock.results.map(({ value }) => value as Promise<number>));
  });
  await host.live.stop();
  await expect.poll(() => supervisor.runtimes.get(server)?.row.state.ready, WAIT).toBe(true);
  const feed = async () => (await bench.feed()).map(({ step, outcome }) => [step, outcome]);
  await expect.poll(feed, WAIT).toEqual([['action', 'done']]);
  expect(bench.given('#shutdown')).toHaveLength(1);
});
