/** What comes before a restart, as a simulated game server has it done to it. */
import { afterEach, expect, it } from 'vitest';
import type { RowOf } from '../../src/protocol/resources/registry.ts';
import { newId } from '../../src/host/store/ids.ts';
import { MINUTE, NIGHTLY, startBench, WAIT, type Bench } from './bench.ts';

let bench: Bench;
afterEach(() => bench.stop());

const RESTART = {
  minutes: 10,
  warnings: [{ minutes: 5, text: 'Locked in {minutes} min' }],
  lock_before: 5,
  kick_before: 1,
};

const people = () => bench.runtime.rows.players.size;

async function join(...names: readonly string[]): Promise<void> {
  const before = people();
  for (const [index, name] of names.entries()) {
    bench.sim.join({ name, steamId: `7656119000000000${before + index}` });
  }
  await expect.poll(people, WAIT).toBe(before + names.length);
}

/** Plans a restart; answers its plan. */
async function plan(part: object = {}): Promise<RowOf<'plans'>> {
  const asked = {
    request_id: newId(bench.now),
    server_ids: [bench.server],
    ...RESTART,
    ...part,
  };
  expect(await bench.post(bench.owner, 'restart', asked)).toEqual(['done']);
  const plans = await bench.rows<RowOf<'plans'>>('plans');
  return plans.find(({ job_id, due }) => job_id === null && due > bench.now)!;
}

async function move({ id, due, at }: RowOf<'plans'>, to: object): Promise<void> {
  const occurrences = [{ server_id: bench.server, id, due, at }];
  expect(await bench.post(bench.owner, 'move', { occurrences, to })).toEqual(['done']);
}

const steps = async () =>
  (await bench.feed()).map(({ step, outcome }) => [step, outcome].join(' '));
