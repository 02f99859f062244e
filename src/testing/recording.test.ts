import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { NO_CHANGES } from '../domain/change.ts';
import type { DomainEvent } from '../domain/event.ts';
import { recordingLines } from '../domain/recordings/write.ts';
import { reduce } from '../domain/reduce.ts';
import { createLoad } from './frames.ts';
import { PROTOCOL_VERSION } from '../protocol/version.ts';
import { loadRecording } from './recording.ts';
import { followingEvents, openingEvents } from './snapshots.ts';

/** A small community, of which one server is watched. */
function recordedText(): string {
  const load = createLoad({ seed: 5, servers: 2, players: 6, watched: 1 });
  const [watched] = load.world.servers;
  const topics = ['feed', 'console', 'metrics', 'feed-personal'] as const;
  const opening = openingEvents(load.world);
  const following = watched === undefined ? [] : followingEvents(load.world, watched, topics);
  const frames = load.take(60).map((frame): DomainEvent => ({ source: 'realtime', ...frame }));
  const events = [...opening, ...following, ...frames];
  return [...recordingLines(events, { build: 'test', sources: ['realtime', 'rest'] })].join('\n');
}

/** One of every version of the wire before this one stays. */
const RELEASED = [
  ['wire-1.ndjson', '5fc7efb76a3bc47b18626327592a5c28b366ce914de2b24328a69a944053d27b'],
  ['wire-2.ndjson', 'f1afc2a62e16c2a7fed5b9dc526045779a627cab510507f2cc34d405715b2b66'],
  ['wire-3.ndjson', 'f1afc2a62e16c2a7fed5b9dc526045779a627cab510507f2cc34d405715b2b66'],
  ['wire-4.ndjson', 'ee3d5384489e8bea2b5ee3ab0e8b85da04c94b12e938e32dc9c416da01d19def'],
  ['wire-5.ndjson', 'e4db4555df98e608383ff257a92740b64c603620d532aa8e8d6c30791e54a953'],
  ['wire-6.ndjson', '94ec4855e6623bf7bc6a82f89a7e2698da41e2d77ee5e6d7207edc029ee92ce6'],
  ['wire-7.ndjson', '9276ca73cbe72f627e25ba10560d25f7aace4abdd34df87474c5d19c8bf79b40'],
  ['wire-8.ndjson', '43276c956724cd553212e9cdbe4ae507b77557c6bfc34af5fe230a7dc996d5c1'],
] as const;

describe('a recording of a released version', () => {
  it('is kept of each', () => {
    const older = Array.from({ length: PROTOCOL_VERSION - 1 }, (_, index) => index + 1);
    expect(RELEASED.map(([name]) => name)).toEqual(
      older.map((version) => `wire-${version}.ndjson`),
    );
  });

  it.each(RELEASED)('%s ends in the rows that it did', (name, hash) => {
    const file = new URL(`../../tests/recordings/${name}`, import.meta.url);
    const recording = loadRecording(readFileSync(file, 'utf8'));
    expect(recording.damage).toEqual([]);
    expect(recording.events).toHaveLength(recording.end?.seq ?? 0);
    expect(recording.rows.servers.size).toBe(2);
    expect(recording.hash).toBe(hash);
  });
});

describe('a loaded recording', () => {
  it('shows an event and what it changed', () => {
    const recording = loadRecording(recordedText()).toStart();
    expect(recording.readableStep()).toBe('the beginning');
    expect(recording.to(9).readableStep()).toMatchInlineSnapshot(`
      "event 9 at 2023-11-14T22:13:20.004Z: realtime server:feed of server/000000000000000000000002/console (1)
        streams server/000000000000000000000002/console position: 0 → 1
        console 000000000000000000000002:1 came"
    `);
  });

  it('reads well, a line for each field', () => {
    const recording = loadRecording(recordedText());
    expect(recording.to(6).readable(['streams'])).toMatchInlineSnapshot(`
      "streams (4)
        server/000000000000000000000002/console
          floor: 1
          more: false
          position: 0
          server_id: "000000000000000000000002"
        server/000000000000000000000002/feed
          floor: 1
          more: false
          position: 3
          server_id: "000000000000000000000002"
        server/000000000000000000000002/feed-personal
          floor: 4
          more: false
          position: 3
          server_id: "000000000000000000000002"
        server/000000000000000000000002/metrics
          floor: 1
          more: false
          position: 0
          server_id: "000000000000000000000002""
    `);
  });

  it('answers what a view shows at any moment', () => {
    const recording = loadRecording(recordedText());
    const [server] = recording.rows.servers.keys();
    const players = () =>
      recording
        .view({
          view: 'players',
          server_id: server ?? '',
          text: '',
          sort: 'joined_at',
          direction: 'asc',
          window: { from: 0, to: 10 },
        })
        .map(({ name }) => name);
    for (const seq of [0, 2, 20, 60]) {
      const row = recording.to(seq).row('servers', server ?? '');
      expect(row?.population.players ?? 0).toBe(players().length);
    }
    expect(players()).toHaveLength(6);
    expect(recording.view({ view: 'totals' })[0]?.servers).toBe(2);
  });

  it('goes by number, by moment, forwards and backwards', () => {
    const recording = loadRecording(recordedText()).toStart();
    expect(recording.position).toBe(0);
    expect(recording.step(3).position).toBe(3);
    expect(recording.back(2).position).toBe(1);
    expect(recording.back(5).position).toBe(0);
    const seventh = recording.events[6]?.event.at ?? 0;
    expect(recording.toMoment(seventh - 1).events[recording.position]?.event.at).toBe(
      recording.events.find(({ event }) => event.at >= seventh)?.event.at,
    );
    expect(recording.step(1_000).position).toBe(recording.events.length);
  });

  it('can be played with other reducers', () => {
    const without = loadRecording(recordedText(), (rows, event) =>
      event.event === 'server:feed' ? NO_CHANGES : reduce(rows, event),
    );
    expect(without.rows.feed.size).toBeLessThan(loadRecording(recordedText()).rows.feed.size);
  });
});
