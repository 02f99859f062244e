import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { DomainEvent } from '../../src/domain/event.ts';
import { hashShared } from '../../src/domain/hash.ts';
import { Player, sourceOf } from '../../src/domain/recordings/player.ts';
import { recordingLines } from '../../src/domain/recordings/write.ts';
import { startReplayHost } from '../../src/host/recordings/replay-host.ts';
import { loadRecording } from '../../src/testing/recording.ts';
import { scenarios } from '../../src/testing/scenario.ts';
import { openServerPage, portalAt } from './portal.ts';

const LONG = process.env['MUSTER_LONG'] === '1';
const STREAMS = LONG ? 1_000 : 25;
const RUNS = LONG ? 3 : 1;
const SOON = { timeout: 10_000, interval: 5 };
/** A session and a list of servers: enough for a portal to begin with. */
const OPENING = 2;

/** Streams that end with a measurement, of which only those hear who look at a server's players. */
const measured = scenarios.map(({ world, events }): readonly DomainEvent[] => {
  const last = world.servers
    .filter(({ destroyed }) => !destroyed)
    .flatMap((server) => {
      const joined = world.join(server, 'The last one');
      const pings = [...server.players.keys()].map((id) => [id, 40] as const);
      return [...joined, world.metrics(server, Object.fromEntries(pings))];
    });
  return [...events, ...last.map((frame): DomainEvent => ({ source: 'realtime', ...frame }))];
});

/** Serves a recording to two portals, one with a server's page open and one without: both end in its shared hash. */
async function expectServed(text: string): Promise<void> {
  const recording = loadRecording(text);
  const told = hashShared(recording.rows);
  const player = new Player(sourceOf(recording.events));
  const options = { player, port: 0, portalDir: null, clock: Date.now, pace: null };
  const host = await startReplayHost(options);
  const [visitor, bystander] = [portalAt(host.address), portalAt(host.address)];
  try {
    for (let event = 0; event < OPENING; event++) host.step();
    const [server_id = ''] = player.rows.servers.keys();
    await Promise.all([visitor.start(), bystander.start()]);
    await openServerPage(visitor, server_id);
    const { streams } = visitor.engine.rows;
    await expect.poll(() => streams.has(`server/${server_id}/metrics`), SOON).toBe(true);
    while (host.step());
    const ended = () => [visitor, bystander].map(({ engine }) => hashShared(engine.rows));
    await expect.poll(ended, SOON).toEqual([told, told]);
  } finally {
    for (const { link } of [visitor, bystander]) link.signOut('signed-out');
    await host.close();
  }
}

it(
  'any stream ends in the same servers and players in portals that it is served to, whatever they follow',
  { timeout: LONG ? 3_600_000 : 60_000 },
  async () => {
    let streams = 0;
    await fc.assert(
      fc.asyncProperty(measured, async (events) => {
        const options = { build: 'test', sources: ['realtime', 'rest'] } as const;
        const text = [...recordingLines(events, options)].join('\n');
        for (let run = 0; run < RUNS; run++) await expectServed(text);
        streams++;
      }),
      { numRuns: STREAMS, seed: 4 },
    );
    if (LONG) process.stdout.write(`${streams} streams, ${RUNS} runs each: one shared hash\n`);
  },
);
