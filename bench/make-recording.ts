/**
 * Makes a recording of a made-up community, seeded.
 *
 *   node bench/run.mjs make-recording --out recording.ndjson --events 1000000 --servers 5000
 */
import { closeSync, openSync, writeSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { RecordingWriter } from '../src/domain/recordings/write.ts';
import type { DomainEvent } from '../src/domain/event.ts';
import { createLoad } from '../src/testing/frames.ts';
import { followingEvents, openingEvents } from '../src/testing/snapshots.ts';

const { values: options } = parseArgs({
  options: {
    out: { type: 'string', default: 'recording.ndjson' },
    events: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    servers: { type: 'string', default: '1500' },
    players: { type: 'string', default: '20000' },
    watched: { type: 'string', default: '20' },
  },
});
const [events, seed, servers, players, watched] = [
  options.events,
  options.seed,
  options.servers,
  options.players,
  options.watched,
].map(Number) as [number, number, number, number, number];

const AT_ONCE = 1_000;
const load = createLoad({ seed, servers, players, watched });
const writer = new RecordingWriter({ build: 'made up', sources: ['realtime', 'rest'], seed });
const file = openSync(options.out, 'w');
const put = (lines: readonly string[]) => writeSync(file, `${lines.join('\n')}\n`);
const tell = (told: readonly DomainEvent[]) => put(told.map((event) => writer.event(event)));

put([...writer.begin()]);
tell(openingEvents(load.world));
for (const server of load.world.servers.slice(0, watched)) {
  tell(followingEvents(load.world, server, ['feed', 'console', 'metrics', 'feed-personal']));
}
for (let done = 0; done < events; done += AT_ONCE) {
  const frames = load.take(Math.min(AT_ONCE, events - done));
  tell(frames.map((frame): DomainEvent => ({ source: 'realtime', ...frame })));
}
put([writer.end()]);
closeSync(file);
console.log(`${options.out}: ${writer.seq} events`);
