import { z } from 'zod';
import { DELETION_STATE, GAME } from '../enumerations.ts';
import {
  deploymentStep,
  game,
  population,
  POPULATION_SOURCE,
  presentPlayer,
  serverConfiguration,
  serverFault,
  serverSnapshot,
  serverState,
} from './fields.ts';

/**
 * A server as a newer host tells it: where what is not known here decides about its state, that is `UNKNOWN`; any
 * other value is read as the one that claims least, and what is not known of a list is left out. Gives what
 * `serverSnapshot` gives.
 */
export const serverOfNewerHost = serverSnapshot
  .extend({
    configuration: serverConfiguration.extend({
      game: game.catch(GAME.GENERIC),
      deleting: z.enum(DELETION_STATE).nullable().catch('in-progress'),
      actions: knownOf(serverConfiguration.shape.actions.element),
    }),
    state: serverState.extend({
      state: serverState.shape.state.catch('UNKNOWN'),
      error: orUnknown(serverFault.nullable()),
    }),
    population: population.extend({ source: z.enum(POPULATION_SOURCE).catch('unknown') }),
    deployment: knownOf(deploymentStep.extend({ state: orUnknown(deploymentStep.shape.state) })),
    players: knownOf(presentPlayer),
  })
  .transform((server): z.output<typeof serverSnapshot> => {
    const { error } = server.state;
    const deployment = server.deployment.map(({ state, ...step }) => ({
      ...step,
      state: state === 'unknown' ? 'running' : state,
    }));
    const unknown =
      error === 'unknown' || server.deployment.some(({ state }) => state === 'unknown');
    const state = {
      ...server.state,
      ...(unknown ? { state: 'UNKNOWN' as const } : {}),
      error: error === 'unknown' ? null : error,
    };
    return { ...server, state, deployment };
  });

function orUnknown<T extends z.ZodType>(value: T) {
  return z.union([value, z.literal('unknown')]).catch('unknown');
}

function knownOf<T extends z.ZodType>(element: T) {
  return z.array(z.unknown()).transform((items): z.output<T>[] =>
    items.flatMap((item) => {
      const parsed = element.safeParse(item);
      return parsed.success ? [parsed.data] : [];
    }),
  );
}
