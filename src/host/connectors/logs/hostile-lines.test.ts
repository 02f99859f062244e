import { describe, expect, test } from 'vitest';
import { LIMITS } from '../limits.ts';
import { LOG_KIND } from '../../../protocol/enumerations.ts';
import { LogReader, logKindOf } from './log-reader.ts';
import { Zone } from '../../../domain/zone.ts';

/**
 * Milliseconds of CPU, which a busy machine does not lengthen, that work of one pass never takes, and work that
 * grows by the square takes many times over.
 */
const ONE_PASS = 10_000;
/** Characters of a line that nothing bounded. */
const LONG = 500_000;
const ID = 'A'.repeat(43);
const utc = new Zone('UTC');

function took(work: () => void): number {
  const began = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1_000;
}

function started(kind: (typeof LOG_KIND)[number]): LogReader {
  const reader = new LogReader(kind, utc);
  reader.line('AdminLog started on 2026-01-01 at 00:00:00');
  reader.line('Current time: 2026/01/01 00:00:00');
  return reader;
}

/** What a line begins with, and what is repeated in it. */
const LINES: readonly (readonly [string, string])[] = [
  ['12:00:00 | Player "', '"(id=)'],
  ['12:00:00 | Player "', `" (id=${ID}=) hit by Player "`],
  ['12:00:00 | Player "x"(id=) hit by ', ' into '],
  ['12:00:00 | Player "x"(id=) hit by Player "y"(id=) into a(1) for 1 damage (b) with ', ' '],
  ['12:00:00 | Player "x"(id=) killed by ', ' from 1'],
  ['12:00:00 | Player "x"(id=) killed by Player "y"(id=) with ', ' from 1'],
  ['12:00:00 | Player "x"(id=) has raised ', ' on '],
  ['12:00:00 | Chat("', '"(id='],
  ['12:00:00.000 [StateMachine]: Player ', ' (dpnid 1 uid ) Entering '],
  ['12:00:00.000 Player ', ' (1) kicked from server: 1 ('],
  ['12:00:00.000 String "', '" listed twice in "'],
  ['12:00:00 Player ', ' connected (id=1'],
  ['12:00:00 Admin logged in, player: ', ', playerUID: , IP: '],
  ["12:00:00 Kicking player name='", "' ID=1, steamID=1. "],
  ['12:00:00 BattlEye Server: Player #1 ', ' (1.1.1.1:1'],
  ['12:00:00 BattlEye Server: x', ' Log: #1 '],
  ['', '-'],
  ['', ' '],
  ['12:00:00 | ', '*'],
];

describe.each(LOG_KIND)('a line of %s that is made to be slow', (kind) => {
  test.each(LINES)('like %j and so often %j', (begin, unit) => {
    const endless = begin + unit.repeat(Math.ceil(LONG / unit.length));
    const longest = endless.slice(0, LIMITS.logLine);
    const reader = started(kind);
    expect(took(() => reader.line(endless))).toBeLessThan(ONE_PASS);
    const many = took(() => {
      for (let times = 0; times < 200; times += 1) reader.line(longest);
    });
    expect(many).toBeLessThan(ONE_PASS);
  });
});

test('a line that no log writes is not understood, and is shown by its beginning', () => {
  const reader = started('dayz-adm');
  const counted = reader.counts.unexplained;
  reader.line(`12:00:00 | Player "x"(id=) is connected${' '.repeat(LIMITS.logLine)}`);
  expect(reader.counts.unexplained).toBe(counted + 1);
  expect(reader.counts.firstUnexplained?.length).toBeLessThanOrEqual(LIMITS.logLine);
  expect(logKindOf('x.ADM', ['x'.repeat(1_000_000)])).toBeNull();
});

test('as many as die in one second cost as much as in many', () => {
  const reader = started('dayz-adm');
  let deaths = 0;
  const time = took(() => {
    for (let person = 0; person < 50_000; person += 1) {
      const line = `12:00:00 | Player "p${person}" (DEAD) (id= pos=<1, 1, 1>) bled out`;
      deaths += reader.line(line).length;
    }
    deaths += reader.flush().length;
  });
  expect(deaths).toBe(50_000);
  expect(time).toBeLessThan(ONE_PASS);
});
