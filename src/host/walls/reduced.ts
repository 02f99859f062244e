/**
 * What a display is told of a server: name, game, state, players, slots, queue, uptime, next restart and
 * times. Nobody who plays is named, and nothing says who they are: a stay has its own number and no more.
 * Streams keep their sequence, so that a display resumes and heals as any client.
 */
import type { z } from 'zod';
import { EVENTS, type EventData, type EventName } from '../../protocol/events.ts';
import { parseStream } from '../../protocol/streams.ts';
import type { Environment, presentPlayer, ServerSnapshot } from '../../protocol/servers/fields.ts';
import { encodeStreamFrame, textOf, type StreamFrame } from '../realtime/frame.ts';

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
    environment: reducedEnvironment(server.environment),
    deployment: server.deployment.map(reducedStep),
    players: server.players.map(nobody),
  };
}

const reduced = new WeakMap<StreamFrame, StreamFrame>();

/** A frame as displays are given it: made once for all of them. */
export function reducedFrame(frame: StreamFrame): StreamFrame {
  if (parseStream(frame.stream)?.resource !== 'server') return frame;
  const known = reduced.get(frame);
  if (known !== undefined) return known;
  const { event, data } = JSON.parse(textOf(frame.bytes)) as { event: string; data: unknown };
  const { stream, seq, at } = frame;
  const told = reducedEvent(event, data, parseStream(stream)?.id ?? '');
  const made = encodeStreamFrame(stream, seq, at, told.event, JSON.stringify(told.data));
  reduced.set(frame, made);
  return made;
}

interface Told {
  readonly event: EventName;
  readonly data: unknown;
}

const REDUCE: { readonly [N in EventName]?: (data: EventData<N>) => EventData<N> } = {
  'server:update': ({ server_id, type, server: { population, environment } }) => ({
    server_id,
    type,
    server: {
      ...(population === undefined ? {} : { population }),
      ...(environment === undefined ? {} : { environment: reducedEnvironment(environment) }),
    },
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

/** What is not known here is told as a change of nothing, so that the sequence goes on. */
export function reducedEvent(event: string, data: unknown, serverId: string): Told {
  const reduce = isKnown(event)
    ? (REDUCE[event] as ((data: unknown) => unknown) | undefined)
    : undefined;
  if (reduce !== undefined) return { event: event as EventName, data: reduce(data) };
  return { event: 'server:update', data: { server_id: serverId, type: 'population', server: {} } };
}

function isKnown(event: string): event is EventName {
  return Object.hasOwn(EVENTS, event);
}

function nobody({ id, joined_at }: Player): Player {
  return {
    id,
    muster_id: null,
    name: '',
    joined_at,
    joined_before: false,
    verified: false,
    lobby: false,
  };
}

function reducedConfiguration(configuration: Configuration): Configuration {
  const { identifier, game, timezone, created_at, deleting } = configuration;
  return { identifier, game, timezone, restricted: false, created_at, deleting, actions: [] };
}

function reducedEnvironment({ next_restart, uptime, time, observed_at }: Environment): Environment {
  return {
    next_restart,
    uptime,
    map: null,
    version: null,
    time,
    locked: null,
    wiped_at: null,
    observed_at,
  };
}

function reducedStep({ step, state, at }: Step): Step {
  return { step, state, at, detail: null };
}
