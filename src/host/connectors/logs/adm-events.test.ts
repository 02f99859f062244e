import { expect, it } from 'vitest';
import { AdmEvents } from './adm-events.ts';
import type { AdmEntry, AdmHit } from './dayz-adm.ts';

const person = { name: 'Ann', id: 'A'.repeat(44), position: null, dead: true };
const moment = (at: number) => ({ at, local: at });

it('one death that several lines tell is told once, also where the log was silent in between', () => {
  const events = new AdmEvents();
  expect(events.read({ kind: 'died', person }, moment(0))).toEqual([]);
  expect(events.flush()).toMatchObject([{ statement: { kind: 'death' } }]);
  expect(events.read({ kind: 'bled-out', person }, moment(1_000))).toEqual([]);
  expect(events.flush()).toEqual([]);
  events.read({ kind: 'died', person }, moment(60_000));
  expect(events.flush()).toMatchObject([{ statement: { kind: 'death' } }]);
});

it('what somebody is hit with is the ammunition where a person used no weapon, and nothing where nobody did', () => {
  const hit = (by: Partial<AdmHit>): AdmEntry => ({
    kind: 'hit',
    person: { ...person, dead: false },
    hit: {
      player: null,
      cause: 'FallDamage',
      weapon: null,
      distance: null,
      health: null,
      zone: null,
      damage: 1,
      ammo: 'FallDamageHealth',
      ...by,
    },
  });
  const weapon = (by: Partial<AdmHit>) => {
    const [told] = new AdmEvents().read(hit(by), moment(0));
    return told?.statement.kind === 'hit' ? told.statement.by?.weapon : undefined;
  };
  expect(weapon({})).toBeNull();
  expect(weapon({ weapon: 'M4A1' })).toBe('M4A1');
  expect(weapon({ player: { ...person, name: 'Bob' }, ammo: 'MeleeFist' })).toBe('MeleeFist');
});

it('who is there does not come again, however many came in between, until they leave', () => {
  const events = new AdmEvents();
  const told = (kind: 'connected' | 'disconnected', name: string) => {
    const one = { name, id: name.repeat(44).slice(0, 44), position: null, dead: false };
    return events.read({ kind, person: one }, moment(0)).map(({ statement }) => statement.kind);
  };
  for (const name of ['A', 'B', 'C']) expect(told('connected', name)).toEqual(['join']);
  for (const name of ['A', 'B', 'C']) expect(told('connected', name)).toEqual([]);
  expect(told('disconnected', 'A')).toEqual(['leave']);
  expect(told('connected', 'A')).toEqual(['join']);
});
