/** Events of every stream, field by field as their schemas allow, with what nobody may leak planted in them. */
import fc from 'fast-check';
import { EVENTS, type EventName } from '../../src/protocol/events.ts';
import { shapeOf, type Shape } from '../../src/protocol/shape.ts';
import type { Fact } from '../../src/host/realtime/contract.ts';
import { arbitraryOf } from '../../src/testing/arbitrary-of.ts';

/** What is told on the streams of a server that are made of events of their own; on all others it is rows. */
const OF_STREAM: Readonly<Record<string, readonly EventName[]>> = {
  list: [
    'update:server',
    'server:update',
    'server:state',
    'gsm:player:create',
    'gsm:player:destruct',
    'omega:deploy',
  ],
  metrics: ['server:metrics'],
  feed: ['server:feed'],
  console: ['server:feed'],
  persons: ['row:put', 'row:gone'],
  'feed-personal': ['server:feed'],
};

/** How many events of each kind. */
const EACH = 6;
const SEED = 15;

const ADDRESS = '198.51.100.23';
const STEAM_ID = '76561198000000042';
const GUID = 'c'.repeat(32);
/** What only whoever may see personal information is told. */
export const PLANTED: readonly string[] = [ADDRESS, STEAM_ID, GUID];

/** Texts in which people write what they like. */
const WRITTEN = new Set(['text', 'reason']);

/** Events of a stream: the same of each server, group, ban list and bucket. */
export function eventsOf(stream: string): readonly Fact[] {
  const [scope, id, name] = stream.split('/') as [string, string, string];
  return valuesOf(name).map(([event, value]): Fact => {
    const data = belonging(value, scope, id);
    return { stream, event, at: 1, data } as unknown as Fact;
  });
}

type Told = readonly (readonly [EventName, unknown])[];
/** Made once: some patterns take long. */
const made = new Map<string, Told>();

function valuesOf(name: string): Told {
  const known = made.get(name);
  if (known !== undefined) return known;
  const events = OF_STREAM[name] ?? (['row:put', 'row:gone'] as const);
  const values = events.flatMap((event) => {
    const shape = ofResource(shapeOf(EVENTS[event])!, event, name);
    if (shape === undefined) return [];
    const options = { numRuns: EACH, seed: SEED };
    return fc
      .sample(arbitraryOf(shape), options)
      .map((value) => [event, planted(value, name)] as const);
  });
  made.set(name, values);
  return values;
}

/** Of an event that tells rows, those of one resource. */
function ofResource(shape: Shape, event: EventName, name: string): Shape | undefined {
  if (event !== 'row:put' && event !== 'row:gone') return shape;
  return shape.kind === 'union' ? shape.options.get(name) : undefined;
}

function planted(value: unknown, name: string): unknown {
  const text = JSON.stringify(value, (key, one: unknown) => {
    if (typeof one !== 'string') return one;
    // Who writes a line of a console leaves that out: it is the same for everybody who reads it.
    if (WRITTEN.has(key)) return name === 'console' ? 'say it now' : `say ${ADDRESS} now`;
    if (key === 'ip') return ADDRESS;
    if (key === 'steam_id') return STEAM_ID;
    return key === 'guid' ? GUID : one;
  });
  // PostgreSQL has no such character.
  return JSON.parse(text.replaceAll(String.raw`\u0000`, '.')) as unknown;
}

/** The same of the server, group, ban list or bucket whose stream it is. */
function belonging(value: unknown, scope: string, id: string): unknown {
  const data = value as Record<string, unknown>;
  const named = Object.hasOwn(data, `${scope}_id`) ? { [`${scope}_id`]: id } : {};
  const server = data['server'];
  const inner =
    typeof server === 'object' && server !== null && 'id' in server
      ? { server: { ...server, id } }
      : {};
  return { ...data, ...named, ...inner };
}
