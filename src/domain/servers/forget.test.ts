import { expect, it } from 'vitest';
import { openingEvents } from '../../testing/snapshots.ts';
import { World } from '../../testing/world.ts';
import { canonicalJson } from '../canonical-json.ts';
import { fold } from '../fold.ts';
import { createRows } from '../state.ts';

it('of streams that are followed no more, who looks at a server goes, and unknown names are nothing', () => {
  const world = new World();
  const server = world.addServer('Alpha', 40);
  const rows = createRows();
  const watched = { source: 'realtime' as const, ...world.presence(server, []) };
  fold(rows, [...openingEvents(world), watched]);
  expect(rows.presence.size).toBe(1);
  const streams = ['nothing', `server/${server.id}/presence`];
  fold(rows, [{ source: 'link', event: 'released', at: world.at, data: { streams } }]);
  expect(rows.presence.size).toBe(0);
  expect(rows.servers.size).toBe(1);
});

it('what is absent is not told apart from what was never there', () => {
  expect(canonicalJson({ b: 1, a: undefined })).toBe(canonicalJson({ b: 1 }));
  expect(canonicalJson({ b: [{ d: 1, c: 2 }], a: null })).toBe('{"a":null,"b":[{"c":2,"d":1}]}');
});
