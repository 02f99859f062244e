import { beforeEach, expect, test } from 'vitest';
import { BACK_OFF } from './back-off.ts';
import { FakeNetwork, ManualClock } from './doubles.ts';
import { Reconnector } from './reconnector.ts';

const HOST = 'game.example';
let clock: ManualClock;
let network: FakeNetwork;
let opened: (() => boolean)[];
let unresolved: string[];
let attempts: Reconnector;

beforeEach(() => {
  clock = new ManualClock();
  network = new FakeNetwork(clock);
  network.name(HOST, '192.0.2.1');
  opened = [];
  unresolved = [];
  // Pauses are as long as they may be.
  const ports = { ...network.ports(), random: () => 1 };
  attempts = new Reconnector(HOST, ports, {
    onConnecting: () => undefined,
    open: (_address, current) => opened.push(current),
    onUnresolved: ({ kind }) => unresolved.push(kind),
  });
});

/** The attempt fails, as a session tells it. */
function fail(): void {
  attempts.drop();
  attempts.retry();
}

test('an attempt comes after each that failed, and counts until it does', async () => {
  attempts.start();
  await clock.advance(0);
  expect(opened.map((current) => current())).toEqual([true]);
  fail();
  expect(opened.map((current) => current())).toEqual([false]);
  await clock.advance(BACK_OFF.longest);
  expect(opened.map((current) => current())).toEqual([false, true]);
});

test('a pause is cut to the shortest where the machine answers elsewhere', async () => {
  attempts.start();
  for (const failed of [1, 2, 3, 4]) {
    while (opened.length < failed) await clock.advance(100);
    fail();
  }
  await clock.advance(BACK_OFF.shortest);
  expect(opened).toHaveLength(4);
  attempts.hurry();
  await clock.advance(0);
  expect(opened).toHaveLength(5);
});

test('a host without an address is told, and none is opened', async () => {
  const lost = new Reconnector('nowhere.example', network.ports(), {
    onConnecting: () => undefined,
    open: () => opened.push(() => true),
    onUnresolved: ({ kind }) => unresolved.push(kind),
  });
  lost.start();
  await clock.advance(BACK_OFF.longest);
  expect([opened.length, unresolved]).toEqual([0, ['hostname-not-resolved']]);
});

test('nothing is opened once it was stopped, also while the address was looked up or a pause was on', async () => {
  attempts.start();
  attempts.stop();
  await clock.advance(BACK_OFF.longest);
  expect(opened).toEqual([]);
  attempts.start();
  await clock.advance(0);
  fail();
  attempts.stop();
  attempts.hurry();
  await clock.advance(BACK_OFF.longest);
  expect(opened).toHaveLength(1);
});
