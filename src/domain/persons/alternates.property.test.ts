import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CROWD,
  EVIDENCE_WEIGHT,
  GUESS_MIN,
  weighAlternate,
  type Compared,
  type SeenStay,
} from './alternates.ts';

const MINUTE = 60_000;
const stay = (from: number, until: number | null, ip: string | null = null): SeenStay => ({
  server_id: 's',
  joined_at: from * MINUTE,
  left_at: until === null ? null : until * MINUTE,
  ip,
});
const person = (names: string[], ...stays: SeenStay[]): Compared => ({ names, stays });
const alone = () => 2;
const kindsOf = (one: Compared, other: Compared, crowd = alone) =>
  weighAlternate(one, other, crowd).evidence.map(({ kind }) => kind);

const anyStay = fc.record({
  server_id: fc.constantFrom('s', 't'),
  joined_at: fc.nat(200).map((at) => at * MINUTE),
  left_at: fc.option(fc.nat(200).map((at) => at * MINUTE)),
  ip: fc.option(fc.constantFrom('1.1.1.1', '2.2.2.2', '3.3.3.3')),
});
const anybody = fc.record({
  names: fc.array(fc.constantFrom('griefking', 'griefking2', 'bob', 'somebody'), { maxLength: 3 }),
  stays: fc.array(anyStay, { maxLength: 8 }),
});
const anyCrowd = fc.dictionary(fc.constantFrom('1.1.1.1', '2.2.2.2'), fc.nat(20));

describe('two persons who may be one', () => {
  it('who had one address that few others had, are told', () => {
    const guess = weighAlternate(
      person([], stay(0, 1, 'a')),
      person([], stay(5000, 5001, 'a')),
      alone,
    );
    expect(guess.evidence.map(({ kind }) => kind)).toEqual(['same-address']);
    expect(guess.score).toBeGreaterThanOrEqual(GUESS_MIN);
  });

  it('who had an address of a crowd alone, are not', () => {
    const [one, other] = [person([], stay(0, 1, 'a')), person([], stay(5000, 5001, 'a'))];
    const guess = weighAlternate(one, other, () => CROWD + 1);
    expect(guess.evidence.map(({ kind }) => kind)).toEqual(['crowded-address']);
    expect(guess.score).toBeLessThan(GUESS_MIN);
  });

  it('come one after the other', () => {
    const kinds = kindsOf(person([], stay(0, 10, 'a')), person([], stay(15, 20, 'a')));
    expect(kinds).toContain('came-as-the-other-went');
    expect(kindsOf(person([], stay(0, 10, 'a')), person([], stay(30, 40, 'a')))).not.toContain(
      'came-as-the-other-went',
    );
  });

  it('were on together: that weighs against it', () => {
    const guess = weighAlternate(
      person(['griefking'], stay(0, 100, 'a')),
      person(['griefking'], stay(50, null, 'a')),
      alone,
    );
    expect(guess.evidence.map(({ kind }) => kind)).toContain('together');
    expect(guess.score).toBeLessThan(GUESS_MIN);
  });

  it('have names that are the same, or alike, or neither', () => {
    expect(kindsOf(person(['griefking']), person(['griefking']))).toEqual(['same-name']);
    expect(kindsOf(person(['griefking']), person(['griefkjng']))).toEqual(['names-alike']);
    expect(kindsOf(person(['griefking']), person(['griefking2']))).toEqual(['names-alike']);
    expect(kindsOf(person(['griefking']), person(['somebody']))).toEqual([]);
    expect(kindsOf(person(['bob']), person(['bob']))).toEqual([]);
  });

  it('are never on at one time, though both often are', () => {
    const at = (from: number) =>
      [0, 1, 2, 3, 4].map((day) => stay(day * 1440 + from, day * 1440 + from + 60));
    expect(kindsOf(person([], ...at(0)), person([], ...at(600)))).toEqual(['never-together']);
    expect(kindsOf(person([], ...at(0)), person([], ...at(600).slice(1)))).toEqual([]);
  });

  it('weigh the same, whichever of them comes first, and in whatever order their stays do', () => {
    fc.assert(
      fc.property(anybody, anybody, anyCrowd, (one, other, crowds) => {
        const crowd = (ip: string) => crowds[ip] ?? 1;
        const guess = weighAlternate(one, other, crowd);
        expect(weighAlternate(other, one, crowd).score).toBe(guess.score);
        const turned = { ...one, stays: one.stays.toReversed(), names: one.names.toReversed() };
        expect(weighAlternate(turned, other, crowd)).toEqual(guess);
      }),
    );
  });

  it('weigh what the table says, between 0 and 100', () => {
    fc.assert(
      fc.property(anybody, anybody, (one, other) => {
        const { score, evidence } = weighAlternate(one, other, alone);
        const sum = evidence.reduce((total, { kind }) => total + EVIDENCE_WEIGHT[kind], 0);
        expect(score).toBe(Math.min(100, Math.max(0, sum)));
        for (const { count } of evidence) expect(count).toBeGreaterThan(0);
      }),
    );
  });

  it('weigh nothing by addresses that are not known', () => {
    fc.assert(
      fc.property(anybody, anybody, (one, other) => {
        const hidden = { ...one, stays: one.stays.map((each) => ({ ...each, ip: null })) };
        const kinds = kindsOf(hidden, other);
        expect(kinds.filter((kind) => /address|came/.test(kind))).toEqual([]);
      }),
    );
  });
});