const locks = () => bench.commands().filter((text) => /^#(?:un)?lock$/.test(text));

it('warns, locks and kicks everybody at their minutes, and restarts to an open server', async () => {
  bench = await startBench();
  await join('Bob', 'Eve');
  const { at } = await plan();
  const due = at ?? 0;
  await bench.until(due - 5 * MINUTE - 5_000);
  expect(await steps()).toEqual([]);
  await bench.until(due - 5 * MINUTE);
  await expect.poll(steps, WAIT).toEqual(['warning done', 'lock done']);
  expect(bench.given('say')).toEqual(['say -1 Locked in 5 min']);
  expect(bench.sim.join({ name: 'Late', steamId: '76561190000000099' })).toMatchObject({
    outcome: 'refused',
    reason: 'locked',
  });
  expect(bench.given('kick')).toEqual([]);
  await bench.until(due - MINUTE);
  await expect.poll(() => steps().then((all) => all[2]), WAIT).toBe('kick done');
  expect(bench.given('kick').map((text) => text.replace(/\d+/, '#'))).toEqual([
    'kick # The server restarts.',
    'kick # The server restarts.',
  ]);
  expect(bench.sim.roster()).toEqual([]);
  await bench.until(due);
  await expect.poll(() => steps().then((all) => all[3]), WAIT).toBe('action done');
  expect(bench.commands()).toContain('#shutdown');
  await expect
    .poll(() => [bench.sim.state, bench.sim.world.locked], WAIT)
    .toEqual(['running', false]);
  expect(bench.sim.join({ name: 'Bob', steamId: '76561190000000000' }).outcome).not.toBe('refused');
  expect(locks()).toEqual(['#lock']);
});

it('who kicks where nobody is has kicked everybody', async () => {
  bench = await startBench();
  const { at } = await plan({ warnings: [], lock_before: null });
  await bench.until((at ?? 0) - MINUTE);
  await expect.poll(steps, WAIT).toEqual(['kick done']);
  expect(bench.given('kick')).toEqual([]);
});

it('a Rust server, which has no lock, is warned and emptied', async () => {
  bench = await startBench('RUST');
  await join('Bob', 'Eve');
  const request_id = newId(bench.now);
  const locked = { request_id, server_ids: [bench.server], ...RESTART };
  expect(await bench.post(bench.owner, 'restart', locked)).toEqual(['invalid-request']);
  const { at } = await plan({ lock_before: null });
  await bench.until((at ?? 0) - 5 * MINUTE);
  await expect.poll(() => bench.given('say'), WAIT).toEqual(['say Locked in 5 min']);
  await bench.until((at ?? 0) - MINUTE);
  await expect.poll(steps, WAIT).toEqual(['warning done', 'kick done']);
  expect(bench.given('kick')).toHaveLength(2);
  await bench.until(at ?? 0);
  await expect.poll(steps, WAIT).toEqual(['warning done', 'kick done', 'action done']);
  expect(bench.commands()).toContain('quit');
});

it('a server that was locked for a restart is unlocked when that is skipped', async () => {
  bench = await startBench();
  const seen = await plan({ warnings: [] });
  await bench.until((seen.at ?? 0) - 4 * MINUTE);
  await expect.poll(locks, WAIT).toEqual(['#lock']);
  await move(seen, { kind: 'skip' });
  await expect.poll(locks, WAIT).toEqual(['#lock', '#unlock']);
  await expect.poll(steps, WAIT).toEqual(['lock done', 'unlock done']);
  expect(bench.sim.join({ name: 'Bob', steamId: '76561190000000000' }).outcome).not.toBe('refused');
});

it('postponed, it is unlocked until its new lock; postponed by little, it stays locked', async () => {
  bench = await startBench();
  const seen = await plan({ warnings: [] });
  const due = seen.at ?? 0;
  await bench.until(due - 4 * MINUTE);
  await expect.poll(locks, WAIT).toEqual(['#lock']);
  await move(seen, { kind: 'postpone', minutes: 1 });
  await bench.until(due - 3 * MINUTE);
  await move({ ...seen, at: due + MINUTE }, { kind: 'postpone', minutes: 29 });
  await expect.poll(locks, WAIT).toEqual(['#lock', '#unlock']);
  await bench.until(due + 25 * MINUTE);
  await expect.poll(locks, WAIT).toEqual(['#lock', '#unlock', '#lock']);
});

it('a job that is removed behind its lock leaves nobody locked out', async () => {
  bench = await startBench();
  const id = await bench.add('jobs', { ...NIGHTLY, time: bench.inHalfADay(), lock_before: 5 });
  const at = () => bench.runtime.row.environment.next_restart.of?.at ?? 0;
  await expect.poll(at, WAIT).toBeGreaterThan(0);
  await bench.until(at() - 4 * MINUTE);
  await expect.poll(locks, WAIT).toEqual(['#lock']);
  await bench.remove('jobs', id);
  await expect.poll(locks, WAIT).toEqual(['#lock', '#unlock']);
});

it('ArmA 2, whose restart keeps its lock, is unlocked behind it', async () => {
  bench = await startBench('ARMA2');
  const { at } = await plan({ warnings: [], kick_before: null });
  await bench.until((at ?? 0) - 5 * MINUTE);
  await expect.poll(locks, WAIT).toEqual(['#lock']);
  await bench.until(at ?? 0);
  await expect.poll(locks, WAIT).toEqual(['#lock', '#unlock']);
  await expect.poll(steps, WAIT).toEqual(['lock done', 'action done', 'unlock done']);
});

it('a restart that was missed leaves nobody locked out', async () => {
  bench = await startBench();
  const { at } = await plan({ warnings: [], kick_before: null });
  await bench.until((at ?? 0) - 5 * MINUTE);
  await expect.poll(locks, WAIT).toEqual(['#lock']);
  await bench.until((at ?? 0) + 10 * MINUTE);
  await expect.poll(steps, WAIT).toEqual(['lock done', 'action missed', 'unlock done']);
  expect(locks()).toEqual(['#lock', '#unlock']);
});
