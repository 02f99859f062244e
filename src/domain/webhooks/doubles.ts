import type { BanRow } from '../bans/row.ts';

/** A ban of Bob for good, for tests. */
export function banOf(change: Partial<BanRow> = {}): BanRow {
  return {
    id: '1'.repeat(24),
    server_id: null,
    banlist_id: '2'.repeat(24),
    kind: 'person',
    person_id: '3'.repeat(24),
    name: 'Bob',
    steam_id: '76561190000000001',
    guid: 'a'.repeat(32),
    bohemia_id: null,
    address: '192.168.*.*',
    reason: 'Griefing',
    description: 'seen by Eve',
    status: 'ACTIVE',
    origin: null,
    created_at: Date.UTC(2026, 0, 15, 12),
    until: null,
    issuer_id: '4'.repeat(24),
    issuer_name: 'Ada',
    changed_at: Date.UTC(2026, 0, 15, 12),
    ...change,
  };
}
