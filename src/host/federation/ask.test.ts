import { expect, it } from 'vitest';
import { BAN_LIMIT } from '../../protocol/bans/limits.ts';
import { FEDERATION_LIMIT } from '../../protocol/federation/limits.ts';
import { pullAnswer } from '../../protocol/federation/wire.ts';
import { beyondBounds } from '../../protocol/json-bounds.ts';
import { BOUNDS } from './ask.ts';

it('a page of as many bans as one holds, each with all that a ban can have, is within its bounds', () => {
  const ban = {
    steam_id: '76561190000000001',
    guid: 'a'.repeat(32),
    bohemia_id: 'A'.repeat(43) + '=',
    addresses: Array.from({ length: BAN_LIMIT.addresses }, () => '255.255.255.255'),
    reason: 'x'.repeat(BAN_LIMIT.reason.most),
    created_at: Date.now(),
    until: Date.now(),
  };
  const changes = Array.from({ length: FEDERATION_LIMIT.page }, (_, at) => ({
    id: 'f'.repeat(24),
    number: at + 1,
    ban,
  }));
  const page = { identifier: 'Theirs', epoch: 'e'.repeat(24), anew: true, head: 1, changes };
  const text = JSON.stringify({ ...page, more: true, digest: null });
  expect(pullAnswer.safeParse(JSON.parse(text)).success).toBe(true);
  expect(beyondBounds(text, BOUNDS)).toBeNull();
  expect(Buffer.byteLength(text)).toBeLessThan(FEDERATION_LIMIT.answer);
});
