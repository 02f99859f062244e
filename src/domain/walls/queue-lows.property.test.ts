import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { QUEUE_MEMORY_MINUTES, queueGrowth, queueSeen, type QueueLows } from './queue-lows.ts';

const MINUTE = 60_000;

it('a queue is compared with its lowest of the last ten minutes, and few numbers are kept of it', () => {
  const look = fc.record({ after: fc.integer({ min: 500, max: 90_000 }), size: fc.nat(20) });
  fc.assert(
    fc.property(fc.array(look, { minLength: 20, maxLength: 80, size: 'max' }), (looks) => {
      let lows: QueueLows = [];
      let now = 0;
      const seen: { minute: number; size: number }[] = [];
      for (const { after, size } of looks) {
        now += after;
        lows = queueSeen(lows, size, now);
        const minute = Math.floor(now / MINUTE);
        seen.push({ minute, size });
        const lately = seen.filter((one) => minute - one.minute < QUEUE_MEMORY_MINUTES);
        expect(queueGrowth(lows, size)).toBe(size - Math.min(...lately.map((one) => one.size)));
        expect(lows.length).toBeLessThanOrEqual(QUEUE_MEMORY_MINUTES);
      }
    }),
  );
});
