import { expect, it } from 'vitest';
import type { Control } from './notice.ts';
import { Watches } from './watches.ts';

const [ada, bob, server] = ['a'.repeat(24), 'b'.repeat(24), '5'.repeat(24)];

/** Hosts that hear each other at once, until one is cut off. */
function hostsOf(count: number) {
  let now = 0;
  const changed: string[] = [];
  const hosts: Watches[] = [];
  const cut = new Set<number>();
  for (let index = 0; index < count; index += 1) {
    const hostId = String(index).repeat(24);
    const tell = (message: Control) => {
      if (cut.has(index)) return;
      for (const [other, host] of hosts.entries()) if (!cut.has(other)) host.hear(message);
    };
    const onPresence = (id: string) => changed.push(`${index} ${id}`);
    hosts.push(new Watches({ hostId, clock: () => now, elapsed: () => now, tell, onPresence }));
  }
  return {
    hosts: hosts as [Watches, Watches],
    changed,
    cut: (index: number) => cut.add(index),
    mend: (index: number) => cut.delete(index),
    pass: (ms: number) => {
      now += ms;
      for (const host of hosts) host.expire();
    },
    beat: (index: number) => {
      const host = String(index).repeat(24);
      for (const [other, each] of hosts.entries()) {
        if (!cut.has(index) && !cut.has(other)) each.hear({ kind: 'beat', host });
      }
    },
  };
}

const who = (watches: Watches) => watches.viewers(server).map((viewer) => viewer.muster_id);
const adaWatches = { accountId: ada, displayName: 'Ada' };
const bobWatches = { accountId: bob, displayName: 'Bob' };

it('knows on every host who watches, and counts the tabs of one account once', () => {
  const { hosts } = hostsOf(2);
  const [one, two] = hosts;
  const end = one.add(server, 'presence', adaWatches);
  const endAgain = one.add(server, 'presence', adaWatches);
  two.add(server, 'presence', bobWatches);
  expect([who(one), who(two)]).toEqual([
    [ada, bob],
    [ada, bob],
  ]);
  end();
  end();
  expect(who(two)).toEqual([ada, bob]);
  endAgain();
  expect([who(one), who(two)]).toEqual([[bob], [bob]]);
});

it('forgets the watches of a host that has gone silent, and hears of them when it is back', () => {
  const test = hostsOf(2);
  const [one, two] = test.hosts;
  one.add(server, 'presence', adaWatches);
  two.add(server, 'metrics', bobWatches);
  expect([two.watched(server, 'presence'), one.watched(server, 'metrics')]).toEqual([true, true]);
  test.cut(0);
  test.pass(9_000);
  expect(who(two)).toEqual([ada]);
  test.pass(2_000);
  expect(who(two)).toEqual([]);
  expect(test.changed).toContain(`1 ${server}`);
  test.mend(0);
  one.listening();
  expect(who(two)).toEqual([ada]);
  expect(one.watched(server, 'metrics')).toBe(true);
});

it('asks a host that beats again what it watches', () => {
  const test = hostsOf(2);
  const [one, two] = test.hosts;
  one.add(server, 'presence', adaWatches);
  test.pass(11_000);
  expect(who(two)).toEqual([]);
  test.beat(0);
  expect(who(two)).toEqual([ada]);
});

it('keeps a host that beats', () => {
  const test = hostsOf(2);
  test.hosts[0].add(server, 'presence', adaWatches);
  for (let beat = 0; beat < 20; beat += 1) {
    test.beat(0);
    test.pass(2_000);
  }
  expect(who(test.hosts[1])).toEqual([ada]);
});
