import { expect, it } from 'vitest';
import { serverStream } from '../../protocol/streams.ts';
import type { FeedEntry } from '../../protocol/feed/fields.ts';
import type { DomainEvent } from '../event.ts';
import { fold } from '../fold.ts';
import { createRows } from '../state.ts';
import { entriesOf, entryHead } from './entries.ts';

const server_id = 'a'.repeat(24);
const filtered = serverStream(server_id, 'feed-filtered');
const player = { id: 'b'.repeat(24), muster_id: null, name: 'Ada' };
const said = (text: string): FeedEntry => ({ kind: 'chat', player, channel: '', text });

const page = (filtered?: boolean): DomainEvent => ({
  source: 'rest',
  event: 'feed',
  at: 0,
  data: {
    server_id,
    older: false,
    position: 7,
    entries: [{ seq: 7, at: 1, entry: said('hello') }],
    more: true,
    ...(filtered && { filtered }),
  },
});
const next: DomainEvent = {
  source: 'realtime',
  event: 'server:feed',
  at: 2,
  stream: filtered,
  seq: 8,
  data: { server_id, at: 2, entry: said('again') },
};
const seqsOf = (rows: ReturnType<typeof createRows>) =>
  entriesOf(rows, 'feed', server_id).map(({ seq }) => seq);

it('what is told filtered stands in the feed, and goes on by its own stream', () => {
  const rows = createRows();
  fold(rows, [page(true), next]);
  expect(seqsOf(rows)).toEqual([7, 8]);
  expect(entryHead(rows, server_id, 'feed')).toMatchObject({
    id: filtered,
    position: 8,
    more: true,
  });
});

it('goes with its stream, and what comes of the whole one stands in its place', () => {
  const rows = createRows();
  fold(rows, [page(true), next]);
  const released = { streams: [filtered] };
  fold(rows, [{ source: 'link', event: 'released', at: 3, data: released }]);
  expect([rows.feed.size, rows.streams.size]).toEqual([0, 0]);
  fold(rows, [page()]);
  expect(seqsOf(rows)).toEqual([7]);
  expect(entryHead(rows, server_id, 'feed')?.id).toBe(serverStream(server_id, 'feed'));
});
