import { RecordingWriter } from '../domain/recordings/write.ts';
import { createLoad } from './frames.ts';
import { followingEvents, openingEvents } from './snapshots.ts';

const AT_ONCE = 10_000;

/** All lines of a recording of a busy community, with at least so many events. */
export function* busyRecording(count: number, seed = 1): Generator<string> {
  const load = createLoad({ seed, servers: 20, players: 300, watched: 2 });
  const sources = ['realtime', 'rest', 'intent', 'link'] as const;
  const writer = new RecordingWriter({ build: 'test', sources, seed });
  yield* writer.begin();
  const topics = ['feed', 'console', 'metrics', 'feed-personal'] as const;
  for (const event of openingEvents(load.world)) yield writer.event(event);
  for (const server of load.world.servers.slice(0, 2)) {
    for (const event of followingEvents(load.world, server, topics)) yield writer.event(event);
  }
  while (writer.seq < count) {
    for (const frame of load.take(Math.min(AT_ONCE, count - writer.seq))) {
      yield writer.event({ source: 'realtime', ...frame });
    }
  }
  yield writer.end();
}
