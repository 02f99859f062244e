import { expect, it } from 'vitest';
import type { Change } from '../change.ts';
import { applyChanges, createRows } from '../state.ts';
import { readableChanges, readableEvent, readableRows, readableValue } from './readable.ts';

const seen = { id: 's', viewers: [], since: { at: 5, zone: null } };

function change(before?: object, after?: object, id = 's'): Change {
  return { table: 'presence', id, before, after } as Change;
}

it('a change tells what came, what went, and each field that is another one', () => {
  expect(readableChanges([change(undefined, seen), change(seen, undefined)])).toEqual([
    'presence s came',
    'presence s went',
  ]);
  const after = { ...seen, viewers: ['Ann'], since: { at: 7, zone: null } };
  expect(readableChanges([change(seen, after), change(seen, seen)])).toEqual([
    'presence s since.at: 5 → 7',
    'presence s viewers: [] → ["Ann"]',
  ]);
});

it('rows are a line for each field, by table and id; what holds nothing has a line too', () => {
  const rows = createRows();
  applyChanges(rows, [change(undefined, seen), change(undefined, { id: 'r', viewers: [{}] }, 'r')]);
  expect([...readableRows(rows, ['servers', 'presence'])]).toEqual([
    'presence (2)',
    '  r',
    '    viewers.0: {}',
    '  s',
    '    since.at: 5',
    '    since.zone: null',
    '    viewers: []',
  ]);
});

it('a value is short, and what is absent says so', () => {
  expect(readableValue(undefined)).toBe('absent');
  expect(readableValue({ a: [1, null] })).toBe('{"a":[1,null]}');
  expect(readableValue('x'.repeat(198))).toBe(`"${'x'.repeat(198)}"`);
  expect(readableValue('x'.repeat(199))).toBe(`"${'x'.repeat(198)}…`);
});

it('an event tells its number, moment, kind and place in its stream', () => {
  const event = { at: 0, source: 'realtime', event: 'server:state', data: {} };
  const at = '1970-01-01T00:00:00.000Z';
  expect(readableEvent(17, event)).toBe(`event 17 at ${at}: realtime server:state`);
  expect(readableEvent(17, { ...event, stream: 'x', seq: 4 })).toBe(
    `event 17 at ${at}: realtime server:state of x (4)`,
  );
  expect(readableEvent(17, { ...event, stream: 'x' })).toContain('of x (?)');
});
