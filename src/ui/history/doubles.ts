import type { HistoryEntry } from '../../protocol/history/calls.ts';
import { accountRow, FakeConnection, SERVER_ID, serverRow } from '../data/doubles.ts';

export const ANN = 'a'.repeat(24);
export const AT = Date.UTC(2026, 10, 22, 12);
const EVERYTHING = ['server.view', 'server.view.feed', 'server.view.audit'] as const;

export const chat = (seq: number, text: string): HistoryEntry => ({
  of: 'feed',
  server_id: SERVER_ID,
  seq,
  at: AT + seq * 1_000,
  entry: {
    kind: 'chat',
    player: { id: null, muster_id: ANN, name: 'Ann' },
    channel: 'Global',
    text,
  },
});

export const AUDITED: HistoryEntry = {
  of: 'audit',
  server_id: SERVER_ID,
  seq: 3,
  at: 3_000,
  entry: {
    id: '3'.repeat(24),
    server_id: SERVER_ID,
    at: 3_000,
    actor_id: 'e'.repeat(24),
    actor_name: 'Ada',
    action: 'actions.server-kick',
    detail: { outcome: 'done', muster_id: ANN },
    target_id: ANN,
    target_name: 'Ann',
    text: 'spawn killing',
    address: '203.0.113.7',
    things: [ANN],
  },
};

interface Told {
  readonly entries: readonly HistoryEntry[];
  readonly next?: string | null;
  readonly left_out?: number;
  readonly name?: string;
}

/** What answers each question of the history. */
export type Answer = (query: Readonly<Record<string, unknown>>) => Told;

/** A connection of somebody who may see all of one server, whose host answers so. */
export function historyConnection(answer: Answer) {
  return new FakeConnection()
    .put('servers', [serverRow()])
    .put('account', [accountRow({ servers: { [SERVER_ID]: [...EVERYTHING] } })])
    .answer('historyPage', ({ query }) => {
      const { entries, next = null, left_out = 0, ...named } = answer(query ?? {});
      const servers = [{ id: SERVER_ID, identifier: 'East', ...named }];
      const kept = { feed_days: 30, command_days: 7 };
      return { ok: true, value: { entries: [...entries], servers, next, left_out, kept } };
    });
}
