import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addToLog, logLine, type LogSegment } from './log.ts';

const LIMITS = { events: 5_000, bytes: 40_000 };

/** Batches as they are written: how many events, and how long they are. */
const batches = fc.array(
  fc.record({ count: fc.integer({ min: 1, max: 900 }), size: fc.integer({ min: 1, max: 30 }) }),
  { minLength: 1, maxLength: 60, size: 'max' },
);

/** The log after each of the batches. */
function grown(all: readonly { readonly count: number; readonly size: number }[]) {
  const logs: (readonly LogSegment[])[] = [];
  let log: readonly LogSegment[] = [];
  let from = 1;
  for (const { count, size } of all) {
    log = addToLog(log, { from, count, bytes: count * size }, LIMITS);
    logs.push(log);
    from += count;
  }
  return logs;
}

const sum = (log: readonly LogSegment[], of: 'count' | 'bytes') =>
  log.reduce((all, segment) => all + segment[of], 0);

describe('the log of a store', () => {
  it('stays within its bounds, unless its newest segment alone is more', () => {
    fc.assert(
      fc.property(batches, (all) => {
        for (const log of grown(all)) {
          const within = sum(log, 'count') <= LIMITS.events && sum(log, 'bytes') <= LIMITS.bytes;
          expect(within || log.length === 1).toBe(true);
        }
      }),
    );
  });

  it('keeps the newest without a gap, in segments of about a thousand', () => {
    fc.assert(
      fc.property(batches, (all) => {
        let end = 1;
        for (const [index, log] of grown(all).entries()) {
          end += all[index]?.count ?? 0;
          for (const [at, { from, count }] of log.entries()) {
            expect(from + count).toBe(log[at + 1]?.from ?? end);
            expect(count).toBeLessThan(1_000 + 900);
            if (at < log.length - 1) expect(count).toBeGreaterThanOrEqual(1_000);
          }
        }
      }),
    );
  });

  it('pushes out whole segments from its beginning, and none before it has to', () => {
    fc.assert(
      fc.property(batches, (all) => {
        const logs = grown(all);
        for (const [index, log] of logs.slice(1).entries()) {
          const before = logs[index] ?? [];
          const out = before.filter(({ from }) => from < (log[0]?.from ?? 0));
          const last = out.at(-1);
          if (last === undefined) continue;
          expect(before.slice(0, out.length)).toEqual(out);
          const more = [last, ...log];
          const over = sum(more, 'count') > LIMITS.events || sum(more, 'bytes') > LIMITS.bytes;
          expect(over).toBe(true);
        }
      }),
    );
  });

  it('is kept at a hundred thousand events where nothing else is said', () => {
    let log: readonly LogSegment[] = [];
    for (let from = 1; from < 150_000; from += 1_000) {
      log = addToLog(log, { from, count: 1_000, bytes: 100_000 });
    }
    expect(sum(log, 'count')).toBe(100_000);
  });
});

it('keeps what happened to servers, and nothing of the connection, of people’s ids or of who looks', () => {
  const logged = (event: object) => logLine({ event: { at: 1, ...event } as never }) !== null;
  const stream = (audience: string) => `server/${'1'.repeat(24)}/${audience}`;
  const realtime = { source: 'realtime', data: {} } as const;
  expect(logged({ ...realtime, event: 'server:state', stream: stream('list'), seq: 1 })).toBe(true);
  expect(logged({ ...realtime, event: 'server:feed', stream: stream('feed'), seq: 1 })).toBe(true);
  for (const audience of ['console', 'feed-personal', 'audit']) {
    const told = { ...realtime, event: 'server:feed', stream: stream(audience), seq: 1 };
    expect(logged(told)).toBe(false);
  }
  for (const event of ['keepalive', 'presence:server']) {
    expect(logged({ ...realtime, event })).toBe(false);
  }
  expect(logged({ source: 'rest', event: 'servers', data: {} })).toBe(true);
  for (const event of ['session', 'personal', 'console']) {
    expect(logged({ source: 'rest', event, data: {} })).toBe(false);
  }
  for (const event of ['begin', 'write', 'written']) {
    expect(logged({ source: 'intent', event, data: {} })).toBe(false);
  }
  expect(logged({ source: 'link', event: 'refused', data: {} })).toBe(false);
  expect(logged({ source: 'intent', event: 'begin', data: {} })).toBe(false);
  expect(logged({ source: 'link', event: 'keeping', data: {} })).toBe(false);
  expect(logged({ source: 'link', event: 'released', data: {} })).toBe(true);
});
