import { z } from 'zod';
import { DELETION_STATE, GAME, POPULATION_SOURCE } from '../enumerations.ts';
import {
  deploymentStep,
  game,
  population,
  presentPlayer,
  serverConfiguration,
  serverFault,
  serverSnapshot,
  serverState,
} from './fields.ts';

/**
 * A server as a newer host tells it: where what is not known here decides about its state, or that of a step of its
 * deployment, that is unknown; any other value is read as the one that claims least, and what is not known of a
 * list is left out. Gives what `serverSnapshot` gives.
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
      error: z.union([serverFault.nullable(), z.literal('unknown')]).catch('unknown'),
    }),
    population: population.extend({ source: z.enum(POPULATION_SOURCE).catch('unknown') }),
    deployment: knownOf(
      deploymentStep.extend({ state: deploymentStep.shape.state.catch('unknown') }),
    ),
    players: knownOf(presentPlayer),
  })
  .transform(({ state, ...server }): z.output<typeof serverSnapshot> => {
    const { error } = state;
    if (error !== 'unknown') return { ...server, state: { ...state, error } };
    return { ...server, state: { ...state, state: 'UNKNOWN', error: null } };
  });

function knownOf<T extends z.ZodType>(element: T) {
  return z.array(z.unknown()).transform((items): z.output<T>[] =>
    items.flatMap((item) => {
      const parsed = element.safeParse(item);
      return parsed.success ? [parsed.data] : [];
    }),
  );
}
