import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fairShare } from './leases.ts';

const ids = (count: number, from = 0) => Array.from({ length: count }, (_, n) => String(from + n));
const lease = (id: string) => ({ id, epoch: 1, target_version: 1, deleting: null });

it('leaves to each host its share, and to nobody what another left before', () => {
  const leases = { held: [lease('9')], free: ids(5), servers: 6, hosts: 2 };
  expect(fairShare(leases, new Set())).toEqual(['0', '1']);
  expect(fairShare(leases, new Set(['4', '3']))).toEqual(['0', '1', '3', '4']);
  expect(fairShare({ ...leases, hosts: 1 }, new Set())).toEqual(ids(5));
});

it('never leaves a server to nobody: the hosts together have room for all, at once', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20), { minLength: 1, maxLength: 6 }), fc.nat(40), (held, count) => {
      const servers = held.reduce((sum, n) => sum + n, 0) + count;
      const room = held.map((n) => {
        const leases = {
          held: ids(n, 100).map(lease),
          free: ids(count),
          servers,
          hosts: held.length,
        };
        return fairShare(leases, new Set()).length;
      });
      expect(room.reduce((sum, n) => sum + n, 0)).toBeGreaterThanOrEqual(count);
    }),
  );
});
