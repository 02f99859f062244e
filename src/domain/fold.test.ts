import { describe, expect, it } from 'vitest';
import { createLoad } from '../testing/frames.ts';
import { followingEvents, openingEvents } from '../testing/snapshots.ts';
import type { DomainEvent } from './event.ts';
import { fold, fromKeyframe, keyframe } from './fold.ts';
import { hashRows } from './hash.ts';
import { createRows } from './state.ts';

describe('fold', () => {
  it('follows a busy world to the last player', () => {
    const load = createLoad({ seed: 7, servers: 20, players: 300, watched: 3 });
    const rows = createRows();
    fold(rows, openingEvents(load.world));
    for (const server of load.world.servers.slice(0, 3)) {
      fold(
        rows,
        followingEvents(load.world, server, ['feed', 'console', 'metrics', 'feed-personal']),
      );
    }
    const frames = load.take(20_000);
    const report = fold(
      rows,
      frames.map((frame): DomainEvent => ({ source: 'realtime', ...frame })),
    );
    expect(report).toEqual({ events: frames.length, applied: frames.length, unknown: 0 });
    const fresh = createRows();
    fold(fresh, openingEvents(load.world));
    expect(hashRows(rows, ['servers'])).toBe(hashRows(fresh, ['servers']));
    expect([...rows.players.keys()].sort()).toEqual([...fresh.players.keys()].sort());
    expect(hashRows(fromKeyframe(keyframe(rows)))).toBe(hashRows(rows));
  });
});
