import { expect, test } from 'vitest';
import { gluedPings } from './glued.ts';

const PLACE = '203.0.113.82:2304';
const list = (ping: number) => `3   ${PLACE}     ${ping}  0123(OK) Ann`;

test('where the cut is in somebody’s ping two answers make a third', () => {
  const size = list(136).indexOf('136') + 2;
  expect(gluedPings([list(136), list(143)], PLACE, size)).toEqual([133, 146]);
});

test('elsewhere each ping is one that was printed, and one answer alone is as it is', () => {
  expect(new Set(gluedPings([list(136), list(143)], PLACE, 30))).toEqual(new Set([136, 143]));
  expect(gluedPings([list(136)], PLACE, 25)).toEqual([]);
});
