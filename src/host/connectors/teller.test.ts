import { expect, test } from 'vitest';
import type { GameFact } from './contract.ts';
import { ManualClock } from './doubles.ts';
import { Teller } from './teller.ts';

test('a state is told once, with what it was told last, and nothing before the start or after the stop', () => {
  const facts: GameFact[] = [];
  const teller = new Teller(new ManualClock(), (fact) => facts.push(fact));
  teller.tell({ kind: 'console', direction: 'in', text: 'early' } as never);
  expect([teller.running, teller.state, teller.isReady]).toEqual([false, 'STARTING', false]);
  expect([teller.start(), teller.start()]).toEqual([true, false]);
  for (let count = 0; count < 2; count++) teller.tellState('CONNECTED', true, null);
  expect([teller.running, teller.state, teller.isReady]).toEqual([true, 'CONNECTED', true]);
  teller.tellState('DISCONNECTED', false, { kind: 'socket-unreachable' });
  expect([teller.state, teller.isReady]).toEqual(['DISCONNECTED', false]);
  teller.stop();
  teller.tellState('CONNECTED', true, null);
  const told = facts.flatMap((fact) => (fact.kind === 'state' ? [[fact.state, fact.ready]] : []));
  expect(told).toEqual([
    ['STARTING', false],
    ['CONNECTED', true],
    ['DISCONNECTED', false],
  ]);
  expect(facts).toHaveLength(3);
});
