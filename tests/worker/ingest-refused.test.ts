import { describe, expect, it } from 'vitest';
import { serverStream } from '../../src/protocol/streams.ts';
import { cursorOf } from '../../src/domain/position.ts';
import { players, trial } from './ingest-trial.ts';

describe('what the ingest is not answered', () => {
  it('asks a few times in a minute for a stream of which no frame can be read', async () => {
    const { trial: it, world, server } = trial();
    for (let tenth = 0; tenth < 600; tenth++) {
      const [create] = world.join(server, 'Survivor');
      await it.deliver({ ...create, data: { server: 7 } });
      await it.clock.advance(100);
      await it.answer();
    }
    expect(it.questions).toBeLessThanOrEqual(31);
    await it.clock.advance(2_000);
    await it.answer();
    expect(players(it, server)).toBe(40);
    expect(cursorOf(it.engine.rows, serverStream(server.id, 'list'))).toBe(server.heads.list);
  });

  it('asks less and less often for what the host refuses, and shows nothing of it in the meantime', async () => {
    const { trial: it, world, server } = trial();
    const feed = serverStream(server.id, 'feed');
    await it.deliver(...world.join(server, 'One'));
    expect(it.engine.rows.feed.size).toBe(1);
    world.join(server, 'Lost');
    await it.deliver(world.join(server, 'Two')[1]!);
    for (let second = 0; second < 600; second++) {
      for (const question of it.asked.slice()) {
        expect(question.streams).toEqual([feed]);
        question.refuse();
      }
      await it.deliver(world.join(server, 'Another')[1]!);
      expect(it.engine.rows.feed.size).toBe(0);
      await it.clock.advance(1_000);
    }
    expect(it.questions).toBeLessThanOrEqual(16);
    expect(it.engine.rows.servers.has(server.id)).toBe(true);
    await it.clock.advance(60_000);
    await it.calm();
    expect(cursorOf(it.engine.rows, feed)).toBe(server.heads.feed);
  });

  it('asks no more for what belongs to a server that is gone', async () => {
    const { trial: it, world, server } = trial();
    world.join(server, 'Lost');
    await it.deliver(world.join(server, 'Two')[1]!);
    it.asked[0]!.refuse();
    const gone = { event: 'event_subscription', at: world.at } as const;
    const detached = [serverStream(server.id, 'list')];
    await it.deliver({ ...gone, data: { server_id: null, attached: [], detached, refused: [] } });
    await it.clock.advance(600_000);
    expect(it.questions).toBe(1);
  });

  it('asks at once for what is given again after it was refused', async () => {
    const { trial: it, world, server } = trial();
    const feed = serverStream(server.id, 'feed');
    world.join(server, 'Lost');
    await it.deliver(world.join(server, 'Two')[1]!);
    for (let time = 0; time < 5; time++) {
      it.asked[0]!.refuse();
      await it.clock.advance(60_000);
    }
    it.asked[0]!.refuse();
    const before = it.questions;
    const given = { event: 'event_subscription', at: world.at } as const;
    const data = { server_id: server.id, attached: [], detached: [feed], refused: [] };
    const attached = [{ stream: feed, head: server.heads.feed, resumed: false }];
    await it.deliver({ ...given, data });
    await it.deliver({ ...given, data: { ...data, detached: [], attached } });
    expect(it.questions).toBe(before + 1);
    await it.answer();
    expect(cursorOf(it.engine.rows, feed)).toBe(server.heads.feed);
  });

  it('asks again for a snapshot that is older than what is known to have happened', async () => {
    const { trial: it, world, server } = trial();
    const [create] = world.join(server, 'Survivor');
    const answers = it.world.snapshot(server);
    const stream = serverStream(server.id, 'list');
    await it.deliver({ ...create, data: {} });
    const late = it.asked[0]!.hold();
    const [second] = world.join(server, 'Two');
    await it.deliver({ ...second, data: {} });
    late();
    await it.clock.advance(0);
    expect([answers.position, cursorOf(it.engine.rows, stream)]).toEqual([1, 1]);
    await it.clock.advance(2_000);
    await it.answer();
    expect(cursorOf(it.engine.rows, stream)).toBe(2);
    expect(players(it, server)).toBe(2);
  });

  it('keeps nothing of a player who leaves while the page of addresses is on its way', async () => {
    const { trial: it, world, server } = trial();
    await it.deliver(...world.join(server, 'Gone'), ...world.join(server, 'There'));
    const [gone, there] = [...server.players.values()];
    for (const player of [gone!, there!]) await it.deliver(...world.identify(server, player));
    const stream = serverStream(server.id, 'feed-personal');
    const streams = [{ stream, head: server.heads['feed-personal'], resumed: false }];
    const data = { reason: 'overflow', streams } as const;
    await it.deliver({ event: 'refresh', at: world.at, data });
    const late = it.asked[0]!.hold();
    // What is told of them again waits for the page, and comes when they have left.
    await it.deliver(...world.identify(server, gone!));
    await it.deliver(...world.leave(server, gone!));
    expect([...it.engine.rows.identities.keys()]).toEqual([there!.id]);
    late();
    await it.clock.advance(0);
    await it.calm();
    const told = [...it.engine.rows.identities.values()].filter(({ ip }) => ip !== null);
    expect(told.map(({ id }) => id)).toEqual([there!.id]);
  });

  it('asks again at first after two seconds, then after twice as long, at most each minute', async () => {
    const { trial: it, world, server } = trial();
    world.join(server, 'Lost');
    await it.deliver(world.join(server, 'Two')[0]!);
    const waits: number[] = [];
    for (let time = 0; time < 8; time++) {
      it.asked[0]!.fail();
      const begun = it.clock.now();
      for (const before = it.questions; it.questions === before;) await it.clock.advance(1_000);
      waits.push((it.clock.now() - begun) / 1_000);
    }
    expect(waits).toEqual([2, 4, 8, 16, 32, 60, 60, 60]);
    await it.answer();
    expect(players(it, server)).toBe(2);
  });
});
