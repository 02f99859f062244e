/** Reserved slots at simulated game servers: of those without one, the newest make room. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  bySteam,
  decided,
  didTo,
  known,
  startKeptDoors,
  type KeptDoors,
} from '../support/kept-doors.ts';
import type { WatchedSim } from '../support/watched-sim.ts';

const WAIT = { timeout: 20_000, interval: 20 };
const steamOf = (name: string) =>
  `7656119000000${name.codePointAt(0)?.toString().padStart(4, '0')}`;

let doors: KeptDoors;
beforeAll(async () => {
  doors = await startKeptDoors();
});
afterEach(() => doors.stopSims());
afterAll(() => doors.stop());

/** One after the other, each once the one before is known. */
async function join(one: WatchedSim, names: readonly string[]): Promise<void> {
  for (const name of names) {
    one.sim.join({ name, steamId: steamOf(name) });
    await expect.poll(known(one), WAIT).toContain(name);
  }
}

const set = (id: string, active: boolean, amount: number) =>
  doors.post(`server/${id}/modules`, { reserved_slots: { active, amount } });

async function preview(id: string, amount: number): Promise<object> {
  const path = `/app/v1/server/${id}/modules/preview`;
  const body = { reserved_slots: { active: true, amount } };
  return (await doors.owner.browser.post(path, body)).json();
}

describe.each(['DAYZ', 'RUST'] as const)('%s with six slots', (game) => {
  it('whoever came last without a reserved slot leaves, and whoever holds one never does', async () => {
    const one = await doors.watch({ game, slots: 6 });
    const { id, on } = one;
    const there = () => on().toSorted();
    await doors.bucket(id, 'RESERVED_SLOT', ['F', 'G'].map(steamOf).map(bySteam));
    await join(one, ['A', 'B', 'C', 'D', 'E', 'F']);
    await expect.poll(() => preview(id, 2), WAIT).toMatchObject({ players: 6, kept_out: 1 });
    expect(decided(one)).toEqual([]);
    await set(id, true, 2);
    await expect.poll(there, WAIT).toEqual(['A', 'B', 'C', 'D', 'F']);
    await join(one, ['G']);
    await expect.poll(didTo(one), WAIT).toEqual(['reserved-slot kick E']);
    expect(decided(one)[0]).toMatchObject({
      reason: 'The server is full: the last slots are kept for players with a reserved slot.',
      outcome: 'done',
    });
    expect(on()).toHaveLength(6);
    await set(id, true, 3);
    await expect.poll(there, WAIT).toEqual(['A', 'B', 'C', 'F', 'G']);
    await set(id, false, 3);
    await join(one, ['H']);
    expect(on()).toHaveLength(6);
    await expect.poll(didTo(one), WAIT).toEqual(['reserved-slot kick E', 'reserved-slot kick D']);
  });
});

it('whoever another rule keeps out takes no place', async () => {
  const one = await doors.watch({ slots: 4 });
  const { id, on } = one;
  await doors.bucket(id, 'RESERVED_SLOT', []);
  await join(one, ['A', 'B', 'C', 'D']);
  const filter = { kind: 'filter', term: 'B', term_kind: 'text', action: 'kick', message: 'No.' };
  await doors.bucket(id, 'NAME_FILTER', [{ what: filter, minutes: null }]);
  await expect.poll(on, WAIT).toEqual(['A', 'C', 'D']);
  await set(id, true, 1);
  await join(one, ['E']);
  await expect.poll(didTo(one), WAIT).toContain('reserved-slot kick E');
  expect(on()).toEqual(['A', 'C', 'D']);
});

it('where the server uses no bucket of them nobody makes room, also where it obeys a ban list', async () => {
  const one = await doors.watch({ slots: 4 });
  await doors.primaryList(one.id);
  await join(one, ['A', 'B', 'C', 'D']);
  expect(await preview(one.id, 2)).toMatchObject({ players: 4, kept_out: 0 });
  await doors.bucket(one.id, 'RESERVED_SLOT', []);
  expect(await preview(one.id, 2)).toMatchObject({ players: 4, kept_out: 2 });
});
