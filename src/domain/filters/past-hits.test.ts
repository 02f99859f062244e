import { expect, it } from 'vitest';
import type { HistoryEntry } from '../../protocol/history/calls.ts';
import { pastHits } from './past-hits.ts';

const SERVER = 'a'.repeat(24);
const player = (name: string) => ({ id: null, muster_id: null, name });
type FeedOf = Extract<HistoryEntry, { of: 'feed' }>['entry'];
const told = (seq: number, entry: FeedOf): HistoryEntry => ({
  of: 'feed',
  server_id: SERVER,
  seq,
  at: seq * 1_000,
  entry,
});
const join = (seq: number, name: string) =>
  told(seq, { kind: 'join', player: player(name), found: false });
const leave = (seq: number, name: string) =>
  told(seq, { kind: 'leave', player: player(name), found: false });
const chat = (seq: number, name: string, text: string) =>
  told(seq, { kind: 'chat', player: player(name), channel: 'Global', text });
const griefer = (text: string) => text.includes('griefer');

it('finds a name where its player joined, and neither where they left nor what they said', () => {
  const past = [
    leave(4, 'griefer'),
    join(3, 'griefer'),
    chat(2, 'Ann', 'griefer!'),
    join(1, 'Bob'),
  ];
  expect(pastHits(past, 'NAME_FILTER', griefer)).toEqual([
    { key: 'griefer', name: 'griefer', said: null, at: 3_000 },
  ]);
});

it('finds each line that was said, whoever said it, and no name', () => {
  const past = [
    chat(3, 'griefer', 'hello'),
    chat(2, 'Ann', 'a griefer'),
    chat(1, 'Ann', 'a griefer'),
  ];
  const found = pastHits(past, 'CHAT_FILTER', griefer);
  expect(found.map(({ said, at }) => [said, at])).toEqual([
    ['a griefer', 2_000],
    ['a griefer', 1_000],
  ]);
  expect(new Set(found.map(({ key }) => key)).size).toBe(2);
});
