import { describe, expect, it } from 'vitest';
import { BAN_STATUS } from '../../protocol/enumerations.ts';
import { banOf } from './doubles.ts';
import { eventOf } from './event.ts';

const ban = banOf();

describe('what a webhook is told of a ban', () => {
  it('that it came, and that it went', () => {
    expect(eventOf(null, ban)).toBe('ban.added');
    expect(eventOf(ban, null)).toBe('ban.removed');
  });

  it('what became of it', () => {
    const became = Object.fromEntries(
      BAN_STATUS.map((from) => [
        from,
        BAN_STATUS.map((to) => eventOf(banOf({ status: from }), banOf({ status: to }))),
      ]),
    );
    expect(BAN_STATUS).toEqual(['ACTIVE', 'INACTIVE', 'REWORK_REQUIRED', 'REVOKED']);
    expect(became).toEqual({
      ACTIVE: [null, 'ban.ended', 'ban.ended', 'ban.revoked'],
      INACTIVE: ['ban.restored', null, 'ban.changed', 'ban.revoked'],
      REWORK_REQUIRED: ['ban.restored', 'ban.changed', null, 'ban.revoked'],
      REVOKED: ['ban.restored', 'ban.changed', 'ban.changed', null],
    });
  });

  it.each([
    { reason: 'Teaming' },
    { until: 5 },
    { steam_id: '76561190000000002' },
    { guid: 'b'.repeat(32) },
    { kind: 'hybrid' as const },
  ])('that %o changed', (change) => {
    expect(eventOf(ban, banOf(change))).toBe('ban.changed');
  });

  it.each([{ description: 'internal' }, { changed_at: 9 }, { address: '10.*.*.*' }])(
    'nothing of what is internal: %o',
    (change) => {
      expect(eventOf(ban, banOf(change))).toBeNull();
    },
  );
});
