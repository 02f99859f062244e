import { expect, test } from 'vitest';
import type { IntentionRow } from '../../domain/rows.ts';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import { askedOfPlayer, DONE_SHOWN_MS, newestByPlayer, stillSpeaks } from './asked.ts';

const asked = (id: string, player_id: string | null): IntentionRow => ({
  id,
  server_id: 's',
  action: SERVER_ACTION.SERVER_KICK,
  player_id,
  player_name: null,
  text: '',
  at: 0,
  state: 'pending',
  answer: null,
  error: null,
});

test('a player shows the newest of what was asked for them', () => {
  const rows = [asked('1', 'anna'), asked('2', 'boris'), asked('3', 'anna'), asked('4', null)];
  const newest = newestByPlayer(rows);
  expect([...newest].map(([player, { id }]) => [player, id])).toEqual([
    ['anna', '3'],
    ['boris', '2'],
  ]);
});

test('what is done is told for a minute, what is open or failed until it ends or is dismissed', () => {
  expect(stillSpeaks({ state: 'done', at: 0 }, DONE_SHOWN_MS - 1)).toBe(true);
  expect(stillSpeaks({ state: 'done', at: 0 }, DONE_SHOWN_MS)).toBe(false);
  expect(stillSpeaks({ state: 'failed', at: 0 }, 10 * DONE_SHOWN_MS)).toBe(true);
  expect(stillSpeaks({ state: 'pending', at: 0 }, 10 * DONE_SHOWN_MS)).toBe(true);
});

test('only what is asked for a player shows at a player', () => {
  expect(askedOfPlayer(SERVER_ACTION.SERVER_KICK)).toBe('kick');
  expect(askedOfPlayer(SERVER_ACTION.MESSAGE_PRIVATE)).toBe('message');
  expect(askedOfPlayer(SERVER_ACTION.RAW)).toBeNull();
});
