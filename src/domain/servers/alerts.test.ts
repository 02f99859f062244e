import { expect, it } from 'vitest';
import { openingEvents } from '../../testing/snapshots.ts';
import { World } from '../../testing/world.ts';
import { fold } from '../fold.ts';
import type { ServerRow } from '../rows.ts';
import { createRows } from '../state.ts';
import { ALERT, serverAlerts } from './alerts.ts';
import { POLLED_STALE_AFTER } from './status.ts';

const NOW = Date.UTC(2026, 10, 23, 12);

/** A server that has been up for a day, with players who are known. */
function server(): ServerRow {
  const world = new World();
  const { id } = world.addServer('Chernarus', 60);
  const rows = createRows();
  fold(rows, openingEvents(world));
  const row = rows.servers.get(id);
  if (row === undefined) throw new RangeError('there is no server');
  const state = { ...row.state, state: 'CONNECTED', ready: true, since: NOW - 86_400_000 } as const;
  const population = { ...row.population, players: 3, slots: 60, queue: null } as const;
  return {
    ...row,
    state: { ...state, offline: false, error: null },
    population: { ...population, source: 'live', observed_at: NOW },
  };
}

const usual = server();
const queue = (size: number) => ({
  ...usual,
  population: { ...usual.population, queue: { active: true, size } },
});
const restart = (ago: number) => ({
  ...usual,
  environment: {
    ...usual.environment,
    next_restart: { local: new Date(NOW - ago).toISOString() },
  },
});

it('there is nothing to look at on a server that is up and tells its figures', () => {
  expect(serverAlerts(usual, NOW)).toEqual([]);
});

it('a server that is down is that alone', () => {
  const { state, ...rest } = queue(50);
  expect(serverAlerts({ ...rest, state: { ...state, offline: true } }, NOW)).toEqual(['down']);
});

it('one that starts has time to tell its first figures', () => {
  const { state, population } = usual;
  const since = (ago: number) => ({
    ...usual,
    state: { ...state, since: NOW - ago },
    population: { ...population, players: null, source: 'unknown' as const },
  });
  expect(serverAlerts(since(ALERT.silentAfter), NOW)).toEqual([]);
  expect(serverAlerts(since(ALERT.silentAfter + 1), NOW)).toEqual(['silent']);
});

it('figures that were asked for and are old are to be looked at', () => {
  const polled = {
    ...usual,
    population: { ...usual.population, source: 'polled' as const, observed_at: NOW },
  };
  expect(serverAlerts(polled, NOW + POLLED_STALE_AFTER)).toEqual([]);
  expect(serverAlerts(polled, NOW + POLLED_STALE_AFTER + 1)).toEqual(['silent']);
});

it('a queue counts from a tenth of the slots on, or from a few where there are not many', () => {
  expect(serverAlerts(queue(5), NOW)).toEqual([]);
  expect(serverAlerts(queue(6), NOW)).toEqual(['queue']);
  const small = { ...queue(5), population: { ...queue(5).population, slots: 20 } };
  expect(serverAlerts(small, NOW)).toEqual(['queue']);
});

it('a restart that was planned and did not come is told after some minutes', () => {
  expect(serverAlerts(restart(ALERT.overdueAfter), NOW)).toEqual([]);
  expect(serverAlerts(restart(ALERT.overdueAfter + 1), NOW)).toEqual(['overdue']);
});
