import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readRecording, recordedRoster } from './recording.ts';

const corpus = process.env['MUSTER_CORPUS'];
const names = (text: string, line: number) =>
  recordedRoster(readRecording(text), line).map((stay) => stay.name);

test('somebody is there from the first sign of them until they disconnect', () => {
  const text = [
    ' 9:59:58 Ann uses modified data file',
    ' 9:59:59 Player Ann connecting.',
    '10:00:09 Player Ann connected (id=76561190000000007).',
    '10:00:10 Player Ann disconnected.',
  ].join('\n');
  expect([0, 1, 2, 3].map((line) => names(text, line))).toEqual([['Ann'], ['Ann'], ['Ann'], []]);
  expect(readRecording(text).stays[0]?.steamId).toBe('76561190000000007');
  expect(readRecording(text).events.map(({ second }) => second)).toEqual([0, 1, 11, 12]);
});

test('a name that is taken goes on with a number', () => {
  const text = [
    '21:00:00 Mike uses modified data file',
    '21:00:01 Player Mike connecting.',
    '21:00:02 Player Mike connected (id=76561190000000008).',
    '21:01:00 Mike uses modified data file',
    '21:01:01 Player Mike (2) connecting.',
    '21:01:02 Player Mike disconnected.',
  ].join('\n');
  expect(names(text, 4)).toEqual(['Mike', 'Mike (2)']);
  expect(names(text, 5)).toEqual(['Mike (2)']);
});

test('a kick by BattlEye ends a stay once, with its reason', () => {
  const recording = readRecording(
    [
      '23:59:59 Player Bo connecting.',
      ' 0:00:01 Player Bo kicked off by BattlEye: Admin Kick (afk)',
      ' 0:00:01 Player Bo disconnected.',
    ].join('\n'),
  );
  expect(recording.contradictions).toEqual([]);
  expect(recording.events.at(-1)).toMatchObject({
    kind: 'kicked-by-battleye',
    why: 'Admin Kick (afk)',
    second: 2,
  });
});

test('what no rule explains is kept, and what does not fit is told', () => {
  const recording = readRecording('20:00:00 Something new\n20:00:01 Player Cy disconnected.\n');
  expect(recording.unexplained).toEqual(['20:00:00 Something new']);
  expect(recording.contradictions).toEqual(['20:00:01 Player Cy disconnected.']);
  expect(recording.lines.get('empty')).toBe(1);
});

test.skipIf(corpus === undefined)(
  'every line of the recorded night is explained, and its head counts are met',
  () => {
    const recording = readRecording(
      readFileSync(join(corpus ?? '', 'arma3_console', 'ops_16h.part1.log'), 'utf8'),
    );
    expect(recording.unexplained).toEqual([]);
    expect(recording.contradictions).toEqual([]);
    expect(recording.headCounts.length).toBe(recording.lines.get('server-load'));
    const wrong = recording.headCounts.filter(({ line, players }) => {
      const there = recordedRoster(recording, line).filter((stay) => !stay.headless);
      return there.length !== players;
    });
    expect(wrong).toEqual([]);
  },
);
