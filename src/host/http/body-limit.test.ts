/** What a call's schema lets a client send, the host takes: whatever is in it, and however it is written. */
import { readFileSync } from 'node:fs';
import fastify from 'fastify';
import { beforeAll, expect, it } from 'vitest';
import { CALLS, type CallName } from '../../protocol/calls.ts';
import { beyondBounds } from '../../protocol/json-bounds.ts';
import { LOG_UPLOAD_MAX } from '../../protocol/servers/calls.ts';
import { serverFilter } from '../../protocol/walls/fields.ts';
import { WALL_LIMIT } from '../../protocol/walls/limits.ts';
import { fullestOf } from '../../../tests/support/fullest.ts';
import type { HostDeps } from '../calls/deps.ts';
import { checkValueBounds } from '../calls/value-bounds.ts';
import { USUAL_BYTES } from './body-limit.ts';
import { BODY_BOUNDS } from './json-body.ts';
import { registerCalls } from './route.ts';

interface Sent {
  readonly name: CallName;
  readonly body: object;
  readonly json: string;
}

let sent: readonly Sent[];
/** By the name of a call's route: the most bytes that it takes. */
const limits = new Map<string | undefined, number>();

beforeAll(() => {
  const posts = (Object.keys(CALLS) as CallName[]).filter((name) => CALLS[name].method === 'POST');
  const app = fastify();
  app.addHook('onRoute', ({ config, bodyLimit }) => {
    limits.set(config?.call, bodyLimit ?? USUAL_BYTES);
  });
  const handlers = Object.fromEntries(posts.map((name) => [name, async () => ({})]));
  registerCalls(app, { settings: { demo: null } } as HostDeps, handlers);
  sent = posts.map((name) => {
    const body = within(name, fullestOf(CALLS[name].body) as object);
    return { name, body, json: written(name, body) };
  });
});

/** What the parts of a body may be together, and what is in a text, no schema of a part says. */
function within(name: CallName, body: object): object {
  // A log has lines: nobody fills one with control characters.
  if (name === 'serverLogUpload') return { ...body, text: '\u4e2d'.repeat(LOG_UPLOAD_MAX) };
  if (name !== 'wallCreate' && name !== 'wallUpdate') return body;
  const { wall } = body as { readonly wall: { readonly scenes: readonly object[] } };
  const lists = WALL_LIMIT.serversOfWall / WALL_LIMIT.serversOfScene;
  const source = { kind: 'filter', filter: fullestOf(serverFilter) };
  const scenes = wall.scenes.map((scene, at) => (at < lists ? scene : { ...scene, source }));
  return { ...body, wall: { ...wall, scenes } };
}

/** JSON as the clients write it that escape all that is not ASCII; what is very long is sent as it is. */
function written(name: CallName, body: object): string {
  const json = JSON.stringify(body);
  if (name === 'serverLogUpload') return json;
  return json.replaceAll(
    /[\u007f-\uffff]/g,
    (text) => `\\u${text.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const limitOf = (name: CallName) => limits.get(CALLS[name].name) ?? 0;

it('no body is as long as its schema lets it be, and refused for its length', () => {
  const refused = sent.flatMap(({ name, json }) => {
    const bytes = Buffer.byteLength(json);
    return bytes > limitOf(name) ? [`${name}: ${bytes} bytes, of ${limitOf(name)}`] : [];
  });
  expect(refused).toEqual([]);
});

it('nor refused for how many values it has', () => {
  const beyond = sent.flatMap(({ name, body, json }) => {
    // A log is read by a parser of its own.
    if (name === 'serverLogUpload') return [];
    checkValueBounds(body, 'body');
    return beyondBounds(json, BODY_BOUNDS) === null ? [] : [name];
  });
  expect(beyond).toEqual([]);
});

it('these are bodies that the schemas take, and none is longer than they say', () => {
  const issues = sent.flatMap(({ name, body }) => {
    const { error } = CALLS[name].body.safeParse(body);
    return (error?.issues ?? []).flatMap(({ code, path }) =>
      // The parts of one are all alike: where each has to be another, it is as long.
      code === 'custom' ? [] : [`${name} ${path.join('.')}: ${code}`],
    );
  });
  expect(issues).toEqual([]);
});

it('no call takes much more than it can need', () => {
  const wide = sent.flatMap(({ name, json }) =>
    limitOf(name) > Math.max(USUAL_BYTES, 2 * Buffer.byteLength(json)) ? [name] : [],
  );
  expect(wide).toEqual([]);
});

it('the proxy of the guide lets the largest call through', () => {
  const guide = new URL('../../../docs/guides/run-behind-a-proxy.md', import.meta.url);
  const megabytes = Number(/client_max_body_size (\d+)m;/.exec(readFileSync(guide, 'utf8'))?.[1]);
  expect(megabytes * 1_048_576).toBeGreaterThanOrEqual(Math.max(...limits.values()));
});
