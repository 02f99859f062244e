/**
 * What anybody is told of a restricted server: its configuration, and that it rests. It is told so whatever its row and
 * its stream say, since a host of an older version beside this one does not know that it rests, and runs it.
 */
import { unknownEnvironment } from '../../domain/servers/unknown-environment.ts';
import type { Population, ServerSnapshot } from '../../protocol/servers/fields.ts';
import { retoldFrames } from './retold.ts';

/** Nobody listens to it. */
export function restingState(since: number): ServerSnapshot['state'] {
  return { state: 'DISCONNECTED', offline: false, ready: false, error: null, since };
}

/** Nobody has counted. */
export function unknownPopulation(at: number): Population {
  return { players: null, slots: null, queue: null, source: 'unknown', observed_at: at };
}

/** A restricted server as its row is shown. */
export function restingSnapshot(server: ServerSnapshot): ServerSnapshot {
  const { id, position, configuration, state, population, environment, deployment } = server;
  return {
    id,
    position,
    configuration,
    state: restingState(state.since),
    population: unknownPopulation(population.observed_at),
    environment: unknownEnvironment(environment.observed_at),
    deployment,
    players: [],
  };
}

/** A frame of a restricted server as anybody is given it. Who was there still goes: all of them do when it begins to rest. */
export const restingFrame = retoldFrames({
  'update:server': (data) => data,
  'server:destroy': (data) => data,
  'gsm:player:destruct': (data) => data,
  'server:state': ({ server, state }) => ({ server, state: restingState(state.since) }),
  'server:update': ({ server_id, type, server: { population, environment } }) => ({
    server_id,
    type,
    server: {
      ...(population && { population: unknownPopulation(population.observed_at) }),
      ...(environment && { environment: unknownEnvironment(environment.observed_at) }),
    },
  }),
});
