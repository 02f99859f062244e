import { World } from '../../src/testing/world.ts';
import type { AtGate } from '../../src/domain/routes/gates.ts';
import type { SessionData } from '../../src/protocol/session/fields.ts';
import { CLOSED, ME, SERVER, type Walker } from './table.ts';

export type Account = SessionData & AtGate;

const group = { id: 'd'.repeat(24), identifier: 'Night Watch' };
const membership = { team: null, organization: null, role: null };

/** What the host tells of each at a moment; `plans`: whether they bind here. Of nobody it tells nothing. */
export function accountAt(now: number, walker: Walker, plans = true): Account | undefined {
  const free = { plan: 'free', status: 'INACTIVE', until: null, restricted: false } as const;
  const pro = { plan: 'pro', status: 'ACTIVE', until: null, restricted: false } as const;
  const base: Account = {
    ...new World(now).session(),
    muster_id: ME,
    expires_at: now + 3_600_000,
    servers: {},
    memberships: [],
    invites: [],
    subscription: free,
    subscriptions: { omega: { tier: 'FREE', plans, upgrade: false } },
  };
  const owns = { servers: { [SERVER]: ['server.view' as const] } };
  const invite = { id: group.id, organization: null, role: 'Guard', expires_at: now + 3_600_000 };
  switch (walker) {
    case 'nobody':
      return undefined;
    case 'expired':
      return { ...base, ...owns, expires_at: now };
    case 'nothing':
      return base;
    case 'ended plan':
      return { ...base, subscription: { ...pro, until: now - 120_000 } };
    case 'free with a server':
      return { ...base, ...owns };
    case 'subscriber':
      return { ...base, ...owns, subscription: pro };
    case 'team member':
      return { ...base, memberships: [{ ...membership, team: group }] };
    case 'organization member':
      return { ...base, memberships: [{ ...membership, organization: group }] };
    case 'invited':
      return {
        ...base,
        invites: [
          { ...invite, team: group },
          { ...invite, team: null, organization: group },
        ],
      };
    case 'restricted':
      return { ...base, servers: { [CLOSED]: [] }, subscription: { ...pro, restricted: true } };
    case 'staff':
      return { ...base, ...owns, subscription: pro };
    case 'stopped by the plan': {
      const omega = { tier: 'FREE' as const, plans, upgrade: plans };
      return { ...base, ...owns, subscriptions: { omega } };
    }
  }
}
