import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { CALLS } from '../../src/protocol/calls.ts';
import type { ServerPermission } from '../../src/protocol/permissions.ts';
import type { TestBrowser } from './host.ts';

/** Somebody is invited to a server, and accepts. */
export async function letIn(
  owner: TestBrowser,
  guest: { readonly id: string; readonly browser: TestBrowser },
  serverId: string,
  permissions: readonly ServerPermission[],
): Promise<void> {
  const request_id = randomBytes(12).toString('hex');
  const body = {
    request_id,
    server_ids: [serverId],
    permissions,
    identifier: guest.id,
    email: null,
  };
  const made = await owner.post('/app/v1/invites/create', body);
  const { invite_id: id } = CALLS.inviteCreate.answer.parse(made.json());
  const answer = await guest.browser.post(`/app/v1/invites/${id}/answer`, { accept: true });
  expect(answer.statusCode).toBe(200);
}
