import { expect, it } from 'vitest';
import type { GameFact } from '../connectors/contract.ts';
import type { LogEvent } from '../connectors/logs/log-event.ts';
import { LogSide } from './log-side.ts';

const state = (at: number, connected: boolean): GameFact => ({
  at,
  kind: 'state',
  state: connected ? 'CONNECTED' : 'DISCONNECTED',
  ready: connected,
  fault: null,
});
const event = (kind: 'join' | 'leave', name: string): LogEvent => ({
  kind,
  person: { name, bohemiaId: null, steamId: null },
  at: 0,
  key: '',
});

it('knows when RCon was connected, until that is recorded', () => {
  const side = new LogSide();
  side.hear(state(1, false));
  side.hear(state(2, true));
  side.hear(state(3, true));
  expect(side.spans(9)).toEqual([{ since: 2, until: 9 }]);
  side.hear(state(10, false));
  expect(side.spans(20)).toEqual([{ since: 2, until: 10 }]);
  side.recorded(side.ended);
  expect(side.spans(20)).toEqual([]);
});

it('a player list does not tell again what a log told since RCon was heard', () => {
  const side = new LogSide();
  side.willTell([event('join', 'Comes'), event('leave', 'Goes')]);
  side.willTell([event('join', 'Passes'), event('leave', 'Passes')]);
  side.hear(state(1, true));
  expect(side.takesJoin('Comes')).toBe(true);
  expect(side.takesJoin('Comes')).toBe(false);
  expect(side.takesLeave('Goes')).toBe(true);
  expect(side.takesJoin('Passes') || side.takesLeave('Passes')).toBe(false);
});

it('once the list is read RCon tells everything, until it is lost', () => {
  const side = new LogSide();
  side.hear(state(1, true));
  side.willTell([event('join', 'Early')]);
  side.listRead();
  side.willTell([event('join', 'Late')]);
  expect(side.takesJoin('Early') || side.takesJoin('Late')).toBe(false);
  side.hear(state(2, false));
  side.willTell([event('join', 'Away')]);
  expect(side.takesJoin('Away')).toBe(true);
});
