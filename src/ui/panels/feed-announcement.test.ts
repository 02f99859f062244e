import { expect, test } from 'vitest';
import type { FeedRow } from '../../domain/rows.ts';
import { newsSince } from './feed-announcement.tsx';

const player = { id: 'a'.repeat(24), muster_id: null, name: 'Anna' };
const row = (seq: number, entry: FeedRow['entry']): FeedRow => ({
  id: `s:${seq}`,
  server_id: 's',
  seq,
  at: seq,
  entry,
});
const rows = [
  row(1, { kind: 'join', player, found: false }),
  row(2, { kind: 'chat', channel: 'Global', player, text: 'hello' }),
  row(3, { kind: 'state', state: 'CONNECTED', offline: false, error: null }),
  row(4, { kind: 'leave', player, found: false }),
];

test('news counts what came after the last entry that was told', () => {
  expect(newsSince(rows, 1)).toEqual({ join: 0, leave: 1, chat: 1, kick: 0, death: 0, other: 1 });
});

test('nothing new is no news', () => {
  expect(newsSince(rows, 4)).toEqual({ join: 0, leave: 0, chat: 0, kick: 0, death: 0, other: 0 });
});
