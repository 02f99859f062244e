import { z } from 'zod';
import { DELETION_STATE, GAME, RCON_STATE } from '../enumerations.ts';
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
 * A server as a newer host tells it: a value that is not known here is read as the one that claims least, and
 * what is not known of a list is left out. Gives what `serverSnapshot` gives.
 */
export const serverOfNewerHost = serverSnapshot.extend({
  configuration: serverConfiguration.extend({
    game: game.catch(GAME.GENERIC),
    deleting: z.enum(DELETION_STATE).nullable().catch('in-progress'),
    actions: knownOf(serverConfiguration.shape.actions.element),
  }),
  state: serverState.extend({
    state: z.enum(RCON_STATE).catch('CONNECTING'),
    error: serverFault.nullable().catch('socket-unreachable'),
  }),
  population: population.extend({ source: z.enum(POPULATION_SOURCE).catch('unknown') }),
  deployment: knownOf(
    deploymentStep.extend({ state: deploymentStep.shape.state.catch('running') }),
  ),
  players: knownOf(presentPlayer),
});

function knownOf<T extends z.ZodType>(element: T) {
  return z.array(z.unknown()).transform((items): z.output<T>[] =>
    items.flatMap((item) => {
      const parsed = element.safeParse(item);
      return parsed.success ? [parsed.data] : [];
    }),
  );
}
