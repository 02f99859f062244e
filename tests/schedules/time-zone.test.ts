import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RowOf } from '../../src/protocol/resources/registry.ts';
import { MINUTE, NIGHTLY, START, startBench, WAIT, type Bench } from './bench.ts';

let bench: Bench;

beforeAll(async () => {
  bench = await startBench();
}, START);
afterAll(() => bench.stop());

it('another time zone runs nothing twice, and tells what falls out of the day', async () => {
  const { owner, server } = bench;
  const settings = async (timezone: string) => {
    const { rows } = (await owner.get(`/app/v1/server/${server}/settings`)).json<{
      rows: RowOf<'settings'>[];
    }>();
    const { identifier, host, game_port, query_port, rcon_port } = rows[0]!;
    const body = { identifier, host, game_port, query_port, rcon_port, timezone };
    const answer = await owner.post(`/app/v1/server/${server}/settings`, body);
    expect([answer.statusCode, answer.body]).toEqual([200, expect.anything()]);
  };
  await settings('Etc/GMT');
  const due = Math.floor((bench.now + 90 * MINUTE) / MINUTE) * MINUTE;
  const soon = new Date(due);
  const minutes = soon.getUTCHours() * 60 + soon.getUTCMinutes();
  const time = { kind: 'absolute', minutes };
  const id = await bench.add('jobs', { ...NIGHTLY, name: 'Soon', time });
  await expect.poll(() => bench.nextRestart(), WAIT).toMatchObject({ of: { id, due } });
  // By a clock two hours ahead, it was half an hour ago.
  await settings('Etc/GMT-2');
  const told = () => bench.feed();
  await expect
    .poll(told, WAIT)
    .toMatchObject([{ step: 'action', outcome: 'missed', job_id: id, due }]);
  // Back again it comes after all; by a clock three hours behind, it does not come twice.
  await settings('Etc/GMT');
  await expect.poll(() => bench.nextRestart(), WAIT).toMatchObject({ of: { id, due } });
  await bench.until(due);
  await expect.poll(told, WAIT).toMatchObject([{}, { step: 'action', outcome: 'done', due }]);
  await settings('Etc/GMT+3');
  await expect
    .poll(
      async () => (await bench.rows<RowOf<'plans'>>('plans')).filter(({ job_id }) => job_id === id),
      WAIT,
    )
    .toMatchObject([{ due: due + 180 * MINUTE, at: null }]);
});
