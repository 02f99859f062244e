/**
 * Lifts what an older wire version recorded to this one's, line by line, before it is validated. A
 * version that changes the wire adds the step from the one before it, and a small recording to the tests.
 */
import { PROTOCOL_VERSION } from '../version.ts';

/** What a step lifts: plain JSON, which nobody has validated yet. */
type Json = Record<string, unknown>;

interface Step {
  /** The data of an event, of `<source>/<event>`. */
  readonly data: (kind: string, data: Json) => Json;
  /** A row of a keyframe. */
  readonly row: (table: string, row: Json) => Json;
}

const AS_IT_IS: Step = { data: (_kind, data) => data, row: (_table, row) => row };

/** By the version that a step lifts from. */
export const STEPS: ReadonlyMap<number, Step> = new Map([
  [1, { data: dataOf1, row: rowOf1 }],
  // Version 3 changed what is called, and nothing that is recorded.
  [2, AS_IT_IS],
  // Version 4 added kinds of rows.
  [3, AS_IT_IS],
  // Version 5 changed what is called, and nothing that is recorded.
  [4, AS_IT_IS],
  // Version 6 added kinds of rows.
  [5, AS_IT_IS],
  // Version 7 added a kind of rows.
  [6, AS_IT_IS],
  [7, { data: dataOf7, row: rowOf7 }],
  // Version 9 added what an account may do with teams and organizations.
  [8, AS_IT_IS],
]);

/** The data of an event that the wire of `protocol` recorded, as this version would have recorded it. */
export function upcastData(protocol: number, kind: string, data: unknown): unknown {
  return lift(protocol, data, (step, json) => step.data(kind, json));
}

/** A row of a keyframe, likewise. */
export function upcastRow(protocol: number, table: string, row: unknown): unknown {
  return lift(protocol, row, (step, json) => step.row(table, json));
}

function lift(protocol: number, value: unknown, by: (step: Step, json: Json) => Json): unknown {
  let lifted = value;
  for (let version = protocol; version < PROTOCOL_VERSION; version++) {
    const step = STEPS.get(version);
    if (step !== undefined && isJson(lifted)) lifted = by(step, lifted);
  }
  return lifted;
}

/** Version 2 knows when a map was wiped, the id of Bohemia's account, and where a player is. */
function dataOf1(kind: string, data: Json): Json {
  switch (kind) {
    case 'rest/servers':
      return { ...data, servers: each(data['servers'], withEnvironment) };
    case 'realtime/server:update':
      return isJson(data['server']) ? { ...data, server: withEnvironment(data['server']) } : data;
    case 'rest/personal':
      return { ...data, entries: each(data['entries'], withPlace) };
    case 'realtime/server:feed': {
      const { entry } = data;
      return isJson(entry) && entry['kind'] === 'personal'
        ? { ...data, entry: withPlace(entry) }
        : data;
    }
    default:
      return data;
  }
}

function rowOf1(table: string, row: Json): Json {
  if (table === 'servers') return withEnvironment(row);
  return table === 'identities' ? withPlace(row) : row;
}

/** Version 8 knows tags of servers, and how an uptime is known. */
function dataOf7(kind: string, data: Json): Json {
  switch (kind) {
    case 'rest/servers':
      return { ...data, servers: each(data['servers'], withTagsAndSource) };
    case 'realtime/server:update':
      return isJson(data['server']) ? { ...data, server: withSource(data['server']) } : data;
    case 'realtime/update:server':
      return withTags(data);
    default:
      return data;
  }
}

function rowOf7(table: string, row: Json): Json {
  return table === 'servers' ? withTagsAndSource(row) : row;
}

function withTagsAndSource(server: Json): Json {
  return withSource(withTags(server));
}

function withTags(server: Json): Json {
  const { configuration } = server;
  return isJson(configuration)
    ? { ...server, configuration: { tags: [], ...configuration } }
    : server;
}

function withSource(server: Json): Json {
  const { environment } = server;
  return isJson(environment)
    ? { ...server, environment: { uptime_source: null, uptime_gap: null, ...environment } }
    : server;
}

function withEnvironment(server: Json): Json {
  const { environment } = server;
  return isJson(environment)
    ? { ...server, environment: { wiped_at: null, ...environment } }
    : server;
}

function withPlace(entry: Json): Json {
  return { bohemia_id: null, position: null, ...entry };
}

function each(list: unknown, by: (item: Json) => Json): unknown {
  if (!Array.isArray(list)) return list;
  return list.map((item: unknown) => (isJson(item) ? by(item) : item));
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
