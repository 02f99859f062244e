/** What a host says of the account that is signed in, and of what it has for itself. */
import { isOwn, type ResourceName } from '../../src/protocol/resources/registry.ts';
import type { SessionData } from '../../src/protocol/session/fields.ts';
import { resourceStream, serverStream, type Topic } from '../../src/protocol/streams.ts';
import type { World } from '../../src/testing/world.ts';
import type { HttpRequest } from '../../src/worker/environment.ts';
import { pageWith, problem, type Answered } from './fake-resources.ts';

/** Whether somebody is signed in. */
export function statusOf(session: SessionData | null): unknown {
  return {
    session: { expires_at: session?.expires_at ?? null },
    state: { login: session === null ? 'NOT_LOGGED_IN' : 'LOGGED_IN' },
    user: {
      authenticated: session !== null,
      logged: session !== null,
      muster_id: session?.muster_id ?? null,
    },
  };
}

/** The stream of a topic of a server, or with null of what the account has for itself. */
export function streamOf(
  { muster_id }: World,
  server_id: string | null,
  topic: Exclude<Topic, 'presence'>,
): string {
  return isOwn(topic) ? resourceStream(topic, muster_id) : serverStream(server_id ?? '', topic);
}

/** Where the stream of what the account has for itself stands. */
export function ownHead({ own }: World, name: ResourceName): number {
  return isOwn(name) ? own[name].head : 0;
}

/** Answers a call about what the account has for itself; null where it is none. */
export function answerOwn(
  world: World,
  [scope = '', id = '', what]: readonly string[],
  { method, body }: HttpRequest,
): Answered | null {
  if (scope === '@me' && isOwn(id) && method === 'GET') {
    const { head, rows } = world.own[id];
    return { status: 200, body: pageWith(head, [...rows.values()]), frames: [] };
  }
  const row = scope === 'display' ? world.own.displays.rows.get(id) : undefined;
  if (row === undefined) return null;
  const { acsrf_token: _, ...values } = JSON.parse(body ?? '{}') as {
    acsrf_token: string;
    wall_id?: string;
  };
  if (values.wall_id === NO_WALL) return { ...problem(404, 'not-found'), frames: [] };
  const frame =
    what === 'revoke'
      ? world.removeOwn('displays', id)
      : world.putOwn('displays', { ...row, ...values });
  return { status: 200, body: { position: frame.seq }, frames: [frame] };
}

/** A wall that the host does not know. */
export const NO_WALL = '0'.repeat(24);
