import { expect, test } from 'vitest';
import { localeOf } from '../../text/locale.ts';
import { axisLabels } from './chart-axis.ts';

const NOON = new Date(2026, 4, 17, 12, 30).getTime() / 1_000;

test('a day is labelled by hours and longer spans by days', () => {
  expect(axisLabels([NOON], '24h', localeOf('de'))).toEqual(['12:30']);
  expect(axisLabels([NOON], '7d', localeOf('de'))).toEqual(['17. Mai']);
});

test('labels follow the locale', () => {
  expect(axisLabels([NOON], '24h', localeOf('en-US'))).toEqual([
    expect.stringMatching(/^12:30\sPM$/),
  ]);
  expect(axisLabels([NOON], '90d', localeOf('en-US'))).toEqual(['May 17']);
});
