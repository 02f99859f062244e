import { z } from 'zod';
import { hexId, moment } from '../fields.ts';
import {
  deploymentStep,
  environment,
  population,
  serverConfiguration,
  serverState,
} from './fields.ts';

/** Cause: a population or environment figure of a game server changed. */
export const serverUpdate = z.object({
  server_id: hexId,
  type: z.enum(['population', 'environment']),
  server: z.object({ population: population.optional(), environment: environment.optional() }),
});

/** Cause: the connection to a game server changed. */
export const serverStateEvent = z.object({ server: z.object({ id: hexId }), state: serverState });

/** Cause: a server's configuration changed. */
export const updateServer = z.object({ server_id: hexId, configuration: serverConfiguration });

/** Cause: a server was deleted. */
export const serverDestroy = z.object({ server_id: hexId });

/** Cause: a step of a deployment changed. */
export const omegaDeploy = z.object({ server_id: hexId, step: deploymentStep });

/** Cause: a measurement of a server that somebody asked to see (asked for by subscription). */
export const serverMetrics = z.object({
  server_id: hexId,
  at: moment,
  players: z.int().min(0).nullable(),
  queue: z.int().min(0).nullable(),
  /** Round trip to the game server in milliseconds. */
  latency: z.int().min(0).nullable(),
  /** Milliseconds by play session. */
  pings: z.record(hexId, z.int().min(0)),
});
