import type { FastifyRequest } from 'fastify';
import type { Call } from '../../protocol/call.ts';
import { serverResource } from '../access/grants.ts';
import type { HostDeps } from '../calls/deps.ts';
import { HostError } from '../calls/host-error.ts';
import { change } from '../change/change.ts';

/**
 * Puts into a server's audit that somebody who may see it tried to change what they may not. As often as it was
 * tried: the call's limit bounds it.
 */
export async function auditRefused(
  deps: HostDeps,
  call: Call,
  request: FastifyRequest,
  error: unknown,
): Promise<void> {
  const { server_id: id } = request.params as { readonly server_id?: string };
  const refused = error instanceof HostError && error.kind === 'permission-denied';
  if (call.method !== 'POST' || !refused || id === undefined) return;
  const { session, client } = request.visit;
  const context = { ...deps, session, client, now: deps.clock() };
  const detail = { call: call.name, missing: error.needs ?? [] };
  await change(context, async (made) =>
    made.audit({ resource: serverResource(id), action: 'access.refused', detail }),
  );
}
