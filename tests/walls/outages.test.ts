import { expect, it } from 'vitest';
import { TRUST_MS } from '../../src/domain/walls/staleness.ts';
import { OUTAGES, WatchingWall, type OutageKind } from './watching.ts';

const LONG = process.env['MUSTER_LONG'] !== undefined;
const OUTAGE_COUNT = LONG ? 200 : 12;
const SERVERS = 24;
const MARKED_WITHIN_S = 10;
/** The back-off waits 30 s at most, and a host that was silent is told by a try that took 15. */
const RECOVERED_WITHIN_S = 50;
const LONGEST_S = 6 * 3_600;
const TIMEOUT_MS = LONG ? 0 : 60_000;
const ALL_TRUSTED = { trusted: SERVERS, marked: 0 };
const ALL_MARKED = { trusted: 0, marked: SERVERS };
/** After so long the wall is looked at once a minute, not each second. */
const CLOSELY_S = 120;

interface Told {
  readonly kind: OutageKind;
  readonly seconds: number;
  /** Seconds until every tile was marked, 0 on waking; null: it was over before. */
  readonly marked: number | null;
  /** Seconds from the end to a wall that is live and right. */
  readonly recovered: number;
}

async function outage(wall: WatchingWall, kind: OutageKind, seconds: number): Promise<Told> {
  const end = wall.begin(kind);
  let marked: number | null = null;
  if (kind === 'asleep') {
    wall.browser.clock.sleep(seconds * 1_000);
    // Nothing has run since: what is on the screen in this moment is what somebody sees who wakes it.
    if (seconds * 1_000 > TRUST_MS) {
      expect(wall.tiles()).toEqual(ALL_MARKED);
      marked = 0;
    }
  }
  for (let second = 0; second < seconds && kind !== 'asleep'; second++) {
    if (second < CLOSELY_S) await wall.second();
    else {
      await wall.browser.clock.advance(59_000);
      await wall.second();
      second += 59;
    }
    const tiles = wall.tiles();
    if (second + 1 > MARKED_WITHIN_S) {
      expect(tiles, `${second + 1} s into an outage (${kind})`).toEqual(ALL_MARKED);
    }
    if (tiles.marked === SERVERS) marked ??= second + 1;
  }
  await end();
  let lying = 0;
  for (let second = 1; second <= RECOVERED_WITHIN_S; second++) {
    await wall.second();
    const { trusted, marked: unsure } = wall.tiles();
    const right = wall.live() && wall.right();
    // A connection is live some milliseconds before what was missed has come.
    lying = trusted > 0 && !right ? lying + 1 : 0;
    if (lying > 1 && second > MARKED_WITHIN_S) {
      expect.fail(`${trusted} tiles were trusted and wrong ${second} s after ${kind}.`);
    }
    if (trusted === SERVERS && unsure === 0 && right) {
      return { kind, seconds, marked, recovered: second };
    }
  }
  throw new Error(`No recovery in ${RECOVERED_WITHIN_S} s after ${seconds} s of ${kind}.`);
}

it(
  `recovers from ${OUTAGE_COUNT} outages of 1 s to 6 h without hands, and no stale tile is unmarked`,
  async () => {
    const wall = new WatchingWall(4, SERVERS);
    await wall.open();
    for (let second = 0; second < 20; second++) await wall.second();
    expect(wall.tiles()).toEqual(ALL_TRUSTED);
    const told: Told[] = [];
    for (let count = 0; count < OUTAGE_COUNT; count++) {
      const kind = OUTAGES[count % OUTAGES.length] ?? 'cut';
      const seconds = Math.ceil(LONGEST_S ** wall.random.next());
      told.push(await outage(wall, kind, seconds));
      const calm = wall.random.below(120);
      for (let second = 0; second < calm; second++) await wall.second();
      expect(wall.tiles()).toEqual(ALL_TRUSTED);
    }
    expect(told).toHaveLength(OUTAGE_COUNT);
    expect(wall.browser.host.mostSockets).toBe(1);
    report(told);
  },
  TIMEOUT_MS,
);

it('marks every tile while the worker hangs, and recovers when it goes on', async () => {
  const wall = new WatchingWall(5, SERVERS);
  await wall.open();
  for (let second = 0; second < 20; second++) await wall.second();
  wall.hang(true);
  for (let second = 1; second <= 45; second++) {
    await wall.second();
    if (second >= MARKED_WITHIN_S) expect(wall.tiles()).toEqual(ALL_MARKED);
  }
  wall.hang(false);
  for (let second = 0; second < 15; second++) await wall.second();
  expect(wall.tiles()).toEqual(ALL_TRUSTED);
  expect(wall.right()).toBe(true);
});

function report(told: readonly Told[]): void {
  if (!LONG) return;
  for (const kind of OUTAGES) {
    const of = told.filter((one) => one.kind === kind);
    const sum = of.reduce((total, { seconds }) => total + seconds, 0);
    const measured = of.flatMap((one) => one.marked ?? []);
    const marked = measured.length === 0 ? '–' : `${Math.max(...measured)} s`;
    const recovered = of.map((one) => one.recovered).sort((a, b) => a - b);
    process.stdout.write(
      `${kind.padEnd(14)} ${of.length} outages, ${Math.round(sum / 60)} min in all; ` +
        `all marked within ${marked} (${measured.length} measured); recovered in ${recovered[of.length >> 1]} s, ${recovered.at(-1)} s at most\n`,
    );
  }
}
