import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { fitSlope } from '../support/slope.ts';
import { WatchingWall } from './watching.ts';

const LONG = process.env['MUSTER_LONG'] !== undefined;
const HOURS = LONG ? 7 * 24 : 1;
const TIMEOUT_MS = LONG ? 0 : 60_000;
const SERVERS = 24;
/** By then the ring of the last ten minutes is full. */
const FULL_AFTER_S = 900;
/** Players and feeds still fill: what the short form can tell from that, in MB. */
const SHORT_GROWTH = 1;
const MEGABYTE = 1024 * 1024;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes in use once nothing more can be given back. */
function heap(): number {
  collect();
  collect();
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return heapUsed + external + arrayBuffers;
}

it(
  `holds its memory for ${HOURS} simulated hours of worker, stream and watch`,
  async () => {
    const wall = new WatchingWall(7, SERVERS);
    await wall.open();
    const { world, host } = wall.browser;
    const samples: [days: number, megabytes: number][] = [];
    let filled = 0;
    for (let hour = 0; hour < HOURS; hour++) {
      const restarted = world.servers[hour % SERVERS];
      for (let second = 0; second < 3_600; second++) {
        if (second === 600 && restarted !== undefined) host.tell(world.stop(restarted));
        if (second === 660 && restarted !== undefined) host.tell(world.start(restarted));
        await wall.second(0.5);
        if (hour === 0 && second === FULL_AFTER_S) filled = heap() / MEGABYTE;
        if (second % 60 !== 0) continue;
        host.forget();
        wall.browser.logged.length = 0;
        wall.tab.messages.length = 0;
      }
      // Once a day the host is updated, and the wall has to come back.
      if (hour % 24 === 3) host.close();
      samples.push([hour / 24, heap() / MEGABYTE]);
    }
    for (let second = 0; second < 60; second++) await wall.second(0);
    expect(wall.live()).toBe(true);
    expect(wall.right()).toBe(true);
    expect(wall.raised).toBe(HOURS);
    expect(wall.watch.ring.size).toBeLessThanOrEqual(121);
    expect(wall.watch.incidents.peek().open).toEqual([]);
    expect(wall.watch.incidents.peek().troubles.size).toBe(0);
    if (!LONG) {
      expect((samples.at(-1)?.[1] ?? 0) - filled).toBeLessThanOrEqual(SHORT_GROWTH);
      return;
    }
    // The first hours fill what is bounded: the ring of the past, feeds, players.
    const { slope, upper } = fitSlope(samples.slice(12));
    process.stdout.write(
      `${HOURS} simulated hours: ${slope.toFixed(3)} MB a day, upper 95 % bound ${upper.toFixed(3)} MB; ` +
        `${samples.at(-1)?.[1].toFixed(1)} MB at the end\n`,
    );
    expect(upper).toBeLessThanOrEqual(1);
  },
  TIMEOUT_MS,
);
