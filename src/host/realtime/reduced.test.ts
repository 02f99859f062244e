import { describe, expect, it } from 'vitest';
import { DEPLOYMENT_STEP } from '../../protocol/enumerations.ts';
import { EVENTS } from '../../protocol/events.ts';
import { parseFrame } from '../../protocol/frames.ts';
import { serverSnapshot } from '../../protocol/servers/fields.ts';
import { parseStream } from '../../protocol/streams.ts';
import { createLoad } from '../../testing/frames.ts';
import { openingEvents } from '../../testing/snapshots.ts';
import { fold } from '../../domain/fold.ts';
import { createRows } from '../../domain/state.ts';
import { unknownEnvironment } from '../../domain/servers/unknown-environment.ts';
import { encodeStreamFrame, textOf } from './frame.ts';
import { reducedEvent, reducedFrame, reducedSnapshot } from './reduced.ts';

const load = createLoad({ seed: 5, servers: 6, players: 80, watched: 0 });
const opening = openingEvents(load.world);
const frames = load.take(2_000).filter(({ stream }) => {
  const name = parseStream(stream ?? '');
  return name?.resource === 'server' && name.audience === 'list';
});
const snapshots = opening.flatMap((event) =>
  event.source === 'rest' && event.event === 'servers' ? event.data.servers : [],
);
const names = new Set(
  [
    ...snapshots.flatMap(({ players }) => players),
    ...frames.flatMap((frame) => (frame.event === 'gsm:player:create' ? [frame.data.player] : [])),
  ].map(({ name }) => name),
);

describe('what a display is told', () => {
  it('of what it does not show is only that the server was heard, and which one', () => {
    const id = 'a'.repeat(24);
    const frame = encodeStreamFrame(`server/${id}/list`, 3, 5, 'of:tomorrow', '{"secret":1}');
    expect(parseFrame(textOf(reducedFrame(frame).bytes))).toMatchObject({
      ok: true,
      frame: { event: 'server:update', seq: 3, data: { server_id: id, server: {} } },
    });
  });

  it('names nobody who plays, and fits the schemas', () => {
    expect(names.size).toBeGreaterThan(40);
    const told = [
      ...snapshots.map((snapshot) => serverSnapshot.parse(reducedSnapshot(snapshot))),
      ...frames.map(({ event, data }) => {
        const reduced = reducedEvent(event, data, '0'.repeat(24));
        return EVENTS[reduced.event].parse(reduced.data);
      }),
    ];
    const text = JSON.stringify(told);
    expect([...names].filter((name) => text.includes(JSON.stringify(name)))).toEqual([]);
    expect(text).not.toContain('"muster_id":"');
  });

  it('is what a wall shows, and nothing else of a server or of a stay', () => {
    const [snapshot] = snapshots.filter(({ players }) => players.length > 0);
    if (snapshot === undefined) throw new Error('nobody plays');
    const { id, position, configuration, state, population, players } = snapshot;
    const { identifier, game, deleting } = configuration;
    const whole: typeof snapshot = {
      ...snapshot,
      configuration: { ...configuration, tags: ['eu'] },
      environment: { ...snapshot.environment, map: 'namalsk', time: '04:05', wiped_at: 5 },
      deployment: [{ step: DEPLOYMENT_STEP[0], state: 'failed', at: 7, detail: 'no route' }],
    };
    expect(reducedSnapshot(whole)).toEqual({
      id,
      position,
      configuration: {
        identifier,
        game,
        deleting,
        timezone: 'UTC',
        restricted: false,
        tags: ['eu'],
        created_at: 0,
        actions: [],
      },
      state,
      population,
      environment: unknownEnvironment(0),
      deployment: [{ step: DEPLOYMENT_STEP[0], state: 'failed', at: null, detail: null }],
      players: players.map((player) => ({
        id: player.id,
        muster_id: null,
        name: '',
        joined_at: 0,
        joined_before: false,
        verified: false,
        lobby: false,
      })),
    });
    const { environment } = whole;
    const told = reducedEvent(
      'server:update',
      { server_id: id, type: 'environment', server: { environment } },
      id,
    );
    expect(told.data).toEqual({ server_id: id, type: 'environment', server: {} });
  });

  it('gives the same populations and states as the whole of it', () => {
    const whole = createRows();
    fold(whole, opening);
    fold(
      whole,
      frames.map((frame) => ({ source: 'realtime', ...frame })),
    );
    const shown = createRows();
    fold(
      shown,
      opening.map((event) =>
        event.source === 'rest' && event.event === 'servers'
          ? { ...event, data: { ...event.data, servers: event.data.servers.map(reducedSnapshot) } }
          : event,
      ),
    );
    for (const { stream = '', seq = 0, at, event, data } of frames) {
      const bytes = encodeStreamFrame(stream, seq, at, event, JSON.stringify(data));
      const parsed = parseFrame(textOf(reducedFrame(bytes).bytes));
      if (!parsed.ok) throw new Error(`${event} is ${parsed.kind}`);
      fold(shown, [{ source: 'realtime', ...parsed.frame }]);
    }
    for (const [id, server] of whole.servers) {
      const { position, population, state } = shown.servers.get(id) ?? {};
      expect({ position, population, state }).toEqual({
        position: server.position,
        population: server.population,
        state: server.state,
      });
    }
  });

  it('is made once for all displays', () => {
    const frame = encodeStreamFrame(frames[0]?.stream ?? '', 1, 1, 'server:destroy', '{}');
    expect(reducedFrame(frame)).toBe(reducedFrame(frame));
  });

  it('goes on in its sequence past what a display is not told', () => {
    const told = reducedEvent('of:a:newer:host', { secret: 1 }, '0'.repeat(24));
    expect(EVENTS['server:update'].safeParse(told.data).success).toBe(true);
    expect(JSON.stringify(told)).not.toContain('secret');
  });
});
