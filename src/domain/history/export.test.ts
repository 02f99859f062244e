import { expect, it } from 'vitest';
import type { HistoryEntry } from '../../protocol/history/calls.ts';
import { exportHead } from '../export.ts';
import { HISTORY_COLUMNS, historyLine } from './export.ts';

const place = { server_id: 'e'.repeat(24), seq: 1, at: Date.UTC(2026, 10, 22, 20) };
const said = (name: string, text: string): HistoryEntry => ({
  of: 'feed',
  ...place,
  entry: {
    kind: 'chat',
    player: { id: null, muster_id: 'a'.repeat(24), name },
    channel: 'Global',
    text,
  },
});

it('a line has the moment, the server, who and what', () => {
  expect(exportHead('csv', HISTORY_COLUMNS)).toBe(
    '\uFEFFtime,server,server_id,kind,person,person_id,by,text,detail,action\r\n',
  );
  expect(historyLine('csv', said('=cmd|x', 'hello, "you"'), 'East', null)).toBe(
    `2026-11-22T20:00:00.000Z,East,${'e'.repeat(24)},chat,'=cmd|x,${'a'.repeat(24)},,"hello, ""you""",Global,\r\n`,
  );
});

it('a line of JSON has the entry as it is', () => {
  const told = said('=Ada', 'hello');
  expect(JSON.parse(historyLine('ndjson', told, 'East', null))).toEqual({
    time: '2026-11-22T20:00:00.000Z',
    server: 'East',
    server_id: told.server_id,
    of: 'feed',
    seq: 1,
    entry: told.entry,
  });
});

it('a line of the audit says what the screen says, beside the name of what was done', () => {
  const entry = {
    id: '1'.repeat(24),
    server_id: place.server_id,
    at: place.at,
    actor_id: 'a'.repeat(24),
    actor_name: 'Ada',
    action: 'jobs.edit',
    detail: {},
    things: [],
  };
  const words = { says: 'Changed a job', changed: ['days: ‘Mon’ → ‘every day’'] };
  const line = historyLine('csv', { of: 'audit', ...place, entry }, 'East', words);
  expect(line).toContain(',"Changed a job\ndays: ‘Mon’ → ‘every day’",{},jobs.edit\r\n');
});
