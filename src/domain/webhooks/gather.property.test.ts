import fc from 'fast-check';
import { expect, it } from 'vitest';
import { WEBHOOK_EVENT, WEBHOOK_LIMIT } from '../../protocol/webhooks/limits.ts';
import { gather, type Happened } from './gather.ts';

const happened = fc.array(fc.constantFrom(...WEBHOOK_EVENT), { maxLength: 300 }).map((events) =>
  events.map((event, index): Happened => ({
    event,
    ban_id: index.toString(16).padStart(24, '0'),
    seq: index + 1,
    at: 1_000 + index,
  })),
);
const wanted = fc.uniqueArray(fc.constantFrom(...WEBHOOK_EVENT), { minLength: 1 });
const waiting = fc.integer({ min: 0, max: 2 * WEBHOOK_LIMIT.waiting });

it('tells each event that is wanted, once, and never more one by one than there is room', () => {
  fc.assert(
    fc.property(happened, wanted, waiting, (all, events, waits) => {
      const told = gather(all, { events, waiting: waits });
      for (const event of WEBHOOK_EVENT) {
        const count = all.filter((one) => one.event === event && events.includes(event)).length;
        const of = told.filter((one) => one.event === event);
        expect(of.reduce((sum, one) => sum + (one.kind === 'one' ? 1 : one.count), 0)).toBe(count);
        expect(of.length).toBeLessThanOrEqual(WEBHOOK_LIMIT.atOnce);
        expect(new Set(of.map(({ kind }) => kind)).size).toBeLessThanOrEqual(1);
      }
      const single = told.filter(({ kind }) => kind === 'one').length;
      expect(single).toBeLessThanOrEqual(Math.max(0, WEBHOOK_LIMIT.waiting - waits));
    }),
  );
});

it('tells it in the order in which it happened; how many, where the last of them did', () => {
  fc.assert(
    fc.property(happened, wanted, waiting, (all, events, waits) => {
      const order = gather(all, { events, waiting: waits }).map(({ at }) => at);
      expect(order).toEqual(order.toSorted((a, b) => a - b));
    }),
  );
});

it('says first that many were banned, and then what became of one of them', () => {
  const bans = Array.from({ length: WEBHOOK_LIMIT.atOnce + 1 }, (_, at): Happened => ({
    event: 'ban.added',
    ban_id: 'b'.repeat(24),
    seq: at,
    at,
  }));
  const revoked = { event: 'ban.revoked', ban_id: 'b'.repeat(24), seq: 99, at: 99 } as const;
  const told = gather([...bans, revoked], { events: WEBHOOK_EVENT, waiting: 0 });
  expect(told.map(({ event }) => event)).toEqual(['ban.added', 'ban.revoked']);
});
