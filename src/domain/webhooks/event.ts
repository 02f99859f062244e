import type { BanRow } from '../bans/row.ts';
import type { WebhookEvent } from '../../protocol/webhooks/limits.ts';

/** What of a ban a webhook is told of when it changes: the rest is internal, or is told by how many there are. */
const TOLD = ['kind', 'steam_id', 'guid', 'bohemia_id', 'person_id', 'reason', 'until'] as const;

/** What happened to a ban; null: nothing that webhooks are told. `before` null: it was not there, `after`: it is gone. */
export function eventOf(before: BanRow | null, after: BanRow | null): WebhookEvent | null {
  if (after === null) return before === null ? null : 'ban.removed';
  if (before === null) return 'ban.added';
  if (before.status !== after.status) return byStatus(before.status, after.status);
  return TOLD.some((field) => before[field] !== after[field]) ? 'ban.changed' : null;
}

function byStatus(before: BanRow['status'], after: BanRow['status']): WebhookEvent | null {
  if (after === 'ACTIVE') return 'ban.restored';
  if (after === 'REVOKED') return 'ban.revoked';
  return before === 'ACTIVE' ? 'ban.ended' : 'ban.changed';
}
