import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { CALLS } from './calls.ts';
import { EVENTS } from './events.ts';
import { clientMessage, frameEnvelope } from './frames.ts';
import { ERROR } from './errors.ts';
import {
  DISPLAY_PERMISSION,
  HOST_PERMISSION,
  ORGANIZATION_PERMISSION,
  SERVER_PERMISSION,
  TEAM_PERMISSION,
  WALL_PERMISSION,
} from './permissions.ts';
import { GROUP_STREAM, SERVER_STREAM, TOPIC } from './streams.ts';
import { PROTOCOL_VERSION } from './version.ts';

/** JSON whose properties are sorted: the order in which a schema names them is not the wire. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}

/** Everything that a client and a host must have in common. */
function wire(): unknown {
  const json = (schema: z.ZodType, io: 'input' | 'output'): unknown =>
    z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return {
    events: Object.entries(EVENTS).map(([name, schema]) => [name, json(schema, 'output')]),
    messages: [json(clientMessage, 'input'), json(frameEnvelope, 'output')],
    calls: Object.values(CALLS).map(({ params, query, body, answer, ...rest }) => ({
      method: rest.method,
      path: rest.path,
      access: rest.access,
      errors: rest.errors,
      params: json(params, 'input'),
      query: json(query, 'input'),
      body: json(body, 'input'),
      answer: json(answer, 'output'),
    })),
    ERROR,
    HOST_PERMISSION,
    SERVER_PERMISSION,
    TEAM_PERMISSION,
    ORGANIZATION_PERMISSION,
    WALL_PERMISSION,
    DISPLAY_PERMISSION,
    SERVER_STREAM,
    GROUP_STREAM,
    TOPIC,
  };
}

it('the wire changes only together with its version', () => {
  const hash = createHash('sha256').update(sorted(wire())).digest('hex').slice(0, 16);
  // A changed wire that has been released: raise PROTOCOL_VERSION, add a line to its history, pin the new hash.
  expect({ version: PROTOCOL_VERSION, hash }).toEqual({ version: 9, hash: 'e8944df9d0cbf5cd' });
});
