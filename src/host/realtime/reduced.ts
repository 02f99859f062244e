/**
 * What a display is told of a server: name, game, state with its fault and its steps, players, slots and
 * queue. Nobody who plays is named, and nothing says who they are or since when: a stay has its own number,
 * by which its end is counted once. Streams keep their sequence, so that a display resumes and heals as any
 * client; where the wire wants what a wall does not show, it stands empty.
 */
import type { z } from 'zod';
import type { presentPlayer, ServerSnapshot } from '../../protocol/servers/fields.ts';
import { retell, retoldFrames, type Retelling, type Told } from './retold.ts';
import { unknownEnvironment } from '../../domain/servers/unknown-environment.ts';

type Player = z.infer<typeof presentPlayer>;
type Configuration = ServerSnapshot['configuration'];
type Step = ServerSnapshot['deployment'][number];

export function reducedSnapshot(server: ServerSnapshot): ServerSnapshot {
  return {
    id: server.id,
    position: server.position,
    configuration: reducedConfiguration(server.configuration),
    state: server.state,
    population: server.population,
    environment: unknownEnvironment(0),
    deployment: server.deployment.map(reducedStep),
    players: server.players.map(nobody),
  };
}

const REDUCE: Retelling = {
  'server:update': ({ server_id, type, server: { population } }) => ({
    server_id,
    type,
    server: population === undefined ? {} : { population },
  }),
  'server:state': (data) => data,
  'update:server': ({ server_id, configuration }) => ({
    server_id,
    configuration: reducedConfiguration(configuration),
  }),
  'server:destroy': (data) => data,
  'omega:deploy': ({ server_id, step }) => ({ server_id, step: reducedStep(step) }),
  'gsm:player:create': ({ server, player }) => ({ server, player: nobody(player) }),
  'gsm:player:destruct': (data) => data,
};

/** An event as displays are told it. */
export function reducedEvent(event: string, data: unknown, serverId: string): Told {
  return retell(REDUCE, event, data, serverId);
}

/** A frame as displays are given it. */
export const reducedFrame = retoldFrames(REDUCE);

function nobody({ id }: Player): Player {
  return {
    id,
    muster_id: null,
    name: '',
    joined_at: 0,
    joined_before: false,
    verified: false,
    lobby: false,
  };
}

/** With what a wall's filter looks at. */
function reducedConfiguration({
  identifier,
  name,
  game,
  deleting,
  tags,
}: Configuration): Configuration {
  return {
    identifier,
    ...(name !== undefined && { name }),
    game,
    timezone: 'UTC',
    restricted: false,
    created_at: 0,
    deleting,
    actions: [],
    tags,
  };
}

/** Its state alone decides whether a server is being set up, or has failed to be. */
function reducedStep({ step, state }: Step): Step {
  return { step, state, at: null, detail: null };
}
